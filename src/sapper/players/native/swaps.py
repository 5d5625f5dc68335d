"""Cells whose mines can change places without any clue showing it: the 50/50s of a grid.

A *swap* is two sets of hidden cells, of which one has the mines. Only the clues of some cells near
them, its *witnesses*, tell which set. If all witnesses are mines, the swap stays a guess to the end
of the game, whatever else is opened; if one of them is opened, it is decided.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations

from sapper.game import Grid

PAIR_WITNESSES = 6  #: the most of a swap of two cells: two side by side, away from the walls
BLOCK_WITNESSES = 4  #: the most of a swap in four cells: a block of two by two, away from the walls
WIDEST = 8  #: blocks are listed for grids with at most this many neighbours

Swap = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Swaps:
    """The swaps of a grid.

    Swap k has its cells in ``cells[starts[k]:starts[k + 1]]``: the witnesses, then the first set of
    ``sizes[k]`` cells, then the second one, of the same size. The swaps with a cell i among these
    are ``of_cell[of_starts[i]:of_starts[i + 1]]``.
    """

    sizes: array[int]
    starts: array[int]
    cells: array[int]
    of_starts: array[int]
    of_cell: array[int]


@lru_cache(maxsize=16)
def swaps(grid: Grid) -> Swaps:
    """Return the swaps of a grid, those of two cells first."""
    near = [frozenset(grid.neighbours(i)) for i in range(grid.size)]
    found = [*_pairs(near), *(_blocks(near) if grid.widest <= WIDEST else ())]
    cells, starts = array("i"), array("i", [0])
    for ones, others, witnesses in found:
        cells.extend((*witnesses, *ones, *others))
        starts.append(len(cells))
    of_cell: list[list[int]] = [[] for _ in range(grid.size)]
    for k in range(len(found)):
        for cell in cells[starts[k] : starts[k + 1]]:
            of_cell[cell].append(k)
    return Swaps(
        array("i", [len(ones) for ones, _, _ in found]),
        starts,
        cells,
        array("i", accumulate(map(len, of_cell), initial=0)),
        array("i", chain.from_iterable(of_cell)),
    )


def _pairs(near: list[frozenset[int]]) -> Iterator[Swap]:
    for a, around in enumerate(near):
        for b in sorted(around):
            witnesses = (around ^ near[b]) - {a, b}
            if a < b and len(witnesses) <= PAIR_WITNESSES:
                yield (a,), (b,), tuple(sorted(witnesses))


def _blocks(near: list[frozenset[int]]) -> Iterator[Swap]:
    for a, around in enumerate(near):
        later = sorted(i for i in around if i > a)
        for b, c, d in combinations(later, 3):
            if c in near[b] and d in near[b] and d in near[c]:
                for one, (other, third) in ((b, (c, d)), (c, (b, d)), (d, (b, c))):
                    witnesses = _witnesses(near, (a, one), (other, third))
                    if len(witnesses) <= BLOCK_WITNESSES:
                        yield (a, one), (other, third), witnesses


def _witnesses(
    near: list[frozenset[int]], ones: tuple[int, ...], others: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the other cells that have more neighbours in one of the sets than in the other."""
    among = {*ones, *others}
    around = {i for cell in among for i in near[cell]} - among
    ones_, others_ = frozenset(ones), frozenset(others)
    return tuple(sorted(i for i in around if len(near[i] & ones_) != len(near[i] & others_)))
