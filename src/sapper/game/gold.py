"""What open cells tell of gold: marks on the cells beside it, or counts of it around a cell."""

from __future__ import annotations

from collections.abc import Collection

from sapper.game.codes import HIDDEN
from sapper.game.grid import Grid
from sapper.game.rules import Signs


def told_of(grid: Grid, signs: Signs, index: int) -> tuple[int, ...]:
    """The cells whose gold the sign of a cell speaks of, by index, ascending."""
    if signs == "none":
        return ()
    return grid.cardinal(index) if signs == "marks" else grid.neighbours(index)


def most_shown(grid: Grid, signs: Signs, index: int) -> int:
    """The largest sign that a cell can show."""
    near = len(told_of(grid, signs, index))
    return min(near, 1) if signs == "marks" else near


def signs_of(grid: Grid, signs: Signs, gold: Collection[int], cells: bytes) -> bytes:
    """The sign of every cell: 0 or 1 for marks, a count, and 0 where no clue is open.

    Empty where the rules show none.
    """
    if signs == "none":
        return b""
    shown = bytearray(len(cells))
    for i, code in enumerate(cells):
        if code < HIDDEN:
            count = sum(j in gold for j in told_of(grid, signs, i))
            shown[i] = min(count, 1) if signs == "marks" else count
    return bytes(shown)
