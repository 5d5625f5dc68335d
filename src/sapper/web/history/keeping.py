"""Keeping the games of visitors in the history: once they begin, and once they end.

The journal has every move of a game before it is answered, so a server that is killed loses
nothing: the next one looks through the journal for games that ended without being kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor

from sapper.errors import InputError
from sapper.history.choice import Choice
from sapper.history.session import Snapshot, first_opened
from sapper.history.store import History
from sapper.web.games.game import ServedGame
from sapper.web.games.journal import Journal

_log = logging.getLogger("sapper.web")
STAMP = "looked-through"  #: a file whose time says when the journal was looked through last


def key_of(name: str) -> str:
    """Return the key of a game of the server in the history."""
    return f"page:{name}"


def name_of(key: str) -> str | None:
    """Return the name of a game of the server; None for other games."""
    return key.removeprefix("page:") if key.startswith("page:") else None


class Keeping:
    """Keeps games in a history. That takes a moment and must not hinder playing, so it is done in
    a thread of its own, and errors go to the log."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._thread = ThreadPoolExecutor(1, "history")

    def close(self) -> None:
        """Keep what is waiting, and close the file."""
        self._thread.shutdown()
        self.history.close()

    async def settled(self) -> History:
        """Wait until all games are kept that ended before, and return the history."""
        await asyncio.wrap_future(self._thread.submit(bool))
        return self.history

    def changed(self, game: ServedGame, ended: bool) -> None:
        """Keep a game after a move, if it has begun or ended by it; ``ended`` says whether it had
        ended before."""
        if not ended and (game.session.ended or first_opened(game.session)):
            snapshot = _snapshot(game)
            if snapshot is not None:
                self._thread.submit(_keep, self.history, snapshot)

    def look_through(self, journal: Journal, age: float) -> int:
        """Keep the games of a journal that changed since it was looked through last, and forget
        unfinished games older than ``age`` seconds that it has no more. Return how many it read."""
        stamp = journal.folder / STAMP
        since = stamp.stat().st_mtime if stamp.exists() else 0.0
        stamp.touch()
        read = 0
        for name in journal.changed_since(since):
            if self.history.outcome_of(key_of(name)) in ("won", "lost"):
                continue
            read += 1
            try:
                game = ServedGame.loaded(name, *journal.read(name))
            except InputError:
                continue  # the file is damaged: there is nothing to keep
            if (snapshot := _snapshot(game)) is not None:
                _keep(self.history, snapshot)
        for _, one, _ in [*self.history.every(Choice(outcome="unfinished", origin="page"))]:
            if (name_of(one.key) or "") not in journal and one.at < time.time() - age:
                self.history.forget(one.key)
        return read


def _snapshot(game: ServedGame) -> Snapshot | None:
    """A game as it is now; None if the visitor made no move, or no cell is open."""
    if not game.own:
        return None
    clock, key = game.clock, key_of(game.name)
    about = {"no_guess": game.without_guess, "known": game.start.known}
    return Snapshot.of(game.session, clock, key, "page", **about)


def _keep(history: History, snapshot: Snapshot) -> None:
    try:
        snapshot.keep(history)
    except InputError as error:
        _log.error("a game was not kept in the history: %s", error)
