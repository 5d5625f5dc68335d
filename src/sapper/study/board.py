"""A board to analyse: a position that is edited cell by cell, every change to be taken back."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Cell, Position
from sapper.game.codes import BLOCKED, HIDDEN


class AnalysisBoard:
    """``position`` is what stands there now. What it implies, and whether it is possible at all,
    is not asked here.

    A change that cannot be raises ``InputError`` and changes nothing; one that changes nothing is
    none, and cannot be taken back.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._past: list[Position] = []
        self._future: list[Position] = []

    @property
    def undoable(self) -> int:
        """How many changes can be taken back."""
        return len(self._past)

    @property
    def redoable(self) -> int:
        """How many changes taken back can be made again."""
        return len(self._future)

    def show(self, position: Position) -> None:
        """Another position in place of this one."""
        if position != self.position:
            self._past.append(self.position)
            self._future.clear()
            self.position = position

    def put(self, cell: Cell, code: int) -> None:
        """What a cell shows: a clue, or a code of ``game.codes``.

        Raises ``InputError`` for a clue that the cell has too few neighbours for, for one that is
        blocked, and outside the grid.
        """
        grid = self.position.grid
        index = grid.index(cell)
        if BLOCKED in (code, self.position.cells[index]):
            raise InputError(f"the cell {list(cell)} is blocked, or would be: the grid says which")
        near = len(grid.neighbours(index))
        if near < code < HIDDEN:
            raise InputError(f"clue {code} at {list(cell)}, which has only {near} neighbours")
        self.show(self.position.with_cell(cell, code))

    def mines(self, mines: int) -> None:
        """How many mines there are in all. Raises ``RulesError`` where they do not fit."""
        self.show(replace(self.position, mines=mines))

    def clear(self) -> None:
        """Hide every cell."""
        old = self.position
        self.show(Position.start(old.grid, old.mines, old.rules, old.gold))

    def undo(self) -> None:
        """Take the last change back. Raises ``IllegalMoveError`` if there is none."""
        self._move(self._past, self._future, "undo")

    def redo(self) -> None:
        """Make the change taken back last again. Raises ``IllegalMoveError`` if there is none."""
        self._move(self._future, self._past, "redo")

    def _move(self, source: list[Position], target: list[Position], what: str) -> None:
        if not source:
            raise IllegalMoveError(f"there is no change to {what}")
        target.append(self.position)
        self.position = source.pop()
