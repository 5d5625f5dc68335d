"""What a game in progress is counted by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, MINE
from sapper.records.record import Step

HINT = "hint"  #: the strategy of cells shown before the first move
YOU = "you"  #: the strategy of the user's own moves


@dataclass(frozen=True)
class Counts:
    """``moves`` leaves out hints; ``random_probes`` are cells opened by the strategy ``random``,
    ``guesses`` all that might have held a mine, for what was known; ``yours`` are the user's
    moves. ``daggers_found`` are open or flagged, rightly or not, of ``daggers`` in all; ``gold``
    is how much of it is open, of ``gold_in_all`` (None where that is not told).
    """

    moves: int
    random_probes: int
    guesses: int
    yours: int
    lives: int
    daggers_found: int
    daggers: int
    gold: int
    gold_in_all: int | None


def counts(steps: Sequence[Step], position: Position) -> Counts:
    """The counts of a game: its steps so far, and the position they led to."""
    decisions = [step.decision for step in steps]
    names = [decision.strategy for decision in decisions]
    return Counts(
        moves=len(steps) - names.count(HINT),
        random_probes=sum(d.strategy == "random" and d.move.action == "open" for d in decisions),
        guesses=sum(decision.guess for decision in decisions),
        yours=names.count(YOU),
        lives=position.lives_left,
        daggers_found=position.cells.count(MINE) + position.cells.count(FLAGGED),
        daggers=position.mines,
        gold=position.cells.count(GOLD),
        gold_in_all=position.gold,
    )
