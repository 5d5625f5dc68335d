"""Searches for a recursive function, and for compositions of such functions.

The function calls itself for one or two parts of its inputs: the rest of one list or of two at
once, the rest after two elements, a smaller number beside an unchanged input, or both parts of a
tree. The step computes the output from values of the inputs and from the outputs of these calls.
There may be two steps, one for the calls that pass a test and one for the others. Steps are
enumerated by size, like the compositions of functions, and tried on the shortest examples first
(Feser et al. 2015, "Synthesizing data structure transformations from input-output examples").

Functions that take one element of their input at a time (Gibbons 2003, "Origami programming") are
searched for first, and compositions may call them as new predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product, zip_longest
from typing import TypeAlias

from mio.background.columns import Goal, constant
from mio.background.interpreter import OutOfTimeError
from mio.language.program import Clause
from mio.language.terms import Term, signature
from mio.learning.compositions import (
    Growth,
    Value,
    Values,
    computed,
    goals_of,
    search_compositions,
)
from mio.learning.coverage import Coverage, clause_from_ids
from mio.learning.modes import Mode, Place
from mio.learning.recursion.universal import Path, Scheme, Step, Test, Universal, written
from mio.learning.theory import Problem

_SAMPLE_SIZE = 5  #: number of steps on which values are compared
_MAX_CALLS = 3  #: maximum number of calls of a step
_MAX_QUESTIONS = 40_000  #: maximum number of questions for steps that use one element
_MAX_WIDE_QUESTIONS = 10_000  #: the same for steps that use many values
_MAX_BRIEF_QUESTIONS = 2000  #: the same for steps with an accumulator
_MAX_UPDATES = 30  #: maximum number of ways to change an accumulator
_MAX_PAIRED_STEPS = 150  #: maximum number of steps on either side of a test
_MAX_TESTS = 12  #: maximum number of tests of steps that use many values
_MAX_BASES = 2  #: maximum number of base clauses
_MAX_NEW = 30  #: maximum number of functions that compositions may call
_MAX_NEW_CALLS = 2  #: maximum number of calls of their steps

#: What the output of an end may be: a value of the step, one that a predicate names, or a constant.
_Source: TypeAlias = Path | Mode | int


@dataclass(frozen=True)
class Base:
    """The outputs of the ends, by number, and where they come from."""

    source: _Source
    outputs: dict[int, int]

    @property
    def constant(self) -> int | None:
        """The output of all ends, if it is the same."""
        found = set(self.outputs.values())
        return found.pop() if len(found) == 1 else None


@dataclass(frozen=True)
class Function:
    """A step for all calls or, with a ``test``, for those that pass it and one for the others."""

    base: Base
    steps: tuple[Value, ...]
    test: Test | None = None

    @property
    def size(self) -> int:
        """The number of calls of its steps and tests."""
        return sum(len(step.calls) + 1 for step in self.steps)


class Functions(Universal):
    """The search in one problem, whose last place is the output; compositions have up to ``length``
    literals."""

    def __init__(
        self, problem: Problem, over: Callable[[], bool], coverage: Coverage, length: int
    ) -> None:
        super().__init__(problem, over, problem.declared.head.places[:-1])
        self._coverage, self._length = coverage, length
        self.output = problem.declared.head.places[-1].type
        self.growth = Growth(self.symbols, problem.examples.positives)
        number = self.symbols.number
        rows = (
            [(tuple(map(number, row[:-1])), number(row[-1])) for row in rows]
            for rows in (problem.examples.positives, problem.examples.negatives)
        )
        wanted, self.unwanted = rows
        self.wanted = sorted(wanted, key=lambda row: self.size(row[0]))

    def search(self) -> tuple[Clause, ...] | None:
        """Return the clauses of the first function that has the outputs of all positives, and of no
        negative, or those of a composition that calls new ones."""
        if not self.places or self.problem.declared.head.places[-1].sign not in "+-":
            return None
        if any(place.sign != "+" for place in self.places):
            return None
        if len(dict(self.wanted)) < max(2, len(self.wanted)):
            return None
        background = self.problem.background
        background.over = self.over  # a query about a large term takes long
        try:
            return self._first(list(self._by_element()))
        except OutOfTimeError:
            return None
        finally:
            background.over = None

    def _first(self, ways: Sequence[_Way]) -> tuple[Clause, ...] | None:
        return (
            self._fitting((way, way.tests((0,))) for way in ways)
            or self._fitting((way, ()) for way in self._wide())
            or self._compose(ways)
            or self._accumulate(ways)
            or self._fitting((way, way.tests((0, 1))) for way in ways)
            or self._fitting((way, way.tests()[:_MAX_TESTS]) for way in self._wide())
        )

    def _fitting(
        self, attempts: Iterable[tuple[_Way, Sequence[Test]]]
    ) -> tuple[Clause, ...] | None:
        """Return the clauses of the first function that fits, of some ways and tests of steps."""
        for way, tests in attempts:
            if (found := way.fitting(tests)) is not None:
                return way.clauses(found, self.problem.declared.head.name)
        return None

    def _by_element(self) -> Iterator[_Way]:
        """Yield the ways to take one element of the input at a time: a function gives an element,
        another a smaller term of the type of the input."""
        if len(self.places) != 1:
            return
        kind = self.places[0].type
        parts = [mode for mode in self._functions if mode.places[0].type == kind]
        for rest in parts:
            for element in parts if rest.places[1].type == kind else ():
                if element.places[1].type != kind:
                    first: list[Path] = [(0, (element,)), (0, (rest,)), (0, ())]
                    kinds = (element.places[1].type, kind, kind)
                    scheme = Scheme(self, (((0, (rest,)),),))
                    yield _Way(self, scheme, list(zip(first, kinds, strict=True)), _MAX_QUESTIONS)

    def _wide(self) -> Iterator[_Way]:
        """Yield the ways to take inputs apart with all values, then those with neighbours."""
        for early, calls in product((False, True), self.schemes()):
            if self.over():
                return
            scheme = Scheme(self, calls, early)
            yield _Way(self, scheme, self.paths(calls), _MAX_WIDE_QUESTIONS)

    def _accumulate(self, ways: Sequence[_Way]) -> tuple[Clause, ...] | None:
        """Return the clauses of a function that calls a new one with a constant more: an input
        that each step changes."""
        starts = (one for way in ways for base in way.bases for one in way.constants(base))
        for kind, symbol in dict.fromkeys(starts):
            problem, begin = self.with_accumulator(kind, symbol)
            inner = Functions(problem, self.over, self._coverage, self._length)
            inner.taken = len(self.places)
            found = inner.accumulating()
            self.explored += inner.explored
            if found is not None:
                return (begin, *found)
        return None

    def accumulating(self) -> tuple[Clause, ...] | None:
        """Return the clauses of a function whose last input is an accumulator."""
        seen = set[frozenset[Step]]()
        schemes = self.short_schemes()
        turns = zip_longest(*([(calls, one) for one in self.updates(calls)] for calls in schemes))
        for calls, update in (one for turn in turns for one in turn if one is not None):
            if self.over() or len(seen) == _MAX_UPDATES:
                return None
            changed = ((*calls[0][:-1], update),)
            scheme = Scheme(self, changed)
            way = _Way(self, scheme, self.paths(changed), _MAX_BRIEF_QUESTIONS)
            steps = frozenset(scheme.numbers)
            if steps in seen or len({step[-1] for step in steps}) == 1:
                continue
            seen.add(steps)
            if (found := self._fitting([(way, ())])) is not None:
                return found
        return None

    def _compose(self, ways: Sequence[_Way]) -> tuple[Clause, ...] | None:
        """Return the clauses of a composition that gives the outputs of all positives, and of the
        functions that it calls as new predicates."""
        declared, background = self.problem.declared, self.problem.background
        kind, head = self.places[0].type, declared.head.name
        way = next((way for way in ways if way.of_itself is not None), None)
        if way is None or kind != self.output or not (new := way.new()):
            return None
        named = {f"{head}_{i}": one for i, one in enumerate(new, 1)}
        for name, one in named.items():
            background.function(name, "+-", partial(way.outputs, one))
        modes = tuple(Mode(name, (Place("+", kind), Place("-", kind))) for name in named)
        problem = replace(self.problem, declared=replace(declared, body=(*declared.body, *modes)))
        try:
            found = search_compositions(problem, self._coverage, self._length, self.over)
        finally:
            for name in named:
                background.forget((name, 2))
        if found is None or not found.complete:
            return None
        self.explored += found.explored
        best = found.found[-1].clause
        called = dict.fromkeys(about[0] for goal in best.body if (about := signature(goal)))
        definitions = (way.clauses(named[name], name) for name in called if name in named)
        return (best, *(clause for clauses in definitions for clause in clauses))


class _Way:
    """One way to take inputs apart, and the functions that do so; ``paths`` are the values, with
    their types, that a step uses, and ``most`` the maximum number of questions about others."""

    def __init__(
        self, search: Functions, scheme: Scheme, paths: Sequence[tuple[Path, str]], most: int
    ) -> None:
        self._search, self._scheme, self._paths, self._most = search, scheme, paths, most
        self._rows: dict[int, tuple[int | None, ...]] = {}
        self._sides: dict[Test, dict[int, int]] = {}
        self._known: dict[int, int] = {}
        self.bases: list[Base] = []
        self._base_tests: list[Test] = []
        roots = [scheme.number(step) for step, _ in search.wanted]
        for root, (_, output) in zip(roots, search.wanted, strict=True):
            if root is None:
                return
            self._known[root] = output
        self._inner = [root for root in self._known if scheme.next[root]]
        self._unwanted = [(scheme.number(step), output) for step, output in search.unwanted]
        self._steps = list(scheme.numbers)
        if self._inner:
            self.bases = list(self._make_bases())

    @property
    def of_itself(self) -> Base | None:
        """The base in which an end is its own output."""
        return next((base for base in self.bases if base.source == (0, ())), None)

    def _ends(self) -> list[int]:
        return [one for one, following in enumerate(self._scheme.next) if following is None]

    def _make_bases(self) -> Iterator[Base]:
        """Yield what the outputs of the ends may be, if tests tell them from other steps."""
        ends, seen = self._ends(), set[tuple[int, ...]]()
        tests = self._tests_of(ends)
        if tests is None and len(ends) > 1:
            return
        self._base_tests = tests or []
        for source, found in self._sources(ends):
            outputs = tuple(one for one in found if one is not None)
            fits = all(
                self._known.get(e, out) == out for e, out in zip(ends, outputs, strict=False)
            )
            if len(outputs) == len(ends) and fits and outputs not in seen:
                seen.add(outputs)
                yield Base(source, dict(zip(ends, outputs, strict=True)))

    def _sources(self, ends: Sequence[int]) -> Iterator[tuple[_Source, list[int | None]]]:
        search = self._search
        for path, kind in search.paths(self._scheme.calls):
            if kind == search.output:
                yield path, [search.value(path, self._steps[one]) for one in ends]
        for mode in search.problem.declared.generators:
            if mode.places[0].type == search.output and len(mode.places) == 1:
                rows = search.problem.background.list_answers(mode.about)
                for row in rows:
                    symbol = search.symbols.number(row[0])
                    yield mode if len(rows) == 1 else symbol, [symbol] * len(ends)
        known = {self._known[one] for one in ends if one in self._known}
        inputs = {symbol for one in ends for symbol in self._steps[one]}
        if len(known) == 1 and (len(ends) == 1 or known <= inputs):
            yield min(known), [*known] * len(ends)

    def _tests_of(self, ends: Sequence[int]) -> list[Test] | None:
        """Return tests that the ends pass and no other step does, each at least one of them."""
        search, left, chosen = self._search, set(ends), list[Test]()
        found: list[tuple[Test, set[int]]] = []
        others = [self._steps[one] for one in self._calling()]
        for test in search.tests(search.paths(self._scheme.calls)):
            held = {one for one in ends if search.passes(test, self._steps[one])}
            if held and not any(search.passes(test, step) for step in others):
                found.append((test, held))
                if len(held) == len(ends):
                    break
        while left and found and len(chosen) < _MAX_BASES:
            test, held = max(found, key=lambda one: len(one[1] & left))
            chosen.append(test)
            left -= held
        return None if left else chosen

    def fitting(self, tests: Sequence[Test]) -> Function | None:
        """Return the smallest function that fits the examples, with one of the tests or none."""
        for base in self.bases:
            sides: list[tuple[list[Value], list[Value]]] = [([], []) for _ in tests]
            for step in self._values(base):
                found = Function(base, (step,))
                same = not step.calls and (step.place is None or self._recursive(step))
                if not (same and base.constant is not None) and self._fits(found):
                    return found
                for test, kept in zip(tests, sides, strict=True):
                    beside = self._fit_beside(Function(base, (step,), test), kept)
                    if beside is not None:
                        return beside
        return None

    def _fit_beside(
        self, alone: Function, sides: tuple[list[Value], list[Value]]
    ) -> Function | None:
        """Pair a step with the earlier ones on the other side of a test, and keep it on a side
        unless the examples on that side alone exclude it."""
        (step,), test = alone.steps, alone.test
        assert test is not None
        for side, (own, other) in enumerate((sides, sides[::-1])):
            if len(own) >= _MAX_PAIRED_STEPS:
                continue
            roots = [root for root in self._known if self._on_side(root, test, side)]
            if not self._fits(replace(alone, test=None), roots):
                continue
            own.append(step)
            for beside in other:
                if self._search.over():
                    return None
                steps = (step, beside) if side == 0 else (beside, step)
                found = replace(alone, steps=steps)
                if step is not beside and self._fits(found):
                    return found
        return None

    def tests(self, places: Sequence[int] | None = None) -> list[Test]:
        """Return tests, of the values at these places, that tell steps apart, one of those with the
        same or opposite results."""
        inner = self._calling()
        found: dict[frozenset[int], Test] = {}
        for test in self._all_tests(places) if self.bases else ():
            held = self._held(test)
            if held and held != inner and inner - held not in found:
                found.setdefault(held, test)
        return list(found.values())

    def _all_tests(self, places: Sequence[int] | None) -> Iterator[Test]:
        paths = self._paths if places is None else [self._paths[place] for place in places]
        yield from (test for test in self._search.tests(paths) if test.mode is not None)

    def _held(self, test: Test) -> frozenset[int]:
        """Return the steps, except ends, that pass a test."""
        return frozenset(one for one in self._calling() if self._side(test, one) == 0)

    def _side(self, test: Test, one: int) -> int:
        """Return 0 if a step passes a test, else 1."""
        sides = self._sides.setdefault(test, {})
        if one not in sides:
            sides[one] = int(not self._search.passes(test, self._steps[one]))
        return sides[one]

    def _calling(self) -> frozenset[int]:
        """Return the steps that are not ends."""
        return frozenset(one for one, calls in enumerate(self._scheme.next) if calls)

    def _on_side(self, root: int, test: Test, side: int) -> bool:
        """Return whether all steps of a call are on one side of a test."""
        waiting = [root]
        while waiting:
            one = waiting.pop()
            following = self._scheme.next[one]
            if following and self._side(test, one) != side:
                return False
            waiting += following or ()
        return True

    def _values(self, base: Base) -> Iterator[Value]:
        """Yield the outputs that a step can compute, by the number of calls. The outputs of its own
        calls are compared on those of other examples."""
        search, scheme = self._search, self._scheme
        inner = self._sample()
        # the outputs of different calls have to differ in any way
        outputs = [*list(self._known.values())[::-1], *(out for _, out in self._unwanted)]
        pool = list(dict.fromkeys(outputs))
        first = []
        for place, (_, kind) in enumerate(self._paths):
            symbols = [self._row(one)[place] for one in inner]
            column = tuple(symbol for symbol in symbols if symbol is not None)
            if len(column) == len(inner):
                first.append(Value(kind, column, (), place))
        for call in range(len(scheme.calls)):
            column = tuple(
                pool[(1 + call + (1 + 2 * call) * row) % len(pool)] for row in range(len(inner))
            )
            first.append(Value(search.output, column, (), len(self._paths) + call))
        for kind, symbol in self.constants(base):
            first.append(Value(kind, (symbol,) * len(inner), (), None))
        body = search.problem.declared.body
        modes = [mode for mode in body if not any((0, (mode,)) in call for call in scheme.calls)]
        values = Values(search.lookup, modes, first, search.growth)
        yield from (value for value in first if value.kind == search.output)
        for size in range(1, _MAX_CALLS + 1):
            values.by_size.append([])
            for asked in values.calls(size):
                if values.asked > self._most or search.over():
                    return
                for value in values.of(asked, len(inner)):
                    values.by_size[size].append(value)
                    if value.kind == search.output:
                        yield value

    def constants(self, base: Base) -> list[tuple[str, int]]:
        """Return the output of the ends, if it is the same, and what predicates name."""
        named = self._search.constants()
        own = [] if base.constant is None else [(self._search.output, base.constant)]
        return list(dict.fromkeys([*own, *named]))

    def _sample(self) -> list[int]:
        """Return calls of positives, long ones first, in which many values differ."""
        left, chosen, seen = self._inner[::-1], list[int](), set[tuple[int, int | None]]()
        while left and len(chosen) < _SAMPLE_SIZE:
            best = max(left, key=lambda one: len({*enumerate(self._row(one))} - seen))
            left.remove(best)
            chosen.append(best)
            seen.update(enumerate(self._row(best)))
        return chosen

    def _fits(self, function: Function, roots: Sequence[int] | None = None) -> bool:
        """Return whether a function fits the examples, or only the positives of some calls."""
        self._search.explored += 1
        found: dict[int, int | None] = dict(function.base.outputs)
        known = self._known
        return all(
            self._output(root, function, found) == known[root]
            for root in (known if roots is None else roots)
        ) and not any(
            root is not None and self._output(root, function, found) == out
            for root, out in (self._unwanted if roots is None else ())
        )

    def outputs(self, function: Function, asked: Term) -> list[Term]:
        """Return the output of a function of one input for a term, if it has one."""
        symbols, scheme = self._search.symbols, self._scheme
        root = scheme.number((symbols.number(asked),))
        if root is None:
            return []
        self._steps = list(scheme.numbers)
        end = function.base.constant
        found: dict[int, int | None] = dict.fromkeys(self._ends(), end)
        output = self._output(root, function, found)
        return [] if output is None else [symbols.term(output)]

    def _output(self, root: int, function: Function, found: dict[int, int | None]) -> int | None:
        """Return the output for a call, and keep those of all calls that it leads to."""
        waiting = [root]
        while waiting:
            one = waiting[-1]
            if one in found:
                waiting.pop()
                continue
            following = self._scheme.next[one] or ()
            new = [call for call in following if call not in found]
            if new:
                waiting += new
                continue
            results = tuple(found[call] for call in following)
            output = None
            if None not in results:
                side = 0 if function.test is None else self._side(function.test, one)
                step = function.steps[side]
                output = computed(self._search.lookup, step, (*self._row(one), *results))
                if output is not None and not self._search.growth.allows(output):
                    output = None
            found[one] = output
        return found[root]

    def _row(self, one: int) -> tuple[int | None, ...]:
        if one not in self._rows:
            step = self._steps[one]
            self._rows[one] = tuple(self._search.value(path, step) for path, _ in self._paths)
        return self._rows[one]

    def new(self) -> list[Function]:
        """Return functions with small steps, by size; of those with the same outputs, the first."""
        search, base, found = self._search, self.of_itself, list[Function]()
        assert base is not None
        steps = [one for one in self._values(base) if len(one.calls) <= _MAX_NEW_CALLS]
        functions = [Function(base, (step,)) for step in steps]
        short = [step for step in steps if len(step.calls) <= 1]
        for test, pair in product(self.tests((0,)), product(short, short)):
            functions.append(Function(base, pair, test))
        seen = {tuple(self._steps[root][0] for root in self._known)}
        for function in sorted(functions, key=lambda one: one.size):
            if search.over() or len(found) == _MAX_NEW:
                break
            if not any(self._recursive(step) for step in function.steps):
                continue  # a composition can do as much
            known: dict[int, int | None] = dict(base.outputs)
            outputs = tuple(
                out
                for root in self._known
                if (out := self._output(root, function, known)) is not None
            )
            if len(outputs) == len(self._known) and outputs not in seen:
                seen.add(outputs)
                found.append(function)
        return found

    def _recursive(self, step: Value) -> bool:
        return any(place >= len(self._paths) for place in _places(step))

    def clauses(self, function: Function, name: str) -> tuple[Clause, ...]:
        """Return the clauses of a function as a predicate of this name."""
        arity = len(self._search.places) + 1
        about, source = (name, arity), function.base.source
        bodies = [_base_body(one, source, about) for one in self._base_tests]
        if not bodies:
            (end,) = self._ends()
            given = tuple(map(constant, self._steps[end]))
            bodies.append(((*given, constant(function.base.outputs[end])), []))
        for side, step in enumerate(function.steps):
            test = function.test
            if test is not None and side == 1:
                test = self._opposite(test)
            bodies.append(self._step_body(step, () if test is None else (test,), about))
        symbols = self._search.symbols
        return tuple(clause_from_ids(name, args, goals, symbols) for args, goals in bodies)

    def _step_body(
        self, step: Value, tests: Sequence[Test], about: tuple[str, int]
    ) -> tuple[tuple[int, ...], list[Goal]]:
        """Return the arguments of the head and the goals of the clause of a step."""
        arity, many = about[1], len(self._paths)
        used = sorted(set(_places(step)))
        needed = [self._paths[place][0] for place in used if place < many]
        calls = [place - many for place in used if place >= many]
        goals, variables = written(
            tests, needed, [self._scheme.calls[call] for call in calls], about
        )
        results = iter([goal.args[-1] for goal in goals if goal.about == about])
        given = [variables.get(path, -1) for path, _ in self._paths]
        given += [next(results) if i in calls else -1 for i in range(len(self._scheme.calls))]
        inputs = tuple(range(arity - 1))
        if step.calls:
            free = max([arity - 1, *(arg for goal in goals for arg in goal.args)]) + 1
            return (*inputs, arity - 1), goals + goals_of(step, given, arity - 1, free)
        if step.place is None:
            return (*inputs, constant(step.symbols[0])), goals
        return (*inputs, given[step.place]), goals

    def _opposite(self, test: Test) -> Test:
        """Return a test that the steps pass that fail a test: another one, or its absence."""
        others = self._calling() - self._held(test)
        places = [i for i, (path, _) in enumerate(self._paths) if path in test.paths]
        for other in self._all_tests(places):
            if self._held(other) == others:
                return other
        return replace(test, negated=True)


def _base_body(
    test: Test, source: _Source, about: tuple[str, int]
) -> tuple[tuple[int, ...], list[Goal]]:
    """Return the arguments of the head and the goals of a base clause."""
    out, inputs = about[1] - 1, range(about[1] - 1)
    goals, variables = written((test,), (source,) if isinstance(source, tuple) else (), (), about)
    if isinstance(source, Mode):
        return (*inputs, out), [*goals, Goal(source.about, (out,))]
    return (*inputs, variables[source] if isinstance(source, tuple) else constant(source)), goals


def _places(value: Value) -> Iterator[int]:
    """Yield the places of the inputs that a value is computed from."""
    ends = [value] if not value.calls else [one for call in value.calls for one in call.inputs]
    yield from (one.place for one in ends if not one.calls and one.place is not None)
