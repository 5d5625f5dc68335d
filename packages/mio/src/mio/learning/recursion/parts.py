"""The parts of recursive programs: the calls of examples, base clauses and recursive clauses.

Recursive clauses are enumerated by size, from the bodies that can precede the recursive literal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

from mio.background.columns import Goal
from mio.background.relation import Places
from mio.language.terms import Term
from mio.learning.modes import Declarations
from mio.learning.recursion.bodies import (
    Bodies,
    Body,
    Calls,
    Descent,
    counted,
    recursive_args,
    size_of,
    with_new,
)
from mio.learning.recursion.derivation import Case, Lookup, RecursiveClause, Steps
from mio.learning.recursion.evaluation import Evaluation
from mio.learning.theory import Examples, Problem

_MAX_GOALS_AFTER = 2  #: maximum number of literals after the recursive one


def recursive_clauses(
    declared: Declarations, bodies: Bodies, size: int
) -> Iterator[RecursiveClause]:
    """Yield the recursive clauses with this number of body literals.

    In each, every variable occurs at least twice, and the body binds all outputs of the head.
    """
    outputs = any(place.sign != "+" for place in declared.head.places)
    for after in range(min(_MAX_GOALS_AFTER, size - 2) + 1 if outputs else 1):
        for body in bodies.of_size(size - 1 - after):
            if body.head == tuple(range(len(body.head))):
                yield from _completed(declared, body, after)


def _completed(declared: Declarations, body: Body, after: int) -> Iterator[RecursiveClause]:
    """Yield the clauses that consist of a body, a recursive literal and this number of further
    literals."""
    head = declared.head
    for given in recursive_args(declared, body):
        choices = [
            [None, *(v for v in body.unbound if body.types[v] == place.type)]
            for place in head.others
        ]
        for chosen in product(*choices):
            passed = [v for v in chosen if v is not None]
            if len(set(passed)) < len(passed):
                continue
            outs, types = with_new(head, chosen, body.types)
            args, fresh = head.filled(given, outs), frozenset(outs)
            uses = counted(body.uses, types, args)
            bound = frozenset((*body.columns, *args))
            if not after:
                if _closed(body.head, uses, bound):
                    yield RecursiveClause(body, args)
                continue
            if fresh <= set(passed) and not body.unbound:
                continue
            for goals in _following(declared, body.head, types, uses, bound, fresh, after):
                yield RecursiveClause(body, args, goals)


def _closed(head: tuple[int, ...], uses: Sequence[int], bound: frozenset[int]) -> bool:
    """Return whether no variable occurs only once and all outputs of the head are bound."""
    arity = len(head)
    return all(
        (count > 1 if v >= arity else count > 0 and v in bound) for v, count in enumerate(uses)
    )


def _following(
    declared: Declarations,
    head: tuple[int, ...],
    types: tuple[str, ...],
    uses: Sequence[int],
    bound: frozenset[int],
    fresh: frozenset[int],
    left: int,
) -> Iterator[tuple[tuple[Goal, Places], ...]]:
    """Yield the goals that can close a clause. Each has a ``fresh`` input: a variable bound by the
    recursive literal or a goal after it."""
    for mode in declared.body:
        ways = [[v for v in bound if types[v] == mode.places[place].type] for place in mode.inputs]
        for inputs in product(*ways):
            if not fresh.intersection(inputs):
                continue
            options = [
                [None, *(v for v, kind in enumerate(types) if kind == place.type)]
                for place in mode.others
            ]
            for chosen in product(*options):
                if left == 1 and None in chosen:
                    continue
                outs, kinds = with_new(mode, chosen, types)
                args = mode.filled(inputs, outs)
                more = counted(uses, kinds, args)
                step = (Goal(mode.about, args), mode.inputs)
                known = bound.union(args)
                if left == 1:
                    if _closed(head, more, known):
                        yield (step,)
                    continue
                new = fresh.union(arg for arg in args if arg not in bound)
                for rest in _following(declared, head, kinds, more, known, new, left - 1):
                    yield (step, *rest)


_MAX_SAMPLED = (
    40  #: maximum number of examples of a kind, the shortest ones, that programs are tried on
)


class ProgramParts:
    """The examples that programs are tried on, and the clauses of these programs by size.

    ``examined`` evaluates recursive clauses on the examples, and ``base`` are the base clauses
    found so far. ``over`` returns whether to stop. The head needs an input.
    """

    def __init__(self, problem: Problem, over: Callable[[], bool]) -> None:
        background, declared = problem.background, problem.declared
        self._background, self._declared = background, declared
        self._over = over
        self._lookup = Lookup(background)
        places = declared.head.places
        self._given = [i for i, place in enumerate(places) if place.sign == "+"]
        self._free = [i for i, place in enumerate(places) if place.sign != "+"]
        self.base: list[Body] = []
        self._known: set[bytes] = set()
        self._counts = [0]  #: numbers of base clauses up to each size
        self._clauses: dict[int, list[Steps]] = {}
        sample = _MAX_SAMPLED
        while not self._prepare(problem.examples, sample) and sample > 2:
            sample //= 2
        self._calls.close(background, self._descents(2))
        self._bodies = Bodies(background, declared, self._calls.columns, over)
        self.examined.direct = [{} for _ in range(len(self._calls))]

    def _prepare(self, examples: Examples, sample: int) -> bool:
        """Number the calls of the shortest examples and those that they lead to through one
        literal. Returns whether there was room for all."""
        symbols = self._background.symbols
        rows = [
            [tuple(map(symbols.number, row)) for row in sorted(kind, key=_length)[:sample]]
            for kind in (examples.positives, examples.negatives)
        ]
        self._calls = Calls(len(self._given))
        all_rows = [*rows[0], *rows[1]]
        columns = [
            np.array([row[place] for row in all_rows], dtype=np.int64) for place in self._given
        ]
        self._calls.add(columns)
        numbers = self._calls.find(columns).tolist()
        cases = [
            Case(number, tuple(row[place] for place in self._free))
            for number, row in zip(numbers, all_rows, strict=True)
        ]
        count = len(rows[0])
        self.examined = Evaluation(cases[:count], cases[count:])
        self._first = Bodies(self._background, self._declared, self._calls.columns, self._over)
        return self._calls.close(self._background, self._descents(1))

    def _descents(self, size: int) -> list[Descent]:
        """Return the ways to call the target again through this number of literals."""
        found = {
            (body.goals, args): Descent(
                tuple(zip(body.goals, body.asked, strict=True)), args, tuple(self._given)
            )
            for body in self._first.of_size(size)
            if all(body.asked)
            for args in recursive_args(self._declared, body)
            if size == 1 or body.single <= len(args)
        }
        return list(found.values())

    def find_base(self, size: int) -> None:
        """Consider the base clauses up to a size, the shortest of those with the same answers."""
        while len(self._counts) <= size:
            for body in self._bodies.of_size(len(self._counts)):
                if body.closed:
                    self._add_base(body)
            self._counts.append(len(self.base))
        self.examined.all_base = (1 << self._counts[size]) - 1

    def _add_base(self, body: Body) -> None:
        columns = [body.calls, *(body.columns[body.head[place]] for place in self._free)]
        rows = np.unique(np.stack(columns, axis=1), axis=0)
        self._background.work.add("row", len(rows))
        key = rows.tobytes()
        if key in self._known:
            return
        self._known.add(key)
        own = 1 << len(self.base)
        self.base.append(body)
        for call, *out in rows.tolist():
            answers = self.examined.direct[call]
            answers[tuple(out)] = answers.get(tuple(out), 0) | own

    def recursive(self, size: int) -> Iterator[Steps]:
        """Yield the prepared recursive clauses of a size that make any call."""
        kept = self._clauses.get(size)
        if kept is not None:
            yield from kept
            return
        kept = []
        for clause in recursive_clauses(self._declared, self._bodies, size):
            if self._over():
                return
            steps = Steps(clause, self._calls, self._given, self._lookup)
            if (steps.callees >= 0).any():
                kept.append(steps)
                yield steps
        self._clauses[size] = kept


def _length(example: Sequence[Term]) -> int:
    return sum(map(size_of, example))
