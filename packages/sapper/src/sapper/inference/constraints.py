"""Clues as constraints: the number of mines in a set of hidden cells; and the cells opened since a
strategy's last decision, so that it reads every clue once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sapper.game import Position
from sapper.game.codes import BLOCKED, FLAGGED, HIDDEN, MINE, UNGILDED, changed


class Constraint(NamedTuple):
    """The clue at index ``clue`` leaves exactly ``mines`` mines in the hidden ``cells``.

    Open mines are already subtracted, so ``mines`` is negative if too many touch the clue. Flags
    are ignored: a flagged cell counts as hidden.
    """

    clue: int
    cells: frozenset[int]
    mines: int

    @property
    def possible(self) -> bool:
        """True if this clue alone can be satisfied."""
        return 0 <= self.mines <= len(self.cells)


def constraints(position: Position, among: Iterable[int] | None = None) -> tuple[Constraint, ...]:
    """Return the constraints of all clues, or of those at the indices ``among``, in index order.

    Open gold is a clue of 0. Satisfied clues without hidden neighbours are left out.
    """
    cells = position.cells.translate(UNGILDED)
    starts, flat = position.grid.adjacency
    clues = []
    for index in range(len(cells)) if among is None else among:
        mines = cells[index]
        if mines < HIDDEN:
            near = flat[starts[index] : starts[index + 1]]
            hidden = [i for i in near if HIDDEN <= cells[i] <= FLAGGED]
            for i in near:  # a loop rather than sum(): satisfiability spends its time here
                if cells[i] == MINE:
                    mines -= 1
            if hidden or mines:
                clues.append(Constraint(index, frozenset(hidden), mines))
    return tuple(clues)


def frontier(said: Iterable[Constraint]) -> set[int]:
    """Return the hidden cells next to clues."""
    return {i for constraint in said for i in constraint.cells}


def alike(said: Iterable[Constraint], apart: Collection[int] = ()) -> list[list[int]]:
    """Return groups of two or more hidden cells next to clues that touch the same clues.

    The cells of a group are interchangeable. Cells in ``apart`` are excluded.
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


class PositionTracker:
    """Compares successive positions of a game."""

    def __init__(self) -> None:
        self._last: Position | None = None

    def advance(self, position: Position) -> tuple[bool, list[int]]:
        """Return whether this position continues the last one, and the cells opened since.

        The cells are indices in ascending order. A position of another game, or after undone moves,
        does not continue the last one: all its open cells are returned, and earlier findings may be
        wrong.
        """
        last, self._last = self._last, position
        if last is not None and last.mines == position.mines and last.grid == position.grid:
            cells = changed(last.cells, position.cells)
            if all(HIDDEN <= last.cells[i] <= FLAGGED for i in cells):
                return True, [i for i in cells if not HIDDEN <= position.cells[i] <= FLAGGED]
        closed = (HIDDEN, FLAGGED, BLOCKED)
        return False, [i for i, code in enumerate(position.cells) if code not in closed]
