"""Games on disk: one file per game, in the text form of a session.

The first line is written atomically, and each later line by a single write at the end of the file.
If the server is killed, everything that it answered is therefore on disk; at worst the last line is
incomplete, and reading drops it.

Only the number and the size of the games decide which ones are removed, never the clock, which may
be wrong by years.
"""

from __future__ import annotations

import errno
import os
import re
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sapper.errors import InputError, StorageError
from sapper.files import write_file
from sapper_workbench.web.http.security import group

_NAME = re.compile(r"[0-9a-f]{16}([0-9a-f]{16})?", re.ASCII)


def owner(name: str) -> str:
    """Return the visitor whose game this is; empty for the user of a server of their own."""
    return name[16:]


def challenge_of(name: str) -> str:
    """Return the id by which others can play the board of a game; it does not name the visitor."""
    return name[:16]


@dataclass(frozen=True)
class Room:
    """A number of games, and of bytes of their files: a limit, or what is in use."""

    games: int = 0
    bytes: int = 0

    def __add__(self, other: Room) -> Room:
        return Room(self.games + other.games, self.bytes + other.bytes)

    def __le__(self, other: Room) -> bool:
        return self.games <= other.games and self.bytes <= other.bytes


@dataclass(frozen=True)
class _File:
    """The size of a game's file in bytes, and the time of its last change."""

    size: int
    at: float


class FolderInUseError(InputError):
    """Another server uses a folder; ``link`` opens its page, and is empty if it is starting."""

    def __init__(self, folder: Path, link: str) -> None:
        where = f"another server uses this folder{link and f', at {link}'}"
        super().__init__(f"{folder}: {where}; choose another one with --data")
        self.link = link


class Journal:
    """The games in a folder, which take no more than ``most``, and those of every visitor on a
    shared server no more than ``each``.

    Raises ``InputError`` if the folder cannot be used, ``FolderInUseError`` if by another server.
    """

    def __init__(self, folder: Path, most: Room, each: Room | None = None) -> None:
        self.folder, self._most, self._each = folder, most, each
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _locked(folder)
            found = [(file.stem, file.stat()) for file in folder.glob("*.jsonl")]
        except OSError as error:
            raise StorageError.of(folder, error) from None
        found.sort(key=lambda pair: pair[1].st_mtime)
        self._files: dict[str, _File] = {}  # by name, the latest change last
        self._used: dict[str, Room] = {}  # by visitor
        self._total = Room()
        self._order = threading.Lock()  # several threads write games at the same time
        for name, stat in found:
            if _NAME.fullmatch(name):
                self._set(name, _File(stat.st_size, stat.st_mtime))
        self._make_room()

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def size(self, name: str) -> int:
        """Return the size of a game's file in bytes, 0 if there is none."""
        file = self._files.get(name)
        return 0 if file is None else file.size

    def challenged(self, challenge: str) -> str | None:
        """Return the name of the game of a challenge; None if the game is gone."""
        with self._order:
            return next((name for name in self._files if challenge_of(name) == challenge), None)

    def of(self, visitor: str) -> list[str]:
        """Return the games of a visitor, the latest last."""
        with self._order:
            return [name for name in self._files if owner(name) == visitor]

    def changed_since(self, time: float) -> list[str]:
        """Return the games that have changed since ``time``, the latest last."""
        with self._order:
            return [name for name, file in self._files.items() if file.at >= time]

    def announce(self, link: str) -> None:
        """Say to other servers that want to use the folder where this one is."""
        self._lock.write(link.encode())

    def close(self) -> None:
        """Release the folder for other servers."""
        self._lock.close()

    def begin(self, name: str, head: str) -> None:
        """Save the first lines of a new game; remove other games if there is no room for it.

        Raises ``StorageError`` if it cannot be written.
        """
        data = _ended(head)
        write_file(self._path(name), data, private=True)
        self._changed(name, len(data))

    def add(self, name: str, line: str) -> None:
        """Append a line to a game; remove other games if there is no room for it.

        Raises ``StorageError`` if it cannot be written.
        """
        ended = _ended(line)
        try:
            with self._path(name).open("r+b", buffering=0) as file:
                end = file.seek(0, os.SEEK_END)
                if file.write(ended) != len(ended):
                    file.truncate(end)
                    raise OSError(errno.ENOSPC, "the disk is full")
        except OSError as error:
            raise StorageError.of(self.folder, error) from None
        self._changed(name, end + len(ended))

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

    def _changed(self, name: str, size: int) -> None:
        with self._order:
            self._set(name, _File(size, time.time()))
            self._make_room(name)

    def _set(self, name: str, file: _File | None) -> None:
        """Set the file of a game, None to drop it, and count what is in use."""
        old, visitor = self._files.pop(name, None), owner(name)
        change = Room((file is not None) - (old is not None), 0)
        change += Room(0, (0 if file is None else file.size) - (0 if old is None else old.size))
        self._total += change
        self._used[visitor] = self._used.get(visitor, Room()) + change
        if not self._used[visitor].games:
            del self._used[visitor]
        if file is not None:
            self._files[name] = file

    def _make_room(self, kept: str = "") -> None:
        """Remove games beyond the limits, but not ``kept``, which has just changed."""
        while (name := self._surplus(kept)) is not None:
            self._set(name, None)
            self._path(name).unlink(missing_ok=True)

    def _by_size(self) -> list[str]:
        """Return the visitors, those of the largest group first, and in it who has most first."""
        by_games = self._total.games > self._most.games
        sizes = {one: room.games if by_games else room.bytes for one, room in self._used.items()}
        groups: Counter[str] = Counter()
        for one, size in sizes.items():
            groups[group(one)] += size
        return sorted(sizes, key=lambda one: (groups[group(one)], sizes[one]), reverse=True)

    def _surplus(self, kept: str) -> str | None:
        """Return the least recently used game of a visitor who has too much, or of the one who has
        most in the largest group if all together have too much; None if none has to be removed."""
        used, full = self._used, not self._total <= self._most
        changed = [owner(kept)] if owner(kept) else [*used]
        crowding = [one for one in changed if one and self._each and not used[one] <= self._each]
        if full:
            crowding += self._by_size()
        oldest: dict[str, str] = {}  # by visitor
        for name in self._files if crowding else ():
            if name != kept:
                oldest.setdefault(owner(name), name)
        return next((oldest[one] for one in crowding if one in oldest), None)


def _ended(line: str) -> bytes:
    return line.encode() + b"\n"


def _locked(folder: Path) -> BinaryIO:
    """Lock the folder against other servers, if the system supports it, and return the empty file
    for the address of this one."""
    file = open(folder / "lock", "a+b", buffering=0, opener=_private)  # noqa: SIM115
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fchmod(file.fileno(), 0o600)  # an older server let others read it
    except ImportError:
        pass
    except BlockingIOError:
        file.seek(0)
        link = file.read().decode()
        file.close()
        raise FolderInUseError(folder, link) from None
    file.truncate(0)
    return file


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
