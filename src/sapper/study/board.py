"""A board to analyse: a position that is edited cell by cell, and the tree of what was tried."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Cell, Position
from sapper.game.codes import BLOCKED, HIDDEN
from sapper.study.changes import same_board
from sapper.study.tree import Node, Tree


class AnalysisBoard:
    """An editable position, which may be impossible: nothing is analysed here.

    Changes form a ``tree``: undo and redo go along its lines, and a change after an undo starts a
    variation. A position of another board begins another tree; undo at its start returns to the
    tree before. An invalid change raises ``InputError`` and leaves the board as it was; a change
    without effect is not recorded.
    """

    def __init__(self, position: Position) -> None:
        self.tree = Tree(position)
        self._past: list[Tree[Position]] = []
        self._future: list[Tree[Position]] = []

    @property
    def position(self) -> Position:
        """The current position."""
        return self.tree.here.value

    @property
    def undoable(self) -> int:
        """The number of changes that can be undone."""
        return len(self._past) + sum(tree.here.depth for tree in (self.tree, *self._past))

    @property
    def redoable(self) -> int:
        """The number of changes that can be redone on this board, or else of boards after it."""
        return sum(1 for _ in self.tree.here.onward()) or len(self._future)

    def show(self, position: Position) -> None:
        """Replace the position."""
        if position == self.position:
            return
        if not same_board(position, self.position):
            self.open(Tree(position))
            return
        tried = (node for node in self.tree.here.children if node.value == position)
        node = next(tried, None)
        if node is None:
            self.tree.add(position)
        else:
            self.tree.visit(node)

    def open(self, tree: Tree[Position]) -> None:
        """Replace the tree, so that undo at its start returns to this one."""
        self._past.append(self.tree)
        self._future.clear()
        self.tree = tree

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

    def visit(self, node: Node[Position]) -> None:
        """Go to a position of the tree."""
        self.tree.visit(node)

    def undo(self) -> None:
        """Undo the last change. Raises ``IllegalMoveError`` if nothing can be undone."""
        parent = self.tree.here.parent
        if parent is not None:
            self.tree.visit(parent)
        elif self._past:
            self._future.append(self.tree)
            self.tree = self._past.pop()
        else:
            raise IllegalMoveError("there is no change to undo")

    def redo(self) -> None:
        """Redo the change undone last. Raises ``IllegalMoveError`` if nothing can be redone."""
        after = self.tree.here.latest
        if after is not None:
            self.tree.visit(after)
        elif self._future:
            self._past.append(self.tree)
            self.tree = self._future.pop()
        else:
            raise IllegalMoveError("there is no change to redo")
