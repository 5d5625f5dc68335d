"""Answers to single questions about predicates, in Python's own structures."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.errors import BudgetError, InputError
from sapper.mio.background.background import Background
from sapper.mio.background.goals import Goal, constant
from sapper.mio.background.relation import Places
from sapper.mio.language.program import Signature

Row = tuple[int, ...]


class Lookup:
    """Answers of predicates to one question at a time, kept for the next time."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._kept: dict[tuple[Signature, Places], dict[Row, list[Row]]] = {}

    def rows(self, about: Signature, known: Places, asked: Row) -> list[Row]:
        """Return the answers to a question as values of the places that are not known.

        A question that the predicate cannot answer, such as one about a term of another type, has
        no answers.
        """
        kept = self._kept.setdefault((about, known), {})
        found = kept.get(asked)
        if found is None:
            found = kept[asked] = self._asked(about, known, asked)
        return found

    def _asked(self, about: Signature, known: Places, asked: Row) -> list[Row]:
        try:
            return self._background.relation(about).rows(known, asked)
        except (InputError, BudgetError):
            return []


class Chain:
    """Goals that are solved one after the other, each with some of its places as inputs."""

    def __init__(self, lookup: Lookup, goals: Sequence[tuple[Goal, Places]]) -> None:
        self._lookup = lookup
        self._goals = [
            (goal, known, [p for p in range(len(goal.args)) if p not in known])
            for goal, known in goals
        ]

    def solved(self, values: dict[int, int]) -> list[dict[int, int]]:
        """Return the values of all variables for each way to satisfy the goals."""
        found = [values]
        for goal, known, others in self._goals:
            more: list[dict[int, int]] = []
            for one in found:
                asked = tuple(_value(goal.args[place], one) for place in known)
                for row in self._lookup.rows(goal.about, known, asked):
                    made = dict(one)
                    for place, value in zip(others, row, strict=True):
                        arg = goal.args[place]
                        given = constant(arg) if arg < 0 else made.setdefault(arg, value)
                        if given != value:
                            break
                    else:
                        more.append(made)
            if not more:
                return more
            found = more
        return found


def _value(arg: int, values: dict[int, int]) -> int:
    return constant(arg) if arg < 0 else values[arg]
