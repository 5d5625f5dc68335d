"""MiniCard, a SAT solver that counts: clauses, "so many of these", questions within a budget.

Literals are non-zero integers as in DIMACS: ``v`` and ``-v``. Liffiton & Maglalang 2012, "A
cardinality solver: more expressive constraints for free"; through python-sat.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from itertools import pairwise

from sapper.errors import BudgetError

#: Propagations before the clock is looked at: a few milliseconds at first, on hard questions some
#: tenths of a second later on.
FIRST_SLICE, LAST_SLICE = 100_000, 1_000_000


class MiniCard:
    """One solver, with ``seconds`` of wall time for all its questions together; None: any.

    ``propagations`` bound its work alike on every machine: what the questions that could not be
    answered in one go may take together.
    """

    def __init__(self, seconds: float | None = None, propagations: int | None = None) -> None:
        from sapper.solver import Solver  # 50 ms that not every program needs

        self._solver = Solver()
        self._variables = 0
        self._propagations: float = math.inf if propagations is None else propagations
        self._seconds = math.inf
        self._deadline = math.inf
        self.within(seconds)

    def within(self, seconds: float | None) -> None:
        """Start the clock: all questions from now on have so many seconds together, roughly."""
        self._seconds = math.inf if seconds is None else seconds
        self._deadline = time.monotonic() + self._seconds

    def variable(self) -> int:
        """A new variable: its positive literal."""
        self._variables += 1
        # A clause that says nothing: models leave out variables the solver has not heard of.
        self._solver.add_clause((self._variables, -self._variables))
        return self._variables

    def clause(self, *literals: int) -> None:
        """At least one of these is true."""
        self._solver.add_clause(literals)

    def count(
        self, literals: Sequence[int], low: int, high: int, only_if: int | None = None
    ) -> None:
        """From ``low`` to ``high`` of these are true (only if the literal ``only_if`` is)."""
        self._at_most(list(literals), high, only_if)
        self._at_most([-literal for literal in literals], len(literals) - low, only_if)

    def _at_most(self, literals: list[int], most: int, only_if: int | None) -> None:
        spare = len(literals) - most
        if spare <= 0:
            return
        if only_if is not None:
            # Repeated literals weigh more: if true, the condition takes all the room but `most`.
            literals, most = literals + [only_if] * spare, len(literals)
        self._solver.add_atmost(literals, most)

    def in_descending_order(self, literals: Sequence[int], only_if: int | None = None) -> None:
        """Where one of these is true, all before it are: of equal choices only one is left."""
        for first, then in pairwise(literals):
            self.clause(first, -then, *([] if only_if is None else [-only_if]))

    def solve_soon(self, propagations: int, *assumptions: int) -> bool | None:
        """Like ``solve``, but None if it takes more than so many propagations."""
        self._solver.prop_budget(propagations)
        answer = self._solver.solve_limited(assumptions)
        if answer is None:
            self._propagations -= propagations
            return None
        return bool(answer)

    def solve(self, *assumptions: int) -> bool:
        """Whether everything said so far has a model in which the assumptions are true.

        Raises ``BudgetError`` once the clock or the propagations have run out.
        """
        # MiniCard cannot be told a time nor to stop: it is given slices of work, longer and longer,
        # keeping what it learned from one to the next.
        slice_ = FIRST_SLICE
        while time.monotonic() < self._deadline:
            if self._propagations < slice_:
                raise BudgetError("satisfiability was not decided within its propagations")
            self._solver.prop_budget(slice_)
            answer = self._solver.solve_limited(assumptions)
            if answer is not None:
                return bool(answer)
            self._propagations -= slice_
            slice_ = min(slice_ + slice_ // 2, LAST_SLICE)
        raise BudgetError(f"satisfiability was not decided within {self._seconds:g} seconds")

    def model(self) -> list[int]:
        """The literals true in the model that the last ``solve`` found, by variable."""
        return self._solver.get_model() or []

    def core(self) -> list[int]:
        """The assumptions that the last ``solve``, answered no, showed to contradict the rest."""
        return self._solver.get_core() or []

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these values first where nothing else decides."""
        self._solver.set_phases(literals)
