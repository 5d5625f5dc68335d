"""Clause bodies as numbers, the internal form of the learner.

Variables 0 … arity - 1 are the places of the head, and others follow. Constants are negative:
-1 - s for the symbol s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    """Split a body into parts that share only variables of the head, so are independent."""
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

    Goals with equal results are equal up to renaming. The converse fails if variables look alike
    for two rounds of refinement; then a part is joined twice, which only costs time.
    """
    colours = {arg: 0 for goal in goals for arg in goal.args if arg >= arity}
    if len(colours) > 1:
        for _ in range(2):
            seen: dict[int, list[tuple[object, ...]]] = {arg: [] for arg in colours}
            for goal in goals:
                shown = tuple(_shown(arg, arity, colours) for arg in goal.args)
                for place, arg in enumerate(goal.args):
                    if arg >= arity:
                        seen[arg].append((goal.about, place, shown))
            colours = {arg: hash((colours[arg], tuple(sorted(seen[arg])))) for arg in colours}
    ordered = sorted(
        goals, key=lambda g: (g.about, tuple(_shown(arg, arity, colours) for arg in g.args))
    )
    names: dict[int, int] = {}
    renamed = []
    for goal in ordered:
        args = tuple(
            arg if arg < arity else names.setdefault(arg, arity + len(names)) for arg in goal.args
        )
        renamed.append(Goal(goal.about, args))
    return tuple(sorted(set(renamed)))


def _shown(arg: int, arity: int, colours: dict[int, int]) -> tuple[int, int]:
    return (0, arg) if arg < arity else (1, colours[arg])
