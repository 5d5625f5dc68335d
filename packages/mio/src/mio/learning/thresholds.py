"""Chooses thresholds, the constants with which clauses compare numbers, from the data.

For each example, one number decides for which thresholds a clause holds: the smallest that a
variable can have there, or the largest. So sorting these numbers once shows what every threshold
would cover, as in decision trees (Fayyad & Irani 1992, "On the handling of continuous-valued
attributes in decision tree generation"). A threshold lies in the middle of the range in which the
clause covers the same.

The paper's searches choose among literals instead: there, a most specific clause compares a number
with a few values of its type, at doubling distances in either direction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from mio.background.background import Background
from mio.background.builtins import is_number
from mio.background.columns import Floats, Goal, Ints, Symbols, constant, parts
from mio.language.terms import Term
from mio.learning.coverage import Coverage, Example, ExampleSets, flags_of
from mio.learning.modes import Declarations, Mode


class Thresholds:
    """The values of each type that some mode compares with constants, in ascending order."""

    def __init__(
        self,
        symbols: Symbols,
        values: Mapping[str, Collection[int | float]],
        names: Mapping[str, Collection[str]],
    ) -> None:
        self._symbols = symbols
        self._values = {kind: sorted(found) for kind, found in values.items()}
        self._names = names  #: the comparisons allowed for each type

    @staticmethod
    def of(
        background: Background,
        declared: Declarations,
        rows: Sequence[Example],
        computed: Mapping[str, Collection[int | float]] | None = None,
    ) -> Thresholds:
        """Collect the numbers of the compared types in the examples and facts, and those
        ``computed`` from them."""
        names: dict[str, list[str]] = {}
        for mode in declared.body:
            if mode.is_threshold:
                names.setdefault(mode.places[0].type, []).append(mode.name)
        kinds = set(names)
        known = _terms(background, declared, rows, kinds) if kinds else {}
        return Thresholds(
            background.symbols,
            {
                kind: {term for term in found if isinstance(term, int | float)}
                | set((computed or {}).get(kind, ()))
                for kind, found in known.items()
            },
            names,
        )

    @property
    def silent(self) -> list[str]:
        """The types with fewer than two values, so that no comparison has an effect."""
        return [kind for kind, values in self._values.items() if len(values) < 2]

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

    def comparisons(self, kind: str) -> Collection[str]:
        """Return the names of the comparisons of a type with constants."""
        return self._names.get(kind, ()) if len(self._values.get(kind, ())) > 1 else ()

    def cuts(self, kind: str, name: str, extremes: Floats, examples: ExampleSets) -> list[int]:
        """Return the best constants, as symbols, for a comparison in a clause that covers some
        examples: that of the largest information gain, that of the fewest errors, and that of the
        most positives without a negative.

        ``extremes`` are the numbers that decide for each example.
        """
        ranked = _Ranked.of(extremes, examples, name == "=<")
        if ranked is None or ranked.p[-1] == 0:
            return []
        p, n = ranked.p, ranked.n
        base = np.log2(p[-1] / (p[-1] + n[-1]))
        with np.errstate(divide="ignore", invalid="ignore"):
            gains = np.where(p > 0, p * (np.log2(p / (p + n)) - base), 0.0)
        best = {int(i): int(i) + 1 for i in (np.argmax(gains), np.argmax(p - n))}
        pure = ranked.best(0)
        if pure is not None and p[pure[0]]:
            best[pure[0]] = pure[1]
        best.pop(len(p) - 1, None)  # excludes nothing
        return [self._between(kind, name, *ranked.around(*at)) for at in sorted(best.items())]

    def refitted(
        self,
        goals: tuple[Goal, ...],
        types: Mapping[int, str],
        coverage: Coverage,
        examples: ExampleSets,
        noisy: bool,
    ) -> tuple[Goal, ...]:
        """Return a clause with each threshold where the clause covers the most positives and no
        more negatives or, if the examples are ``noisy``, makes the fewest errors."""
        for place, goal in enumerate(goals):
            kind = types.get(goal.args[0], "")
            if goal.about[0] not in self.comparisons(kind) or goal.args[1] >= 0:
                continue
            name, variable = goal.about[0], goal.args[0]
            rest = [other for other in goals if other is not goal]
            cover = coverage.body(rest) & (examples.positives | examples.negatives)
            own = next((one for one in parts(rest, coverage.arity) if _has(one, variable)), ())
            extremes = coverage.extremes(own, variable, cover)[name]
            left = ExampleSets(examples.positives & cover, examples.negatives & cover)
            ranked = _Ranked.of(extremes, left, name == "=<")
            if ranked is None:
                continue
            negatives = left.negatives & coverage.body(goals)
            at = ranked.best(None if noisy else negatives.bit_count())
            if at is not None:
                symbol = self._between(kind, name, *ranked.around(*at))
                new = Goal(goal.about, (variable, constant(symbol)))
                goals = (*goals[:place], new, *goals[place + 1 :])
        return goals

    def _between(self, kind: str, name: str, inside: float, outside: float | None) -> int:
        """Return a value, as a symbol, that holds for the number ``inside`` and not for the one
        ``outside``: the middle one of those in the data."""
        values = self._values[kind]
        if name == "=<":
            end = (
                bisect_left(values, inside) + 1 if outside is None else bisect_left(values, outside)
            )
            between = values[bisect_left(values, inside) : end]
            middle = len(between) // 2
        else:
            start = (
                bisect_right(values, inside) - 1
                if outside is None
                else bisect_right(values, outside)
            )
            between = values[max(0, start) : bisect_right(values, inside)]
            middle = (len(between) - 1) // 2
        if between:
            return self._symbols.number(between[middle])
        whole = inside.is_integer() and all(isinstance(value, int) for value in values)
        return self._symbols.number(int(inside) if whole else inside)


def _has(goals: Sequence[Goal], variable: int) -> bool:
    return any(variable in goal.args for goal in goals)


class _Ranked:
    """The numbers that decide for the examples, sorted from those that the first threshold lets
    pass, with the positives and negatives up to each distinct number."""

    def __init__(self, numbers: Floats, p: Ints, n: Ints, sign: int) -> None:
        self._numbers, self.p, self.n, self._sign = numbers, p, n, sign

    @staticmethod
    def of(extremes: Floats, examples: ExampleSets, up: bool) -> _Ranked | None:
        """Rank some examples, if more than one number decides."""
        sign = 1 if up else -1
        positive = flags_of(examples.positives, extremes.size)
        chosen = np.flatnonzero(positive | flags_of(examples.negatives, extremes.size))
        chosen = chosen[np.isfinite(extremes[chosen])]
        order = chosen[np.argsort(sign * extremes[chosen], kind="stable")]
        numbers = sign * extremes[order]
        ends = (
            np.flatnonzero(np.append(numbers[1:] > numbers[:-1], True)) if numbers.size else order
        )
        if ends.size < 2:
            return None
        p = np.cumsum(positive[order], dtype=np.int64)[ends]
        n = np.cumsum(~positive[order], dtype=np.int64)[ends]
        return _Ranked(numbers[ends], p, n, sign)

    def around(self, index: int, end: int) -> tuple[float, float | None]:
        """Return the last number that passes, and the first one that does not."""
        outside = float(self._sign * self._numbers[end]) if end < len(self._numbers) else None
        return float(self._sign * self._numbers[index]), outside

    def best(self, negatives: int | None) -> tuple[int, int] | None:
        """Return the index of the threshold with the most positives and at most some negatives, or
        with the fewest errors; and that of the first number that it excludes."""
        if negatives is None:
            index = int(np.argmax(self.p - self.n))
            return index, index + 1
        end = int(np.searchsorted(self.n, negatives, side="right"))
        return (int(np.searchsorted(self.p, self.p[end - 1])), end) if end else None


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
