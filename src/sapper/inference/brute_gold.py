"""The reference implementation with gold: every placement of mines and gold that fits.

Gold lies in hidden cells that are not mines and touch none. Every sign must agree with the gold it
counts, and so must the total number of gold, if known. This code shares nothing with the other
ways to prove, which are tested against it.
"""

from __future__ import annotations

from itertools import combinations

from sapper.errors import BudgetError
from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.inference.brute import layouts

GOLD_LIMIT = 14  #: hidden cells


def gilded_layouts(position: Position) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return every layout with every placement of gold in it, as sets of hidden cells.

    Raises ``BudgetError`` beyond ``GOLD_LIMIT`` hidden cells.
    """
    if len(position.hidden) > GOLD_LIMIT:
        hidden = len(position.hidden)
        raise BudgetError(f"brute force with gold takes at most {GOLD_LIMIT} hidden cells, not {hidden}")
    return [(mines, gold) for mines in layouts(position) for gold in _gold(position, mines)]


def _gold(position: Position, mines: frozenset[int]) -> list[frozenset[int]]:
    cells, near = position.cells, position.grid.neighbours
    mined = mines | {i for i, code in enumerate(cells) if code == MINE}
    free = [i for i in position.hidden if i not in mined and mined.isdisjoint(near(i))]
    found = {i for i, code in enumerate(cells) if code == GOLD}
    numbers = range(len(free) + 1) if position.gold is None else [position.gold - len(found)]
    return [
        frozenset(gold)
        for number in numbers
        if 0 <= number <= len(free)
        for gold in combinations(free, number)
        if all(_fits(position, i, found.union(gold)) for i in _clues(position))
    ]


def _clues(position: Position) -> list[int]:
    signs = () if position.rules.signs == "none" else enumerate(position.cells)
    return [i for i, code in signs if code < HIDDEN and code != FLAGGED]


def _fits(position: Position, clue: int, gold: set[int]) -> bool:
    """Return whether the sign of a clue agrees with this gold."""
    grid, sign = position.grid, position.signs[clue]
    if position.rules.signs == "counts":
        return sign == sum(i in gold for i in grid.neighbours(clue))
    return sign == any(i in gold for i in grid.cardinal(clue))
