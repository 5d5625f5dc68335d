"""Searches for a recursive function whose inputs are taken apart in one of several ways.

The function calls itself for one or two parts of its inputs: the rest of one list or of two at
once, the rest after two elements, a smaller number beside an unchanged input, or both parts of a
tree. The step computes the output from values of the inputs and from the outputs of these calls,
and is enumerated by size, like the compositions of functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mio.background.columns import Goal
from mio.background.interpreter import OutOfTimeError
from mio.language.program import Clause
from mio.learning.compositions import Growth, Value, Values, computed, goals_of
from mio.learning.coverage import clause_from_ids
from mio.learning.modes import Mode
from mio.learning.recursion.universal import Conjunction, Path, Scheme, Step, Universal, written
from mio.learning.theory import Problem

_SAMPLE_SIZE = 5  #: number of steps on which values are compared
_MAX_CALLS = 3  #: maximum number of calls of a step
_MAX_QUESTIONS = 10_000  #: maximum number of questions for the steps of one way
_MAX_BASES = 2  #: maximum number of base clauses


class Functions(Universal):
    """The search in one problem, whose last place is the output."""

    def __init__(self, problem: Problem, over: Callable[[], bool]) -> None:
        super().__init__(problem, over, problem.declared.head.places[:-1])
        self.output = problem.declared.head.places[-1].type
        self.growth = Growth(self.symbols, problem.examples.positives)

    def search(self) -> tuple[Clause, ...] | None:
        """Return the clauses of the first function that has the outputs of all positives, and of no
        negative."""
        places, number = self.problem.declared.head.places, self.symbols.number
        if not self.places or any(place.sign not in "+-" for place in places):
            return None
        if any(place.sign != "+" for place in self.places):
            return None
        wanted, wrong = (
            [(tuple(map(number, row[:-1])), number(row[-1])) for row in rows]
            for rows in (self.problem.examples.positives, self.problem.examples.negatives)
        )
        if len(dict(wanted)) < max(2, len(wanted)):
            return None
        background = self.problem.background
        background.over = self.over  # a query about a large term takes long
        try:
            for calls in self.schemes():
                if self.over():
                    return None
                found = _Recursion(self, Scheme(self, calls)).fitting(wanted, wrong)
                if found is not None:
                    return found
        except OutOfTimeError:
            pass
        finally:
            background.over = None
        return None


class _Recursion:
    """One way to take inputs apart, and the functions that do so."""

    def __init__(self, search: Functions, scheme: Scheme) -> None:
        self._search, self._scheme = search, scheme
        self._paths = search.paths(scheme.calls)
        self._values: dict[Step, tuple[int | None, ...]] = {}

    def fitting(
        self, wanted: Sequence[tuple[Step, int]], wrong: Sequence[tuple[Step, int]]
    ) -> tuple[Clause, ...] | None:
        """Return the clauses of the smallest function that fits the examples."""
        scheme, search = self._scheme, self._search
        known = {}
        for step, output in sorted(wanted, key=lambda row: search.size(row[0])):
            root = scheme.number(step)
            if root is None:
                return None
            known[root] = output
        if not any(scheme.next[root] for root in known):
            return None
        unwanted = [(scheme.number(step), output) for step, output in wrong]
        self._steps = list(scheme.numbers)
        tests = self._base_tests()
        if tests is None:
            return None
        values = list(self._step_values(list(known.values())))
        ends = [one for one, following in enumerate(scheme.next) if following is None]
        for source in self._sources():
            base = {one: end for one in ends if (end := self._end(source, one)) is not None}
            if len(base) < len(ends) or any(
                known.get(one, out) != out for one, out in base.items()
            ):
                continue
            for value in values:
                if search.over():
                    return None
                search.explored += 1
                if self._fits(value, base, known, unwanted):
                    return self._clauses(tests, source, value)
        return None

    def _sources(self) -> Iterator[Path | Mode]:
        """Yield what the output of an end may be: a value of the step, or a constant that a
        predicate names."""
        search = self._search
        yield from (path for path, kind in self._paths if kind == search.output)
        for mode in search.problem.declared.generators:
            if mode.places[0].type == search.output and len(mode.places) == 1:
                yield mode

    def _end(self, source: Path | Mode, one: int) -> int | None:
        if not isinstance(source, Mode):
            return self._search.value(source, self._steps[one])
        rows = self._search.problem.background.list_answers(source.about)
        return self._search.symbols.number(rows[0][0]) if len(rows) == 1 else None

    def _base_tests(self) -> list[Conjunction] | None:
        """Return tests that the ends pass and no other step does, each at least one of them."""
        ends = sum(1 << i for i, following in enumerate(self._scheme.next) if following is None)
        left, chosen = ends, list[Conjunction]()
        tests = [one for one in self._scheme.single() if not one.steps & ~ends]
        while left and len(chosen) < _MAX_BASES and tests:
            best = max(tests, key=lambda one: ((one.steps & left).bit_count(), -one.size))
            chosen.append(best)
            left &= ~best.steps
        return None if left else chosen

    def _step_values(self, outputs: Sequence[int]) -> Iterator[Value]:
        """Yield the outputs that a step can compute, by the number of calls. The outputs of its own
        calls are compared on those of any examples."""
        search, scheme = self._search, self._scheme
        inner = [step for step, n in scheme.numbers.items() if scheme.next[n]][-_SAMPLE_SIZE:]
        count = len(scheme.calls)
        first = []
        for place, (path, kind) in enumerate(self._paths):
            symbols = [search.value(path, step) for step in inner]
            column = tuple(symbol for symbol in symbols if symbol is not None)
            if len(column) == len(inner):
                first.append(Value(kind, column, (), place))
        for call in range(count):
            column = tuple(outputs[(3 * row + call) % len(outputs)] for row in range(len(inner)))
            first.append(Value(search.output, column, (), len(self._paths) + call))
        values = Values(search.lookup, search.problem.declared.body, first, search.growth)
        yield from (value for value in first if value.kind == search.output)
        for size in range(1, _MAX_CALLS + 1):
            values.by_size.append([])
            for call_of in values.calls(size):
                if values.asked > _MAX_QUESTIONS or search.over():
                    return
                for value in values.of(call_of, len(inner)):
                    values.by_size[size].append(value)
                    if value.kind == search.output:
                        yield value

    def _fits(
        self,
        value: Value,
        base: dict[int, int],
        known: dict[int, int],
        unwanted: Sequence[tuple[int | None, int]],
    ) -> bool:
        found: dict[int, int | None] = dict(base)
        if not any(place >= len(self._paths) for place in _places(value)):
            return False  # no recursion
        return all(
            self._output(root, value, found) == out for root, out in known.items()
        ) and not any(
            root is not None and self._output(root, value, found) == out for root, out in unwanted
        )

    def _output(self, root: int, value: Value, found: dict[int, int | None]) -> int | None:
        """Return the output for a call, and keep those of all calls that it leads to."""
        waiting = [root]
        while waiting:
            one = waiting[-1]
            following = self._scheme.next[one] or ()
            new = [call for call in following if call not in found]
            if one in found or new:
                waiting += new
                if one in found:
                    waiting.pop()
                continue
            results = tuple(found[call] for call in following)
            output = None
            if None not in results:
                row = (*self._row(self._steps[one]), *results)
                output = computed(self._search.lookup, value, row)
                if output is not None and not self._search.growth.allows(output):
                    output = None
            found[one] = output
        return found[root]

    def _row(self, step: Step) -> tuple[int | None, ...]:
        if step not in self._values:
            self._values[step] = tuple(self._search.value(path, step) for path, _ in self._paths)
        return self._values[step]

    def _clauses(
        self, tests: Sequence[Conjunction], source: Path | Mode, value: Value
    ) -> tuple[Clause, ...]:
        head = self._search.problem.declared.head
        arity = len(head.places)
        bodies: list[tuple[tuple[int, ...], list[Goal]]] = []
        inputs = tuple(range(arity - 1))
        for one in tests:
            paths = () if isinstance(source, Mode) else (source,)
            goals, variables = written(one.tests, paths, (), head.about)
            out = variables[paths[0]] if paths else arity - 1
            goals += [Goal(source.about, (out,))] if isinstance(source, Mode) else []
            bodies.append(((*inputs, out), goals))
        used = set(_places(value))
        needed = [self._paths[place][0] for place in sorted(used) if place < len(self._paths)]
        goals, variables = written((), needed, self._scheme.calls, head.about)
        results = [goal.args[-1] for goal in goals if goal.about == head.about]
        given = [variables.get(path, -1) for path, _ in self._paths] + results
        if value.calls:
            free = 1 + max(arg for goal in goals for arg in goal.args)
            goals += goals_of(value, given, arity - 1, max(free, arity))
            bodies.append((tuple(range(arity)), goals))
        else:
            bodies.append(((*inputs, given[value.place or 0]), goals))
        return tuple(
            clause_from_ids(head.name, args, body, self._search.symbols) for args, body in bodies
        )


def _places(value: Value) -> Iterator[int]:
    """Yield the places of the inputs that a value is computed from."""
    ends = [value] if not value.calls else [one for call in value.calls for one in call.inputs]
    yield from (one.place for one in ends if not one.calls and one.place is not None)
