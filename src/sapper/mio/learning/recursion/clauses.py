"""Enumerates recursive clauses by size, from the bodies that can precede the recursive literal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sapper.mio.background.goals import Goal
from sapper.mio.background.relation import Places
from sapper.mio.learning.modes import Declarations
from sapper.mio.learning.recursion.bodies import Bodies, Body, recursive_args
from sapper.mio.learning.recursion.derivation import RecursiveClause

_AFTER = 2  #: maximum number of literals after the recursive one


def recursive_clauses(
    declared: Declarations, bodies: Bodies, size: int
) -> Iterator[RecursiveClause]:
    """Yield the recursive clauses with this number of body literals.

    In each, every variable occurs at least twice, and the body binds all outputs of the head.
    """
    outputs = any(place.sign != "+" for place in declared.head.places)
    for after in range(min(_AFTER, size - 2) + 1 if outputs else 1):
        for body in bodies.of_size(size - 1 - after):
            if body.head == tuple(range(len(body.head))):
                yield from _completed(declared, body, after)


def _completed(declared: Declarations, body: Body, after: int) -> Iterator[RecursiveClause]:
    """Yield the clauses that consist of a body, a recursive literal and this number of further
    literals."""
    places = declared.head.places
    free = [i for i, place in enumerate(places) if place.sign != "+"]
    for given in recursive_args(declared, body):
        choices = [
            [None, *(v for v in body.unbound if body.types[v] == places[i].type)] for i in free
        ]
        for chosen in product(*choices):
            passed = [v for v in chosen if v is not None]
            if len(set(passed)) < len(passed):
                continue
            types = body.types
            inputs, outs = iter(given), iter(chosen)
            args: list[int] = []
            for place in places:
                arg = next(inputs) if place.sign == "+" else next(outs)
                if arg is None:
                    arg = len(types)
                    types = (*types, place.type)
                args.append(arg)
            uses = [*body.uses, *(0 for _ in types[len(body.uses) :])]
            for arg in args:
                uses[arg] += 1
            bound = frozenset((*body.columns, *args))
            fresh = frozenset(arg for i, arg in enumerate(args) if i in free)
            if not after:
                if _closed(body.head, uses, bound):
                    yield RecursiveClause(body, tuple(args))
                continue
            if fresh <= set(passed) and not body.unbound:
                continue
            for goals in _following(declared, body.head, types, uses, bound, fresh, after):
                yield RecursiveClause(body, tuple(args), goals)


def _closed(head: tuple[int, ...], uses: list[int], bound: frozenset[int]) -> bool:
    """Return whether no variable occurs only once and all outputs of the head are bound."""
    arity = len(head)
    return all(
        (count > 1 if v >= arity else count > 0 and v in bound) for v, count in enumerate(uses)
    )


def _following(
    declared: Declarations,
    head: tuple[int, ...],
    types: tuple[str, ...],
    uses: list[int],
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
                for i, place in enumerate(mode.places)
                if i not in mode.inputs
            ]
            for chosen in product(*options):
                if left == 1 and None in chosen:
                    continue
                more, kinds = list(uses), types
                given, outs = iter(inputs), iter(chosen)
                args: list[int] = []
                for i, place in enumerate(mode.places):
                    arg = next(given) if i in mode.inputs else next(outs)
                    if arg is None:
                        arg = len(kinds)
                        kinds = (*kinds, place.type)
                        more.append(0)
                    more[arg] += 1
                    args.append(arg)
                step = (Goal(mode.about, tuple(args)), mode.inputs)
                known = bound.union(args)
                if left == 1:
                    if _closed(head, more, known):
                        yield (step,)
                    continue
                new = fresh.union(arg for arg in args if arg not in bound)
                for rest in _following(declared, head, kinds, more, known, new, left - 1):
                    yield (step, *rest)
