"""Values from a strategy's code as plain ones: cells as pairs of ``int``, figures as ``float``."""

from __future__ import annotations

from numbers import Real
from operator import index
from typing import cast

from sapper.game import Cell, Grid


def plain_cell(value: object, grid: Grid | None) -> Cell | None:
    """Return a pair of whole numbers as a cell; None if it is not one, or outside the grid."""
    try:
        row, column = map(index, cast("tuple[int, int]", value))
    except (TypeError, ValueError):
        return None
    size = (row, column) if grid is None else (grid.height - 1, grid.width - 1)
    return (row, column) if 0 <= row <= size[0] and 0 <= column <= size[1] else None


def plain_number(value: object) -> float | None:
    """Return a real number as a ``float``; None if it is something else."""
    if type(value) is float:  # nearly always; asking for a ``Real`` takes longer
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    return float(value)


def shown(value: object) -> str:
    """A value as a sentence names it: short, and on one line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:60]}…"
