"""Chooses conditions on all solutions of some goals, from the modes of a task.

The goals are one to three literals, each with an argument of the one before; their other arguments
are variables of the clause around the condition. Of the conditions about the head alone, those that
hold for the same examples are represented by the shortest. Of the others, those that hold for the
same terms of the examples are, and the shortest take turns with those that separate the examples
best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import inf

import numpy as np

from mio.background.background import Background
from mio.background.columns import Goal, Ints, canonical
from mio.background.conditions import Condition, Solutions
from mio.background.interpreter import OutOfTimeError
from mio.errors import BudgetError, InputError
from mio.learning.coverage import Coverage
from mio.learning.modes import Declarations, Mode, Place
from mio.learning.saturation import Depth, Saturation, bits

_MAX_GOALS = 3  #: maximum number of goals of a condition
_MAX_INPUTS = 2  #: maximum number of variables that a condition shares with its clause
#: Maximum numbers of chains of goals, and of conditions, about the head and others; and the same if
#: few examples are left to explain.
_MAX_NUMBERS, _FEW = (2000, 80, 30), (500, 40, 10)
#: Approximate maximum number of solutions, over all examples, of a condition about the head, and of
#: all of them.
_MAX_SOLUTIONS, _MAX_ALL_SOLUTIONS = 1_000_000, 20_000_000
SOLUTIONS = "number_of_solutions"  #: the type of numbers of solutions
#: Examples of each kind whose terms other conditions are tried on, limits on the literals that lead
#: to these terms, and the maximum number of inputs of a condition in an example.
_MAX_SAMPLED, _SAMPLE_DEPTH, _MAX_SAMPLED_INPUTS = 40, Depth(levels=2, literals=60), 100


@dataclass(frozen=True)
class _Chain:
    """Goals, the types of their variables, and the variables of the clause around, in order of
    appearance; ``local`` are the variables that the last goal introduced."""

    goals: tuple[Goal, ...] = ()
    types: tuple[str, ...] = ()
    shared: tuple[int, ...] = ()
    local: tuple[int, ...] = ()

    def condition(self, counted: bool) -> Condition:
        """Return the condition."""
        return Condition(self.renumbered, len(self.shared), counted)

    @property
    def renumbered(self) -> tuple[Goal, ...]:
        """The goals, in which the shared variables come first."""
        order = [*self.shared, *(v for v in range(len(self.types)) if v not in self.shared)]
        numbers = {v: i for i, v in enumerate(order)}
        return tuple(Goal(g.about, tuple(numbers[v] for v in g.args)) for g in self.goals)

    @property
    def key(self) -> tuple[int, tuple[Goal, ...]]:
        """A canonical form, equal for chains of the same meaning."""
        return len(self.shared), canonical(self.renumbered, len(self.shared))


def quantified(
    background: Background,
    declared: Declarations,
    coverage: Coverage,
    over: Callable[[], bool],
    few: bool = False,
) -> Declarations:
    """Return the declarations with modes for conditions: absences, and numbers of solutions; only
    ``few``, if not much is left to explain."""
    most_chains, most_about_head, most_others = _FEW if few else _MAX_NUMBERS
    head = {place.type for place in declared.head.places}
    about_head: dict[tuple[int, ...], Mode] = {}
    others: dict[Condition, Mode] = {}
    solutions = 0.0
    for goals in islice(_chains(background, declared), most_chains):
        if over() or solutions > _MAX_ALL_SOLUTIONS:
            break
        places = tuple(Place("+", goals.types[v]) for v in goals.shared)
        absent = goals.condition(counted=False)
        if len(places) == 1 and places[0].type in head:
            expected = coverage.count * _expected(background, absent)
            if expected > _MAX_SOLUTIONS:
                continue
            solutions += expected
            for mode, key in _about_head(coverage, declared, goals, absent, places[0]):
                if len(about_head) < most_about_head:
                    about_head.setdefault(key, mode)
        else:
            others.setdefault(absent, Mode(absent, places))
    counts = Mode.thresholds(SOLUTIONS) if any(m.others for m in about_head.values()) else ()
    telling = _Terms(declared, coverage, over).telling(tuple(others.values()))
    modes = (*about_head.values(), *telling[:most_others], *counts)
    return replace(declared, body=(*declared.body, *modes), focused=())


class _Terms:
    """The terms of some positives and negatives, on which conditions are tried."""

    def __init__(
        self, declared: Declarations, coverage: Coverage, over: Callable[[], bool]
    ) -> None:
        self._background, self._over = coverage.background, over
        positives, negatives = (_spread(bits(kind)) for kind in coverage.sets)
        self._counts = len(positives), len(negatives)
        body = tuple(mode for mode in declared.body if not mode.is_threshold)
        declared = replace(declared, body=body)
        self._known = []
        for number in (*positives, *negatives):
            if over():
                break
            given = self._background, declared, coverage.example(number), _SAMPLE_DEPTH
            saturation = Saturation(*given)
            saturation.run()
            self._known.append(saturation)
        self._inputs: dict[tuple[str, ...], tuple[Ints, list[Ints]]] = {}

    def telling(self, modes: Sequence[Mode]) -> list[Mode]:
        """Return the modes of conditions that tell terms apart, without those that tell the same
        terms apart: in turn the next that separates the examples best, and the next as given."""
        found: dict[tuple[tuple[str, ...], bytes], tuple[float, Mode]] = {}
        solutions = 0.0
        for mode in modes:
            if self._over() or solutions > _MAX_ALL_SOLUTIONS:
                break
            kinds = tuple(place.type for place in mode.places)
            numbers, columns = self._inputs_of(kinds)
            assert isinstance(mode.name, Condition)
            expected = numbers.size * _expected(self._background, mode.name)
            if expected > _MAX_SOLUTIONS:
                continue
            solutions += expected
            try:
                holds = self._background.relation(mode.about).holds(mode.inputs, columns)
            except (InputError, BudgetError, OutOfTimeError):
                continue
            if not holds.all() and holds.any():
                examples = np.unique(numbers[holds])
                right, first = int((examples < self._counts[0]).sum()), max(1, self._counts[0])
                wrong, second = examples.size - right, max(1, self._counts[1])
                score = right / first - wrong / second
                found.setdefault((kinds, holds.tobytes()), (score, mode))
        given = list(found.values())
        best = sorted(given, key=lambda one: -one[0])
        in_turn = (one for both in zip(best, given, strict=True) for one in both)
        return list(dict.fromkeys(mode for _, mode in in_turn))

    def _inputs_of(self, kinds: tuple[str, ...]) -> tuple[Ints, list[Ints]]:
        """Return the combinations of different terms of these types in each example, as columns,
        with the places of the examples."""
        if kinds not in self._inputs:
            rows = [
                (place, *terms)
                for place, known in enumerate(self._known)
                for terms in islice(product(*map(known.symbols, kinds)), _MAX_SAMPLED_INPUTS)
                if len(set(terms)) == len(terms)
            ]
            table = np.array(rows, dtype=np.int64).reshape(-1, len(kinds) + 1)
            numbers, *columns = (np.ascontiguousarray(column) for column in table.T)
            self._inputs[kinds] = numbers, columns
        return self._inputs[kinds]


def _spread(places: Sequence[int]) -> Sequence[int]:
    return places[:: len(places) // _MAX_SAMPLED + 1]


def _expected(background: Background, condition: Condition) -> float:
    """Return the approximate number of solutions of an input, infinity if goals lack inputs."""
    relation = background.relation(condition.about)
    try:
        return relation.expected() if isinstance(relation, Solutions) else inf
    except InputError:
        return inf


def _about_head(
    coverage: Coverage, declared: Declarations, chain: _Chain, absent: Condition, place: Place
) -> Iterator[tuple[Mode, tuple[int, ...]]]:
    """Yield the modes of a condition about an argument of the head, each with a key, which is the
    same for those that tell the same examples apart."""
    at = [p.type for p in declared.head.places].index(place.type)
    counted = chain.condition(counted=True)
    relation = coverage.background.relation(counted.about)
    heads = coverage.column(at)
    try:
        numbers = relation.answers((0,), [heads])[1][0].tolist()
    except (InputError, BudgetError, OutOfTimeError):
        return
    term = coverage.background.symbols.term
    counts = tuple(int(str(term(number))) for number in numbers)
    none = tuple(count == 0 for count in counts)
    if len(set(none)) == 2:
        yield Mode(absent, (place,)), none
    if max(counts) > 1 and len(set(counts)) > 1:
        yield Mode(counted, (place, Place("-#", SOLUTIONS))), counts


def _chains(background: Background, declared: Declarations) -> Iterator[_Chain]:
    """Yield the chains of goals that a condition may consist of, the shortest first."""
    modes = [
        mode
        for mode in declared.body
        if not mode.is_threshold and all(p.sign in "+-" for p in mode.places)
    ]
    tests = [mode for mode in modes if len(mode.places) == 1]
    failed = (Condition((Goal(mode.about, (0,)),), 1) for mode in tests)
    modes += [Mode(name, mode.places) for name, mode in zip(failed, tests, strict=True)]
    seen: set[tuple[int, tuple[Goal, ...]]] = set()
    level = [_Chain()]
    for _ in range(_MAX_GOALS):
        longer: list[_Chain] = []
        for chain in level:
            for mode in modes:
                for more in _extended(background, chain, mode):
                    key = more.key
                    if key in seen or not more.shared:
                        continue
                    seen.add(key)
                    yield more
                    if more.local:
                        longer.append(more)
        level = longer


def _extended(background: Background, chain: _Chain, mode: Mode) -> Iterator[_Chain]:
    """Yield a chain with one more goal, which has an argument that the last goal introduced."""
    table = background.is_table(mode.about)
    choices: list[list[str | int]] = []
    for place in mode.places:
        own: list[str | int] = [v for v in chain.local if chain.types[v] == place.type]
        if (table or place.sign == "+") and not isinstance(mode.name, Condition):
            own.append("shared")
        if table or place.sign == "-":
            own.append("local")
        choices.append(own)
    for chosen in product(*choices):
        used = [v for v in chosen if isinstance(v, int)]
        fresh = chosen.count("shared")
        if (chain.goals and not used) or len(set(used)) < len(used):
            continue
        if len(chain.shared) + fresh > _MAX_INPUTS or not (fresh or chain.goals):
            continue
        types, shared, local, args = list(chain.types), list(chain.shared), list[int](), list[int]()
        for way, place in zip(chosen, mode.places, strict=True):
            if isinstance(way, int):
                args.append(way)
                continue
            (shared if way == "shared" else local).append(len(types))
            args.append(len(types))
            types.append(place.type)
        goals = (*chain.goals, Goal(mode.about, tuple(args)))
        yield _Chain(goals, tuple(types), tuple(shared), tuple(local))
