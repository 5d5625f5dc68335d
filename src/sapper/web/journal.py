"""Games on disk: a file for each, its head and then a line for everything that happened in it.

The head is written as a whole or not at all, every later line by one write at the end of the file;
so a server that is killed at any moment leaves all that was answered, and at worst a last line cut
short, which reading leaves out.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from sapper.errors import InputError

VERSION = 1
_NAME = re.compile(r"[0-9a-f]{16}", re.ASCII)

Event = Mapping[str, Any]


class Journal:
    """The games in a folder, at most ``most`` of them, none untouched for ``age`` seconds.

    Raises ``InputError`` where the folder cannot be used, or another server uses it.
    """

    def __init__(self, folder: Path, most: int, age: float) -> None:
        self._folder, self._most, self._age = folder, most, age
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _locked(folder)
            found = [(file.stat().st_mtime, file.stem) for file in folder.glob("*.jsonl")]
        except OSError as error:
            raise _wrong(folder, error) from None
        self._touched = {name: at for at, name in sorted(found) if _NAME.fullmatch(name)}
        self._order = threading.Lock()  # games of several visitors are written at a time
        self._forget()

    def __contains__(self, name: str) -> bool:
        return name in self._touched

    def close(self) -> None:
        """Leave the folder to others."""
        self._lock.close()

    def begin(self, name: str, head: Event) -> None:
        """A new game; the oldest are forgotten where there are too many."""
        path = self._path(name)
        try:
            draft = path.with_suffix(".new")
            with open(draft, "wb", opener=_private) as file:
                file.write(_line({"sapper": "game", "version": VERSION, **head}))
            draft.replace(path)
        except OSError as error:
            raise _wrong(self._folder, error) from None
        self._touch(name)
        self._forget()

    def add(self, name: str, event: Event) -> None:
        """Something that happened."""
        try:
            with self._path(name).open("r+b", buffering=0) as file:
                end, line = file.seek(0, os.SEEK_END), _line(event)
                if file.write(line) != len(line):
                    file.truncate(end)
                    raise OSError("the disk is full")
        except OSError as error:
            raise _wrong(self._folder, error) from None
        self._touch(name)

    def read(self, name: str) -> tuple[Event, list[Event]]:
        """The head of a game, and its events; a last line cut short is cut off.

        Raises ``InputError`` where it cannot be read.
        """
        path = self._path(name)
        try:
            *lines, short = path.read_bytes().split(b"\n")
            head, *events = map(json.loads, lines)
            if short:
                os.truncate(path, sum(len(line) + 1 for line in lines))
        except (OSError, ValueError):
            raise InputError("this game cannot be read any more") from None
        if not isinstance(head, dict) or head.get("version") != VERSION:
            raise InputError("this game was written by another version of sapper")
        return head, events

    def _path(self, name: str) -> Path:
        assert _NAME.fullmatch(name), "names of games are made here"
        return self._folder / f"{name}.jsonl"

    def _touch(self, name: str) -> None:
        with self._order:
            self._touched.pop(name, None)
            self._touched[name] = time.time()

    def _forget(self) -> None:
        """Remove the games beyond the bounds, the longest untouched first."""
        old = time.time() - self._age
        with self._order:
            for name, at in list(self._touched.items()):
                if at >= old and len(self._touched) <= self._most:
                    break
                del self._touched[name]
                self._path(name).unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    """Open a file that is nobody else's to read: it tells where the mines lie."""
    return os.open(path, flags, 0o600)


def _line(event: Event) -> bytes:
    return json.dumps(event, allow_nan=False).encode() + b"\n"


def _locked(folder: Path) -> BinaryIO:
    """An open file that keeps other servers out, where the system can."""
    file = (folder / "lock").open("ab")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        file.close()
        raise InputError(
            f"{folder}: another server keeps its games here; name another folder with --data"
        ) from None
    return file


def _wrong(folder: Path, error: OSError) -> InputError:
    return InputError(f"{folder}: {(error.strerror or str(error)).lower()}")
