"""Levels: named board sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sapper.arguments import describe, whole
from sapper.arguments import text as string
from sapper.errors import InputError, RulesError, plural, unknown
from sapper.game.grid import Grid


@dataclass(frozen=True)
class Level:
    """The width, height and number of mines of a square board.

    Raises ``RulesError`` if the mines leave no cell for the first move.

    >>> level = sapper.Level.parse("9x9x10")
    >>> str(level), level.width, level.mines
    ('beginner', 9, 10)
    """

    width: int
    height: int
    mines: int

    def __post_init__(self) -> None:
        size, _ = self.grid.size, whole("mines", self.mines)
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
        """Read a name of ``LEVELS`` or ``WxHxM``, in upper or lower case.

        Raises ``InputError`` or ``RulesError``.
        """
        string("level", text)
        if text.lower() in LEVELS:
            return LEVELS[text.lower()]
        match = re.fullmatch(r"([0-9]{1,7})[xX×]([0-9]{1,7})[xX×]([0-9]{1,7})", text)
        if match is None:
            raise InputError(unknown("level", text, LEVELS, "WIDTHxHEIGHTxMINES"))
        return cls(*map(int, match.groups()))

    @classmethod
    def of(cls, level: Level | str) -> Level:
        """Return a level unchanged, or parse its name.

        Raises ``InputError`` for anything else, and the errors of ``parse``.
        """
        if isinstance(level, Level):
            return level
        if isinstance(level, str):
            return cls.parse(level)
        raise InputError(f"level: expected a sapper.Level or its name, not {describe(level)}")


LEVELS = {
    "beginner8": Level(8, 8, 10),
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(30, 16, 99),
}


def board_of(level: Level | str | tuple[Grid, int]) -> tuple[Grid, int]:
    """Return the grid and the number of mines of a level, its name, or a pair of them.

    Raises ``InputError``.
    """
    if isinstance(level, tuple) and len(level) == 2:
        grid, mines = level
        if isinstance(grid, Grid):
            return grid, whole("mines", mines)
        raise InputError(f"level: expected a sapper.Grid and its mines, not {describe(grid)}")
    read = Level.of(level)
    return read.grid, read.mines


def sized(grid: Grid | Level | str, mines: int | None) -> tuple[Grid, int]:
    """Return the grid and the number of mines of a grid with its mines, a level or its name.

    Raises ``InputError`` for a grid without mines, a level with other mines, and anything else.
    """
    if isinstance(grid, Grid):
        if mines is None:
            raise InputError("mines: a grid needs its number of mines")
        return grid, whole("mines", mines)
    given: object = grid
    if not isinstance(given, Level | str):
        kinds = "a sapper.Grid, a sapper.Level or its name"
        raise InputError(f"grid: expected {kinds}, not {describe(given)}")
    if mines is not None:
        raise InputError("mines: a level has its own number of mines")
    return board_of(grid)
