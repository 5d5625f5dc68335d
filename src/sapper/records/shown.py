"""The cells of a board as codes that need no rules to read, and the changes of a move.

A code is ``H`` for hidden, ``F`` for flagged, ``*`` for an open mine, ``G`` for open gold, ``#``
for blocked, or a number for a clue; a clue that also shows gold has its amount after a ``+``, as in
``2+1``.
"""

from __future__ import annotations

from sapper.game import Position
from sapper.game.codes import HIDDEN
from sapper.game.text import WRITTEN


def code(position: Position, index: int) -> str:
    """Return the code of one cell, given by index."""
    cell = position.cells[index]
    if cell >= HIDDEN:
        return WRITTEN[cell]
    sign = position.signs[index] if position.signs else 0
    return f"{cell}+{sign}" if sign else str(cell)


def codes(position: Position) -> list[str]:
    """Return the codes of all cells, row by row."""
    return [code(position, index) for index in range(position.grid.size)]


def changes(before: Position, after: Position) -> list[tuple[int, str]]:
    """Return the cells that look different after a move, as ascending indices with new codes."""
    cells = zip(before.cells, after.cells, strict=True)
    changed = {index for index, (old, new) in enumerate(cells) if old != new}
    if after.signs != before.signs:
        signs = zip(before.signs, after.signs, strict=True)
        changed.update(index for index, (old, new) in enumerate(signs) if old != new)
    return [(index, code(after, index)) for index in sorted(changed)]
