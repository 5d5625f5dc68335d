"""What recursive clauses derive together with every base clause at once.

If each recursive clause calls the target once, a derivation ends in exactly one base clause. So the
answers of a call can be computed for all base clauses together: each answer has the set of base
clauses, as bits, that it can be derived from. Calls are evaluated depth first, once each. Calls
that lead back to themselves, as on graphs with cycles, are evaluated again until nothing changes:
the answers are those of the least fixed point, as with tabling (Tamaki & Sato 1986, "OLD resolution
with tabulation").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sapper.mio.background.columns import Ints
from sapper.mio.background.goals import Goal
from sapper.mio.background.relation import Places
from sapper.mio.language.program import Signature
from sapper.mio.learning.recursion.bodies import Body
from sapper.mio.learning.recursion.calls import Calls
from sapper.mio.learning.recursion.lookup import Chain, Lookup, Row

#: The base clauses, as bits, that derive an answer of a call.
Derived = Mapping[Row, int]


@dataclass(frozen=True)
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

    def from_call(self, call: int) -> Iterator[tuple[int, dict[int, int]]]:
        """Yield the calls made from a call, with the variables that are needed later."""
        low, high = np.searchsorted(self._rows, (call, call + 1))
        for row in range(int(low), int(high)):
            values = {v: int(self._columns[v][row]) for v in self._needed}
            yield int(self.callees[row]), values

    def answers(self, values: dict[int, int], out: Row) -> Sequence[Row]:
        """Return the answers of a call, given one of the recursive literal."""
        if self._passed:
            return (out,)
        known = dict(values)
        for variable, value in zip(self._out, out, strict=True):
            if known.setdefault(variable, value) != value:
                return ()
        found = self._after.solved(known) if self._after else [known]
        return [tuple(one[variable] for variable in self._head) for one in found]


class Derivation:
    """The answers of calls to some recursive clauses, for all base clauses at once.

    ``base`` are the answers of each call that the base clauses give directly, ``alive`` the base
    clauses that count. When it is ``over``, no more answers are derived.
    """

    def __init__(
        self,
        steps: Sequence[Steps],
        base: Sequence[Derived],
        alive: int,
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        self._steps, self._base, self._over = steps, base, over
        self.alive = alive
        self._kept: dict[int, Derived] = {}

    def restricted(self, alive: int) -> None:
        """Let fewer base clauses count."""
        if alive != self.alive:
            self.alive = alive
            self._kept.clear()

    def answers(self, call: int) -> Derived:
        """Return the answers of a call."""
        if call not in self._kept:
            order, cyclic = self._ordered(call)
            found: dict[int, Derived] = {}
            changed = True
            while changed and not self._over():
                changed = False
                for one in order:
                    result = self._derived(one, found)
                    if result != found.get(one):
                        found[one] = result
                        changed = cyclic
            self._kept.update((one, found.get(one, {})) for one in order)
        return self._kept[call]

    def _ordered(self, call: int) -> tuple[list[int], bool]:
        """Return the calls that a call leads to and that have no answers yet, those that others
        need first, and whether some of them lead back to themselves."""
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
        """Yield the calls that a call makes."""
        for steps in self._steps:
            for callee, _ in steps.from_call(call):
                if callee >= 0:
                    yield callee

    def _derived(self, call: int, found: Mapping[int, Derived]) -> Derived:
        """Return the answers that follow from those found so far."""
        alive = self.alive
        result = {out: mask & alive for out, mask in self._base[call].items() if mask & alive}
        for steps in self._steps:
            for callee, values in steps.from_call(call):
                known = self._kept.get(callee) or found.get(callee)
                for out, mask in known.items() if known else ():
                    for made in steps.answers(values, out):
                        result[made] = result.get(made, 0) | mask
        return result
