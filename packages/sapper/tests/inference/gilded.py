"""Random small positions with gold, and the results of brute force."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

from sapper.game import (
    BLOCKED,
    FLAGGED,
    GOLD,
    HIDDEN,
    MINE,
    Chance,
    Deal,
    Grid,
    Kind,
    Position,
    Rules,
    Signs,
    signs_of,
)
from tests.inference.brute import gilded_layouts

SIGNS: tuple[Signs, ...] = get_args(Signs)


def gilded_positions(seed: int, count: int, max_hidden: int = 9) -> Iterator[Position]:
    """Yield ``count`` positions of worlds with gold, with cells opened one by one at random."""
    chance = Chance(seed)
    while count:
        kind: Kind = "torus" if chance.below(6) == 0 else "square"
        grid = Grid(3, 2 + chance.below(3), kind)
        order = chance.shuffled(grid.playable)
        mines = frozenset(order[: 1 + chance.below(2)])
        free = [i for i in order if i not in mines and mines.isdisjoint(grid.neighbour_indices(i))]
        gold = frozenset(free[: chance.below(4)])
        deal = Deal.of_mines(grid, mines, gold)
        hidden = _hidden(chance, grid, mines, gold, max_hidden)
        signs = SIGNS[chance.below(len(SIGNS))]
        known = chance.below(3) == 0
        cells = bytearray(grid.size)
        for i in grid.playable:
            if i in hidden:
                cells[i] = FLAGGED if chance.below(8) == 0 else HIDDEN
            elif i in mines:
                cells[i] = MINE
            else:
                cells[i] = GOLD if i in gold else sum(j in mines for j in grid.neighbour_indices(i))
        rules = Rules("any", zeros_open=False, lives=20, signs=signs, gold_known=known)
        shown = signs_of(grid, signs, gold, bytes(cells))
        assert BLOCKED not in cells
        yield Position(grid, rules, deal.mines, bytes(cells), shown, deal.gold if known else None)
        count -= 1


def _hidden(
    chance: Chance, grid: Grid, mines: frozenset[int], gold: frozenset[int], most: int
) -> set[int]:
    """Return some cells, with a preference for mines, gold and the cells beside gold."""
    near = {j for i in gold for j in grid.neighbour_indices(i)}
    first = chance.shuffled(sorted(mines | gold | near))
    rest = chance.shuffled(i for i in grid.playable if i not in first)
    return set([*first, *rest][: min(most, grid.size - 1) - chance.below(3)])


@cache  # tests compare several players in the same positions
def certain(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    """Return the hidden cells that are safe, and those that are mines, in all layouts that allow
    the gold."""
    mines = {mines for mines, _ in gilded_layouts(position)}
    hidden = set(position.hidden_indices)
    safe = frozenset(i for i in hidden if not any(i in layout for layout in mines))
    return safe, frozenset(i for i in hidden if all(i in layout for layout in mines))
