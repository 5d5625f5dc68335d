"""Where a game may begin: what a first-move rule keeps free of mines, and the cells it allows."""

from __future__ import annotations

from sapper.errors import RulesError, plural
from sapper.game.grid import Grid
from sapper.game.rules import First


def clear(grid: Grid, cell: int, first: First) -> tuple[int, ...]:
    """Return the indices of the cells that a rule keeps free of mines if this one is opened first:
    none, the cell itself, or the cell and its neighbours."""
    if first == "any":
        return ()
    return (cell, *grid.neighbours(cell)) if first == "opening" else (cell,)


def leaves_room(grid: Grid, mines: int, cell: int, first: First) -> bool:
    """Return whether a game that starts at a cell can be won: there are enough other cells for the
    mines."""
    return len(grid.playable) - max(1, len(clear(grid, cell, first))) >= mines


def first_cells(grid: Grid, mines: int, first: First) -> tuple[int, ...]:
    """Return the indices of the first cells that leave room for the mines, and of cells that
    symmetry makes equal only one (``Grid.unlike``).

    Raises ``RulesError`` if no cell leaves room.
    """
    found = tuple(i for i in grid.unlike if leaves_room(grid, mines, i, first))
    if not found:
        raise RulesError(f"{plural(mines, 'mine')} leave no first cell that first={first} allows")
    return found
