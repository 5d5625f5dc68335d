"""The mine probabilities of the moves that a person made, which only their positions tell."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from sapper.game import Position
from sapper.game.codes import UNFLAGGED
from sapper.inference.counting import counter_of
from sapper.inference.status import Status
from sapper.records.game import PlayedGame

G = TypeVar("G", bound=PlayedGame)

YOU = "you"  #: the strategy of the user's own moves
PEOPLE = (YOU, "person")  #: strategies that are people's moves: here and in replays
#: Limits on counting, by work and not by time, so that a record is the same on every machine: cells
#: times moves of a game, and the steps and megabytes for one position.
LARGEST, STEPS, MEGABYTES = 5_000_000, 2_000_000, 64


def is_of_person(game: PlayedGame) -> bool:
    """Return whether a person made at least one move of a game."""
    return any(step.decision.strategy in PEOPLE for step in game.steps)


def with_risks(game: G) -> G:
    """Return a game in which each cell that a person opened has its mine probability.

    It stays unknown in worlds with gold, and where counting the layouts would take too long.
    """
    grid = game.deal.grid
    if game.deal.gold or game.rules.signs != "none" or grid.size * len(game.steps) > LARGEST:
        return game
    steps = list(game.steps)
    for number, (before, _) in enumerate(pairwise(game.positions())):
        decision = steps[number].decision
        if decision.strategy not in PEOPLE or not decision.guess:
            continue
        if decision.mine_probability is None:
            risk = _risk(before, grid.index(decision.move.cell))
            known = replace(decision, mine_probability=risk).promised(before)
            steps[number] = replace(steps[number], decision=known)
    return replace(game, steps=tuple(steps))


def _risk(position: Position, index: int) -> float | None:
    """The mine probability of a hidden cell; None if the position is too hard to count."""
    counter, cells = counter_of(position.grid), position.cells.translate(UNFLAGGED)
    status = counter.count(cells, position.mines, float("inf"), MEGABYTES, STEPS)
    return counter.risk_of(index) if status == Status.OK else None
