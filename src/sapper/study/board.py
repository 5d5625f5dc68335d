"""A board to analyse: a position that is edited cell by cell, with undo and redo."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Cell, Position
from sapper.game.codes import BLOCKED, HIDDEN


class AnalysisBoard:
    """An editable position.

    ``position`` is its current state, which may be impossible: nothing is analysed here. An invalid
    change raises ``InputError`` and leaves the board as it was. A change without effect is not
    recorded for undo.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._past: list[Position] = []
        self._future: list[Position] = []

    @property
    def undoable(self) -> int:
        """The number of changes that can be undone."""
        return len(self._past)

    @property
    def redoable(self) -> int:
        """The number of changes that can be redone."""
        return len(self._future)

    def show(self, position: Position) -> None:
        """Replace the position."""
        if position != self.position:
            self._past.append(self.position)
            self._future.clear()
            self.position = position

    def put(self, cell: Cell, code: int) -> None:
        """Set what a cell shows: a clue, or a code of ``game.codes``.

        Raises ``InputError`` if a clue is larger than the cell's number of neighbours, if the cell
        is blocked or would be, or if it is outside the grid.
        """
        grid = self.position.grid
        index = grid.index(cell)
        if BLOCKED in (code, self.position.cells[index]):
            raise InputError(f"cannot set {list(cell)}: the grid defines which cells are blocked")
        near = len(grid.neighbours(index))
        if near < code < HIDDEN:
            raise InputError(f"clue {code} at {list(cell)} has only {near} neighbours")
        self.show(self.position.with_cell(cell, code))

    def mines(self, mines: int) -> None:
        """Set the total number of mines. Raises ``RulesError`` if they do not fit."""
        self.show(replace(self.position, mines=mines))

    def clear(self) -> None:
        """Hide every cell."""
        old = self.position
        self.show(Position.start(old.grid, old.mines, old.rules, old.gold))

    def undo(self) -> None:
        """Undo the last change. Raises ``IllegalMoveError`` if nothing can be undone."""
        self._move(self._past, self._future, "undo")

    def redo(self) -> None:
        """Redo the change undone last. Raises ``IllegalMoveError`` if nothing can be redone."""
        self._move(self._future, self._past, "redo")

    def _move(self, source: list[Position], target: list[Position], what: str) -> None:
        if not source:
            raise IllegalMoveError(f"there is no change to {what}")
        target.append(self.position)
        self.position = source.pop()
