"""Writes the games of the page and the terminal to the history, in a thread of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from secrets import token_hex

from sapper.errors import InputError
from sapper.records import YOU, Record
from sapper_workbench.history.database import History
from sapper_workbench.history.entry import HistoryGame, Origin
from sapper_workbench.history.session import is_seeded, snapshot
from sapper_workbench.session.session import Session

_log = logging.getLogger("sapper_workbench.history")


class HistoryWriter:
    """Writes games to a history, or nowhere without one.

    ``name`` is that of the person at the terminal. A thread of its own does the writing, so that
    play never waits; errors go to the log, and ``failure`` says why the last game was not written.
    ``thread`` may be another executor that runs one task after another.
    """

    def __init__(
        self, history: History | None, name: str = YOU, thread: Executor | None = None
    ) -> None:
        self.history, self.name = history, name
        self.failure = ""
        self._thread = thread or ThreadPoolExecutor(1, "history")
        self._session: Session | None = None
        self._key = ""
        self._latest = 0  #: the number of the newest node that is written or existed before
        self._continued = self._over = False

    def begin(self, session: Session, key: str | None = None, *, no_guess: bool = False) -> None:
        """Write a game of the terminal after each move, so that nothing is lost if the program is
        killed.

        With a ``key``, continue the unfinished game that the history has under it. ``no_guess``
        says that its board needs no guess.
        """
        if session is self._session:
            return
        if session.name == YOU:
            session.name = self.name
        self._session, self._key = session, key or f"terminal:{token_hex(8)}"
        self._continued, self._over = key is not None, False
        self._latest = max(node.number for node in session.tree.root.preorder())
        if key is not None:
            _stamp(session)
        tried = key is None and len(session.tree) > 1 + session.opening_steps
        from_file = not session.world.name and not is_seeded(session)
        session.set_origin(known=tried or from_file, no_guess=no_guess)

    def save(self, session: Session) -> None:
        """Write the current game, unless it had already ended or its last move was tried before."""
        number = session.tree.here.number
        if session is not self._session or self._over or number <= self._latest:
            return
        self._latest, self._over = number, session.ended
        if self._continued or session.user_moved:
            self.write(session, self._key, "terminal", whole=True)

    def write(self, session: Session, key: str, origin: Origin, *, whole: bool = False) -> None:
        """Write a game as it is now, unless no cell is open: a finished one, or a ``whole`` one,
        with its record."""
        if self.history is not None:
            self.write_to(self.history, session, key, origin, whole=whole)

    def write_to(
        self, history: History, session: Session, key: str, origin: Origin, *, whole: bool = False
    ) -> None:
        """Write a game as ``write`` does, to another history."""
        if (found := snapshot(session, key, origin)) is not None:
            self._thread.submit(self._write, history, *found, whole)

    def settle(self) -> Future[bool]:
        """Return a future that is done once all earlier games are written."""
        return self._thread.submit(bool)

    def close(self) -> None:
        """Write the waiting games."""
        self._thread.shutdown()

    def _write(
        self, history: History, record: Record, columns: Callable[[], HistoryGame], whole: bool
    ) -> None:
        whole = whole or record.outcome != "unfinished"
        try:
            history.keep(columns(), record if whole else None)
        except InputError as error:
            self.failure = str(error)
            _log.error("a game was not written to the history: %s", error)


def _stamp(session: Session) -> None:
    """Give the moves of a resumed game their times, with the interruption removed."""
    nodes = session.tree.here.path()
    if not session.undoable:
        return
    at = session.began = time.time() - sum(node.value.step.decision.seconds for node in nodes)
    for node in nodes:
        at += node.value.step.decision.seconds
        node.value = replace(node.value, at=at)
