"""Games on disk: one file per game, in the text form of a session.

The first line is written atomically, and each later line by a single write at the end of the file.
If the server is killed, everything that it answered is therefore on disk; at worst the last line is
incomplete, and reading drops it.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections import Counter
from pathlib import Path
from typing import BinaryIO

from sapper.errors import InputError

_NAME = re.compile(r"[0-9a-f]{16}([0-9a-f]{16})?", re.ASCII)


def owner(name: str) -> str:
    """Return the visitor whose game this is; empty for the user of a server of their own."""
    return name[16:]


def challenge_of(name: str) -> str:
    """Return the id by which others can play the board of a game; it does not name the visitor."""
    return name[:16]


class Journal:
    """The games in a folder: at most ``most``, and at most ``each`` of every visitor.

    A game is removed after ``age`` seconds without a change.

    Raises ``InputError`` if the folder cannot be used, or if another server uses it.
    """

    def __init__(self, folder: Path, most: int, age: float, each: int | None = None) -> None:
        self.folder, self._most, self._age, self._each = folder, most, age, each
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _locked(folder)
            files = [(file.stat().st_mtime, file.stem) for file in folder.glob("*.jsonl")]
        except OSError as error:
            raise _wrong(folder, error) from None
        self._touched = {name: at for at, name in sorted(files) if _NAME.fullmatch(name)}
        self._order = threading.Lock()  # several threads write games at the same time
        self._forget()

    def __contains__(self, name: str) -> bool:
        return name in self._touched

    def challenged(self, challenge: str) -> str | None:
        """Return the name of the game of a challenge; None if the game is gone."""
        with self._order:
            return next((name for name in self._touched if challenge_of(name) == challenge), None)

    def changed_since(self, time: float) -> list[str]:
        """Return the games that have changed since ``time``, the latest last."""
        with self._order:
            return [name for name, at in self._touched.items() if at >= time]

    def close(self) -> None:
        """Release the folder for other servers."""
        self._lock.close()

    def begin(self, name: str, head: str) -> None:
        """Save the first line of a new game; remove the oldest games if there are too many."""
        path = self._path(name)
        try:
            draft = path.with_suffix(".new")
            with open(draft, "wb", opener=_private) as file:
                file.write(_ended(head))
            draft.replace(path)
        except OSError as error:
            raise _wrong(self.folder, error) from None
        self._touch(name)
        self._forget()

    def add(self, name: str, line: str) -> None:
        """Append a line to a game."""
        try:
            with self._path(name).open("r+b", buffering=0) as file:
                end, ended = file.seek(0, os.SEEK_END), _ended(line)
                if file.write(ended) != len(ended):
                    file.truncate(end)
                    raise OSError("the disk is full")
        except OSError as error:
            raise _wrong(self.folder, error) from None
        self._touch(name)

    def read(self, name: str) -> tuple[str, list[str]]:
        """Return the first line of a game and the others; remove an incomplete last line.

        Raises ``InputError`` if the file cannot be read.
        """
        path = self._path(name)
        try:
            *lines, short = path.read_bytes().split(b"\n")
            head, *others = (line.decode() for line in lines)
            if short:
                os.truncate(path, sum(len(line) + 1 for line in lines))
        except (OSError, ValueError):
            raise InputError("the file of this game cannot be read") from None
        return head, others

    def _path(self, name: str) -> Path:
        assert _NAME.fullmatch(name), "only the server can name games"
        return self.folder / f"{name}.jsonl"

    def _touch(self, name: str) -> None:
        with self._order:
            self._touched.pop(name, None)
            self._touched[name] = time.time()

    def _forget(self) -> None:
        """Remove games beyond the limits: first old ones, then the least recently used games of the
        visitor who has the most."""
        old = time.time() - self._age
        with self._order:
            for name, at in list(self._touched.items()):
                if at >= old:
                    break
                self._remove(name)
            games = Counter(map(owner, self._touched))
            while (visitor := self._crowding(games)) is not None:
                self._remove(next(name for name in self._touched if owner(name) == visitor))
                games[visitor] -= 1

    def _crowding(self, games: Counter[str]) -> str | None:
        """The visitor with the most games, if the folder or this visitor exceeds a limit."""
        full = len(self._touched) > self._most
        for visitor, number in games.most_common():
            if full or (visitor and self._each is not None and number > self._each):
                return visitor
        return None

    def _remove(self, name: str) -> None:
        del self._touched[name]
        self._path(name).unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    """Open a file for its owner only, because it shows the mines."""
    return os.open(path, flags, 0o600)


def _ended(line: str) -> bytes:
    return line.encode() + b"\n"


def _locked(folder: Path) -> BinaryIO:
    """Lock the folder against other servers, if the system supports it."""
    file = (folder / "lock").open("ab")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        file.close()
        raise InputError(
            f"{folder}: another server uses this folder; choose another one with --data"
        ) from None
    return file


def _wrong(folder: Path, error: OSError) -> InputError:
    return InputError(f"{folder}: {(error.strerror or str(error)).lower()}")
