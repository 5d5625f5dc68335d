"""Swaps: cells that can exchange their mines without changing a clue, the 50/50s of a grid.

A *swap* is two sets of hidden cells, one of which holds the mines. Only the clues of a few nearby
cells, its *witnesses*, reveal which. If all witnesses are mines, the swap remains a guess to the
end of the game, whatever else is opened; opening a witness decides it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations, product, repeat

from sapper.game import Grid

MAX_PAIR_WITNESSES = 6  #: maximum for a two-cell swap (adjacent cells away from the edge)
MAX_BLOCK_WITNESSES = 4  #: the same for a four-cell swap (a 2×2 block away from the edge)
MAX_CHAIN_WITNESSES = 4  #: the same for a chain
MAX_NEIGHBOURS = 8  #: maximum number of neighbours on grids whose blocks are listed

Swap = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Surroundings = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Swaps:
    """The swaps of a grid.

    The cells of swap k are ``cells[starts[k]:starts[k + 1]]``: the witnesses, the first set of
    ``sizes[k]`` cells, and the second set of the same size. The swaps that involve cell i are
    ``of_cell[of_starts[i]:of_starts[i + 1]]``.
    """

    sizes: array[int]
    starts: array[int]
    cells: array[int]
    of_starts: array[int]
    of_cell: array[int]


@lru_cache(maxsize=16)
def swaps(grid: Grid) -> Swaps:
    """Return the swaps of a grid, two-cell swaps first."""
    near = [frozenset(grid.neighbour_indices(i)) for i in range(grid.size)]
    alike = _alike(near)
    sizes, widths, cells = array("i"), array("i"), array("i")
    for found_at in (_pairs, _blocks) if grid.widest <= MAX_NEIGHBOURS else (_pairs,):
        known: dict[Surroundings, tuple[list[int], list[int], list[int]]] = {}
        for a, surroundings in enumerate(alike):
            if surroundings not in known:
                known[surroundings] = _relative(a, found_at(near, a))
            new_sizes, lengths, offsets = known[surroundings]
            sizes.extend(new_sizes)
            widths.extend(lengths)
            cells.extend([a + offset for offset in offsets])
    return _listed(grid, sizes, widths, cells)


@lru_cache(maxsize=16)
def chains(grid: Grid) -> Swaps:
    """Return the swaps of two pairs of neighbours near the edge, other than those of ``swaps``.

    One of the pairs has few witnesses, and the other one is balanced against some of them. Swaps
    that include all witnesses of one of the pairs are left out: the pair alone is a swap then."""
    sizes, widths, cells = array("i"), array("i"), array("i")
    if grid.widest <= MAX_NEIGHBOURS:
        near = [frozenset(grid.neighbour_indices(i)) for i in range(grid.size)]
        for ones, others in sorted(set(_chains(near))):
            witnesses = _witnesses(near, ones, others)
            sizes.append(2)
            widths.append(len(witnesses) + 4)
            cells.extend([*witnesses, *ones, *others])
    return _listed(grid, sizes, widths, cells)


def _listed(grid: Grid, sizes: array[int], widths: array[int], cells: array[int]) -> Swaps:
    """Return swaps from their sizes, their numbers of cells, and their cells."""
    of_cell: list[list[int]] = [[] for _ in range(grid.size)]
    for k, cell in zip(
        chain.from_iterable(map(repeat, range(len(sizes)), widths)), cells, strict=True
    ):
        of_cell[cell].append(k)
    return Swaps(
        sizes,
        array("i", accumulate(widths, initial=0)),
        cells,
        array("i", accumulate(map(len, of_cell), initial=0)),
        array("i", chain.from_iterable(of_cell)),
    )


def _alike(near: list[frozenset[int]]) -> list[Surroundings]:
    """Return the surroundings of each cell. Cells with equal surroundings have the same swaps up to
    a shift of indices."""
    numbers: dict[tuple[int, ...], int] = {}
    shape = [
        numbers.setdefault(tuple(sorted([j - i for j in around])), len(numbers))
        for i, around in enumerate(near)
    ]
    return [(shape[i], *[shape[j] for j in sorted(around)]) for i, around in enumerate(near)]


def _relative(a: int, swaps_of_cell: Iterable[Swap]) -> tuple[list[int], list[int], list[int]]:
    """Return the size and number of cells of each swap, and all cells relative to ``a``."""
    sizes, lengths, offsets = [], [], []
    for ones, others, witnesses in swaps_of_cell:
        sizes.append(len(ones))
        lengths.append(len(witnesses) + 2 * len(ones))
        offsets += [cell - a for cell in (*witnesses, *ones, *others)]
    return sizes, lengths, offsets


def _pairs(near: list[frozenset[int]], a: int) -> Iterator[Swap]:
    """Yield the two-cell swaps whose lower cell is ``a``."""
    for b in sorted(near[a]):
        witnesses = (near[a] ^ near[b]) - {a, b}
        if a < b and len(witnesses) <= MAX_PAIR_WITNESSES:
            yield (a,), (b,), tuple(sorted(witnesses))


def _blocks(near: list[frozenset[int]], a: int) -> Iterator[Swap]:
    """Yield the swaps of four mutual neighbours whose lowest cell is ``a``."""
    later = sorted(i for i in near[a] if i > a)
    for b, c, d in combinations(later, 3):
        if c in near[b] and d in near[b] and d in near[c]:
            for one, (other, third) in ((b, (c, d)), (c, (b, d)), (d, (b, c))):
                witnesses = _witnesses(near, (a, one), (other, third))
                if len(witnesses) <= MAX_BLOCK_WITNESSES:
                    yield (a, one), (other, third), witnesses


def _witnesses(
    near: list[frozenset[int]], ones: tuple[int, ...], others: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the other cells with different numbers of neighbours in the two sets."""
    among = {*ones, *others}
    around = {i for cell in among for i in near[cell]} - among
    ones_, others_ = frozenset(ones), frozenset(others)
    return tuple(sorted(i for i in around if len(near[i] & ones_) != len(near[i] & others_)))


def _chains(near: list[frozenset[int]]) -> Iterator[tuple[Surroundings, Surroundings]]:
    """Yield the two sets of each chain, some of them twice; ``near`` has the neighbours of each
    cell."""
    pairs = [(a, b) for a, around in enumerate(near) for b in around]
    alone = {(a, b): frozenset(_witnesses(near, (a,), (b,))) for a, b in pairs}
    for (a, b), witnesses in alone.items():
        if a > b or len(witnesses) > MAX_CHAIN_WITNESSES:
            continue
        for c in witnesses.union(*(near[i] for i in witnesses)) - {a, b}:
            for d in near[c] - {a, b}:
                among = {a, b, c, d}
                if all(among - near[i] == {i} for i in among):  # a block
                    continue
                for ones, others in (((a, c), (b, d)), ((a, d), (b, c))):
                    both = _witnesses(near, ones, others)
                    parts = [alone[one] for one in product(ones, others) if one in alone]
                    if len(both) <= MAX_CHAIN_WITNESSES and all(
                        one.difference(both) for one in parts
                    ):
                        low, high = sorted((tuple(sorted(ones)), tuple(sorted(others))))
                        yield low, high
