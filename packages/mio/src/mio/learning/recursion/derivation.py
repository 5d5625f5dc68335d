"""Computes what recursive clauses derive with each base clause, for all base clauses at once.

If each recursive clause calls the target once, every derivation ends in exactly one base clause.
Therefore the answers of a call are computed for all base clauses together, each with the set of
base clauses, as bits, from which it can be derived. Calls are evaluated depth first, once each.
Calls that lead back to themselves, as on cyclic graphs, are reevaluated until nothing changes: the
answers are those of the least fixed point, as with tabling (Tamaki & Sato 1986, "OLD resolution
with tabulation").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mio.background.background import Background
from mio.background.columns import Goal, Ints, constant
from mio.background.relation import Places
from mio.errors import BudgetError, InputError
from mio.language.program import Signature
from mio.learning.recursion.bodies import Body, Calls

Row = tuple[int, ...]


class Lookup:
    """Answers questions to predicates one at a time, and caches the answers."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._kept: dict[tuple[Signature, Places], dict[Row, list[Row]]] = {}

    def rows(self, about: Signature, known: Places, asked: Row) -> list[Row]:
        """Return the answers to a question as values of the places that are not known.

        A question that the predicate cannot answer, such as one about a term of another type, has
        no answers.
        """
        kept = self._kept.setdefault((about, known), {})
        self._background.work.add("question")
        found = kept.get(asked)
        if found is None:
            found = kept[asked] = self._ask(about, known, asked)
        return found

    def _ask(self, about: Signature, known: Places, asked: Row) -> list[Row]:
        try:
            return self._background.relation(about).rows(known, asked)
        except (InputError, BudgetError):
            return []


class Chain:
    """Goals solved in sequence, each with some of its places as inputs."""

    def __init__(self, lookup: Lookup, goals: Sequence[tuple[Goal, Places]]) -> None:
        self._lookup = lookup
        self._goals = [
            (goal, known, [p for p in range(len(goal.args)) if p not in known])
            for goal, known in goals
        ]

    def solve(self, values: dict[int, int]) -> list[dict[int, int]]:
        """Return the values of all variables for every way to satisfy the goals."""
        found = [values]
        for goal, known, others in self._goals:
            more: list[dict[int, int]] = []
            for one in found:
                asked = tuple(_value(goal.args[place], one) for place in known)
                for row in self._lookup.rows(goal.about, known, asked):
                    made = dict(one)
                    for place, value in zip(others, row, strict=True):
                        arg = goal.args[place]
                        given = constant(arg) if arg < 0 else made.setdefault(arg, value)
                        if given != value:
                            break
                    else:
                        more.append(made)
            if not more:
                return more
            found = more
        return found


def _value(arg: int, values: dict[int, int]) -> int:
    return constant(arg) if arg < 0 else values[arg]


#: The base clauses, as bits, that derive an answer of a call.
Derived = Mapping[Row, int]


@dataclass(frozen=True, eq=False)
class RecursiveClause:
    """A clause with one recursive literal.

    ``before`` is the body up to the recursive literal, ``args`` the arguments of that literal, and
    ``after`` the goals that follow it, each with its input places.
    """

    before: Body
    args: tuple[int, ...]
    after: tuple[tuple[Goal, Places], ...] = ()

    @property
    def size(self) -> int:
        """The number of literals of the body."""
        return self.before.size + 1 + len(self.after)

    def goals(self, about: Signature) -> tuple[Goal, ...]:
        """Return the body, with the recursive literal of this target."""
        after = (goal for goal, _ in self.after)
        return (*self.before.goals, Goal(about, self.args), *after)


class Steps:
    """A recursive clause, prepared for derivations: the calls that it makes from each call."""

    def __init__(
        self, clause: RecursiveClause, calls: Calls, given: Sequence[int], lookup: Lookup
    ) -> None:
        before = clause.before
        self.clause = clause
        self.callees: Ints = calls.find([before.columns[clause.args[place]] for place in given])
        self._rows = before.calls
        self._columns = before.columns
        self._out = [arg for place, arg in enumerate(clause.args) if place not in given]
        self._head = [arg for place, arg in enumerate(before.head) if place not in given]
        self._needed = sorted(
            {arg for goal, _ in clause.after for arg in goal.args if arg in before.columns}
            | {arg for arg in self._head if arg in before.columns}
        )
        self._after = Chain(lookup, clause.after) if clause.after else None
        self._passed = clause.after == () and self._out == self._head
        self._made: dict[int, list[tuple[int, int]]] = {}
        self._answers: dict[tuple[int, Row], Sequence[Row]] = {}

    def from_call(self, call: int) -> Sequence[tuple[int, int]]:
        """Return the calls made from a call, each with the row of the body that makes it."""
        made = self._made.get(call)
        if made is None:
            low, high = np.searchsorted(self._rows, (call, call + 1))
            made = self._made[call] = list(
                zip(self.callees[low:high].tolist(), range(low, high), strict=True)
            )
        return made

    def answers(self, row: int, out: Row) -> Sequence[Row]:
        """Return the answers of a call, given the row that made a recursive call and an answer to
        that call."""
        if self._passed:
            return (out,)
        found = self._answers.get((row, out))
        if found is None:
            found = self._answers[row, out] = self._compute_answers(row, out)
        return found

    def forget(self) -> None:
        """Free the memory of the cached answers of a useless clause."""
        self._made.clear()
        self._answers.clear()

    def _compute_answers(self, row: int, out: Row) -> Sequence[Row]:
        known = {v: int(self._columns[v][row]) for v in self._needed}
        for variable, value in zip(self._out, out, strict=True):
            if known.setdefault(variable, value) != value:
                return ()
        found = self._after.solve(known) if self._after else [known]
        return [tuple(one[variable] for variable in self._head) for one in found]


class EffortSpentError(Exception):
    """A derivation needed more answers than allowed, or time ran out."""


class Effort:
    """The effort allowed for the derivations of one program, in answers of recursive literals.

    It rejects programs whose results grow without end or combinatorially.
    """

    def __init__(self, answers: int, over: Callable[[], bool] = lambda: False) -> None:
        self.left = answers
        self.calls = 0  #: number of calls evaluated
        self._over = over

    def spend(self) -> None:
        """Count an answer. Raises ``EffortSpentError`` beyond the limit."""
        self.left -= 1
        if self.left < 0 or (self.left % _ANSWERS_PER_CHECK == 0 and self._over()):
            raise EffortSpentError


_ANSWERS_PER_CHECK = 512  #: answers between two checks of the clock


@dataclass(frozen=True)
class Case:
    """An example: its call and its answer."""

    call: int
    out: Row


class Derivation:
    """The answers of calls to some recursive clauses, for all base clauses at once.

    ``base`` has the direct answers of the base clauses to each call, ``alive`` the base clauses
    still considered. ``single`` no longer considers base clauses that give a call two answers. The
    methods raise ``EffortSpentError`` if the answers cost too much.
    """

    def __init__(
        self,
        steps: Sequence[Steps],
        base: Sequence[Derived],
        alive: int,
        effort: Effort,
        single: bool = False,
    ) -> None:
        self._steps, self._base, self._effort = steps, base, effort
        self._single = single
        self.alive = alive
        self._kept: dict[int, Derived] = {}

    def without(self, base: int) -> None:
        """No longer consider some base clauses."""
        self.alive &= ~base

    def deriving(self, example: Case) -> int:
        """Return the base clauses that derive an example."""
        return self.answers(example.call).get(example.out, 0) & self.alive

    def answers(self, call: int) -> Derived:
        """Return the answers of a call, possibly with base clauses that are no longer
        considered."""
        if call not in self._kept:
            order, cyclic = self._ordered(call)
            found: dict[int, Derived] = {}
            changed = True
            while changed:
                changed = False
                for one in order:
                    result = self._derive(one, found)
                    if result != found.get(one):
                        found[one] = result
                        changed = cyclic
            self._kept.update((one, found.get(one, {})) for one in order)
        return self._kept[call]

    def _ordered(self, call: int) -> tuple[list[int], bool]:
        """Return the unanswered calls that a call leads to, dependencies first, and whether any of
        them leads back to itself."""
        order: list[int] = []
        open_calls, done, cyclic = {call}, set[int](), False
        waiting = [(call, self._callees(call))]
        while waiting:
            one, callees = waiting[-1]
            for callee in callees:
                if callee in open_calls:
                    cyclic = True
                elif callee not in done and callee not in self._kept:
                    open_calls.add(callee)
                    waiting.append((callee, self._callees(callee)))
                    break
            else:
                waiting.pop()
                open_calls.remove(one)
                done.add(one)
                order.append(one)
        return order, cyclic

    def _callees(self, call: int) -> Iterator[int]:
        for steps in self._steps:
            for callee, _ in steps.from_call(call):
                if callee >= 0:
                    yield callee

    def _derive(self, call: int, found: Mapping[int, Derived]) -> Derived:
        """Return the answers that follow from those found so far."""
        self._effort.calls += 1
        alive = self.alive
        result = {out: mask & alive for out, mask in self._base[call].items() if mask & alive}
        for steps in self._steps:
            for callee, row in steps.from_call(call):
                known = self._kept.get(callee) or found.get(callee)
                for out, mask in known.items() if known else ():
                    if not mask & alive:
                        continue
                    self._effort.spend()
                    for made in steps.answers(row, out):
                        result[made] = result.get(made, 0) | mask & alive
        if self._single and len(result) > 1:
            once = twice = 0
            for mask in result.values():
                twice |= once & mask
                once |= mask
            self.without(twice)
        return result
