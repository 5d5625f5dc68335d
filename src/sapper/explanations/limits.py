"""What two limits on the mines of some cells imply together; a limit is a clue or a derived bound.

The reasoning is about the cells they share: these hold at least as many mines as one of the limits
cannot place elsewhere, and at most as many as one of them allows.
"""

from __future__ import annotations

from sapper.explanations.drafts import Bound
from sapper.explanations.region import Clue

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
