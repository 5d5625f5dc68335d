"""Writes the games of the page and the terminal to the history: the line of a session that counts,
and when and by whom each move was made."""

from __future__ import annotations

import logging
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from secrets import token_hex

from sapper.errors import InputError
from sapper.game import Deal
from sapper.history.database import History
from sapper.history.entry import Origin, history_game, timed
from sapper.records.game import YOU
from sapper.records.record import Record
from sapper.study.session.counts import GameNode
from sapper.study.session.session import Session


@dataclass(frozen=True)
class Snapshot:
    """The state of a game at one moment, which another thread can write.

    ``name`` is the user's; ``times`` are those of its steps, in seconds since the epoch; ``known``
    and ``seeded`` are as in ``history.entry``.
    """

    key: str
    origin: Origin
    record: Record
    name: str
    times: tuple[float, ...]
    no_guess: bool
    known: bool
    seeded: bool

    @classmethod
    def of(cls, session: Session, key: str, origin: Origin) -> Snapshot | None:
        """Return the game of a session: the first line that ended it, or else the current one.

        None if no cell is open, or no move has a time.
        """
        line = ending(session) if session.ended else session.tree.here.path()
        record = session.record_of(line)
        if not record.begun or not session.began:
            return None
        times = tuple(node.value.at or session.began for node in line)
        known, no_guess = session.origin.known, session.origin.no_guess
        seeded = not (known or session.world.name) and is_seeded(session)
        return cls(key, origin, record, session.name, times, no_guess, known, seeded)

    def keep(self, history: History, *, whole: bool = False) -> None:
        """Save the game, with its record if it is over or ``whole`` is true."""
        first, last = min(self.times), max(self.times)
        record = timed(self.record, self.times)
        over = record.outcome != "unfinished"
        found = history_game(
            record,
            self.key,
            self.origin,
            last,
            player=self.name,
            seconds=last - first,
            no_guess=self.no_guess,
            known=self.known,
            seeded=self.seeded,
        )
        history.keep(found, record if over or whole else None)


def ending(session: Session) -> list[GameNode]:
    """Return the line that ended the game first, by the number of its last node."""
    return min(_ends(session), key=lambda node: node.number).path()


def _ends(session: Session) -> list[GameNode]:
    nodes = session.tree.root.preorder()
    return [node for node in nodes if node.value.after.outcome != "playing"]


def of_file(session: Session) -> tuple[Record, float]:
    """Return the game of a session that was read from a file, and the time of its end, 0 if
    unknown.

    It is the line that ended first, by the times of its moves (files number moves by their place in
    the tree), or else the current line.
    """
    here = min(_ends(session), key=_duration, default=session.tree.here)
    record, times = _timed(session, here.path())
    return record, max(times, default=0.0)


def shown(session: Session) -> Record:
    """Return the record of the line that a session shows, with the time of each move made here."""
    return _timed(session, session.tree.here.path())[0]


def _timed(session: Session, line: list[GameNode]) -> tuple[Record, list[float]]:
    """Return the record of a line with the times of its moves, and these; none if unknown."""
    record, began = session.record_of(line), session.began
    times = [node.value.at or began for node in line] if began else []
    return timed(record, times) if began else record, times


def _duration(node: GameNode) -> tuple[float, float, int]:
    line = node.path()
    seconds = sum(each.value.step.decision.seconds for each in line)
    return max((each.value.at for each in line), default=0.0), seconds, node.number


def seconds_of(session: Session) -> float:
    """Return the time from the first move to now, or to the end of the first line that ended the
    game.

    A game that was read from a file took the time of its moves.
    """
    line = ending(session) if session.ended else session.tree.here.path()
    if not session.began:
        return sum(node.value.step.decision.seconds for node in line)
    return max(0.0, (line[-1].value.at if session.ended else time.time()) - session.began)


def first_opened(session: Session) -> bool:
    """Return whether the last move opened the first cell, with only flags before it."""
    steps = session.steps[session.opening_steps :]
    others = [step for step in steps if step.decision.move.action not in ("flag", "unflag")]
    return len(others) == 1 and bool(steps[-1].opened)


def is_seeded(session: Session) -> bool:
    """Return whether the seed of a session deals its board."""
    deal = session.world.deal
    found = Deal.seeded(deal.grid, deal.mines, session.seed, session.number)
    return found == replace(deal, gold=0)


_log = logging.getLogger("sapper.history")


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

    def moved(self, session: Session) -> None:
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
        if (snapshot := Snapshot.of(session, key, origin)) is not None:
            self._thread.submit(self._write, history, snapshot, whole)

    def settle(self) -> Future[bool]:
        """Return a future that is done once all earlier games are written."""
        return self._thread.submit(bool)

    def close(self) -> None:
        """Write the waiting games."""
        self._thread.shutdown()

    def _write(self, history: History, snapshot: Snapshot, whole: bool) -> None:
        try:
            snapshot.keep(history, whole=whole)
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
