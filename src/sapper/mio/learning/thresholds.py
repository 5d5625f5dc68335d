"""Thresholds: constants with which clauses compare numbers, chosen from the data.

A most specific clause compares a number with few of the values of its type: those next to it in
either direction, at distances that double. When a search has found a clause, each threshold moves
as far from the seed's number as the clause covers no more negatives, which bisection finds (the
candidates lie between values of examples as in Fayyad & Irani 1992, "On the handling of
continuous-valued attributes in decision tree generation").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence

from sapper.mio.background.background import Background
from sapper.mio.background.columns import Symbols
from sapper.mio.background.goals import Goal, constant
from sapper.mio.background.relation import FactTable, is_number
from sapper.mio.language.terms import Term
from sapper.mio.learning.coverage import Example
from sapper.mio.learning.modes import Declarations, Mode


class Thresholds:
    """The values of each type that a mode compares with constants, in ascending order."""

    def __init__(self, symbols: Symbols, values: Mapping[str, Collection[int | float]]) -> None:
        self._symbols = symbols
        self._values = {kind: sorted(found) for kind, found in values.items()}

    @staticmethod
    def of(background: Background, declared: Declarations, rows: Sequence[Example]) -> Thresholds:
        """Return the numbers of the compared types in the examples and the facts."""
        kinds = {mode.places[0].type for mode in declared.body if mode.is_threshold}
        known = _terms(background, declared, rows, kinds) if kinds else {}
        return Thresholds(
            background.symbols,
            {
                kind: {term for term in found if isinstance(term, int | float)}
                for kind, found in known.items()
            },
        )

    def around(self, mode: Mode, symbol: int) -> list[int]:
        """Return constants, as symbols, for which a threshold mode holds for a number."""
        value = self._symbols.term(symbol)
        values = self._values.get(mode.places[0].type, [])
        if not isinstance(value, int | float) or len(values) < 2:
            return []
        place, last = bisect_left(values, value), len(values) - 1
        up = mode.name == "=<"
        if not up and (place > last or values[place] != value):
            place -= 1
        found, distance, at = [], 0, place
        while (0 <= at < last) if up else (0 < at <= last):  # the last value excludes nothing
            found.append(self._symbols.number(values[at]))
            distance = 2 * distance or 1
            at = place + distance if up else place - distance
        return found

    def moved(
        self,
        goals: tuple[Goal, ...],
        types: Mapping[int, str],
        count: Callable[[tuple[Goal, ...]], tuple[int, int]],
    ) -> tuple[Goal, ...]:
        """Return a clause with each threshold moved outwards while it covers no more negatives.

        ``types`` are those of variables; ``count`` returns the positives and negatives that a body
        covers.
        """
        for place, goal in enumerate(goals):
            values = self._compared(goal, types)
            if not values:
                continue
            p, n = count(goals)
            value = self._symbols.term(constant(goal.args[1]))
            at = next(i for i, each in enumerate(values) if each == value)
            least, most = (at, len(values) - 1) if goal.about[0] == "=<" else (at, 0)
            while least != most:
                middle = (least + most + (most > least)) // 2
                trial = self._with(goals, place, values[middle])
                if count(trial)[1] <= n:
                    least = middle
                else:
                    most = middle - 1 if most > least else middle + 1
            trial = self._with(goals, place, values[least])
            if count(trial)[0] > p:
                goals = trial
        return goals

    def _compared(self, goal: Goal, types: Mapping[int, str]) -> list[int | float]:
        variable, value = goal.args if len(goal.args) == 2 else (-1, 0)
        if goal.about[0] not in ("=<", ">=") or variable < 0 or value >= 0:
            return []
        found = self._values.get(types.get(variable, ""), [])
        return found if self._symbols.term(constant(value)) in found else []

    def _with(self, goals: tuple[Goal, ...], place: int, value: int | float) -> tuple[Goal, ...]:
        old = goals[place]
        new = Goal(old.about, (old.args[0], constant(self._symbols.number(value))))
        return (*goals[:place], new, *goals[place + 1 :])


def measured_types(
    background: Background, declared: Declarations, rows: Sequence[Example]
) -> list[str]:
    """Return the types whose terms in the examples and facts are numbers, not all of them whole."""
    kinds = {way.type for mode in (declared.head, *declared.body) for way in mode.places}
    known = _terms(background, declared, rows, kinds)
    return sorted(
        kind
        for kind, found in known.items()
        if all(map(is_number, found)) and any(isinstance(term, float) for term in found)
    )


def _terms(
    background: Background, declared: Declarations, rows: Sequence[Example], kinds: set[str]
) -> dict[str, set[Term]]:
    """Return the terms of some types in the examples and in the facts."""
    found: dict[str, set[Term]] = {kind: set() for kind in kinds}
    for place, way in enumerate(declared.head.places):
        if way.type in kinds:
            found[way.type].update(row[place] for row in rows)
    for mode in declared.body:
        if background.is_table(mode.about) and not kinds.isdisjoint(p.type for p in mode.places):
            relation = background.relation(mode.about)
            assert isinstance(relation, FactTable)
            for way, column in zip(mode.places, relation.columns, strict=True):
                if way.type in kinds:
                    found[way.type].update(map(background.symbols.term, set(column.tolist())))
    return found
