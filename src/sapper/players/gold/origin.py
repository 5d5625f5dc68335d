"""``origin``: the first cell is a fixed one, as in Daggers & Gold, where the rules name it."""

from __future__ import annotations

from sapper.errors import RecipeError
from sapper.game import Chance, Position
from sapper.players.decision import Decision, Pass
from sapper.players.start import open_first


class Origin:
    """Opens a given cell, [0, 0] by default, on an untouched board, and passes from then on."""

    name = "origin"

    def __init__(self, row: int = 0, column: int = 0) -> None:
        if min(row, column) < 0:
            raise RecipeError("strategy 'origin': row and column are whole numbers from 0")
        self._cell = row, column

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the cell, if the grid has it and it is not blocked."""
        row, column = self._cell
        grid = position.grid
        if row >= grid.height or column >= grid.width or grid.index(self._cell) in grid.blocked:
            return Pass(self.name, f"the grid has no cell {list(self._cell)} to open")
        return open_first(position, self._cell, self.name, "this player always starts there")
