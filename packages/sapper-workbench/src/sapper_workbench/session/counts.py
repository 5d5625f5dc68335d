"""The counts of a game: moves, guesses, lives, mines and gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, MINE
from sapper.records import HINT, YOU, Step


@dataclass(frozen=True)
class GameCounts:
    """The counts of one line of a game.

    - ``moves``: all moves but hints; ``yours``: those of the user.
    - ``guesses``: moves of agents that were not certain; ``random_probes``: cells that the strategy
      ``random`` opened.
    - ``daggers_found``: daggers that are open, and flags, right or wrong; ``daggers``: the total.
    - ``gold``: open gold; ``gold_in_all``: the total, None if the rules do not reveal it.
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
    """Return the counts of a line from its steps and the position after them."""
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
