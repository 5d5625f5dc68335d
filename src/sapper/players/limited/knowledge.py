"""Minesweeper for limited belief: clues as statements of a closure.

A cell is a term that takes one of two names: literal ``2 i`` says that cell i is a mine, and
``2 i + 1`` that it is safe. A clue of m mines among n neighbours stands for all clauses "some of
these m + 1 are safe" and "some of these n - m + 1 are mines"; two counts represent them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from sapper.game import Grid, Position
from sapper.game.codes import HIDDEN, MINE, UNGILDED
from sapper.limited.deciding import Components
from sapper.limited.kernel.closure import Closure
from sapper.limited.setup import Budget


def mine(cell: int) -> int:
    """Return the literal that says that a cell is a mine."""
    return 2 * cell


def safe(cell: int) -> int:
    """Return the literal that says that a cell is safe."""
    return 2 * cell + 1


def cell_of(literal: int) -> int:
    """Return the cell that a literal is about."""
    return literal >> 1


def is_mine(literal: int) -> bool:
    """Return whether a literal says that its cell is a mine."""
    return not literal & 1


@dataclass(frozen=True)
class Basis:
    """The premises of a decision by splits: a part of the strategy's knowledge at that moment.

    ``cells`` are the undecided cells that clues join to the decided one. The first ``known``
    literals of ``trail`` were true; later ones were appended by later moves.
    """

    cells: Collection[int]
    trail: Sequence[int] = field(repr=False)
    known: int


class CellKnowledge:
    """The clues of the open cells, and their consequences at each level. Cells are indices."""

    def __init__(self, grid: Grid) -> None:
        self.closure = Closure()
        self._grid = grid
        self._parts = Components(self.closure)
        self._seen = 0
        for cell in range(grid.size):
            self.closure.equation(self.closure.term(cell), 0)

    def learn(self, position: Position, opened: Iterable[int]) -> None:
        """Add newly opened cells: that they are safe, or mines, and their clues."""
        cells = position.cells.translate(UNGILDED)
        found = list(opened)
        for cell in found:
            self._assume(mine(cell) if cells[cell] == MINE else safe(cell))
        for cell in found:
            if cells[cell] < HIDDEN:
                self.count(self._grid.neighbours(cell), cells[cell])
        self._parts.touch(())

    def count(self, cells: Iterable[int], mines: int) -> None:
        """Add that exactly this many of some cells are mines."""
        near = list(cells)
        self.closure.add_at_most([mine(i) for i in near], mines)
        self.closure.add_at_most([safe(i) for i in near], len(near) - mines)
        self._parts.touch(near)

    def _assume(self, literal: int) -> None:
        if not self.closure.assume(literal):
            self.closure.broken = True

    def settle(self, literal: int) -> None:
        """Add a literal that was decided."""
        self._assume(literal)
        self._parts.touch(())

    def news(self) -> list[int]:
        """Return the literals that became known since the last call."""
        found = self.closure.trail[self._seen :]
        self._seen = len(self.closure.trail)
        return found

    def basis(self, cell: int) -> Basis:
        """Return the premises of a decision about an undecided cell, as of now."""
        return Basis(self.closure.component([cell]), self.closure.trail, len(self.closure.trail))

    def decided(self, level: int, budget: Budget) -> set[int]:
        """Return the literals believed at a level, beyond those that the closure makes true."""
        found: set[int] = set()
        for part in self._parts.decided(level, budget):
            if part is None:
                self.closure.broken = True
                return set()
            found |= part
        return found
