"""What a board shows, in words that need no rules: a code for each cell, and what a move changed.

A code is ``H`` hidden, ``F`` flagged, ``*`` an open mine, ``G`` open gold, ``#`` blocked, or the
clue, a number; where the clue also shows gold, as many after a ``+``: ``2+1``.
"""

from __future__ import annotations

from sapper.game import Position
from sapper.game.codes import HIDDEN
from sapper.game.text import WRITTEN


def code(position: Position, index: int) -> str:
    """The code of one cell, by index."""
    cell = position.cells[index]
    if cell >= HIDDEN:
        return WRITTEN[cell]
    sign = position.signs[index] if position.signs else 0
    return f"{cell}+{sign}" if sign else str(cell)


def codes(position: Position) -> list[str]:
    """The codes of all cells, row by row."""
    return [code(position, index) for index in range(position.grid.size)]


def changes(before: Position, after: Position) -> list[tuple[int, str]]:
    """The cells, by index and ascending, that look different after a move, with their new codes."""
    cells = zip(before.cells, after.cells, strict=True)
    changed = {index for index, (old, new) in enumerate(cells) if old != new}
    if after.signs != before.signs:
        signs = zip(before.signs, after.signs, strict=True)
        changed.update(index for index, (old, new) in enumerate(signs) if old != new)
    return [(index, code(after, index)) for index in sorted(changed)]
