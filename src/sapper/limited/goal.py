"""Goals: ground objective formulas that a setup decides, without negation as failure."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sapper.limited.kernel.closure import Closure
from sapper.limited.truth import FALSE, Clause


class Every(Struct, frozen=True, cache_hash=True):
    """A conjunction: all parts have to hold."""

    parts: tuple[Goal, ...]


class Some(Struct, frozen=True, cache_hash=True):
    """A disjunction other than a clause: one part has to hold by itself."""

    parts: tuple[Goal, ...]


Goal = bool | Clause | Every | Some


def every(parts: Iterable[Goal]) -> Goal:
    """Return the simplified conjunction."""
    return _joined(parts, Every, decisive=False)


def some(parts: Iterable[Goal]) -> Goal:
    """Return the simplified disjunction."""
    return _joined(parts, Some, decisive=True)


def _joined(parts: Iterable[Goal], join: type[Every | Some], *, decisive: bool) -> Goal:
    """Join the open parts, each once; a part equal to ``decisive`` decides the result."""
    undecided: dict[Goal, None] = {}
    for part in parts:
        if part is decisive:
            return decisive
        if not isinstance(part, bool):
            undecided[part] = None
    if not undecided:
        return not decisive
    return next(iter(undecided)) if len(undecided) == 1 else join(tuple(undecided))


def satisfied(closure: Closure, goal: Goal) -> bool:
    """Return whether the closure satisfies the goal in its current state."""
    if isinstance(goal, bool):
        return goal
    if isinstance(goal, Every):
        return all(satisfied(closure, part) for part in goal.parts)
    if isinstance(goal, Some):
        return any(satisfied(closure, part) for part in goal.parts)
    return closure.holds(goal)


def refuted(closure: Closure, goal: Goal) -> bool:
    """Return whether no assumption can make the closure satisfy the goal without contradiction."""
    if isinstance(goal, bool):
        return not goal
    if isinstance(goal, Every):
        return any(refuted(closure, part) for part in goal.parts)
    if isinstance(goal, Some):
        return all(refuted(closure, part) for part in goal.parts)
    return all(closure.value[x] == FALSE for x in goal)


def literals_of(goal: Goal) -> set[int]:
    """Return all literals of the goal."""
    if isinstance(goal, bool):
        return set()
    if isinstance(goal, Every | Some):
        return set().union(*(literals_of(part) for part in goal.parts))
    return set(goal)
