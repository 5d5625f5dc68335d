"""``corner`` and ``start``: where the first cell is opened."""

from __future__ import annotations

from sapper.game import Cell, Chance, Grid, Move, Position
from sapper.game.codes import HIDDEN
from sapper.game.rules import First
from sapper.players.decision import Decision, Pass, Reason


def best_start(grid: Grid, first: First) -> Cell:
    """Where to open first. Where a 0 is promised, two cells in from a corner, so that it opens
    much; otherwise in a corner, where a 0 is likeliest."""
    if first == "opening" and grid.kind == "square" and min(grid.width, grid.height) > 4:
        inner = (2, 2)
        if grid.index(inner) not in grid.blocked:
            return inner
    return grid.cell(grid.corner)


class Corner:
    """Opens the first corner of an untouched board, and passes ever after."""

    name = "corner"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The playable cell with the fewest neighbours, the first of them."""
        corner = position.grid.cell(position.grid.corner)
        return open_first(position, corner, self.name, "a corner is the likeliest cell to be a 0")


class Start:
    """Opens the best-known first cell of an untouched board, and passes ever after."""

    name = "start"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A corner, or with an opening promised a cell further in."""
        cell = best_start(position.grid, position.rules.first)
        words = (
            "from there the promised opening is likely to be large"
            if cell != position.grid.cell(position.grid.corner)
            else "a corner is the likeliest cell to be a 0"
        )
        return open_first(position, cell, self.name, words)


def open_first(position: Position, cell: Cell, strategy: str, words: str) -> Decision | Pass:
    """The decision to open a cell first, a pass once anything is open."""
    if not position.untouched:
        return Pass(strategy, "the board is no longer untouched")
    if position[cell] != HIDDEN:
        return Pass(strategy, f"its first cell, {list(cell)}, has a flag")
    risk = 0.0 if position.promised else position.mines_left / len(position.hidden)
    return Decision(Move("open", cell), strategy, Reason("first cell", words), risk)
