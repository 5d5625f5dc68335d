"""What a clue can show of the mines that it looks at.

Each function takes a filling of the cells of a view (for each cell whether it is a mine) and the
view, and returns a whole number, or a text that a clue shows as it is. To add one, write such a
function and put it into ``SHOWS``: certain cells, chances and proofs follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

from sapper_variants.board import View
from sapper_variants.diagram import fillings

Mines = Sequence[bool]
Value = int | str


def total(mines: Mines, view: View) -> int:
    """The weights of the mines, added up."""
    return sum(weight for mine, weight in zip(mines, view.weights, strict=True) if mine)


def seen(mines: Mines, view: View) -> int:
    """The number of safe cells up to the first mine of each arm, and the clue's own cell."""
    return 1 + sum(_reach(mines[arm.start : arm.stop]) for arm in view.arms)


def seen_difference(mines: Mines, view: View) -> int:
    """The number of safe cells seen up and down less those seen left and right.

    The arms are in the order up, right, down, left; it needs a board of squares.
    """
    reach = [_reach(mines[arm.start : arm.stop]) for arm in view.arms]
    return sum(reach[0::2]) - sum(reach[1::2])


def runs(mines: Mines, view: View) -> str:
    """The lengths of the runs of mines, in ascending order, as ``1.2``; ``0`` without mines."""
    return ".".join(map(str, sorted(_runs(mines, view)))) or "0"


def blocks(mines: Mines, view: View) -> str:
    """The lengths of the runs of mines in their order, such as ``2.1``; ``0`` without mines."""
    return ".".join(map(str, _runs(mines, view))) or "0"


def nothing(mines: Mines, view: View) -> str:
    """Nothing: all safe cells look alike."""
    return "?"


def longest(mines: Mines, view: View) -> int:
    """The length of the longest run of mines."""
    return max(_runs(mines, view), default=0)


def groups(mines: Mines, view: View) -> int:
    """The number of runs of mines."""
    return len(_runs(mines, view))


def contiguous(mines: Mines, view: View) -> str:
    """The number of mines; from two on in braces if they are one run, or else between dashes."""
    lengths = _runs(mines, view)
    number = sum(lengths)
    text = str(number) if number < 2 else f"{{{number}}}"
    return text if len(lengths) < 2 else f"-{number}-"


def _reach(arm: Mines) -> int:
    """How many safe cells come before the first mine of an arm."""
    return next((place for place, mine in enumerate(arm) if mine), len(arm))


def _runs(row: Mines, view: View) -> list[int]:
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


Shows = Callable[[Mines, View], Value]

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


def of_all_fillings(show: Shows, view: View) -> Sequence[Value]:
    """What is shown for each filling of the view, in the order of ``fillings``."""
    every = fillings(len(view.cells))
    if show not in (seen, seen_difference):
        return [show(mines, view) for mines in every]
    sums = [int(show is seen)]  # both add up numbers of arms, which have fewer fillings
    for sign, arm in zip(cycle((1, 1 if show is seen else -1)), view.arms, strict=False):
        reach = [sign * _reach(mines) for mines in fillings(len(arm))]
        sums = [value + more for value in sums for more in reach]
    return sums
