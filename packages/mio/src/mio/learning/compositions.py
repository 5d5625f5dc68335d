"""Searches for a composition of functions that computes the output of a target.

Below the most specific clause of an example, every computed value takes part in every further
computation, so few clauses are tried before time is up. Compositions are enumerated by size
instead, and of those with the same values on some examples only the first is used in larger ones
(Udupa et al. 2013, "TRANSIT: specifying protocols with concolic snippets").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product, zip_longest

from mio.background.columns import Goal, Symbols, constant
from mio.errors import BudgetError, InputError
from mio.language.terms import Struct, Term, written
from mio.learning.coverage import Coverage, Example, clause_from_ids, cover
from mio.learning.modes import Mode
from mio.learning.recursion.bodies import size_of
from mio.learning.recursion.derivation import Lookup
from mio.learning.seeds import CandidateClause
from mio.learning.theory import Problem

_SAMPLE_SIZE = (
    3  #: number of positives, those with the longest inputs, that values are computed for
)
_MAX_QUESTIONS = 25_000  #: maximum number of questions to predicates
_LIKELY_CONSTANTS = 12  #: number of constants that are likely
#: Maximum absolute value of a number, and size of a term, relative to the largest in the examples.
_MAX_GROWTH, _MAX_TERM_GROWTH = 10, 4


@dataclass(frozen=True)
class Compositions:
    """The result of a search: the clauses, of which the last one may be ``complete``, covering
    all positives and no negative, and the number of compositions tried."""

    found: tuple[CandidateClause, ...]
    complete: bool
    explored: int


def search_compositions(
    problem: Problem, coverage: Coverage, length: int, over: Callable[[], bool]
) -> Compositions | None:
    """Enumerate compositions of up to ``length`` literals until one is complete.

    Returns None if the target is not a function whose output some predicate computes.
    """
    output = _output(problem)
    if output is None:
        return None
    search = _Search(problem, coverage, output, over)
    search.run(length)
    return Compositions(tuple(search.found), search.complete, search.explored)


def _output(problem: Problem) -> int | None:
    """Return the place that the others determine in the positives, and whose type a predicate
    computes."""
    places = problem.declared.head.places
    free = [i for i, place in enumerate(places) if place.sign != "+"] or [len(places) - 1]
    (output, *more) = free
    rows = problem.examples.positives
    if more or len(places) < 2 or any(place.sign == "#" for place in places):
        return None
    if len({_without(row, output) for row in rows}) < max(2, len(rows)):
        return None
    computed = any(
        any(place.sign == "-" and place.type == places[output].type for place in mode.places)
        and not problem.background.is_table(mode.about)
        for mode in problem.declared.body
    )
    return output if computed else None


def _without(row: Sequence[Term], place: int) -> tuple[Term, ...]:
    return (*row[:place], *row[place + 1 :])


@dataclass(frozen=True, eq=False)
class Value:
    """A computed value: its type, its symbol for each row of a sample, and the calls needed to
    compute it, in order. The last call has it at ``place``. An input, with its ``place`` among the
    inputs, and a constant, without a place, need no call."""

    kind: str
    symbols: tuple[int, ...]
    calls: tuple[Call, ...]
    place: int | None

    @property
    def constant(self) -> bool:
        """True if it does not depend on the input."""
        return self.place is None


@dataclass(frozen=True, eq=False)
class Call:
    """A literal: its mode and its inputs."""

    mode: Mode
    inputs: tuple[Value, ...]


class Values:
    """Enumerates the values that functions compute from ``first`` ones, by the number of calls.

    Of those with the same symbols, only the first is used further. ``lookup`` answers the calls,
    and ``growth`` rules out values.
    """

    def __init__(
        self, lookup: Lookup, modes: Sequence[Mode], first: list[Value], growth: Growth
    ) -> None:
        self._lookup, self._growth = lookup, growth
        self._functions = [mode for mode in modes if {p.sign for p in mode.places} == {"+", "-"}]
        self._seen = {(value.kind, value.symbols) for value in first}
        self.by_size = [first]
        self.asked = 0  #: number of questions to predicates

    def new(self, value: Value) -> bool:
        """Return whether no value before has been equal."""
        key = (value.kind, value.symbols)
        fresh = key not in self._seen
        self._seen.add(key)
        return fresh

    def calls(self, size: int) -> Iterator[Call]:
        """Yield the calls of a size, those of all functions in turn."""
        turns = zip_longest(*(self._calls_of(mode, size) for mode in self._functions))
        yield from (call for turn in turns for call in turn if call is not None)

    def _calls_of(self, mode: Mode, size: int) -> Iterator[Call]:
        """Yield the calls of a function that have this size and an input that is not constant."""
        kinds = [mode.places[place].type for place in mode.inputs]
        for sizes in _shares(size - 1, len(kinds)):
            columns = [
                [value for value in self.by_size[n] if value.kind == kind]
                for n, kind in zip(sizes, kinds, strict=True)
            ]
            for inputs in product(*columns):
                if not all(value.constant for value in inputs):
                    yield Call(mode, inputs)

    def answer(self, call: Call, row: int) -> tuple[int, ...] | None:
        """Return the outputs of a call for a row of the sample, None if there is not one answer."""
        asked = tuple(value.symbols[row] for value in call.inputs)
        self.asked += 1
        rows = self._lookup.rows(call.mode.about, call.mode.inputs, asked)
        return rows[0] if len(rows) == 1 else None

    def of(self, call: Call, rows: int) -> Iterator[Value]:
        """Yield the new values that a call computes, unless they are very large."""
        answers = []
        for row in range(rows):
            answer = self.answer(call, row)
            if answer is None:
                return
            answers.append(answer)
        for place, symbols in zip(outputs_of(call.mode), zip(*answers, strict=True), strict=True):
            value = value_of(call, place, symbols)
            if self.new(value) and all(map(self._growth.allows, symbols)):
                yield value


class Growth:
    """Rules out numbers and terms, given by symbols, that are much larger than those in examples,
    whose computation may never end."""

    def __init__(self, symbols: Symbols, rows: Sequence[Example]) -> None:
        self._symbols = symbols
        terms = [each for row in rows for term in row for each in _subterms(term)]
        numbers = (abs(term) for term in terms if isinstance(term, int | float))
        self._most = _MAX_GROWTH * max(numbers, default=1)
        self._size = _MAX_TERM_GROWTH * max(size_of(term) for row in rows for term in row)
        self._known: dict[int, bool] = {}

    def allows(self, symbol: int) -> bool:
        """Return whether a term is small enough."""
        if symbol not in self._known:
            term = self._symbols.term(symbol)
            small = abs(term) <= self._most if isinstance(term, int | float) else True
            self._known[symbol] = small and size_of(term, self._size) <= self._size
        return self._known[symbol]


@dataclass
class _Search:
    problem: Problem
    coverage: Coverage
    output: int
    over: Callable[[], bool]
    explored: int = 0
    found: list[CandidateClause] = field(default_factory=list)
    complete: bool = False

    def __post_init__(self) -> None:
        self.background, self.declared = self.problem.background, self.problem.declared
        self.positives = self.problem.examples.positives
        places = self.declared.head.places
        rows = sorted(
            self.positives,
            key=lambda row: sum(len(written(term)) for term in _without(row, self.output)),
        )[-_SAMPLE_SIZE:]
        number = self.background.symbols.number
        self._wanted = tuple(number(row[self.output]) for row in rows)
        first = [
            Value(place.type, tuple(number(row[i]) for row in rows), (), i)
            for i, place in enumerate(places)
            if i != self.output
        ]
        growth = Growth(self.background.symbols, self.positives)
        self._values = Values(Lookup(self.background), self.declared.body, first, growth)
        constants = list(self._constants())
        first += constants[:_LIKELY_CONSTANTS]
        self._rare = constants[_LIKELY_CONSTANTS:]

    def run(self, length: int) -> None:
        """Enumerate by size, until a composition is complete or the effort is spent.

        The size is the number of calls, in which likely constants do not count.
        """
        values = self._values
        for size in range(1, length + 1):
            calls: list[Call] = []
            for call in values.calls(size):
                if self.complete or values.asked > _MAX_QUESTIONS or self.over():
                    return
                self._try(call)
                calls.append(call)
            values.by_size.append(self._rare if size == 1 else [])
            for call in calls:
                if values.asked > _MAX_QUESTIONS or self.over():
                    return
                values.by_size[size] += values.of(call, len(self._wanted))

    def _constants(self) -> Iterator[Value]:
        """Yield the values of predicates that name one constant, first those that occur in all
        outputs."""
        found: list[tuple[bool, Value]] = []
        for mode in self.declared.generators:
            try:
                answers = self.background.list_answers(mode.about)
            except (InputError, BudgetError):
                continue
            if len(answers) == 1 and len(mode.places) == 1:
                (term,) = answers[0]
                symbols = (self.background.symbols.number(term),) * len(self._wanted)
                rare = any(term not in _subterms(row[self.output]) for row in self.positives)
                value = Value(mode.places[0].type, symbols, (), None)
                found.append((rare, value))
        for _, value in sorted(found, key=lambda pair: pair[0]):
            if self._values.new(value):
                yield value

    def _try(self, call: Call) -> None:
        """Keep the clause that a call completes if its output is right."""
        self.explored += 1
        outputs = outputs_of(call.mode)
        kind = self.declared.head.places[self.output].type
        ends = [i for i, place in enumerate(outputs) if call.mode.places[place].type == kind]
        for example, wanted in enumerate(self._wanted):
            if not ends:
                return
            answer = self._values.answer(call, example)
            ends = [] if answer is None else [i for i in ends if answer[i] == wanted]
        for i in ends:
            self._keep(value_of(call, outputs[i], ()))

    def _keep(self, value: Value) -> None:
        """Add the clause that computes the output in this way."""
        arity = len(self.declared.head.places)
        goals = goals_of(value, list(range(arity)), self.output, arity)
        clause = clause_from_ids(
            self.declared.head.name, range(arity), goals, self.background.symbols
        )
        found = CandidateClause(clause, cover(clause, self.coverage, self.background))
        self.found.append(found)
        self.complete = found.cover == self.coverage.positive


def goals_of(value: Value, inputs: Sequence[int], output: int, free: int) -> list[Goal]:
    """Return the goals that compute a value with calls: the variables of the ``inputs`` by place,
    that of the ``output``, and the first ``free`` one are given."""
    numbers: dict[tuple[Call, int], int] = {(value.calls[-1], value.place or 0): output}

    def number(call: Call, place: int) -> int:
        return numbers.setdefault((call, place), free + len(numbers) - 1)

    def argument(given: Value) -> int:
        if given.place is None:
            return constant(given.symbols[0])
        return number(given.calls[-1], given.place) if given.calls else inputs[given.place]

    goals = []
    for call in value.calls:
        others = [number(call, place) for place in outputs_of(call.mode)]
        args = call.mode.filled(map(argument, call.inputs), others)
        goals.append(Goal(call.mode.about, args))
    return goals


def computed(lookup: Lookup, value: Value, row: Sequence[int | None]) -> int | None:
    """Return a value, given the inputs by their places, of which some may have no value."""
    results: dict[int, dict[int, int]] = {}

    def symbol(one: Value) -> int | None:
        if one.place is None:
            return one.symbols[0]
        return results[id(one.calls[-1])][one.place] if one.calls else row[one.place]

    for call in value.calls:
        asked = tuple(each for each in map(symbol, call.inputs) if each is not None)
        if len(asked) < len(call.inputs):
            return None
        found = lookup.rows(call.mode.about, call.mode.inputs, asked)
        if len(found) != 1:
            return None
        results[id(call)] = dict(zip(outputs_of(call.mode), found[0], strict=True))
    return symbol(value)


def value_of(call: Call, place: int, symbols: tuple[int, ...]) -> Value:
    """Return the value at an output of a call."""
    calls = dict.fromkeys(one for value in call.inputs for one in value.calls)
    return Value(call.mode.places[place].type, symbols, (*calls, call), place)


def outputs_of(mode: Mode) -> list[int]:
    """Return the places of a mode that are not inputs."""
    return [place for place in range(len(mode.places)) if place not in mode.inputs]


def _shares(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to divide a number of literals among some inputs."""
    for bars in combinations(range(total + count - 1), count - 1):
        ends = (-1, *bars, total + count - 1)
        yield tuple(b - a - 1 for a, b in pairwise(ends))


def _subterms(term: Term) -> Iterator[Term]:
    waiting = [term]
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, Struct):
            waiting.extend(found.args)
