"""Converts sessions to games of the history: the line that counts, and when each move was made."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from sapper.game import Deal
from sapper.records.moves import Game, GameNode
from sapper.records.record import Record
from sapper_workbench.history.database import History
from sapper_workbench.history.entry import Origin, history_game


@dataclass(frozen=True)
class Snapshot:
    """The state of a game at one moment, which another thread can write.

    ``name`` is the user's; ``times`` has the time of each step, in seconds since the epoch;
    ``known`` and ``seeded`` are as in ``history.entry``.
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
    def of(cls, session: Game, key: str, origin: Origin) -> Snapshot | None:
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
        record = self.record
        over = record.outcome != "unfinished"
        game = history_game(
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
        history.keep(game, record if over or whole else None)


def ending(session: Game) -> list[GameNode]:
    """Return the line that ended the game first, by the number of its last node."""
    return min(_ends(session), key=lambda node: node.number).path()


def _ends(session: Game) -> list[GameNode]:
    nodes = session.tree.root.preorder()
    return [node for node in nodes if node.value.after.outcome != "playing"]


def of_file(session: Game) -> tuple[Record, float]:
    """Return the game of a session that was read from a file, and the time of its end, 0 if
    unknown.

    It is the line that ended first, by the times of its moves (files number moves by their place in
    the tree), or else the current line.
    """
    here = min(_ends(session), key=_duration, default=session.tree.here)
    line = here.path()
    record = session.record_of(line)
    return record, record.ended or max((node.value.at for node in line), default=0.0)


def _duration(node: GameNode) -> tuple[float, float, int]:
    line = node.path()
    seconds = sum(each.value.step.decision.seconds for each in line)
    return max((each.value.at for each in line), default=0.0), seconds, node.number


def seconds_of(session: Game) -> float:
    """Return the time from the first move to now, or to the end of the first line that ended the
    game.

    A game that was read from a file took the time of its moves.
    """
    line = ending(session) if session.ended else session.tree.here.path()
    if not session.began:
        return sum(node.value.step.decision.seconds for node in line)
    return max(0.0, (line[-1].value.at if session.ended else time.time()) - session.began)


def first_opened(session: Game) -> bool:
    """Return whether the last move opened the first cell, with only flags before it."""
    steps = session.steps[session.opening_steps :]
    others = [step for step in steps if step.decision.move.action not in ("flag", "unflag")]
    return len(others) == 1 and bool(steps[-1].opened)


def is_seeded(session: Game) -> bool:
    """Return whether the seed of a session deals its board."""
    deal = session.world.deal
    seeded = Deal.seeded(deal.grid, deal.mines, session.seed, session.number)
    return seeded == replace(deal, gold=0)
