"""What a clue can show of the mines that it looks at.

Each function takes mines (a boolean array with one row for each filling of the cells of a view) and
the view, and returns the value of each row: a whole number, or a text that a clue shows as it is.
To add one, write such a function and put it into ``SHOWS``: certain cells, chances and proofs
follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from sapper_variants.board import View

Mines = npt.NDArray[np.bool_]
Values = Sequence[int] | Sequence[str] | npt.NDArray[np.int64]


def total(mines: Mines, view: View) -> Values:
    """The weights of the mines, added up."""
    added: npt.NDArray[np.int64] = mines.astype(np.int64) @ np.array(view.weights, np.int64)
    return added


def seen(mines: Mines, view: View) -> Values:
    """The number of safe cells up to the first mine of each arm, and the clue's own cell."""
    inside: npt.NDArray[np.int64] = 1 + np.sum(_reach(mines, view), axis=0)
    return inside


def seen_difference(mines: Mines, view: View) -> Values:
    """The number of safe cells seen up and down less those seen left and right.

    The arms are in the order up, right, down, left; it needs a board of squares.
    """
    reach = _reach(mines, view)
    return reach[0] + reach[2] - reach[1] - reach[3]


def runs(mines: Mines, view: View) -> Values:
    """The lengths of the runs of mines, in ascending order, as ``1.2``; ``0`` without mines."""
    return [".".join(map(str, sorted(_runs(row, view)))) or "0" for row in mines.tolist()]


def blocks(mines: Mines, view: View) -> Values:
    """The lengths of the runs of mines in their order, such as ``2.1``; ``0`` without mines."""
    return [".".join(map(str, _runs(row, view))) or "0" for row in mines.tolist()]


def nothing(mines: Mines, view: View) -> Values:
    """Nothing: all safe cells look alike."""
    return ["?"] * len(mines)


def longest(mines: Mines, view: View) -> Values:
    """The length of the longest run of mines."""
    return [max(_runs(row, view), default=0) for row in mines.tolist()]


def groups(mines: Mines, view: View) -> Values:
    """The number of runs of mines."""
    return [len(_runs(row, view)) for row in mines.tolist()]


def contiguous(mines: Mines, view: View) -> Values:
    """The number of mines; from two on in braces if they are one run, or else between dashes."""
    found = []
    for row in mines.tolist():
        lengths = _runs(row, view)
        number = sum(lengths)
        text = str(number) if number < 2 else f"{{{number}}}"
        found.append(text if len(lengths) < 2 else f"-{number}-")
    return found


def _reach(mines: Mines, view: View) -> list[npt.NDArray[np.int64]]:
    """How many safe cells come before the first mine of each arm."""
    return [
        np.logical_and.accumulate(~mines[:, arm.start : arm.stop], axis=1).sum(axis=1)
        for arm in view.arms
    ]


def _runs(row: list[bool], view: View) -> list[int]:
    """The lengths of the runs of mines, in the order of the cells."""
    lengths, length = list[int](), 0
    for place, mine in enumerate(row):
        if length and (place in view.breaks or not mine):
            lengths.append(length)
            length = 0
        length += mine
    closed = 0 not in view.breaks
    if length and closed and row[0] and len(row) > length:
        lengths[0] += length  # the last run goes on at the first cell
    elif length:
        lengths.append(length)
    return lengths


Shows = Callable[[Mines, View], Values]

SHOWS: dict[str, Shows] = {
    "sum": total,
    "seen": seen,
    "seen difference": seen_difference,
    "runs": runs,
    "blocks": blocks,
    "nothing": nothing,
    "longest": longest,
    "groups": groups,
    "contiguous": contiguous,
}
