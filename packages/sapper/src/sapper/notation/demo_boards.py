"""Boards of the demo "Limited Reasoner: Minesweeper"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sapper.errors import InputError, quoted
from sapper.game import Cell, Deal, Grid, Rules, World

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
MAX_DEMO_CELLS = 100_000  #: a larger board would take long to fill with mines

#: The rules of the demo: the first-move rule is ``any``, because its boards already keep the first
#: cell free of mines, and every mine has to be flagged.
DEMO_RULES = Rules("any", won_by="flagging")

PREFIX = "demo-"  #: how the names of the demo's worlds begin
_NAME = re.compile(
    rf"({PREFIX}(?:({'|'.join(CONFIGURATIONS)})|(\d{{1,6}})x(\d{{1,6}})x(\d{{1,6}})))(?:-(\d{{1,39}}))?",
    re.ASCII | re.IGNORECASE,
)


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


def demo_size(name: str) -> str | None:
    """Return the size in the name of a world of the demo, such as ``demo-small`` in
    ``demo-small-1``, or None for another name."""
    named = _NAME.fullmatch(name)
    return named and named[1].lower()


def demo_world(name: str, seed: int) -> World:
    """Return a board of the demo as a world, in which the demo's first cell is open.

    The name is ``demo-small``, ``demo-medium``, ``demo-large``, ``demo-huge`` or
    ``demo-WIDTHxHEIGHTxMINES``, whose board is dealt from ``seed``, or that of a dealt world, such
    as ``demo-small-1``. Raises ``InputError``.
    """
    named = _NAME.fullmatch(name)
    if named is None:
        names = "demo-small, demo-medium, demo-large, demo-huge or demo-WIDTHxHEIGHTxMINES"
        raise InputError(f"unknown board of the demo {quoted(name)}: expected {names}")
    size, configuration, *measures, own = named.groups()
    seed = seed if own is None else int(own)
    width, height, mines = (
        CONFIGURATIONS[configuration.lower()] if configuration else map(int, measures)
    )
    board = dealt(width, height, mines, seed)
    return World(f"{size.lower()}-{seed}", board.deal, DEMO_RULES, (board.first,))


def dealt(width: int, height: int, mines: int, seed: int) -> DemoBoard:
    """Return the board that the demo deals at any size, or raise ``InputError``."""
    size = width * height
    if size > MAX_DEMO_CELLS:
        raise InputError(f"the demo's boards have at most {MAX_DEMO_CELLS:,} cells, not {size:,}")
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
