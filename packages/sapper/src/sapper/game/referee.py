"""The referee, the only object that knows where the mines and the gold lie."""

from __future__ import annotations

from sapper.arguments import checked
from sapper.errors import IllegalMoveError
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE, changed
from sapper.game.deal import Deal
from sapper.game.grid import Cell
from sapper.game.kernel.board import Board
from sapper.game.move import Move
from sapper.game.position import Position, why_illegal
from sapper.game.rules import Rules, signs_of


class Referee:
    """One game: a deal and rules. It accepts moves and shows positions.

    The mines are placed at the first ``open``, as the first-move rule requires; undoing that move
    removes them again. Gold is a 0 on the board and ``GOLD`` in positions.

    A move that the position does not allow raises ``IllegalMoveError``; a first move that leaves
    too few cells for the mines or the gold raises ``RulesError``. Either leaves the game unchanged.
    """

    @checked
    def __init__(self, deal: Deal, rules: Rules | None = None) -> None:
        self.deal = deal
        self.rules = rules or Rules()
        self.position = Position.start(deal.grid, deal.mines, self.rules, deal.gold)
        self._board = Board(deal.grid, self.rules.zeros_open)
        self._laid = False
        self._gold: frozenset[int] = frozenset()
        self._clues = b""  #: of a variant, by cell
        self._cells = self._board.show()
        #: The states that ``undo`` restores: the cells of the board, and whether the mines were
        #: placed.
        self._past: list[tuple[bytes, bool]] = []
        #: The cells that the last move opened, row by row; empty after ``undo``.
        self.opened: tuple[Cell, ...] = ()

    @property
    def mines(self) -> frozenset[Cell]:
        """The cells with mines; empty before the first cell is opened."""
        if not self._laid:
            return frozenset()
        grid = self.deal.grid
        return frozenset(grid.cell(i) for i in grid.playable if self._board.holds_mine(i))

    @property
    def gold(self) -> frozenset[Cell]:
        """The cells with gold; empty before the first cell is opened."""
        return frozenset(map(self.deal.grid.cell, self._gold)) if self._laid else frozenset()

    @property
    def moves_made(self) -> int:
        """The number of moves that ``undo`` can take back."""
        return len(self._past)

    @checked
    def play(self, move: Move) -> Position:
        """Make a move and return the position after it. Raises ``IllegalMoveError``."""
        index = self.deal.grid.index(move.cell)
        fault = why_illegal(self.position, move)
        if fault is not None:
            raise IllegalMoveError(fault)
        before = self._cells, self._laid
        alone = False  # True if only this cell was opened, as by most moves
        match move.action:
            case "open":
                if not self._laid:
                    self._lay(index)
                alone = self._board.open(index) in (1, -1)  # a clue above 0, or a mine
            case "flag":
                self._board.mark(index, FLAGGED)
            case "unflag":
                self._board.mark(index, HIDDEN)
            case "chord":
                self._chord(index)
        self._past.append(before)
        self._show()
        if alone:
            self.opened = (self.deal.grid.cell(index),)
        else:
            opened = changed(before[0], self._cells) if move.action in ("open", "chord") else ()
            self.opened = tuple(map(self.deal.grid.cell, opened))
        return self.position

    def open(self, cell: Cell) -> Position:
        """Open a hidden cell."""
        return self.play(Move("open", cell))

    def flag(self, cell: Cell) -> Position:
        """Flag a hidden cell."""
        return self.play(Move("flag", cell))

    def unflag(self, cell: Cell) -> Position:
        """Remove the flag from a cell."""
        return self.play(Move("unflag", cell))

    def chord(self, cell: Cell) -> Position:
        """Open all unflagged neighbours of a clue that has all its flags set."""
        return self.play(Move("chord", cell))

    def undo(self) -> Position:
        """Undo the last move. Raises ``IllegalMoveError`` at the start."""
        if not self._past:
            raise IllegalMoveError("there is no move to undo")
        cells, self._laid = self._past.pop()
        self._board.restore(cells)
        self.opened = ()
        self._show()
        return self.position

    def _show(self) -> None:
        """Show the position of the board, with gold and its signs."""
        cells = self._cells = self._board.show()
        if self._gold:
            cells = self._gilded(cells)
        if self._clues:
            cells = bytes(map(_shown, cells, self._clues))
        signs = signs_of(self.deal.grid, self.rules.signs, self._gold, cells)
        self.position = self.position.with_cells(cells, signs)

    def _gilded(self, cells: bytes) -> bytes:
        shown = bytearray(cells)
        for i in self._gold:
            if cells[i] < HIDDEN:
                shown[i] = GOLD
        return bytes(shown)

    def _lay(self, first: int) -> None:
        """Place the mines and the gold once the first cell is known."""
        mines = self.deal.mine_indices(first, self.rules.first)
        self._gold = self.deal.gold_indices(mines)
        if self.rules.variant:
            clue_codes = self.rules.variants.clue_codes
            self._clues = clue_codes(self.deal.grid, self.rules.variant, mines)
        self._board.place(mines)
        self._board.restore(self._cells)  # nothing is open yet, but there may be flags
        self._laid = True

    def _chord(self, index: int) -> None:
        """Open the neighbours of a clue one by one, until the last life is lost."""
        for near in self.deal.grid.neighbour_indices(index):
            cells = self._board.show()
            if cells[near] == HIDDEN and self._lives(cells):
                self._board.open(near)

    def _lives(self, cells: bytes) -> int:
        collected = sum(cells[i] < HIDDEN for i in self._gold)
        return self.rules.lives - cells.count(MINE) + collected


def _shown(code: int, clue: int) -> int:
    """Return the code of a cell that shows its clue once it is open."""
    return clue if code < HIDDEN else code
