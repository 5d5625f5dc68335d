"""``origin``: the first cell at a place that the game's rules name, as Daggers & Gold does."""

from __future__ import annotations

from sapper.errors import RecipeError
from sapper.game import Chance, Position
from sapper.players.decision import Decision, Pass
from sapper.players.start import open_first


class Origin:
    """Opens one given cell of an untouched board, [0, 0] by default, and passes ever after."""

    name = "origin"

    def __init__(self, row: int = 0, column: int = 0) -> None:
        if min(row, column) < 0:
            raise RecipeError("strategy 'origin' takes row=N and column=N, whole numbers from 0")
        self._cell = row, column

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The cell, if the board has it and it is not blocked."""
        row, column = self._cell
        grid = position.grid
        if row >= grid.height or column >= grid.width or grid.index(self._cell) in grid.blocked:
            return Pass(self.name, f"there is no cell at {list(self._cell)} to open")
        return open_first(position, self._cell, self.name, "every game starts there")
