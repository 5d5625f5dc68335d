"""What the clues of a position say, in plain numbers: so many mines in these hidden cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sapper.game import Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED


class Constraint(NamedTuple):
    """The clue at index ``clue`` leaves exactly ``mines`` mines in the hidden ``cells``.

    Open mines are subtracted already, so ``mines`` is negative where too many of them touch the
    clue. Flags are opinions: a flagged cell is a hidden one.
    """

    clue: int
    cells: frozenset[int]
    mines: int

    @property
    def possible(self) -> bool:
        """Whether the cells can hold that many, as far as this one clue can tell."""
        return 0 <= self.mines <= len(self.cells)


def constraints(position: Position, among: Iterable[int] | None = None) -> tuple[Constraint, ...]:
    """What the clues (or those ``among`` some indices) still say, in the order of the indices.

    Open gold is a clue of 0. A clue that is right and has no hidden cells around it has nothing
    more to say and is left out.
    """
    cells = position.cells.translate(UNGILDED)
    starts, flat = position.grid.adjacency
    found = []
    for index in range(len(cells)) if among is None else among:
        mines = cells[index]
        if mines < HIDDEN:
            near = flat[starts[index] : starts[index + 1]]
            hidden = [i for i in near if HIDDEN <= cells[i] <= FLAGGED]
            for i in near:  # a loop, not sum(): this is where satisfiability spends its time
                if cells[i] == MINE:
                    mines -= 1
            if hidden or mines:
                found.append(Constraint(index, frozenset(hidden), mines))
    return tuple(found)


def frontier(said: Iterable[Constraint]) -> set[int]:
    """The hidden cells next to clues."""
    return {i for constraint in said for i in constraint.cells}


def alike(said: Iterable[Constraint], apart: Collection[int] = ()) -> list[list[int]]:
    """The hidden cells next to clues in groups of two and more that touch the same clues.

    No such cell can be told from another of its group, unless it is one of those ``apart``.
    """
    clues: dict[int, list[int]] = {}
    for constraint in said:
        for i in constraint.cells:
            clues.setdefault(i, []).append(constraint.clue)
    groups: dict[tuple[int, ...], list[int]] = {}
    for i in sorted(clues):
        if i not in apart:
            groups.setdefault(tuple(clues[i]), []).append(i)
    return [group for group in groups.values() if len(group) > 1]
