"""The counts of a game in progress: moves, guesses, lives, mines and gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, MINE
from sapper.records.step import Step

HINT = "hint"  #: the strategy of cells shown before the first move
YOU = "you"  #: the strategy of the user's own moves
PEOPLE = (YOU, "person")  #: strategies that are people's moves: here and in replays


@dataclass(frozen=True)
class GameCounts:
    """The counts of one line of a game.

    ``moves`` leaves out hints. ``random_probes`` counts the cells opened by the strategy
    ``random``, ``guesses`` the moves of agents that were not certain, and ``yours`` the user's own
    moves. ``daggers_found`` counts the daggers that are open or flagged, rightly or wrongly;
    ``daggers`` is their total. ``gold`` is the gold that is open, ``gold_in_all`` the total (None
    if the rules do not reveal it).
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


def counts(steps: Sequence[Step], position: Position) -> GameCounts:
    """Count a game from its steps so far and the position they led to."""
    decisions = [step.decision for step in steps]
    names = [decision.strategy for decision in decisions]
    return GameCounts(
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
