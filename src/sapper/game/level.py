"""Levels (named board sizes) and worlds (named games with their own deal)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sapper.arguments import shown, whole
from sapper.arguments import text as string
from sapper.errors import InputError, RulesError, listed, plural, quoted, unknown
from sapper.game.deal import DEALS, Deal
from sapper.game.grid import Cell, Grid
from sapper.game.rules import Rules
from sapper.kernel.chance import Chance


@dataclass(frozen=True)
class Level:
    """The width, height and number of mines of a square board.

    Raises ``RulesError`` if the mines leave no cell for the first move.
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
        raise InputError(f"level: expected a sapper.Level or its name, not {shown(level)}")


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
        raise InputError(f"level: expected a sapper.Grid and its mines, not {shown(grid)}")
    read = Level.of(level)
    return read.grid, read.mines


#: The rules of Daggers & Gold as specified: one life, zeros and gold open their neighbours, and
#: clues beside gold are marked.
DAGGERS_AND_GOLD = Rules(first="any", signs="marks")

#: The side length, daggers and gold of the three official sizes.
SIZES = {"easy": (5, 4, 1), "medium": (8, 10, 4), "hard": (12, 25, 3)}


@dataclass(frozen=True)
class World:
    """A deal with a name and rules; ``hints`` are the cells opened before the first move."""

    name: str
    deal: Deal
    rules: Rules = DAGGERS_AND_GOLD
    hints: tuple[Cell, ...] = ()


def seeded_world(size: str, seed: int, number: int = 0, rules: Rules = DAGGERS_AND_GOLD) -> World:
    """Return world ``number`` of a seed in an official size; no dagger touches cell [0, 0].

    Daggers are uniform over the other cells, gold over the cells that touch no dagger; layouts
    without enough cells for the gold are rejected and redrawn. Raises ``InputError`` for an unknown
    size.
    """
    if size not in SIZES:
        raise InputError(f"unknown world size {quoted(size)}: expected {listed(SIZES, 'or')}")
    side, daggers, gold = SIZES[size]
    grid, chance = Grid(side, side), Chance(seed, DEALS, number)
    while True:
        deal = Deal.random(grid, daggers, chance)
        mines = deal.mine_cells(0, "opening")
        free = [i for i in grid.playable if mines.isdisjoint((i, *grid.neighbours(i)))]
        if len(free) >= gold:
            break
    # The gold is shuffled rather than taken from the ordering, where the cells that the opening
    # keeps free of daggers come too early to be fair.
    laid = Deal.of_mines(grid, mines, frozenset(chance.shuffled(free)[:gold]))
    return World(f"{size}-{seed}-{number}", laid, rules)
