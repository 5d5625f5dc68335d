"""Cell codes: each byte of a position is the clue of an open cell, below 250, or one of these."""

from __future__ import annotations

from itertools import compress
from operator import ne

HIDDEN = 250  #: hidden, without a flag
FLAGGED = 251  #: hidden, with a flag
MINE = 252  #: an open mine; the game continues while lives remain
BLOCKED = 253  #: not part of the game
GOLD = 254  #: open gold: it shows no clue, and none of its neighbours is a mine

#: Tables for ``bytes.translate``: the first removes flags, the second reads open gold as a clue 0.
UNFLAGGED = bytes.maketrans(bytes([FLAGGED]), bytes([HIDDEN]))
UNGILDED = bytes.maketrans(bytes([GOLD]), bytes([0]))

_PART = 256  #: number of cells compared at once


def changed(before: bytes, after: bytes) -> list[int]:
    """Return the indices at which two positions of one grid differ, in ascending order.

    Most parts of a large board are equal, and comparing parts is much faster than comparing cells.
    """
    differ: list[int] = []
    for start in range(0, len(before), _PART):
        old, new = before[start : start + _PART], after[start : start + _PART]
        if old != new:
            differ += compress(range(start, start + len(old)), map(ne, old, new))
    return differ
