"""Positions as learned rules see them: the clues and their sets of cells.

Sets of cells are bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from sapper.game import Grid
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE


class Mines(NamedTuple):
    """Covered cells, as bits, and the number of mines among them."""

    cells: int
    mines: int


class Clue(NamedTuple):
    """A clue with covered neighbours.

    ``at`` is its cell, and ``reach`` has the cells that have it in their zones, as bits.
    """

    at: int
    says: Mines
    reach: int


class RuleView:
    """A position as rules see it: ``known`` mines are marked, all other hidden cells are covered.

    Flags are ignored, because they may be wrong.
    """

    def __init__(self, grid: Grid, cells: bytes, mines: int, known: int) -> None:
        self.known = known
        around = self.around = neighbourhoods(grid)
        covered = open_mines = 0
        for index, code in enumerate(cells):
            if HIDDEN <= code <= FLAGGED:
                covered |= 1 << index
            elif code == MINE:
                open_mines |= 1 << index
        marked = known | open_mines
        self.covered = covered & ~known
        self.mines_left = mines - marked.bit_count()
        said = []
        for index, code in enumerate(cells):
            if code < HIDDEN or code == GOLD:
                near = around[index]
                if near & self.covered:
                    clue = 0 if code == GOLD else code
                    left = clue - (near & marked).bit_count()
                    said.append((index, Mines(near & self.covered, left)))
        self.clues = [
            Clue(index, says, _reach(says.cells, [other.cells for _, other in said]))
            for index, says in said
        ]
        self.differences: dict[tuple[Mines, Mines], Mines | None] = {}

    @cached_property
    def beside(self) -> int:
        """The covered cells next to a clue."""
        return joined(clue.says.cells for clue in self.clues)

    @cached_property
    def fringe(self) -> Mines | None:
        """The covered cells next to a clue with all remaining mines, if it must contain them all.

        It must if there are no other covered cells, or if disjoint clues need that number of mines.
        """
        fringe, needed, used = self.beside, 0, 0
        for clue in sorted(self.clues, key=lambda c: (-c.says.mines, members(c.says.cells))):
            if not clue.says.cells & used:
                needed += clue.says.mines
                used |= clue.says.cells
        all_there = needed == self.mines_left or fringe == self.covered
        return Mines(fringe, self.mines_left) if fringe and all_there else None

    @cached_property
    def wide(self) -> dict[int, int]:
        """For each clue, the cells that have it in their wide zones."""
        return {
            clue.at: joined(
                other.reach for other in self.clues if other.says.cells & clue.says.cells
            )
            for clue in self.clues
        }

    @cached_property
    def unions(self) -> dict[Mines, tuple[int, ...]]:
        """Unions of disjoint sets of clues, each with its clues.

        Each union starts from one clue and adds others greedily, first by most mines, then again by
        fewest cells.
        """
        clues = sorted(self.clues, key=lambda clue: members(clue.says.cells))
        found: dict[Mines, tuple[int, ...]] = {}
        for order in (_most_mines, _fewest_cells):
            ordered = sorted(clues, key=order)
            for first in ordered:
                (cells, mines), united = first.says, [first.at]
                for clue in ordered:
                    if not clue.says.cells & cells:
                        cells, mines = cells | clue.says.cells, mines + clue.says.mines
                        united.append(clue.at)
                found.setdefault(Mines(cells, mines), tuple(united))
        return found

    def difference(self, one: Mines, other: Mines) -> Mines | None:
        """Return the difference of two sets, or None if its number of mines is undetermined."""
        pair = one, other
        if pair not in self.differences:
            self.differences[pair] = difference(one, other)
        return self.differences[pair]


def members(cells: int) -> list[int]:
    """Return the cells of a set of bits, in ascending order."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


@lru_cache(maxsize=16)
def neighbourhoods(grid: Grid) -> tuple[int, ...]:
    """Return the neighbours of every cell, as bits."""
    return tuple(sum(1 << i for i in set(grid.neighbours(index))) for index in range(grid.size))


def _reach(cells: int, others: list[int]) -> int:
    """Return the cells next to any clue that shares a covered cell with these."""
    reach = cells
    for other in others:
        if other & cells:
            reach |= other
    return reach


def _most_mines(clue: Clue) -> int:
    return -clue.says.mines


def _fewest_cells(clue: Clue) -> int:
    return clue.says.cells.bit_count()


def joined(sets: Iterable[int]) -> int:
    """Return the union of sets of cells."""
    union = 0
    for cells in sets:
        union |= cells
    return union


def difference(one: Mines, other: Mines) -> Mines | None:
    """Return the cells of one set that are not in the other, which shares cells with it.

    The result is None unless the sets determine its number of mines.
    """
    both, rest = one.cells & other.cells, one.cells & ~other.cells
    if not both or not rest:
        return None
    beyond = (other.cells & ~one.cells).bit_count()
    least = max(0, one.mines - rest.bit_count(), other.mines - beyond)
    most = min(one.mines, other.mines, both.bit_count())
    return Mines(rest, one.mines - least) if least == most else None
