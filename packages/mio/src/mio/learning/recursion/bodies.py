"""Calls of a recursive program, and clause bodies with the values they bind at each call.

A body grows from the head's inputs one literal at a time. It has a table of the values of its
variables, for each call of the target and each way to satisfy the body. Literals that exclude
nothing or everything at these calls are skipped, so few of the possible bodies remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from mio.background.background import Background
from mio.background.columns import Bools, Goal, Ints, Keys, canonical, constant
from mio.background.relation import Places
from mio.errors import BudgetError, InputError
from mio.language.terms import Struct, Term
from mio.learning.modes import Declarations, Mode, Place

_MAX_ROWS = 200_000  #: maximum number of rows of a body's table
_MAX_BODIES = 4000  #: maximum number of bodies of a size that are extended
_MAX_CONSTANTS = 8  #: maximum number of constants tried at a place of a mode


@dataclass(frozen=True)
class Body:
    """A body, its variables and its table.

    ``head`` are the arguments of the head: its own variables, or at an output place the variable of
    an input. ``asked`` are the input places of each goal. ``types`` and ``uses`` have the type of
    each variable and its number of occurrences. ``calls`` numbers the call of each row, in
    ascending order; ``columns`` are the values of the bound variables.
    """

    head: tuple[int, ...]
    goals: tuple[Goal, ...]
    asked: tuple[Places, ...]
    types: tuple[str, ...]
    uses: tuple[int, ...]
    calls: Ints
    columns: Mapping[int, Ints]

    @property
    def size(self) -> int:
        """The number of literals."""
        return len(self.goals)

    @property
    def unbound(self) -> tuple[int, ...]:
        """The outputs of the head that the body does not bind."""
        return tuple(arg for arg in dict.fromkeys(self.head) if arg not in self.columns)

    @property
    def single(self) -> int:
        """The number of variables that occur only once in the clause, and so must occur again."""
        arity = len(self.head)
        own = sum(count == 1 for count in self.uses[arity:])
        return own + sum(
            self.uses[arg] == 0 and self.head.count(arg) == 1 for arg in set(self.head)
        )

    @property
    def closed(self) -> bool:
        """True if every variable of the clause occurs at least twice."""
        return not self.single and not self.unbound


@dataclass
class Bodies:
    """All bodies for some calls, by size.

    ``inputs`` has a column for each input of the head and a row for each call. ``over`` returns
    whether to stop.
    """

    background: Background
    declared: Declarations
    inputs: Sequence[Ints]
    over: Callable[[], bool] = lambda: False
    _levels: list[list[Body]] = field(default_factory=list)
    _seen: set[tuple[tuple[int, ...], tuple[Goal, ...]]] = field(default_factory=set)

    def of_size(self, size: int) -> list[Body]:
        """Return the bodies with this number of literals."""
        while len(self._levels) <= size:
            if not self._levels:
                self._levels.append(list(self._roots()))
                continue
            found: list[Body] = []
            for body in self._levels[-1]:
                if self.over() or len(found) >= _MAX_BODIES:
                    break
                found.extend(self.extend(body))
            self._levels.append(found)
        return self._levels[size]

    def extend(self, body: Body) -> Iterator[Body]:
        """Yield the new bodies with one more literal."""
        for mode in (*self.declared.body, *self.declared.generators):
            for inputs in product(*(self._bound(body, mode, place) for place in mode.inputs)):
                if not _asks_twice(body, mode, inputs):
                    yield from self._with_literal(body, mode, inputs)

    def _roots(self) -> Iterator[Body]:
        """Yield the empty bodies: the plain head, and heads that repeat an input as output."""
        places = self.declared.head.places
        types = tuple(place.type for place in places)
        ways = [
            (i,)
            if place.sign == "+"
            else (i, *(j for j, p in enumerate(places) if p.sign == "+" and p.type == place.type))
            for i, place in enumerate(places)
        ]
        given = [i for i, place in enumerate(places) if place.sign == "+"]
        columns = dict(zip(given, self.inputs, strict=True))
        calls = np.arange(self.inputs[0].size, dtype=np.int64)
        for head in product(*ways):
            yield Body(head, (), (), types, (0,) * len(places), calls, columns)

    @staticmethod
    def _bound(body: Body, mode: Mode, place: int) -> list[int]:
        kind = mode.places[place].type
        return [v for v in body.columns if body.types[v] == kind]

    def _with_literal(self, body: Body, mode: Mode, inputs: tuple[int, ...]) -> Iterator[Body]:
        """Yield the bodies with a literal that has these variables as inputs."""
        found = self._answers(body, mode, inputs)
        if found is None:
            return
        runs, answers = found
        columns = {v: column[runs] for v, column in body.columns.items()}
        calls = body.calls[runs]
        if not mode.others:
            if runs.size < body.calls.size:
                goal = Goal(mode.about, inputs)
                yield from self._new(body, goal, mode.inputs, body.types, calls, columns)
            return
        fits = [
            self._choices(body, place, column, columns)
            for place, column in zip(mode.others, answers, strict=True)
        ]
        for chosen in product(*fits):
            yield from self._extend_with(body, mode, inputs, chosen, answers, calls, columns)

    def _answers(
        self, body: Body, mode: Mode, inputs: tuple[int, ...]
    ) -> tuple[Ints, list[Ints]] | None:
        try:
            if mode.inputs:
                relation = self.background.relation(mode.about)
                asked = [body.columns[variable] for variable in inputs]
                runs, answers = relation.answers(mode.inputs, asked)
            else:
                rows = self.background.list_answers(mode.about)
                columns = self.background.symbols.columns(rows, len(mode.places))
                runs = np.arange(body.calls.size).repeat(len(rows))
                answers = [np.tile(column, body.calls.size) for column in columns]
        except (InputError, BudgetError):  # a predicate asked about terms that it is not made for
            return None
        self.background.work.add("join")
        self.background.work.add("row", runs.size)
        return (runs, answers) if 0 < runs.size <= _MAX_ROWS else None

    def _choices(
        self, body: Body, place: Place, column: Ints, columns: Mapping[int, Ints]
    ) -> list[int | None]:
        """Return the possible values of an output: variables, constants, and None for a new
        variable."""
        kind = place.type
        found: list[int | None] = []
        if place.sign in ("#", "-#"):
            values, counts = np.unique(column, return_counts=True)
            ranked = np.argsort(-counts, kind="stable")[:_MAX_CONSTANTS]
            found += [constant(int(values[i])) for i in ranked]
        if place.sign == "#":
            return found
        same = [v for v in columns if body.types[v] == kind]
        equal = [v for v in same if bool(np.array_equal(columns[v], column))]
        found += [v for v in same if v not in equal and bool((columns[v] == column).any())]
        found += [v for v in body.unbound if body.types[v] == kind]
        return found if equal else [*found, None]

    def _extend_with(
        self,
        body: Body,
        mode: Mode,
        inputs: tuple[int, ...],
        chosen: tuple[int | None, ...],
        answers: Sequence[Ints],
        calls: Ints,
        columns: dict[int, Ints],
    ) -> Iterator[Body]:
        columns = dict(columns)
        others, types = with_new(mode, chosen, body.types)
        fit = _bind(columns, others, answers, calls.size)
        if not fit.any() or (len(columns) == len(body.columns) and int(fit.sum()) == fit.size):
            return
        if not fit.all():
            calls, columns = calls[fit], {v: column[fit] for v, column in columns.items()}
        goal = Goal(mode.about, mode.filled(inputs, others))
        yield from self._new(body, goal, mode.inputs, types, calls, columns)

    def _new(
        self,
        body: Body,
        goal: Goal,
        asked: Places,
        types: tuple[str, ...],
        calls: Ints,
        columns: dict[int, Ints],
    ) -> Iterator[Body]:
        goals = (*body.goals, goal)
        key = (body.head, canonical(goals, len(body.head)))
        if key in self._seen:
            return
        self._seen.add(key)
        places, uses = (*body.asked, asked), counted(body.uses, types, goal.args)
        yield Body(body.head, goals, places, types, uses, calls, columns)


def _bind(
    columns: dict[int, Ints], args: Sequence[int], answers: Sequence[Ints], size: int
) -> Bools:
    """Add the answers at the places of new variables to the columns of a table; return in which of
    its rows the other answers are the values of their variables and constants."""
    fit = np.ones(size, dtype=bool)
    for arg, column in zip(args, answers, strict=True):
        if arg < 0:
            fit &= column == constant(arg)
        elif arg in columns:
            fit &= columns[arg] == column
        else:
            columns[arg] = column
    return fit


def with_new(
    mode: Mode, chosen: Iterable[int | None], types: tuple[str, ...]
) -> tuple[list[int], tuple[str, ...]]:
    """Return the chosen arguments of a literal that are not inputs, with new variables for None,
    and the types of all variables."""
    args: list[int] = []
    for place, variable in zip(mode.others, chosen, strict=True):
        args.append(len(types) if variable is None else variable)
        if variable is None:
            types = (*types, place.type)
    return args, types


def counted(uses: Sequence[int], types: Sequence[str], args: Iterable[int]) -> tuple[int, ...]:
    """Return the number of occurrences of each variable with those among further arguments."""
    more = [*uses, *[0] * (len(types) - len(uses))]
    for arg in args:
        if arg >= 0:
            more[arg] += 1
    return tuple(more)


def _asks_twice(body: Body, mode: Mode, inputs: tuple[int, ...]) -> bool:
    """Return whether a body already calls a predicate with the same inputs."""
    return any(
        goal.about == mode.about and tuple(goal.args[p] for p in mode.inputs) == inputs
        for goal in body.goals
    )


MAX_NESTING = 150  #: maximum depth of the recursion of an example
_MAX_CALLS = 5000  #: maximum number of calls


class Calls:
    """The calls of a target, each a row of values of the head's inputs, numbered from 0."""

    def __init__(self, inputs: int) -> None:
        self._keys = Keys(inputs)
        self.columns: list[Ints] = [np.empty(0, dtype=np.int64) for _ in range(inputs)]

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, columns: Sequence[Ints]) -> list[Ints]:
        """Add calls, and return the columns of the new ones."""
        fresh = self._keys.find(columns) < 0
        if not fresh.any():
            return [column[fresh] for column in columns]
        rows = np.unique(np.stack([column[fresh] for column in columns], axis=1), axis=0)
        new = [np.ascontiguousarray(rows[:, i]) for i in range(len(columns))]
        order = np.argsort(self._keys.add(new))
        new = [column[order] for column in new]
        self.columns = [np.concatenate(pair) for pair in zip(self.columns, new, strict=True)]
        return new

    def find(self, columns: Sequence[Ints]) -> Ints:
        """Return the numbers of calls, -1 for unknown ones."""
        return self._keys.find(columns)

    def close(self, background: Background, descents: Sequence[Descent]) -> bool:
        """Add the calls that the descents lead to, recursively, if they terminate and there is
        room.

        Calls with larger terms than those of the examples are skipped, so that a recursion on
        growing arguments terminates. Returns whether there was room for all calls.
        """
        roomy = True
        first, symbols = self.columns, background.symbols
        largest = max((size_of(symbols.term(s)) for c in first for s in c.tolist()), default=0)
        sizes: dict[int, bool] = {}

        def small(symbol: int) -> bool:
            if symbol not in sizes:
                sizes[symbol] = size_of(symbols.term(symbol), largest) <= largest
            return sizes[symbol]

        for descent in descents:
            mine = Calls(len(first))
            new = first
            for _ in range(MAX_NESTING):
                new = descent.apply(background, new)
                if not new[0].size or len(self) + len(mine) > _MAX_CALLS:
                    break
                rows = zip(*(column.tolist() for column in new), strict=True)
                fits = np.array([all(map(small, row)) for row in rows], dtype=bool)
                new = mine.add([column[fits] for column in new])
            roomy &= len(self) + len(mine) <= _MAX_CALLS
            if not new[0].size:
                self.add(mine.columns)
        return roomy


@dataclass(frozen=True)
class Descent:
    """The way a recursive literal gets its inputs: goals, each with its inputs, and the
    variables."""

    goals: tuple[tuple[Goal, Places], ...]
    args: tuple[int, ...]
    inputs: tuple[int, ...]  #: the head's inputs

    def apply(self, background: Background, columns: Sequence[Ints]) -> list[Ints]:
        """Return the calls made by these calls, none if a predicate cannot answer."""
        bound = dict(zip(self.inputs, columns, strict=True))
        for goal, known in self.goals:
            relation = background.relation(goal.about)
            try:
                asked = [bound[goal.args[place]] for place in known]
                runs, answers = relation.answers(known, asked)
            except (InputError, BudgetError):
                return [np.empty(0, dtype=np.int64) for _ in self.args]
            bound = {v: column[runs] for v, column in bound.items()}
            others = [arg for place, arg in enumerate(goal.args) if place not in known]
            fit = _bind(bound, others, answers, runs.size)
            bound = {v: column[fit] for v, column in bound.items()}
        return [bound[v] for v in self.args]


def size_of(term: Term, most: int = 10**9) -> int:
    """Return the number of subterms of a term, or any number above ``most`` if it exceeds that."""
    waiting, count = [term], 0
    while waiting and count <= most:
        found = waiting.pop()
        count += 1
        if isinstance(found, Struct):
            waiting.extend(found.args)
    return count


def recursive_args(declared: Declarations, body: Body) -> list[tuple[int, ...]]:
    """Return the possible inputs of a recursive literal after a body.

    At least one input is not an input of the head.
    """
    places = declared.head.places
    given = [i for i, place in enumerate(places) if place.sign == "+"]
    choices = [[v for v in body.columns if body.types[v] == places[place].type] for place in given]
    found = []
    for args in product(*choices):
        new = any(arg not in given for arg in args)
        if new and len(set(args)) == len(args):
            found.append(args)
    return found
