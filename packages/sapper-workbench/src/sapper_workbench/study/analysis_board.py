"""A board to analyse: a position that is edited cell by cell, and the tree of changes.

Clues are entered one by one, or follow from drawn mines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Cell, Position
from sapper.game.codes import BLOCKED, FLAGGED, HIDDEN, MINE
from sapper.records import Node, Tree, same_board


class AnalysisBoard:
    """An editable position, which may be impossible: nothing is analysed here.

    Changes form a ``tree``: undo and redo go along its lines, and a change after an undo starts a
    variation. A position of another board begins another tree; undo at its start returns to the
    tree before. An invalid change raises ``InputError`` and leaves the board as it was; a change
    without effect is not recorded.

    While mines are drawn, ``drawn`` are their indices: ``put`` draws or removes a mine, opens or
    hides a cell, and every clue follows. Otherwise it is None.
    """

    def __init__(self, position: Position) -> None:
        self.tree = Tree(position)
        self._past: list[Tree[Position]] = []
        self._future: list[Tree[Position]] = []
        self._drawn: dict[Node[Position], frozenset[int]] = {}

    @property
    def position(self) -> Position:
        """The current position."""
        return self.tree.here.value

    @property
    def drawn(self) -> frozenset[int] | None:
        """The indices of the mines that are drawn here."""
        return self._drawn.get(self.tree.here)

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
        self._show(position, None)

    def _show(self, position: Position, drawn: frozenset[int] | None) -> None:
        if position != self.position:
            self._go_to(position, drawn)
        if drawn is None:
            self._drawn.pop(self.tree.here, None)
        else:
            self._drawn[self.tree.here] = drawn

    def _go_to(self, position: Position, drawn: frozenset[int] | None) -> None:
        """Go to the child of this node with this position and these mines; add it if it is new."""
        if not same_board(position, self.position):
            self.open(Tree(position))
            return
        for node in self.tree.here.children:
            if node.value == position and self._drawn.get(node) == drawn:
                self.tree.visit(node)
                return
        self.tree.add(position)

    def open(self, tree: Tree[Position]) -> None:
        """Replace the tree, so that undo at its start returns to this one."""
        self._past.append(self.tree)
        self._future.clear()
        self.tree = tree

    def draw(self, mines: Iterable[Cell] = ()) -> None:
        """Start drawing mines, with flagged and open mines and ``mines`` drawn at first. If mines
        are already being drawn, stop; the position stays."""
        if self.drawn is not None:
            self._show(self.position, None)
            return
        cells = self.position.cells
        marked = {i for i, code in enumerate(cells) if code in (FLAGGED, MINE)}
        drawn = frozenset(marked | {self.position.grid.index(cell) for cell in mines})
        hidden = [
            HIDDEN if i in drawn and code != FLAGGED else code for i, code in enumerate(cells)
        ]
        self._follow(bytearray(hidden), drawn)

    def open_all(self) -> None:
        """Open every cell, to draw mines on."""
        blocked = self.position.grid.blocked
        cells = [BLOCKED if i in blocked else 0 for i in range(self.position.grid.size)]
        self._follow(bytearray(cells), frozenset())

    def _draw(self, index: int, code: int) -> None:
        """Set what a cell is while mines are drawn."""
        assert self.drawn is not None
        cells, drawn = bytearray(self.position.cells), set(self.drawn)
        if code == MINE:
            drawn ^= {index}
            if cells[index] < HIDDEN:
                cells[index] = HIDDEN
        elif code < HIDDEN:
            drawn.discard(index)
            cells[index] = 0
            self._open_region(cells, drawn, index)
        else:
            cells[index] = code
        self._follow(cells, frozenset(drawn))

    def _open_region(self, cells: bytearray, drawn: set[int], index: int) -> None:
        """Open the region of a cell that touches no mine."""
        waiting = [index]
        while waiting:
            near = self.position.grid.neighbour_indices(waiting.pop())
            if drawn.intersection(near):
                continue
            for i in near:
                if cells[i] == HIDDEN:
                    cells[i] = 0
                    waiting.append(i)

    def _follow(self, cells: bytearray, drawn: frozenset[int]) -> None:
        """Show the position with the clues of these mines."""
        for index, code in enumerate(cells):
            if code < HIDDEN:
                cells[index] = len(drawn.intersection(self.position.grid.neighbour_indices(index)))
        self._show(replace(self.position, cells=bytes(cells), mines=len(drawn)), drawn)

    def put(self, cell: Cell, code: int) -> None:
        """Set the contents of a cell: a clue, or a code of ``sapper.game.codes``.

        Raises ``InputError`` if a clue is larger than the cell's number of neighbours, if the cell
        is blocked or would be, or if it is outside the grid.
        """
        grid = self.position.grid
        index = grid.index(cell)
        if BLOCKED in (code, self.position.cells[index]):
            raise InputError(f"cannot set {list(cell)}: the grid defines which cells are blocked")
        if self.drawn is not None:
            self._draw(index, code)
            return
        near = len(grid.neighbour_indices(index))
        if near < code < HIDDEN:
            raise InputError(f"clue {code} at {list(cell)} has only {near} neighbours")
        self.show(self.position.with_cell(cell, code))

    def mines(self, mines: int) -> None:
        """Set the total number of mines. Raises ``RulesError`` if they do not fit, and
        ``InputError`` while mines are drawn."""
        if self.drawn is not None:
            raise InputError("the mines are those that are drawn: draw one more, or remove one")
        self.show(replace(self.position, mines=mines))

    def clear(self) -> None:
        """Hide every cell."""
        old = self.position
        mines = old.mines if self.drawn is None else 0
        start = Position.start(old.grid, mines, old.rules, old.gold)
        self._show(start, None if self.drawn is None else frozenset())

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
        """Redo the last change that was undone. Raises ``IllegalMoveError`` if nothing can be
        redone.
        """
        after = self.tree.here.latest
        if after is not None:
            self.tree.visit(after)
        elif self._future:
            self._past.append(self.tree)
            self.tree = self._future.pop()
        else:
            raise IllegalMoveError("there is no change to redo")
