r"""Conditions on all solutions of some goals: that there are none, or how many there are.

To the search, a condition is a predicate whose inputs are known. A theory shows it as Prolog, such
as ``\+ (car(A,B), long(B))`` or ``aggregate_all(count, (car(A,B), long(B)), N)``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Sequence

import numpy as np

from mio.background.columns import Bools, Goal, Ints, Keys, Symbols, constant, distinct
from mio.background.relation import Places, Relation
from mio.background.work import Work
from mio.errors import InputError
from mio.language.program import Signature
from mio.language.terms import Struct, Term, Variable, conjuncts, literal, variables, written

_MAX_ROWS = 1_000_000  #: maximum number of rows in the join of a condition


class Condition(str):
    """A condition, as the name of a predicate.

    In its ``goals``, the variables below ``inputs`` are the first arguments of the predicate. If it
    is ``counted``, a further argument is the number of solutions; otherwise there must be none.
    """

    goals: tuple[Goal, ...]
    inputs: int
    counted: bool

    def __new__(cls, goals: tuple[Goal, ...], inputs: int, counted: bool = False) -> Condition:
        """Make a name that differs from that of any other condition."""
        shown = Struct(",", tuple(literal(g.about[0], g.args) for g in goals))
        made = super().__new__(cls, f"{'count' if counted else 'no'}/{inputs} {written(shown)}")
        made.goals, made.inputs, made.counted = goals, inputs, counted
        return made

    def __getnewargs__(self) -> tuple[tuple[Goal, ...], int, bool]:  # type: ignore[override]
        return self.goals, self.inputs, self.counted

    @property
    def about(self) -> tuple[str, int]:
        """The name and the number of arguments of the predicate."""
        return self, self.inputs + self.counted


def shown_goal(
    goal: Goal, args: Sequence[Term], local: Callable[[], Variable], shown: Callable[[int], Term]
) -> Term:
    """Return a goal as Prolog.

    - ``args``: its arguments as terms;
    - ``local``: makes a variable of its own;
    - ``shown``: converts a constant argument.
    """
    name = goal.about[0]
    if not isinstance(name, Condition):
        return literal(name, args)
    own: dict[int, Term] = dict(enumerate(args[: name.inputs]))

    def term(arg: int) -> Term:
        if arg < 0:
            return shown(arg)
        if arg not in own:
            own[arg] = local()
        return own[arg]

    goals = [shown_goal(one, list(map(term, one.args)), local, shown) for one in name.goals]
    joined = goals[-1]
    for one in reversed(goals[:-1]):
        joined = Struct(",", (one, joined))
    if name.counted:
        return Struct("aggregate_all", ("count", joined, args[-1]))
    return Struct("\\+", (joined,))


def read_condition(
    term: Term, elsewhere: Collection[Variable], number: Callable[[Term], int]
) -> tuple[Condition, list[Term]] | None:
    """Return the condition that a goal in Prolog states, with its arguments; None for another goal.

    - ``elsewhere``: the variables that also occur outside of the goal, and so are its inputs;
    - ``number``: converts a ground argument to a constant.
    """
    match term:
        case Struct(name="\\+" | "not", args=(inner,)):
            counted, more = False, list[Term]()
        case Struct(name="aggregate_all", args=("count", inner, found)):
            counted, more = True, [found]
        case _:
            return None
    goals = conjuncts(inner)
    inputs = [v for v in dict.fromkeys(variables(inner)) if v in elsewhere]
    numbers: dict[Variable, int] = {v: i for i, v in enumerate(inputs)}

    def argument(one: Term) -> int:
        if isinstance(one, Variable):
            return numbers.setdefault(one, len(numbers))
        return number(one)

    made = []
    for goal in goals:
        outside = {*inputs, *(v for one in goals if one is not goal for v in variables(one))}
        nested = read_condition(goal, outside, number)
        name, args = nested or (
            goal_name(goal),
            list(goal.args) if isinstance(goal, Struct) else [],
        )
        made.append(Goal((name, len(args)), tuple(map(argument, args))))
    return Condition(tuple(made), len(inputs), counted), [*inputs, *more]


def goal_name(goal: Term) -> str:
    """Return the name of a goal's predicate. Raises ``InputError`` for a goal without arguments."""
    if isinstance(goal, Struct):
        return goal.name
    raise InputError(f"expected a goal with arguments, found {written(goal)}")


class Solutions:
    """The relation of a condition: it counts the solutions of its goals, once for each input.

    ``relation`` returns the relation of a goal, ``symbols`` are those that all share, and ``work``
    counts the joins.
    """

    def __init__(
        self,
        symbols: Symbols,
        relation: Callable[[Signature], Relation],
        condition: Condition,
        work: Work,
    ) -> None:
        self._symbols, self._relation, self._condition = symbols, relation, condition
        self._work = work
        self._keys = Keys(max(1, condition.inputs))
        self._counts: Ints = np.empty(0, dtype=np.int64)
        self._inputs = tuple(range(condition.inputs))

    def usable(self, known: Places) -> bool:
        """Return whether all inputs are known."""
        return set(self._inputs) <= set(known)

    def fan(self, known: Places) -> float:
        """Return the number of answers to a question."""
        return 1.0 if len(known) < self._condition.about[1] else 0.5

    def answers(self, known: Places, columns: Sequence[Ints]) -> tuple[Ints, list[Ints]]:
        """See ``Relation``."""
        if self._condition.counted and len(known) == len(self._inputs):
            return np.arange(columns[0].size), [self._numbers(columns)]
        return np.flatnonzero(self.holds(known, columns)), []

    def holds(self, known: Places, columns: Sequence[Ints]) -> Bools:
        """See ``Relation``."""
        if not self._condition.counted:
            absent: Bools = self._counted(columns) == 0
            return absent
        if len(known) == len(self._inputs):
            return np.ones(columns[0].size, dtype=bool)
        equal: Bools = self._numbers(columns[:-1]) == columns[-1]
        return equal

    def rows(self, known: Places, asked: tuple[int, ...]) -> list[tuple[int, ...]]:
        """See ``Relation``."""
        columns = [np.array([value], dtype=np.int64) for value in asked]
        runs, answers = self.answers(known, columns)
        return [tuple(int(column[i]) for column in answers) for i in range(runs.size)]

    def _numbers(self, columns: Sequence[Ints]) -> Ints:
        """Return the numbers of solutions as symbols."""
        counts, places = np.unique(self._counted(columns), return_inverse=True)
        symbols = [self._symbols.number(n) for n in counts.tolist()]
        return np.array(symbols, dtype=np.int64)[places]

    def _counted(self, columns: Sequence[Ints]) -> Ints:
        """Return the numbers of solutions, computing those of new inputs."""
        found = self._keys.find(columns)
        if (found < 0).any():
            fresh = distinct([np.ascontiguousarray(c[found < 0]) for c in columns])
            order = np.argsort(self._keys.add(fresh), kind="stable")
            counts = self._count([column[order] for column in fresh])
            self._counts = np.concatenate([self._counts, counts])
            found = self._keys.find(columns)
        return self._counts[found]

    def _count(self, columns: Sequence[Ints]) -> Ints:
        """Join the goals to some inputs, and count the solutions of each."""
        size = columns[0].size
        if size > 1 and size * self.expected() > _MAX_ROWS:
            halves = ([c[: size // 2] for c in columns], [c[size // 2 :] for c in columns])
            return np.concatenate([self._count(half) for half in halves])
        rows: dict[int, Ints] = dict(zip(self._inputs, columns, strict=True))
        group = np.arange(size)
        left = list(self._condition.goals)
        while left and group.size:
            goal, known = self._next(left, rows)
            left.remove(goal)
            asked = [
                rows[goal.args[place]]
                if goal.args[place] >= 0
                else np.full(group.size, constant(goal.args[place]), dtype=np.int64)
                for place in known
            ]
            runs, answers = self._relation(goal.about).answers(known, asked)
            others = [arg for place, arg in enumerate(goal.args) if place not in known]
            group, rows = group[runs], {v: column[runs] for v, column in rows.items()}
            fit = np.ones(group.size, dtype=bool)
            for arg, column in zip(others, answers, strict=True):
                fit &= rows.setdefault(arg, column) == column
            self._work.add("join")
            self._work.add("row", fit.size)
            group, rows = group[fit], {v: column[fit] for v, column in rows.items()}
        solutions = distinct([group, *(column for v, column in rows.items() if v >= len(columns))])
        return np.bincount(solutions[0], minlength=size).astype(np.int64)

    def _next(self, goals: Sequence[Goal], bound: Container[int]) -> tuple[Goal, Places]:
        """Return the first goal whose inputs are known, tests before others."""
        usable: list[tuple[bool, int, Goal, Places]] = []
        for goal in goals:
            known = tuple(p for p, arg in enumerate(goal.args) if arg < 0 or arg in bound)
            if known and self._relation(goal.about).usable(known):
                usable.append((len(known) < len(goal.args), len(usable), goal, known))
        if not usable:
            raise InputError(
                f"nothing binds the inputs of {' and '.join(g.about[0] for g in goals)}"
            )
        return min(usable)[2:]

    def expected(self) -> float:
        """Return the approximate number of solutions of an input."""
        fan, bound, left = 1.0, set(self._inputs), list(self._condition.goals)
        while left:
            goal, known = self._next(left, bound)
            left.remove(goal)
            fan *= max(1.0, self._relation(goal.about).fan(known))
            bound.update(goal.args)
        return fan
