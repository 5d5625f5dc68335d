"""Searches for functions on lists, and other data with parts, that take one element at a time.

A fold is a recursive program whose base clause is about the terms without an element, and whose
other clauses compute the output from an element and the output for the rest. The step is enumerated
by size, like the compositions of functions; one for the elements that pass a test and one for the
others, too, which gives maps, filters and the longest prefix of a kind. A test may compare an
element with the rest after it, so that repetitions can be left out. Each step is tried on the
shortest examples first (Gibbons 2003, "Origami programming"; Feser et al. 2015, "Synthesizing data
structure transformations from input-output examples").

If no fold is the target, folds are functions that compositions may call, as new predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import TypeAlias

from mio.background.columns import Goal, constant
from mio.background.conditions import Condition
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
from mio.learning.recursion.bodies import size_of
from mio.learning.recursion.derivation import Lookup
from mio.learning.theory import Problem

_MAX_ELEMENTS = 200  #: maximum number of elements of an example
_SAMPLE_SIZE = 5  #: number of rows on which steps are compared
_MAX_STEP_CALLS = 3  #: maximum number of calls of a step
_MAX_QUESTIONS = 40_000  #: maximum number of questions to enumerate the steps
_MAX_PAIRED_STEPS = 150  #: maximum number of steps on either side of a test
_MAX_NEW = 30  #: maximum number of folds that compositions may call
_MAX_NEW_CALLS = 2  #: maximum number of calls of their steps

_ELEMENT, _RESULT, _REST, _INPUT = range(4)  #: the places of what a step computes with
_Row: TypeAlias = tuple[int, int]  #: an element and the rest after it


@dataclass(frozen=True)
class Parts:
    """How a term is taken apart: the modes of an element and of the rest."""

    element: Mode
    rest: Mode


@dataclass(frozen=True)
class Base:
    """The output for terms without an element: the input itself if ``same``, else a constant."""

    output: int
    same: bool
    test: Mode | None  #: holds for terms without an element
    source: Mode | None  #: names the constant


@dataclass(frozen=True)
class Fold:
    """A function: a step for all elements or, with a ``test``, for those that pass it and one for
    the others. The arguments of a test are the element and the rest after it, by their places."""

    parts: Parts
    base: Base
    steps: tuple[Value, ...]
    test: Goal | None = None

    @property
    def size(self) -> int:
        """The number of calls of its steps and tests."""
        return sum(len(step.calls) + 1 for step in self.steps)


@dataclass
class Folds:
    """The search for folds of one problem; ``over`` returns whether to stop."""

    problem: Problem
    over: Callable[[], bool]
    explored: int = 0
    _chains: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    #: the first way to take the inputs of the positives apart, if an empty one is its own output
    _first: tuple[Parts, Base, list[int], dict[int, list[tuple[int, int, int]]]] | None = None

    def __post_init__(self) -> None:
        self._background, self._declared = self.problem.background, self.problem.declared
        self._lookup = Lookup(self._background)
        self._symbols = self._background.symbols
        self._growth = Growth(self._symbols, self.problem.examples.positives)

    def search(self, *, widely: bool = False) -> tuple[Clause, ...] | None:
        """Return the clauses of the first fold that gives the outputs of all positives, and of no
        negative. Its tests are about an element or, widely, about the rest after it too, which fits
        more by chance."""
        head = self._declared.head
        if [place.sign for place in head.places] not in (["+", "-"], ["+", "+"]):
            return None
        number = self._symbols.number
        examples = [
            [(number(row[0]), number(row[1])) for row in rows]
            for rows in (self.problem.examples.positives, self.problem.examples.negatives)
        ]
        wanted = sorted(examples[0], key=lambda row: size_of(self._symbols.term(row[0])))
        if len(dict(wanted)) < max(2, len(wanted)):
            return None
        for parts in self._parts():
            chains = {row[0]: self._elements(parts, row[0]) for row in (*wanted, *examples[1])}
            if any(chains[asked] is None for asked, _ in wanted):
                continue
            self._chains = {asked: found for asked, found in chains.items() if found is not None}
            for base in self._bases(parts, dict(wanted)):
                if base.same and self._first is None:
                    self._first = (parts, base, [asked for asked, _ in wanted], self._chains)
                found = self._fitting(parts, base, wanted, examples[1], widely)
                if found is not None:
                    return self.clauses(found, head.name)
        return None

    def compose(self, coverage: Coverage, length: int) -> tuple[Clause, ...] | None:
        """Return the clauses of a composition that gives the outputs of all positives, and of the
        folds that it calls as new predicates."""
        named = dict(self._new())
        for name, fold in named.items():
            self._background.function(name, "+-", partial(self._outputs, fold))
        kind = self._declared.head.places[0].type
        modes = tuple(Mode(name, (Place("+", kind), Place("-", kind))) for name in named)
        declared = replace(self._declared, body=(*self._declared.body, *modes))
        problem = replace(self.problem, declared=declared)
        try:
            found = search_compositions(problem, coverage, length, self.over) if named else None
        finally:
            for name in named:
                self._background.forget((name, 2))
        if found is None or not found.complete:
            return None
        self.explored += found.explored
        best = found.found[-1].clause
        called = dict.fromkeys(about[0] for goal in best.body if (about := signature(goal)))
        definitions = (self.clauses(named[name], name) for name in called if name in named)
        return (best, *(clause for clauses in definitions for clause in clauses))

    def _new(self) -> Iterator[tuple[str, Fold]]:
        """Yield folds with small steps that return terms of the type of the input, by new names;
        of those with the same outputs, the first."""
        places = self._declared.head.places
        if len(places) != 2 or places[0].type != places[1].type or self._first is None:
            return
        parts, base, asked, self._chains = self._first
        steps = [
            value
            for value in self._values(parts, base, asked)
            if value.kind == places[1].type and len(value.calls) <= _MAX_NEW_CALLS
        ]
        folds = [Fold(parts, base, (step,)) for step in steps]
        short = [step for step in steps if len(step.calls) <= 1]
        for test, pair in product(self._tests(parts), product(short, short)):
            folds.append(Fold(parts, base, pair, test))
        seen, count = {tuple(asked)}, 0
        for fold in sorted(folds, key=lambda one: one.size):
            if self.over() or count == _MAX_NEW:
                return
            if not any(one.place == _RESULT for step in fold.steps for one in _inputs(step)):
                continue  # no recursion, so that a composition can do as much
            found = (self.output(fold, one) for one in asked)
            outputs = tuple(one for one in found if one is not None)
            if len(outputs) < len(asked) or outputs in seen:
                continue
            seen.add(outputs)
            count += 1
            yield f"{self._declared.head.name}_{count}", fold

    def _outputs(self, fold: Fold, asked: Term) -> list[Term]:
        """Return the output of a fold for a term, if it has one."""
        number = self._symbols.number(asked)
        if number not in self._chains:
            found = self._elements(fold.parts, number)
            if found is None:
                return []
            self._chains[number] = found
        output = self.output(fold, number)
        return [] if output is None else [self._symbols.term(output)]

    def _parts(self) -> Iterator[Parts]:
        """Yield the pairs of functions that take the input apart: one gives an element, one a
        smaller term of the type of the input."""
        kind = self._declared.head.places[0].type
        functions = [
            mode
            for mode in self._declared.body
            if [p.sign for p in mode.places] == ["+", "-"] and mode.places[0].type == kind
        ]
        for rest in functions:
            if rest.places[1].type == kind:
                yield from (Parts(e, rest) for e in functions if e.places[1].type != kind)

    def _elements(self, parts: Parts, asked: int) -> list[tuple[int, int, int]] | None:
        """Return the elements of a term, each with the rest after it and the term it is taken from,
        and the term without elements as the last rest; None if it cannot be taken apart."""
        found: list[tuple[int, int, int]] = []
        while len(found) < _MAX_ELEMENTS:
            rest = self._one(parts.rest, asked)
            element = self._one(parts.element, asked)
            if rest is None or element is None:
                return found if (rest, element) == (None, None) else None
            term = self._symbols.term
            if size_of(term(rest)) >= size_of(term(asked)):
                return None
            found.append((element, rest, asked))
            asked = rest
        return None

    def _one(self, mode: Mode, asked: int) -> int | None:
        rows = self._lookup.rows(mode.about, (0,), (asked,))
        return rows[0][0] if len(rows) == 1 else None

    def _bases(self, parts: Parts, known: dict[int, int]) -> Iterator[Base]:
        """Yield the outputs to try for the term without elements."""
        ends = {chain[-1][1] if chain else asked for asked, chain in self._chains.items()}
        if len(ends) != 1:
            return
        (end,) = ends
        inputs, out = self._declared.head.places
        tests = (m for m in self._declared.body if [p.sign for p in m.places] == ["+"])
        others = [asked for asked, chain in self._chains.items() if chain]
        test = next(
            (
                mode
                for mode in tests
                if mode.places[0].type == inputs.type
                and self._holds(mode, end)
                and not any(self._holds(mode, other) for other in others)
            ),
            None,
        )
        sources = [m for m in self._declared.generators if m.places[0].type == out.type]
        named = {}
        for mode in sources:
            for row in self._background.list_answers(mode.about):
                named[self._symbols.number(row[0])] = mode
        if end in known:
            yield Base(known[end], known[end] == end, test, named.get(known[end]))
            return
        if inputs.type == out.type:
            yield Base(end, True, test, None)
        yield from (Base(value, False, test, mode) for value, mode in named.items())

    def _holds(self, test: Mode, asked: int) -> bool:
        return bool(self._lookup.rows(test.about, (0,), (asked,)))

    def _values(self, parts: Parts, base: Base, outputs: Sequence[int]) -> Iterator[Value]:
        """Yield the values that a step can compute, by the number of calls."""
        chains = sorted(self._chains.values(), key=len)
        rows = [chain[0] for chain in chains if chain][: -1 - _SAMPLE_SIZE : -1]
        rows = rows[: len(outputs) - 1]
        results = [outputs[-2 - i] for i in range(len(rows))]  # those of other examples
        kinds = (parts.element.places[1].type, self._declared.head.places[1].type)
        given = parts.rest.places[0].type
        columns = [
            tuple(element for element, _, _ in rows),
            tuple(results),
            tuple(rest for _, rest, _ in rows),
            tuple(asked for _, _, asked in rows),
        ]
        first = [
            Value(kind, symbols, (), place)
            for place, (kind, symbols) in enumerate(
                zip((*kinds, given, given), columns, strict=True)
            )
        ]
        first.append(Value(kinds[1], (base.output,) * len(rows), (), None))
        modes = [mode for mode in self._declared.body if mode.about != parts.rest.about]
        values = Values(self._lookup, modes, first, self._growth)
        yield from first
        for size in range(1, _MAX_STEP_CALLS + 1):
            values.by_size.append([])
            for call in values.calls(size):
                if values.asked > _MAX_QUESTIONS or self.over():
                    return
                for value in values.of(call, len(rows)):
                    values.by_size[size].append(value)
                    yield value

    def _fitting(
        self,
        parts: Parts,
        base: Base,
        wanted: Sequence[tuple[int, int]],
        negatives: Sequence[tuple[int, int]],
        widely: bool,
    ) -> Fold | None:
        """Return the smallest fold that fits the examples."""
        kind = self._declared.head.places[1].type
        tests = self._tests(parts, widely=widely)
        passing: list[list[Value]] = [[] for _ in tests]
        failing: list[list[Value]] = [[] for _ in tests]
        outputs = [output for _, output in wanted]
        for step in self._values(parts, base, outputs):
            if step.kind != kind:
                continue
            fold = Fold(parts, base, (step,))
            if self._fits(fold, wanted, negatives):
                return fold
            for test, (yes, no) in enumerate(zip(passing, failing, strict=True)):
                found = self._fit_beside(
                    parts, base, step, tests[test], (yes, no), wanted, negatives
                )
                if found is not None:
                    return found
        return None

    def _fit_beside(
        self,
        parts: Parts,
        base: Base,
        step: Value,
        test: Goal,
        sides: tuple[list[Value], list[Value]],
        wanted: Sequence[tuple[int, int]],
        negatives: Sequence[tuple[int, int]],
    ) -> Fold | None:
        """Pair a step with the earlier ones on the other side of a test, and keep it on a side
        unless the examples on that side alone exclude it."""
        for side, (own, other) in enumerate((sides, sides[::-1])):
            alone = [row for row in wanted if self._all(row[0], test, passed=side == 0)]
            if len(own) >= _MAX_PAIRED_STEPS or not self._fits(Fold(parts, base, (step,)), alone):
                continue
            own.append(step)
            for beside in other:
                if self.over():
                    return None
                steps = (step, beside) if side == 0 else (beside, step)
                fold = Fold(parts, base, steps, test)
                if steps[0] is not steps[1] and self._fits(fold, wanted, negatives):
                    return fold
        return None

    def _tests(self, parts: Parts, *, widely: bool = False) -> list[Goal]:
        """Return tests that tell elements apart, one of those with the same or opposite results."""
        rows = self._rows
        found: dict[frozenset[_Row], Goal] = {}
        for test in self._all_tests(parts):
            if not widely and test.args != (_ELEMENT,):
                continue
            held = frozenset(row for row in rows if self._passes(test, row))
            if 0 < len(held) < len(rows) and rows - held not in found:
                found.setdefault(held, test)
        return list(found.values())

    def _all_tests(self, parts: Parts) -> Iterator[Goal]:
        """Yield the tests of an element, of the rest after it, and of both."""
        kinds = {parts.element.places[1].type: _ELEMENT, parts.rest.places[0].type: _REST}
        for mode in self._declared.body:
            args = tuple(kinds.get(place.type, -1) for place in mode.places)
            if -1 not in args and len(set(args)) == len(args) and not mode.is_threshold:
                yield Goal(mode.about, args)

    @property
    def _rows(self) -> frozenset[_Row]:
        """The elements of all chains, each with the rest after it."""
        return frozenset(
            (element, rest) for chain in self._chains.values() for element, rest, _ in chain
        )

    def _passes(self, test: Goal, row: _Row) -> bool:
        asked = tuple(row[arg == _REST] for arg in test.args)
        return bool(self._lookup.rows(test.about, tuple(range(len(asked))), asked))

    def _all(self, asked: int, test: Goal, passed: bool) -> bool:
        return all(
            self._passes(test, (element, rest)) == passed
            for element, rest, _ in self._chains[asked]
        )

    def _fits(
        self,
        fold: Fold,
        wanted: Sequence[tuple[int, int]],
        negatives: Sequence[tuple[int, int]] = (),
    ) -> bool:
        self.explored += 1
        return all(self.output(fold, asked) == output for asked, output in wanted) and not any(
            asked in self._chains and self.output(fold, asked) == output
            for asked, output in negatives
        )

    def output(self, fold: Fold, asked: int) -> int | None:
        """Return the output of a fold, None if it has none."""
        result: int | None = fold.base.output
        for row in reversed(self._chains[asked]):
            passed = fold.test is None or self._passes(fold.test, row[:2])
            assert result is not None
            result = computed(
                self._lookup, fold.steps[not passed], (row[0], result, row[1], row[2])
            )
            if result is None or not self._growth.allows(result):
                return None
        return result

    def clauses(self, fold: Fold, name: str) -> tuple[Clause, ...]:
        """Return a fold as clauses of a predicate."""
        base, made = fold.base, list[Clause]()
        goals = [Goal(base.test.about, (0,))] if base.test is not None else []
        end = constant(base.output)
        out = 0 if base.same else 1 if base.source is not None else end
        goals += [Goal(base.source.about, (1,))] if base.source is not None and out == 1 else []
        given = (
            0
            if base.test is not None
            else next(constant(chain[-1][1]) for chain in self._chains.values() if chain)
        )
        if given < 0 and out == 0:
            out = end
        made.append(clause_from_ids(name, (given, out), goals, self._symbols))
        for place, step in enumerate(fold.steps):
            made.append(self._step_clause(fold, name, step, passed=place == 0))
        return tuple(made)

    def _step_clause(self, fold: Fold, name: str, step: Value, passed: bool) -> Clause:
        """Return the clause of a step: 0 and 1 are its input and output, 2 to 4 the element, the
        rest and the output for the rest."""
        used = {v.place for v in _inputs(step)}
        head, result = (0, 1), 4
        if not step.calls:
            if step.place is None:
                head = (0, constant(step.symbols[0]))
            elif step.place == _RESULT:
                result = 1
            else:
                head = (0, {_ELEMENT: 2, _REST: 3, _INPUT: 0}[step.place])
        tested = () if fold.test is None else fold.test.args
        goals = []
        if _ELEMENT in used or fold.test is not None:
            goals.append(Goal(fold.parts.element.about, (0, 2)))
        about_rest = [Goal(fold.parts.rest.about, (0, 3))]
        goals += about_rest if _REST in tested else []
        if fold.test is not None:
            goals.append(_numbered(fold.test) if passed else self._opposite(fold.parts, fold.test))
        goals += about_rest if _REST not in tested and used & {_RESULT, _REST} else []
        if _RESULT in used:
            goals.append(Goal((name, 2), (3, result)))
        if step.calls:
            goals += goals_of(step, (2, 4, 3, 0), 1, 5)
        return clause_from_ids(name, head, goals, self._symbols)

    def _opposite(self, parts: Parts, test: Goal) -> Goal:
        """Return a goal for the elements that fail the test: another test, or its absence."""
        rows = self._rows
        for other in self._all_tests(parts):
            if all(self._passes(other, row) != self._passes(test, row) for row in rows):
                return _numbered(other)
        failed = Condition((Goal(test.about, tuple(range(len(test.args)))),), len(test.args))
        return Goal(failed.about, _numbered(test).args)


def _numbered(test: Goal) -> Goal:
    """Return a test as a goal of a clause, in which the element is 2 and the rest 3."""
    return Goal(test.about, tuple(3 if arg == _REST else 2 for arg in test.args))


def _inputs(step: Value) -> Iterator[Value]:
    """Yield the inputs of a step that it uses."""
    if not step.calls:
        yield step
    for call in step.calls:
        yield from (value for value in call.inputs if not value.calls)
