"""Boards of the demo "Limited Reasoner: Minesweeper", and text files with a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sapper.errors import InputError, quoted
from sapper.files import naming_errors, read_text
from sapper.game import Cell, Deal, Grid, Position

#: The demo's configurations: width, height, mines.
CONFIGURATIONS = {
    "small": (8, 8, 10),
    "medium": (16, 16, 40),
    "large": (30, 16, 99),
    "huge": (64, 32, 320),
}

_MULTIPLIER, _MODULUS = 16807, 2**31 - 1
_RANGE = _MODULUS - 2  # difference between the largest and the smallest number drawn
BLOCK = 9  #: cells without mines: the first one and its neighbours


@dataclass(frozen=True)
class DemoBoard:
    """A deal for games under the rule ``any``, and the cell that the demo opens first."""

    deal: Deal
    first: Cell


def demo_board(name: str, seed: int) -> DemoBoard:
    """Return the board of a configuration and a seed. Raises ``InputError`` for an unknown name."""
    if name not in CONFIGURATIONS:
        known = ", ".join(CONFIGURATIONS)
        raise InputError(f"unknown configuration {quoted(name)}: expected one of {known}")
    return dealt(*CONFIGURATIONS[name], seed)


def dealt(width: int, height: int, mines: int, seed: int) -> DemoBoard:
    """Return the board that the demo deals at any size, or raise ``InputError``."""
    size = width * height
    if min(width, height) < 3 or not 0 <= mines <= size - BLOCK:
        raise InputError(f"the demo cannot deal {mines} mines on {width}x{height} cells")
    draws = _draws(size * mines + seed, size)
    x, y = next(
        (x, y) for x, y in _cells(draws, height) if 0 < x < width - 1 and 0 < y < height - 1
    )
    laid: set[tuple[int, int]] = set()
    while len(laid) < mines:
        at = next(_cells(draws, height))
        if max(abs(at[0] - x), abs(at[1] - y)) > 1:
            laid.add(at)
    grid = Grid(width, height)
    deal = Deal.of_mines(grid, frozenset(grid.index((row, column)) for column, row in laid))
    return DemoBoard(deal, (y, x))


def _cells(draws: Iterator[int], height: int) -> Iterator[tuple[int, int]]:
    return (divmod(draw, height) for draw in draws)


def _draws(seed: int, below: int) -> Iterator[int]:
    """Yield numbers below a limit, derived from the generator as in the demo."""
    scale = _RANGE // below
    x = seed % _MODULUS or 1
    while True:
        x = _MULTIPLIER * x % _MODULUS
        if x - 1 < below * scale:
            yield (x - 1) // scale


def load_position(path: str | Path) -> Position:
    """Return the position in a text file.

    Raises ``InputError`` naming the file, and the line if there is one at fault, if the file cannot
    be read or is not a position.
    """
    text = read_text(path)
    with naming_errors(path):
        return Position.parse(text)
