"""The part of a board that a search for an explanation sees: clues, and their hidden cells as bits.

Flags are not facts, so a flagged cell counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sapper.game import Position
from sapper.game.codes import FLAGGED, HIDDEN, UNGILDED
from sapper.inference.constraints import constraints


class Clue(NamedTuple):
    """The clue at grid index ``cell`` leaves exactly ``mines`` mines in the cells of ``mask``."""

    cell: int
    mask: int
    mines: int


class Region:
    """Some clues of a position, and hidden cells numbered from 0: the bits of every mask.

    ``pairs[n]`` lists the clues that share a hidden cell with clue ``n``; ``touching[b]`` the clues
    that touch the cell of bit ``b``.
    """

    def __init__(self, position: Position, clues: Iterable[int], cells: Iterable[int] = ()) -> None:
        self.position = position
        limits = constraints(position, clues)
        numbered = dict.fromkeys(cells)
        for limit in limits:
            numbered.update(dict.fromkeys(sorted(limit.cells)))
        self.cells = tuple(numbered)
        self.bits = {cell: bit for bit, cell in enumerate(self.cells)}
        self.touching: list[list[int]] = [[] for _ in self.cells]
        self.clues: list[Clue] = []
        for number, limit in enumerate(limits):
            mask = 0
            for cell in limit.cells:
                bit = self.bits[cell]
                mask |= 1 << bit
                self.touching[bit].append(number)
            self.clues.append(Clue(limit.clue, mask, limit.mines))
        self.pairs: dict[int, list[int]] = {}

    def sharing(self, number: int) -> list[int]:
        """Return the clues that share a hidden cell with a clue, in ascending order."""
        if number not in self.pairs:
            others = {n for bit in bits(self.clues[number].mask) for n in self.touching[bit]}
            self.pairs[number] = sorted(others - {number})
        return self.pairs[number]

    def adjacent(self, one: int, other: int) -> bool:
        """Return whether two clues are neighbours on the grid."""
        return self.clues[other].cell in self.position.grid.neighbours(self.clues[one].cell)

    def mask(self, cells: Iterable[int]) -> int:
        """Return the mask of grid indices."""
        return sum(1 << self.bits[cell] for cell in cells)


def bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def whole(position: Position) -> Region:
    """Return all clues and all hidden cells of a position."""
    return Region(position, range(position.grid.size), position.hidden)


def around(position: Position, cell: int, hops: int) -> tuple[Region, bool]:
    """Return the clues within some hops of a cell, and whether no other clue is connected to them.

    The clues that touch the cell are 0 hops away; a hop leads to a clue that shares a hidden cell.
    """
    codes = position.cells.translate(UNGILDED)
    starts, flat = position.grid.adjacency
    seen, clues, edge = {cell}, dict[int, None](), [cell]
    for _ in range(hops + 1):
        ring = [
            clue
            for hidden in edge
            for clue in flat[starts[hidden] : starts[hidden + 1]]
            if codes[clue] < HIDDEN and clue not in clues
        ]
        clues.update(dict.fromkeys(ring))
        edge = []
        for clue in ring:
            for hidden in flat[starts[clue] : starts[clue + 1]]:
                if HIDDEN <= codes[hidden] <= FLAGGED and hidden not in seen:
                    seen.add(hidden)
                    edge.append(hidden)
        if not edge:
            return Region(position, clues, [cell]), True
    return Region(position, clues, [cell]), False
