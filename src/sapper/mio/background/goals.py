"""Represents clause bodies by numbers, the internal form of the learner.

Variables 0 … arity - 1 are the head's arguments; further variables follow. A constant is negative:
-1 - s for the symbol s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sapper.mio.language.program import Signature


class Goal(NamedTuple):
    """A literal of a body."""

    about: Signature
    args: tuple[int, ...]

    @property
    def variables(self) -> frozenset[int]:
        """The variables, including those of the head."""
        return frozenset(arg for arg in self.args if arg >= 0)


def constant(symbol: int) -> int:
    """Convert a symbol to a constant argument, or such an argument to its symbol."""
    return -1 - symbol


def parts(goals: Iterable[Goal], arity: int) -> list[tuple[Goal, ...]]:
    """Split a body into independent parts, which share only variables of the head."""
    found: list[tuple[set[int], list[Goal]]] = []
    for goal in goals:
        own = {arg for arg in goal.args if arg >= arity}
        together = ([part for part in found if part[0] & own]) if own else []
        found = [part for part in found if not any(part is other for other in together)]
        merged = (set(own).union(*(p[0] for p in together)), [g for p in together for g in p[1]])
        found.append((merged[0], [*merged[1], goal]))
    return [tuple(goals) for _, goals in found]


def canonical(goals: Sequence[Goal], arity: int) -> tuple[Goal, ...]:
    """Return goals in a canonical order with canonical variables, up to rare exceptions.

    Goals with the same canonical form are equal up to renaming. The converse fails if two rounds of
    refinement cannot distinguish two variables; a part may then be joined twice, which only costs
    time.
    """
    if len(goals) == 1:
        return (_renamed(goals[0], arity, {}),)
    shapes = [_shape(goal, arity) for goal in goals]
    colours: dict[int, int] = {}
    for _, own, signs in shapes:
        for arg, sign in zip(own, signs, strict=True):
            colours[arg] = colours.get(arg, 0) + sign
    if len(colours) > 1:
        refined = dict.fromkeys(colours, 0)
        for shape, own, signs in shapes:
            seen = hash((shape, *[colours[arg] for arg in own]))
            for arg, sign in zip(own, signs, strict=True):
                refined[arg] += hash((seen, sign))
        colours = refined
    ranked = [
        (shape, [colours[arg] for arg in own], number)
        for number, (shape, own, _) in enumerate(shapes)
    ]
    ranked.sort()
    names: dict[int, int] = {}
    return tuple(sorted({_renamed(goals[number], arity, names) for _, _, number in ranked}))


def _renamed(goal: Goal, arity: int, names: dict[int, int]) -> Goal:
    """Return a goal with its own variables renumbered in order of appearance."""
    return Goal(
        goal.about,
        tuple([a if a < arity else names.setdefault(a, arity + len(names)) for a in goal.args]),
    )


@lru_cache(maxsize=1 << 16)
def _shape(goal: Goal, arity: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return a goal's shape regardless of the names of its own variables, as a number; those
    variables in order; and a number for the place of each."""
    own = tuple(arg for arg in goal.args if arg >= arity)
    shape = hash((goal.about, *(arg if arg < arity else None for arg in goal.args)))
    return shape, own, tuple(hash((shape, place)) for place in range(len(own)))
