"""Tabling: recursion that comes to an end on data with cycles.

Calls of a tabled predicate are answered from a table with one entry for each variant of a call
(Tamaki & Sato 1986, "OLD resolution with tabulation"). A call that is new waits for its turn; a
call is evaluated again when an entry that it has read gains answers. So evaluation ends with the
least fixed point, whatever the order of clauses and literals, and uses no Python frames for nested
calls.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from sapper.mio.background.interpreter import Interpreter, QueryLimits
from sapper.mio.language.program import Program, Signature
from sapper.mio.language.terms import Term, Variable, arguments, literal
from sapper.mio.language.unify import Ref, built, plain, renamed, resolved, stored


class TabledInterpreter(Interpreter):
    """An interpreter that tables one predicate; tables are kept from query to query.

    The steps of ``bounds`` count for each query with everything that it evaluates.
    """

    def __init__(self, program: Program, bounds: QueryLimits, tabled: Signature) -> None:
        super().__init__(program, bounds)
        self._tabled = tabled
        self._answers: dict[Term, dict[tuple[Term, ...], None]] = {}
        self._readers: dict[Term, set[Term]] = {}
        self._waiting: deque[Term] = deque()
        self._current: Term | None = None
        self._entering = False

    def holds(self, args: Sequence[Term]) -> bool:
        """Return whether the tabled predicate holds for ground arguments.

        Raises as ``ask`` does.
        """
        self.left = self.bounds.steps
        call = literal(self._tabled[0], args)
        found = self._entry(call)
        try:
            while self._waiting and not found:
                self._evaluate(self._waiting.popleft())
        finally:
            if self._waiting and not found:  # a limit was reached, so entries may be incomplete
                self._waiting.clear()
                self._answers.clear()
        return bool(found)

    def _entry(self, call: Term) -> dict[tuple[Term, ...], None]:
        """Return the answers to a call so far; a call that is new waits to be evaluated."""
        found = self._answers.get(call)
        if found is None:
            found = self._answers[call] = {}
            self._waiting.append(call)
        return found

    def _evaluate(self, call: Term) -> None:
        """Add the answers that the clauses give with the tables as they are now."""
        found, known = self._answers[call], len(self._answers[call])
        numbers: dict[Variable, int] = {}
        goals = [stored(arg, numbers) for arg in arguments(call)]
        frame: list[Ref | None] = [None] * len(numbers)
        args = [built(goal, frame) for goal in goals]
        self._current, self._entering = call, True
        for _ in self._solve(literal(self._tabled[0], args), [], 0):
            found[tuple(plain(arg) for arg in args)] = None
        if len(found) > known:
            self._waiting.extend(self._readers.get(call, set()) - set(self._waiting))

    def _called(
        self, about: Signature, args: tuple[Term, ...], place: Any, trail: Any, choices: Any
    ) -> Any:
        if about != self._tabled or self._entering:
            self._entering = False
            return super()._called(about, args, place, trail, choices)
        names: dict[Ref, Variable] = {}
        call = literal(about[0], [renamed(resolved(arg), names) for arg in args])
        found = self._entry(call)
        assert self._current is not None
        self._readers.setdefault(call, set()).add(self._current)
        _, deep, rest = place
        choices.append((len(trail), (args, deep, rest), list(found), 0))
        return self._retry(trail, choices)
