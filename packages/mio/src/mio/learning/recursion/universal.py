"""Searches for a recursive program that holds if each step of a term passes a test.

Such a program takes its inputs apart, in one or two directions (two for a tree), and holds if a
base clause does, or if a step clause does and the program holds for all parts. Once the base clause
is given, the steps that a positive has to pass are known, and a negative has to fail one of its
own, so step clauses are chosen by sets of steps, and no program has to be run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from typing import NamedTuple, TypeAlias

from mio.background.columns import Goal, constant
from mio.background.conditions import Condition
from mio.errors import BudgetError, InputError
from mio.language.program import Clause, Signature
from mio.learning.coverage import clause_from_ids
from mio.learning.modes import Mode, Place
from mio.learning.recursion.bodies import size_of
from mio.learning.recursion.derivation import Lookup
from mio.learning.theory import Examples, Problem

_MAX_STEPS = 4000  #: maximum number of different steps of all examples
_MAX_VALUES = 12  #: maximum number of values of a step
_MAX_TESTS = 80  #: maximum number of tests that tell steps apart
_MAX_CONSTANTS = 3  #: maximum number of constants that a predicate names
_MAX_UPDATES = 6  #: maximum number of ways to change an accumulator
_MAX_BASES = 40  #: maximum number of base clauses
_MAX_LITERALS = 20  #: maximum number of literals of a program


class Joint(NamedTuple):
    """A function with one output, its last place, of several values."""

    mode: Mode
    paths: tuple[Path, ...]


#: A value of a step: the place of an input, and the functions applied to it one after the other, or
#: a function of several such values.
Path: TypeAlias = tuple[int, tuple[Mode, ...]] | Joint
Step: TypeAlias = tuple[int, ...]  #: the inputs of a call, as symbols


@dataclass(frozen=True)
class Test:
    """A test of values; without a mode, that they exist and are equal. It may be ``negated``."""

    mode: Mode | None
    paths: tuple[Path, ...]
    negated: bool = False


@dataclass(frozen=True)
class Conjunction:
    """Tests, the steps that pass all of them, as bits, and the number of literals."""

    tests: tuple[Test, ...]
    steps: int
    size: int


class Universal:
    """The search in one problem; ``over`` returns whether to stop."""

    def __init__(
        self, problem: Problem, over: Callable[[], bool], places: Sequence[Place] | None = None
    ) -> None:
        self.problem, self.over = problem, over
        self.symbols = problem.background.symbols
        self.lookup = Lookup(problem.background)
        self.places = problem.declared.head.places if places is None else places
        self.taken = len(self.places)  #: the number of inputs that are taken apart
        modes = [mode for mode in problem.declared.body if not mode.is_threshold]
        self._functions = [m for m in modes if [p.sign for p in m.places] == ["+", "-"]]
        usable = [mode for mode in modes if all(p.sign in "+-" for p in mode.places)]
        #: tests first, and functions that test a value with few arguments
        self._modes = sorted(usable, key=lambda mode: (len(mode.others), len(mode.places)))
        self.explored = 0

    def search(self) -> tuple[Clause, ...] | None:
        """Return the clauses of the smallest program that is right about all examples, if any."""
        if any(place.sign != "+" for place in self.places):
            return None
        number = self.symbols.number
        examples = [
            [tuple(map(number, row)) for row in rows]
            for rows in (self.problem.examples.positives, self.problem.examples.negatives)
        ]
        best: tuple[int, tuple[Clause, ...]] | None = None
        for calls in self.schemes():
            if self.over():
                break
            most = _MAX_LITERALS if best is None else best[0] - 1
            found = Scheme(self, calls).fitting(examples[0], examples[1], most)
            if found is not None:
                best = found
        return self._count() if best is None else best[1]

    def _count(self) -> tuple[Clause, ...] | None:
        """Return the clauses of a program that calls a new one with a constant more: an input that
        each step changes in one of two ways."""
        for kind, symbol in self.constants():
            problem, begin = self.with_accumulator(kind, symbol)
            inner = Universal(problem, self.over)
            inner.taken = len(self.places)
            found = inner.counting()
            self.explored += inner.explored
            if found is not None:
                return (begin, *found)
        return None

    def counting(self) -> tuple[Clause, ...] | None:
        """Return the clauses of a program whose last input ends as one value for all positives, and
        for no negative; how a step changes it depends on a test."""
        number = self.symbols.number
        true, false = (
            [tuple(map(number, row)) for row in rows]
            for rows in (self.problem.examples.positives, self.problem.examples.negatives)
        )
        for (call,) in self.short_schemes():
            first = [one for one in self.paths((call,)) if one[0][0] != self.taken and one[0][1]]
            tests = [one for one in self.tests(first) if one.mode and not one.mode.others]
            ways: list[Path] = [(self.taken, ()), *self.updates((call,))]
            for test, pair in product(tests, permutations(ways[:_MAX_UPDATES], 2)):
                if self.over():
                    return None
                calls = [((*call[:-1], update),) for update in pair]
                scheme = Scheme(self, calls[0], other=(test, calls[1]))
                ends = scheme.ends(true)
                if len(ends) == 1 and not ends & scheme.ends(false):
                    found = scheme.fitting(true, false, _MAX_LITERALS)
                    if found is not None:
                        return found[1]
        return None

    def with_accumulator(self, kind: str, symbol: int) -> tuple[Problem, Clause]:
        """Return the problem of a new predicate with one more input, which is a constant in all
        examples, and the clause that calls it."""
        head, place = self.problem.declared.head, len(self.places)
        start, examples = self.symbols.term(symbol), self.problem.examples
        rows = (
            tuple((*row[:place], start, *row[place:]) for row in kept)
            for kept in (examples.positives, examples.negatives)
        )
        new = Mode(f"{head.name}_1", (*self.places, Place("+", kind), *head.places[place:]))
        declared = replace(self.problem.declared, head=new)
        arity = range(len(head.places))
        goal = Goal(new.about, (*arity[:place], constant(symbol), *arity[place:]))
        begin = clause_from_ids(head.name, arity, [goal], self.symbols)
        return replace(self.problem, declared=declared, examples=Examples(*rows)), begin

    def constants(self) -> list[tuple[str, int]]:
        """Return the constants that predicates name, with their types."""
        background, found = self.problem.background, list[tuple[str, int]]()
        for mode in (*self.problem.declared.generators, *self._modes):
            if len(mode.places) == 1 and (mode.others or background.is_table(mode.about)):
                with suppress(BudgetError, InputError):  # it may enumerate without end
                    rows = background.list_answers(mode.about)
                    kind = mode.places[0].type
                    some = rows if len(rows) <= _MAX_CONSTANTS else []
                    found += [(kind, self.symbols.number(row[0])) for row in some]
        return list(dict.fromkeys(found))

    def short_schemes(self) -> list[tuple[tuple[Path, ...], ...]]:
        """Return the schemes with one call through one function."""
        return [
            calls
            for calls in self.schemes()
            if len(calls) == 1 and all(len(path[1]) <= 1 for path in calls[0])
        ]

    def updates(self, calls: Sequence[tuple[Path, ...]]) -> Iterator[Path]:
        """Yield what a step may change the accumulator to."""
        place, kind = self.taken, self.places[-1].type
        unary = [mode for mode in self._functions if {p.type for p in mode.places} == {kind}]
        own: list[Path] = [(place, ()), *((place, (mode,)) for mode in unary)]
        yield from own[1:]
        paths = self.paths(calls)
        first = [(path, k) for path, k in paths if path[0] != place and len(path[1]) == 1]
        for after in own:
            for mode in self._modes:
                if [p.sign for p in mode.places] != ["+", "+", "-"] or mode.places[2].type != kind:
                    continue
                for side in (0, 1):
                    if mode.places[side].type == kind:
                        other = mode.places[1 - side].type
                        for path in (path for path, k in first if k == other):
                            yield Joint(mode, (after, path) if side == 0 else (path, after))

    def schemes(self) -> Iterator[tuple[tuple[Path, ...], ...]]:
        """Yield the inputs of the calls that a step makes: one call or, for a tree, two."""
        taken = self.places[: self.taken]
        for kind in dict.fromkeys(place.type for place in taken):
            same = [i for i, place in enumerate(taken) if place.type == kind]
            smaller = [m for m in self._functions if {p.type for p in m.places} == {kind}]
            ways = [(m,) for m in smaller] + list(product(smaller, smaller))
            for places in (
                ([i] for i in same) if len(same) == 1 else ([*same], *([i] for i in same))
            ):
                for way in ways:
                    yield (self._call(places, way),)
                for pair in combinations(smaller, 2):
                    yield tuple(self._call(places, (mode,)) for mode in pair)

    def _call(self, places: Sequence[int], way: tuple[Mode, ...]) -> tuple[Path, ...]:
        return tuple((i, way if i in places else ()) for i in range(len(self.places)))

    def value(self, path: Path, step: Step) -> int | None:
        """Return a value of a step, None if a function has no or several values."""
        if isinstance(path, Joint):
            values = [self.value(one, step) for one in path.paths]
            asked = tuple(value for value in values if value is not None)
            if len(asked) < len(values):
                return None
            found = self.lookup.rows(path.mode.about, path.mode.inputs, asked)
            return found[0][0] if len(found) == 1 else None
        place, functions = path
        symbol = step[place]
        for mode in functions:
            rows = self.lookup.rows(mode.about, (0,), (symbol,))
            if len(rows) != 1:
                return None
            symbol = rows[0][0]
        return symbol

    def passes(self, test: Test, step: Step) -> bool:
        """Return whether a step passes a test."""
        values = [self.value(path, step) for path in test.paths]
        asked = tuple(value for value in values if value is not None)
        if len(asked) < len(values):
            return False
        if test.mode is None:
            return len(set(asked)) == 1
        return bool(self.lookup.rows(test.mode.about, tuple(range(len(asked))), asked))

    def size(self, step: Step) -> int:
        """Return the size of the inputs."""
        return sum(size_of(self.symbols.term(symbol)) for symbol in step)

    def smaller(self, call: Step, step: Step) -> bool:
        """Return whether a call has smaller inputs, apart from accumulators."""
        call, step = call[: self.taken], step[: self.taken]
        sizes = [self.size(one) for one in (call, step)]
        numbers = [
            sum(t for t in map(self.symbols.term, one) if isinstance(t, int))
            for one in (call, step)
        ]
        return sizes[0] < sizes[1] or (sizes[0] == sizes[1] and 0 <= numbers[0] < numbers[1])

    def paths(self, calls: Sequence[tuple[Path, ...]]) -> list[tuple[Path, str]]:
        """Return the values of a step with their types: inputs, what it calls itself with, and
        functions of these."""
        first = [(i, tuple[Mode, ...]()) for i in range(len(self.places))]
        parts = dict.fromkeys(
            (path[0], path[1][:many])
            for call in calls
            for path in call
            if not isinstance(path, Joint)
            for many in range(1, len(path[1]) + 1)
        )
        found: list[tuple[Path, str]] = [(path, self.places[path[0]].type) for path in first]
        found += [
            (path, path.mode.places[-1].type)
            for call in calls
            for path in call
            if isinstance(path, Joint)
        ]
        for place, way in (*first, *parts):
            kind = way[-1].places[1].type if way else self.places[place].type
            found += [
                ((place, (*way, mode)), mode.places[1].type)
                for mode in self._functions
                if mode.places[0].type == kind
            ]
        return list(dict.fromkeys(found))[:_MAX_VALUES]

    def tests(self, paths: Sequence[tuple[Path, str]]) -> Iterator[Test]:
        """Yield the tests of values: that one exists, predicates of some of them, and that two are
        equal."""
        yield from (Test(None, (path,)) for path, _ in paths if path[1])
        for mode in self._modes:
            ways = [[path for path, kind in paths if kind == p.type] for p in mode.places]
            for chosen in product(*ways):
                if len(set(chosen)) == len(chosen) and not _by_itself(mode, chosen):
                    yield Test(mode, chosen)
        for (one, kind), (other, its) in combinations(paths, 2):
            if kind == its and other[1]:
                yield Test(None, (one, other))


def _by_itself(mode: Mode, chosen: Sequence[Path]) -> bool:
    """Return whether a value is the function of the other by definition."""
    one, *others = chosen
    return not isinstance(one, Joint) and others == [(one[0], (*one[1], mode))]


class Scheme:
    """One way to take inputs apart, and its steps; those that lead only to ends are ends too if
    they are ``early``, so that a step has a neighbour. Steps that fail a test may make ``other``
    calls."""

    def __init__(
        self,
        search: Universal,
        calls: tuple[tuple[Path, ...], ...],
        early: bool = False,
        other: tuple[Test, tuple[tuple[Path, ...], ...]] | None = None,
    ) -> None:
        self._search, self.calls, self._early, self._other = search, calls, early, other
        self.numbers: dict[Step, int] = {}
        self.next: list[tuple[int, ...] | None] = []  #: the calls of each step, None if an end

    def number(self, step: Step) -> int | None:
        """Number a step after those that it leads to; None if there are too many, or endless."""
        waiting = [step]
        while waiting:
            one = waiting[-1]
            if one in self.numbers:
                waiting.pop()
                continue
            calls = self._called(one)
            new = [call for call in calls or () if call not in self.numbers]
            if any(not self._search.smaller(call, one) for call in new) or (
                len(self.numbers) + len(waiting) > _MAX_STEPS
            ):
                return None
            if new:
                waiting += new
                continue
            self.numbers[one] = len(self.numbers)
            self.next.append(None if calls is None else tuple(self.numbers[call] for call in calls))
            waiting.pop()
        return self.numbers[step]

    def _called(self, step: Step) -> list[Step] | None:
        calls = self._parts(step)
        last = calls is not None and all(self._parts(call) is None for call in calls)
        return None if self._early and last else calls

    def _parts(self, step: Step) -> list[Step] | None:
        found, calls = [], self.calls
        if self._other is not None and not self._search.passes(self._other[0], step):
            calls = self._other[1]
        for call in calls:
            values = [self._search.value(path, step) for path in call]
            known = tuple(value for value in values if value is not None)
            if len(known) < len(values):
                return None
            found.append(known)
        return found

    def ends(self, steps: Sequence[Step]) -> set[int]:
        """Return the ends that steps lead to."""
        found = set[int]()
        for step in steps:
            one = self.number(step)
            while one is not None and (following := self.next[one]) is not None:
                (one,) = following
            found |= {-1 if one is None else one}
        return found

    def fitting(
        self, positives: Sequence[Step], negatives: Sequence[Step], most: int
    ) -> tuple[int, tuple[Clause, ...]] | None:
        """Return the smallest program of at most so many literals, heads included, and its size."""
        roots = [[self.number(step) for step in rows] for rows in (positives, negatives)]
        if any(root is None for rows in roots for root in rows) or len(self.calls) == 0:
            return None
        if not any(self.next[root] for root in roots[0] if root is not None):
            return None
        single = self.single()
        best: tuple[int, tuple[Clause, ...]] | None = None
        bases = sorted(_joined(single, single), key=lambda one: one.size)
        true = sum(1 << root for root in dict.fromkeys(roots[0]) if root is not None)
        false = sum(1 << root for root in dict.fromkeys(roots[1]) if root is not None)
        count = 0
        for base in bases:
            if count == _MAX_BASES or base.steps & false or base.steps & true == true:
                continue
            if self._search.over() or base.size + 1 >= most:
                break
            needed = [self._passing(root, base.steps) for root in _bits(true)]
            if None in needed:
                continue
            count += 1
            needs = 0
            for one in needed:
                needs |= one or 0
            others = [self._passing(root, base.steps) for root in _bits(false)]
            excluded = [one for one in others if one is not None]
            chosen = self._chosen(single, needs, excluded, most - base.size - 1)
            if chosen is not None:
                literals = base.size + 1 + sum(self._size(one) for one in chosen)
                best = (literals, self._clauses(base, chosen))
                most = literals - 1
        return best

    def single(self) -> list[Conjunction]:
        """Return the tests that some steps pass, one of those that the same steps pass."""
        steps = list(self.numbers)
        found: dict[int, Conjunction] = {}
        for test in self._search.tests(self._search.paths(self.calls)):
            if len(found) == _MAX_TESTS or self._search.over():
                break
            self._search.explored += 1
            held = sum(1 << i for i, step in enumerate(steps) if self._search.passes(test, step))
            one = Conjunction((test,), held, _literals((test,)))
            if held and (held not in found or one.size < found[held].size):
                found[held] = one
        return list(found.values())

    def _passing(self, root: int, base: int) -> int | None:
        """Return the steps that have to pass a step clause for a call to hold, None if it cannot
        hold because an end is not in the base."""
        found, waiting = 0, [root]
        while waiting:
            one = waiting.pop()
            if base >> one & 1 or found >> one & 1:
                continue
            following = self.next[one]
            if following is None:
                return None
            found |= 1 << one
            waiting += following
        return found

    def _chosen(
        self, single: Sequence[Conjunction], needs: int, excluded: Sequence[int], most: int
    ) -> tuple[Conjunction, ...] | None:
        """Return the smallest one or two clauses that the needed steps pass, and of each of the
        others one does not."""
        useful: dict[int, Conjunction] = {}
        every = Conjunction((), (1 << len(self.next)) - 1, 0)
        for one in (every, *_joined(single, single)):
            held = one.steps & needs
            if held and not any(one.steps & steps == steps for steps in excluded):
                kept = useful.get(one.steps)
                if kept is None or one.size < kept.size:
                    useful[one.steps] = one
        ranked = sorted(useful.values(), key=self._size)
        whole = next((one for one in ranked if one.steps & needs == needs), None)
        if whole is not None:
            return (whole,) if self._size(whole) <= most else None
        best: tuple[Conjunction, ...] | None = None
        for i, one in enumerate(ranked):
            if 2 * self._size(one) > most or self._search.over():
                break
            rest = needs & ~one.steps
            for other in ranked[i + 1 :]:
                size = self._size(one) + self._size(other)
                if size > most:
                    break
                both = one.steps | other.steps
                if not rest & ~other.steps and not any(both & x == x for x in excluded):
                    best, most = (one, other), size - 1
        return best

    def _size(self, one: Conjunction) -> int:
        """Return the number of literals of the clauses of a step, with their heads."""
        return sum(len(goals) + 1 for goals in self._bodies(one))

    def _bodies(self, one: Conjunction) -> list[list[Goal]]:
        """Return the goals of the clauses of a step: the values, the tests, and the calls."""
        about = self._search.problem.declared.head.about
        if self._other is None:
            return [written(one.tests, (), self.calls, about)[0]]
        test, calls = self._other
        sides = ((test, self.calls), (replace(test, negated=True), calls))
        return [written((*one.tests, side), (), made, about)[0] for side, made in sides]

    def _clauses(self, base: Conjunction, chosen: Iterable[Conjunction]) -> tuple[Clause, ...]:
        head, symbols = self._search.problem.declared.head, self._search.symbols
        bodies = [written(base.tests, (), (), head.about)[0]]
        bodies += [goals for one in chosen for goals in self._bodies(one)]
        places = range(len(head.places))
        return tuple(clause_from_ids(head.name, places, goals, symbols) for goals in bodies)


def _joined(one: Sequence[Conjunction], other: Sequence[Conjunction]) -> Iterator[Conjunction]:
    """Yield the tests, and those of their pairs that fewer steps pass."""
    yield from one
    for a, b in combinations(one, 2):
        both = a.steps & b.steps
        if both not in (0, a.steps, b.steps):
            tests = (*a.tests, *b.tests)
            yield Conjunction(tests, both, _literals(tests))


def _literals(tests: Sequence[Test]) -> int:
    return len(written(tests, (), (), ("", 0))[0])


def written(
    tests: Sequence[Test],
    paths: Sequence[Path],
    calls: Sequence[tuple[Path, ...]],
    about: Signature,
) -> tuple[list[Goal], dict[Path, int]]:
    """Return the goals that compute values, each once, with tests after the values they need and
    the calls of a predicate last, and the variables of the values. Equal values are one
    variable."""
    arity = about[1]
    variables: dict[Path, int] = {(i, ()): i for i in range(arity)}
    equal = {test.paths[1]: test.paths[0] for test in tests if test.mode is None and test.paths[1:]}
    goals: list[Goal] = []
    fresh = iter(range(arity, arity + 1000))

    def variable(path: Path) -> int:
        if path not in variables and isinstance(path, Joint):
            args = [variable(one) for one in path.paths]
            variables[path] = next(fresh)
            goals.append(Goal(path.mode.about, (*args, variables[path])))
        if path not in variables:
            assert not isinstance(path, Joint)
            place, way = path
            if not way:
                variables[path] = place
                return place
            given = variable((place, way[:-1]))
            shared = equal.get(path)
            variables[path] = next(fresh) if shared is None else variable(shared)
            goals.append(Goal(way[-1].about, (given, variables[path])))
        return variables[path]

    for test in tests:
        args = tuple(map(variable, test.paths))
        if test.mode is not None:
            goal = Goal(test.mode.about, args)
            if test.negated:
                inner = Goal(goal.about, tuple(range(len(args))))
                goal = Goal(Condition((inner,), len(args)).about, args)
            goals.append(goal)
    for path in paths:
        variable(path)
    for call in calls:
        args = tuple(map(variable, call))
        output = () if len(args) == arity else (next(fresh),)
        goals.append(Goal(about, (*args, *output)))
    return goals, variables


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
