"""The histories of a server: one for its own user, and one for each visitor."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

from sapper.history.database import History

OPEN = 32  #: histories of visitors that stay open
NAME = "your history"  #: in errors, because visitors must not learn its path


class Histories:
    """The history of a server's own user, ``own``, and files for visitors in a folder beside it.

    A visitor's history has at most ``games`` games. There are at most ``visitors`` of them: beyond
    that the smallest one is deleted, so that casual visitors cost nobody a game.
    """

    def __init__(self, own: History | None, visitors: int, games: int) -> None:
        self.own, self._visitors, self._games = own, visitors, games
        self._open: OrderedDict[str, History] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, visitor: str) -> History | None:
        """Return the history of a visitor, or of the server's own user for an empty name; None if
        this server keeps none."""
        if self.own is None or not visitor:
            return self.own
        with self._lock:
            history = self._open.pop(visitor, None)
            if history is None:
                path = self._folder / f"{visitor}.db"
                if not path.exists():
                    self._make_room()
                history = History(path, self._games, NAME)
            self._open[visitor] = history
            if len(self._open) > OPEN:
                self._open.popitem(last=False)  # closed when it is no longer used
        return history

    def every(self) -> list[History]:
        """Return all histories."""
        names = [""] if self.own is None else ["", *(path.stem for path in self._files())]
        return [history for name in names if (history := self.of(name)) is not None]

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            for history in self._open.values():
                history.close()
            self._open.clear()
        if self.own is not None:
            self.own.close()

    @property
    def _folder(self) -> Path:
        assert self.own is not None
        return self.own.path.with_name(f"{self.own.path.stem}-visitors")

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("*.db"))

    def _make_room(self) -> None:
        """Delete the smallest histories beyond the limit, the least recently used first."""
        files = self._files()
        if len(files) < self._visitors:
            return
        files.sort(key=_worth)
        for path in files[: len(files) - self._visitors + 1]:
            if (history := self._open.pop(path.stem, None)) is not None:
                history.close()
            for part in _parts(path):
                part.unlink(missing_ok=True)


def _worth(path: Path) -> tuple[int, float]:
    """The size of a history, and its modification time."""
    parts = [part.stat() for part in _parts(path)]
    return sum(part.st_size for part in parts), max(part.st_mtime for part in parts)


def _parts(path: Path) -> list[Path]:
    """The files of a database in write-ahead mode."""
    return [part for end in ("", "-wal", "-shm") if (part := Path(f"{path}{end}")).exists()]
