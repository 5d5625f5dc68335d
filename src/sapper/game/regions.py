"""The regions of a board with known mines: openings and isolated numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sapper.game.grid import Grid

Neighbours = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Opening:
    """A region that one click opens: its zeros and the numbers around them, as indices."""

    zeros: tuple[int, ...]
    border: tuple[int, ...]


@dataclass(frozen=True)
class Regions:
    """The clicks that a board takes; cells are indices.

    ``near`` has the neighbours of each cell, ``clues`` the number of mines next to each cell,
    ``isolated`` the numbers that touch no zero, in ascending order. Without chords, opening the
    board takes one click per opening and one per isolated number: its 3BV.
    """

    near: Neighbours
    mines: frozenset[int]
    clues: bytes
    openings: tuple[Opening, ...]
    isolated: tuple[int, ...]

    @property
    def bbbv(self) -> int:
        """The 3BV of the board (Bechtel's Board Benchmark Value): the fewest left clicks that open
        all its safe cells."""
        return len(self.openings) + len(self.isolated)

    @property
    def islands(self) -> int:
        """The number of connected groups of isolated numbers."""
        rest, groups = set(self.isolated), 0
        while rest:
            groups += 1
            _grow(rest.pop(), self.near, rest)
        return groups


def regions(grid: Grid, mines: Iterable[int]) -> Regions:
    """Return the regions of a grid with mines at some indices."""
    near, mined = neighbours(grid), frozenset(mines)
    clues = bytearray(grid.size)
    for mine in mined:
        for i in near[mine]:
            clues[i] += 1
    safe = [i for i in grid.playable if i not in mined]
    zeros = {i for i in safe if not clues[i]}
    beside: set[int] = set()
    openings = []
    for start in sorted(zeros):
        if start not in zeros:
            continue
        zeros.remove(start)
        inside = [start, *_grow(start, near, zeros)]
        border = {i for zero in inside for i in near[zero] if clues[i]}
        beside |= border
        openings.append(Opening(tuple(sorted(inside)), tuple(sorted(border))))
    isolated = tuple(i for i in safe if clues[i] and i not in beside)
    return Regions(near, mined, bytes(clues), tuple(openings), isolated)


def _grow(start: int, near: Neighbours, within: set[int]) -> list[int]:
    """Remove from a set the cells connected to a cell, and return them."""
    region, waiting = [], [start]
    while waiting:
        for i in near[waiting.pop()]:
            if i in within:
                within.remove(i)
                region.append(i)
                waiting.append(i)
    return region


@lru_cache(maxsize=16)
def neighbours(grid: Grid) -> Neighbours:
    """Return the neighbours of each cell of a grid, cached for recent grids."""
    return tuple(grid.neighbours(i) for i in range(grid.size))
