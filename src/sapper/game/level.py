"""Levels: the standard sizes by name, and ``WIDTHxHEIGHTxMINES`` for any other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sapper.errors import InputError, RulesError, plural, unknown
from sapper.game.grid import Grid


@dataclass(frozen=True)
class Level:
    """The width, height and number of mines of a square board.

    Raises ``RulesError`` if the mines do not leave a cell for the first move.
    """

    width: int
    height: int
    mines: int

    def __post_init__(self) -> None:
        size = self.grid.size
        if not 0 <= self.mines < size:
            board = f"{plural(self.mines, 'mine')} on {plural(size, 'cell')}"
            raise RulesError(f"{board}: no cell is left for the first move")

    @property
    def grid(self) -> Grid:
        """The square grid of this size."""
        return Grid(self.width, self.height)

    def __str__(self) -> str:
        """Return the name of the level, or ``WxHxM`` if it has no name."""
        return next((name for name, level in LEVELS.items() if level == self), self.dimensions)

    @property
    def dimensions(self) -> str:
        """``WxHxM``."""
        return f"{self.width}x{self.height}x{self.mines}"

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read a name of ``LEVELS`` or ``WxHxM``. Raises ``InputError`` or ``RulesError``."""
        if text in LEVELS:
            return LEVELS[text]
        match = re.fullmatch(r"(\d{1,7})x(\d{1,7})x(\d{1,7})", text, re.ASCII)
        if match is None:
            raise InputError(unknown("level", text, LEVELS, "WIDTHxHEIGHTxMINES"))
        return cls(*map(int, match.groups()))


LEVELS = {
    "beginner8": Level(8, 8, 10),
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(30, 16, 99),
}
