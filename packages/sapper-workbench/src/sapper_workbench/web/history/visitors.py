"""The histories of a server: one for its own user, and one for each visitor; and the games that it
writes to them, once they begin and once they end.

The journal contains every move before it is answered, so a killed server loses nothing: the next
one searches the journal for finished games that are missing in the history.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from pathlib import Path

from sapper.errors import InputError
from sapper_workbench.history.database import Choice, History
from sapper_workbench.history.session import first_opened
from sapper_workbench.history.writer import HistoryWriter
from sapper_workbench.web.games.journal import Journal, owner
from sapper_workbench.web.games.served_games import ServedGame
from sapper_workbench.web.http.security import group

OPEN = 32  #: histories of visitors that stay open
NAME = "your history"  #: in errors, because visitors must not learn its path


class Histories:
    """The history of a server's own user, ``own``, and files for visitors in a folder beside it.

    A visitor's history has at most ``games`` games. There are at most ``visitors`` of them: beyond
    that the smallest one of the largest group is deleted, so that casual visitors cost nobody a
    game, and a script that makes up visitors costs only those at its own address theirs.
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
                history = History(path, self._games, NAME, readable=True)
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
        while len(files) >= self._visitors:
            groups = Counter(group(path.stem) for path in files)
            path = min(files, key=lambda path: (-groups[group(path.stem)], *_worth(path)))
            files.remove(path)
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


STAMP = "looked-through"  #: a file whose time is that of the last search of the journal


def key_of(name: str) -> str:
    """Return the key of a game of the server in the history."""
    return f"page:{name}"


def name_of(key: str) -> str | None:
    """Return the name of a game of the server; None for other games."""
    return key.removeprefix("page:") if key.startswith("page:") else None


def write_changed(
    writer: HistoryWriter, histories: Histories, game: ServedGame, ended: bool
) -> None:
    """Write a game after a move that began or ended it; ``ended`` says whether it had ended
    before."""
    if not ended and (game.session.ended or first_opened(game.session)):
        _write(writer, histories, game)


def look_through(writer: HistoryWriter, histories: Histories, journal: Journal, most: int) -> int:
    """Write the games of a journal that changed since the last search, and forget unfinished games
    that it no longer has, if ``most`` games, as many as a journal keeps, came after them. Return
    the number of games read."""
    if histories.own is None:
        return 0
    stamp = journal.folder / STAMP
    since = stamp.stat().st_mtime if stamp.exists() else 0.0
    if since > time.time():  # the clock was ahead
        since = 0.0
    with suppress(OSError):  # the disk is full: the next search reads these games again
        stamp.touch()
    read = 0
    for name in journal.changed_since(since):
        history = histories.of(owner(name))
        if history is None or history.outcome_of(key_of(name)) in ("won", "lost"):
            continue
        read += 1
        try:
            game = ServedGame.loaded(name, *journal.read(name))
        except InputError:
            continue  # the file is damaged, so there is no game to write
        _write(writer, histories, game)
    writer.settle().result()
    for history in histories.every():
        for _, listed, _ in [*history.every(Choice(origin="page"))][most:]:
            if listed.outcome == "unfinished" and (name_of(listed.key) or "") not in journal:
                history.forget(listed.key)
    return read


def _write(writer: HistoryWriter, histories: Histories, game: ServedGame) -> None:
    history = histories.of(owner(game.name))
    if history is not None and game.session.user_moved:
        writer.write_to(history, game.session, key_of(game.name), "page")
