"""The referee: the only object that knows where the mines and the gold are."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.errors import IllegalMoveError
from sapper.game.board import Board
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.deal import Deal
from sapper.game.gold import signs_of
from sapper.game.grid import Cell
from sapper.game.move import Move
from sapper.game.position import Position
from sapper.game.rules import Rules


@dataclass(frozen=True)
class _Moment:
    """A state that undo returns to: the cells of the board, which take less room than positions."""

    cells: bytes
    laid: bool


class Referee:
    """One game of a deal under rules: it takes moves and shows positions.

    The mines are placed at the first ``open``, as the first-move rule requires; undoing that move
    removes them again. Gold is a 0 on the board and ``GOLD`` in positions.

    A move that the position does not allow raises ``IllegalMoveError``; a first move that leaves
    too few cells for the mines or the gold raises ``RulesError``. Either leaves the game unchanged.
    """

    def __init__(self, deal: Deal, rules: Rules | None = None) -> None:
        self.deal = deal
        self.rules = rules or Rules()
        self.position = Position.start(deal.grid, deal.mines, self.rules, deal.gold)
        self._board = Board(deal.grid, self.rules.zeros_open)
        self._laid = False
        self._gold: frozenset[int] = frozenset()
        self._past: list[_Moment] = []

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

    def play(self, move: Move) -> Position:
        """Make a move and return the position after it. Raises ``IllegalMoveError``."""
        index = self.deal.grid.index(move.cell)
        self._check(move, index)
        moment = _Moment(self._board.show(), self._laid)
        match move.action:
            case "open":
                self._open([index])
            case "flag":
                self._board.mark(index, FLAGGED)
            case "unflag":
                self._board.mark(index, HIDDEN)
            case "chord":
                near = self.deal.grid.neighbours(index)
                self._open([i for i in near if self.position.cells[i] == HIDDEN])
        self._past.append(moment)
        self.position = self._seen()
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
        """Take back the last move. Raises ``IllegalMoveError`` at the start."""
        if not self._past:
            raise IllegalMoveError("there is no move to undo")
        moment = self._past.pop()
        self._board.restore(moment.cells)
        self._laid = moment.laid
        self.position = self._seen()
        return self.position

    def _seen(self) -> Position:
        """Return the position that the board shows, with gold and its signs."""
        cells = self._board.show()
        shown = bytearray(cells)
        for i in self._gold:
            if cells[i] < HIDDEN:
                shown[i] = GOLD
        signs = signs_of(self.deal.grid, self.rules.signs, self._gold, bytes(shown))
        gold = self.deal.gold if self.rules.gold_known else None
        return Position(self.deal.grid, self.rules, self.deal.mines, bytes(shown), signs, gold)

    def _open(self, indices: list[int]) -> None:
        if not self._laid:
            mines = self.deal.mine_cells(indices[0], self.rules.first)
            self._gold = self.deal.gold_cells(mines)
            before = self._board.show()  # nothing is open yet, but there may be flags
            self._board.place(mines)
            self._board.restore(before)
            self._laid = True
        for index in indices:
            cells = self._board.show()
            if cells[index] == HIDDEN and self._lives(cells):  # a chord stops at the last life
                self._board.open(index)

    def _lives(self, cells: bytes) -> int:
        found = sum(cells[i] < HIDDEN for i in self._gold)
        return self.rules.lives - cells.count(MINE) + found

    def _check(self, move: Move, index: int) -> None:
        code = self.position.cells[index]
        where = f"[{move.cell[0]}, {move.cell[1]}]"
        if self.position.outcome != "playing":
            raise IllegalMoveError(f"the game is {self.position.outcome}: no more moves")
        if move.action in ("open", "flag") and code != HIDDEN:
            raise IllegalMoveError(f"cannot {move.action} {where}: it is not a hidden cell")
        if move.action == "unflag" and code != FLAGGED:
            raise IllegalMoveError(f"cannot unflag {where}: it has no flag")
        if move.action == "chord":
            near = [self.position.cells[i] for i in self.deal.grid.neighbours(index)]
            marked = near.count(FLAGGED) + near.count(MINE)
            clue = 0 if code == GOLD else code
            if clue >= HIDDEN or marked != clue:
                raise IllegalMoveError(
                    f"cannot chord {where}: only a clue with all its flags set can be chorded"
                )
