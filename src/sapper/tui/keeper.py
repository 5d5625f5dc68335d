"""Keeping the games that are played in the terminal in the history."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex

from sapper.errors import InputError
from sapper.history.session import Snapshot, is_seeded
from sapper.history.store import History
from sapper.study.session.counts import YOU
from sapper.study.session.session import Session


class Keeper:
    """Keeps a game after each move until it ends, so that nothing is lost if the program is killed.

    Without a history it keeps nothing. ``failure`` says why the last game could not be kept.
    """

    def __init__(self, history: History | None) -> None:
        self.history = history
        self._thread = ThreadPoolExecutor(1, "history")
        self.failure = ""
        self._session: Session | None = None

    def begin(self, session: Session, key: str | None = None, *, no_guess: bool = False) -> None:
        """Keep another game from now on, under a ``key`` if one is given; an unfinished one that
        is kept under it goes on.
        ``no_guess`` says that its board needs no guess."""
        if session is self._session:
            return
        self._session, self._key = session, key or f"terminal:{token_hex(8)}"
        self._no_guess = no_guess
        self._clock = {} if key is None or not session.undoable else _times(session)
        self._own, self._ended = key is not None, False
        self._before = {node.number for node in session.tree.root.preorder()}
        self._known = key is None and len(self._before) > 1 + session.opening_steps
        if not session.world.name and not is_seeded(session):
            self._known = True  # the board comes from a file

    def moved(self, session: Session) -> None:
        """Keep the game after a move."""
        node = session.tree.here
        if self.history is None or session is not self._session or self._ended:
            return
        if node.number in self._before or node.number in self._clock:
            return
        self._clock[node.number] = time.time()
        self._own = self._own or session.steps[-1].decision.strategy == YOU
        self._ended = session.ended
        about = {"no_guess": self._no_guess, "known": self._known}
        snapshot = Snapshot.of(session, self._clock, self._key, "terminal", **about)
        if self._own and snapshot is not None:
            self._thread.submit(self._keep, self.history, snapshot)

    def settle(self) -> None:
        """Wait until the last move is kept."""
        self._thread.submit(bool).result()

    def close(self) -> None:
        """Keep what is waiting."""
        self._thread.shutdown()

    def _keep(self, history: History, snapshot: Snapshot) -> None:
        try:
            snapshot.keep(history, whole=True)
        except InputError as error:
            self.failure = str(error)


def _times(session: Session) -> dict[int, float]:
    """The times of the moves of a game that goes on now, as if it had never been interrupted."""
    nodes = session.tree.here.path()
    spent = [node.value.step.decision.seconds for node in nodes]
    start = time.time() - sum(spent)
    return {node.number: start + sum(spent[: i + 1]) for i, node in enumerate(nodes)}
