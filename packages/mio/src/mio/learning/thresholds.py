"""Chooses thresholds, the constants with which clauses compare numbers, from the data.

A most specific clause compares a number with a few values of its type, at doubling distances in
either direction. Once a search has found a clause, each threshold moves away from the seed's number
as long as the clause covers no more negatives: to the middle of the range in which it covers the
most positives, found by bisection (cuts between the values of examples are from Fayyad & Irani
1992, "On the handling of continuous-valued attributes in decision tree generation").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from mio.background.background import Background
from mio.background.builtins import is_number
from mio.background.columns import Goal, Symbols, constant
from mio.language.terms import Term
from mio.learning.coverage import Example
from mio.learning.modes import Declarations, Mode

#: The positives and negatives that a clause covers.
_Counts: TypeAlias = tuple[int, int]


def _last(first: int, end: int, fits: Callable[[int], bool]) -> int:
    """Return the last index from ``first``, which fits, towards ``end`` up to which all indices
    fit."""
    while first != end:
        middle = (first + end + (end > first)) // 2
        if fits(middle):
            first = middle
        else:
            end = middle - 1 if end > first else middle + 1
    return first


class Thresholds:
    """The values of each type that some mode compares with constants, in ascending order."""

    def __init__(self, symbols: Symbols, values: Mapping[str, Collection[int | float]]) -> None:
        self._symbols = symbols
        self._values = {kind: sorted(found) for kind, found in values.items()}

    @staticmethod
    def of(background: Background, declared: Declarations, rows: Sequence[Example]) -> Thresholds:
        """Collect the numbers of the compared types in the examples and facts."""
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
        """Return constants, as symbols, with which a threshold mode holds for a number."""
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
        count: Callable[[tuple[Goal, ...]], _Counts],
    ) -> tuple[Goal, ...]:
        """Return a clause with its thresholds moved outwards where it then covers more positives
        and no more negatives, to the middle of the range that covers the most.

        ``types`` are those of variables; ``count`` returns the positives and negatives that a body
        covers.
        """
        for place, goal in enumerate(goals):
            values = self._compared(goal, types)
            if values:
                goals = self._placed(goals, place, values, count)
        return goals

    def _placed(
        self,
        goals: tuple[Goal, ...],
        place: int,
        values: Sequence[int | float],
        count: Callable[[tuple[Goal, ...]], _Counts],
    ) -> tuple[Goal, ...]:
        """Return a clause with the threshold at one place moved; see ``moved``."""

        def counted(index: int) -> _Counts:
            return count(self._with(goals, place, values[index]))

        value = self._symbols.term(constant(goals[place].args[1]))
        at = next(i for i, each in enumerate(values) if each == value)
        up = goals[place].about[0] == "=<"
        p, n = count(goals)
        outer = _last(at, len(values) - 1 if up else 0, lambda index: counted(index)[1] <= n)
        best = counted(outer)[0]
        if best == p:
            return goals
        inner = _last(outer, at, lambda index: counted(index)[0] == best)
        return self._with(goals, place, values[(inner + outer + up) // 2])

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


_MIN_MEASURED_INTEGERS = 16  #: minimum number of distinct integers that may be measurements


def measured_types(
    background: Background, declared: Declarations, rows: Sequence[Example]
) -> list[str]:
    """Return the types whose terms in the examples and facts are measurements.

    They are numbers, not all of them integers; or at least 16 distinct integers of a type with one
    place in the body and none in the head, since numbers that predicates relate, such as
    coordinates, are not measurements.
    """
    kinds = {way.type for mode in (declared.head, *declared.body) for way in mode.places}
    known = _terms(background, declared, rows, kinds)
    places = {
        (mode.about, place, way.type)
        for mode in declared.body
        for place, way in enumerate(mode.places)
    }
    related = {way.type for way in declared.head.places}
    related |= {kind for kind in kinds if sum(kind == way for _, _, way in places) > 1}
    return sorted(
        kind
        for kind, found in known.items()
        if all(map(is_number, found))
        and (
            any(isinstance(term, float) for term in found)
            or (kind not in related and len(found) >= _MIN_MEASURED_INTEGERS)
        )
    )


def _terms(
    background: Background, declared: Declarations, rows: Sequence[Example], kinds: set[str]
) -> dict[str, set[Term]]:
    """Return the terms of some types in the examples and facts."""
    found: dict[str, set[Term]] = {kind: set() for kind in kinds}
    for place, way in enumerate(declared.head.places):
        if way.type in kinds:
            found[way.type].update(row[place] for row in rows)
    for mode in declared.body:
        for place, way in enumerate(mode.places):
            if way.type in kinds and background.is_table(mode.about):
                found[way.type].update(background.terms(mode.about, place))
    return found
