"""Drafts: steps during the search, with masks of a region instead of cells; and what two limits on
the mines of some cells imply together.

A limit is a clue or a derived bound. The reasoning is about the cells that two limits share: these
hold at least as many mines as one of the limits cannot place elsewhere, and at most as many as one
of them allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from sapper.explanations.region import Clue, GoldLimit
from sapper.explanations.steps import Technique
from sapper.inference.proof import MinimalProof

_serial = count()


class Bound(NamedTuple):
    """From ``low`` to ``high`` mines in the cells of ``mask``."""

    mask: int
    low: int
    high: int


@dataclass(slots=True, eq=False)
class Draft:
    """A step during the search: masks of the region instead of cells.

    ``support`` has all steps on which it rests, ``total`` their cost including its own. ``level``
    is the number of suppositions that it is under.
    """

    technique: Technique
    clues: tuple[Clue, ...]
    cost: float
    used_safe: int = 0
    used_mines: int = 0
    used_bounds: tuple[Bound, ...] = ()
    safe: int = 0
    mines: int = 0
    bounds: tuple[Bound, ...] = ()
    mine_count: bool = False
    counts_safe: bool = False  # counts safe cells instead of mines
    parts: tuple[int, ...] = ()  # the counted cells of each clue and bound of a mine count
    contradiction: bool = False
    supposed: tuple[int, bool] | None = None
    inner: tuple[Draft, ...] = ()
    signs: tuple[GoldLimit, ...] = ()  # signs of gold that it uses; the first one requires gold
    certificate: MinimalProof | None = None
    level: int = 0
    support: frozenset[Draft] = frozenset()
    total: float = 0.0
    serial: int = field(default_factory=_serial.__next__)


#: The source of a supposition, which no step concludes.
SUPPOSED = Draft("suppose", (), 0.0)


Limit = Clue | Bound


def without(limit: Limit, used: int, mines: int) -> Bound:
    """Return what a limit says about its cells that are not ``used``, given known ``mines``."""
    laid = (limit.mask & used & mines).bit_count()
    if isinstance(limit, Clue):
        return Bound(limit.mask & ~used, limit.mines - laid, limit.mines - laid)
    return Bound(limit.mask & ~used, max(0, limit.low - laid), limit.high - laid)


def full(limit: Bound) -> bool:
    """Return whether all cells of a limit are mines."""
    return limit.low >= limit.mask.bit_count()


def overlap(one: Bound, other: Bound) -> bool:
    """Return whether each limit has cells that the other lacks; such pairs are harder to see."""
    return bool(one.mask & ~other.mask) and bool(other.mask & ~one.mask)


def shared(one: Bound, other: Bound) -> Bound:
    """Return the mines in the cells that two limits share; ``low`` is above ``high`` if the limits
    contradict each other."""
    both = one.mask & other.mask
    low = max(
        0, one.low - (one.mask ^ both).bit_count(), other.low - (other.mask ^ both).bit_count()
    )
    return Bound(both, low, min(both.bit_count(), one.high, other.high))


def implied(one: Bound, other: Bound) -> tuple[Bound, Bound, Bound]:
    """Return the mines in the shared cells, and in those that only one of the limits has."""
    both = shared(one, other)
    rests = (_rest(limit, both) for limit in (one, other))
    return both, *rests  # type: ignore[return-value]


def _rest(limit: Bound, both: Bound) -> Bound:
    rest = limit.mask ^ both.mask
    return Bound(rest, max(0, limit.low - both.high), min(rest.bit_count(), limit.high - both.low))


def compared(one: Bound, other: Bound) -> tuple[int, int] | None:
    """Return the cells that two limits together prove safe, and those they prove mines.

    Returns None if they contradict each other.
    """
    safe = mines = 0
    both = shared(one, other)
    if both.low > both.high:
        return None
    for bound in (both, _rest(one, both), _rest(other, both)):
        if bound.high <= 0:
            safe |= bound.mask
        elif bound.low >= bound.mask.bit_count():
            mines |= bound.mask
    return safe, mines
