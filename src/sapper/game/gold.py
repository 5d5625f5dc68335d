"""Signs of gold on open cells: a mark beside gold, or a count of the gold around a cell."""

from __future__ import annotations

from collections.abc import Collection

from sapper.game.codes import HIDDEN
from sapper.game.grid import Grid
from sapper.game.rules import Signs


def sign_scope(grid: Grid, signs: Signs, index: int) -> tuple[int, ...]:
    """Return the indices of the cells whose gold the sign of a cell counts, in ascending order."""
    if signs == "none":
        return ()
    return grid.cardinal(index) if signs == "marks" else grid.neighbours(index)


def most_shown(grid: Grid, signs: Signs, index: int) -> int:
    """Return the largest sign that a cell can show."""
    near = len(sign_scope(grid, signs, index))
    return min(near, 1) if signs == "marks" else near


def signs_of(grid: Grid, signs: Signs, gold: Collection[int], cells: bytes) -> bytes:
    """Return the sign of every cell: 0 or 1 for marks, the number of gold for counts.

    A cell without an open clue has 0. Returns empty bytes if the rules show no signs.
    """
    if signs == "none":
        return b""
    shown = bytearray(len(cells))
    for i, code in enumerate(cells):
        if code < HIDDEN:
            count = sum(j in gold for j in sign_scope(grid, signs, i))
            shown[i] = min(count, 1) if signs == "marks" else count
    return bytes(shown)
