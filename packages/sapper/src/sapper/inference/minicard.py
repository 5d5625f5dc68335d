"""MiniCard, a SAT solver with clauses and cardinality constraints, within a budget.

Literals are non-zero integers as in DIMACS: ``v`` and ``-v``. Liffiton & Maglalang 2012, "A
cardinality solver: more expressive constraints for free"; used through python-sat.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from itertools import pairwise

from sapper.errors import BudgetError

#: Propagations between two checks of the clock: a few milliseconds at first, growing to some tenths
#: of a second on hard questions.
FIRST_SLICE, LAST_SLICE = 100_000, 1_000_000


class MiniCard:
    """A solver with a budget of ``seconds`` of wall time for all calls together (None: no limit).

    ``propagations`` limits the work in the same way on every machine: it bounds the total of all
    calls that take more than one slice.
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
        """Restart the clock: all later calls together may take about ``seconds``."""
        self._seconds = math.inf if seconds is None else seconds
        self._deadline = time.monotonic() + self._seconds

    def variable(self) -> int:
        """Return the positive literal of a new variable."""
        self._variables += 1
        # Add a tautology, because models leave out variables that no clause mentions.
        self._solver.add_clause((self._variables, -self._variables))
        return self._variables

    def clause(self, *literals: int) -> None:
        """Require that at least one of these literals is true."""
        self._solver.add_clause(literals)

    def count(
        self, literals: Sequence[int], low: int, high: int, only_if: int | None = None
    ) -> None:
        """Require that ``low`` to ``high`` of these literals are true, if ``only_if`` is true."""
        self._at_most(list(literals), high, only_if)
        self._at_most([-literal for literal in literals], len(literals) - low, only_if)

    def _at_most(self, literals: list[int], most: int, only_if: int | None) -> None:
        spare = len(literals) - most
        if spare <= 0:
            return
        if only_if is not None:
            # Repeated literals weigh more: if the condition is true, it leaves only `most` for the
            # rest.
            literals, most = literals + [only_if] * spare, len(literals)
        self._solver.add_atmost(literals, most)

    def in_descending_order(self, literals: Sequence[int], only_if: int | None = None) -> None:
        """Require that all literals before a true one are true, to break symmetry."""
        for first, then in pairwise(literals):
            self.clause(first, -then, *([] if only_if is None else [-only_if]))

    def solve_soon(self, propagations: int, *assumptions: int) -> bool | None:
        """Do the same as ``solve``, but return None after this many propagations."""
        self._solver.prop_budget(propagations)
        answer = self._solver.solve_limited(assumptions)
        if answer is None:
            self._propagations -= propagations
            return None
        return bool(answer)

    def solve(self, *assumptions: int) -> bool:
        """Return whether all constraints so far have a model in which the assumptions are true.

        Raises ``BudgetError`` once the time or the propagations are used up.
        """
        # MiniCard has no time limit and cannot be interrupted, so it works in slices of growing
        # length and keeps its learned clauses from one to the next.
        slice_ = FIRST_SLICE
        while time.monotonic() < self._deadline:
            if self._propagations < slice_:
                raise BudgetError("satisfiability was not decided within its limit of propagations")
            self._solver.prop_budget(slice_)
            answer = self._solver.solve_limited(assumptions)
            if answer is not None:
                return bool(answer)
            self._propagations -= slice_
            slice_ = min(slice_ + slice_ // 2, LAST_SLICE)
        raise BudgetError(f"satisfiability was not decided within {self._seconds:g} seconds")

    def model(self) -> list[int]:
        """Return the model that the last ``solve`` found, as the true literal of each variable."""
        return self._solver.get_model() or []

    def core(self) -> list[int]:
        """Return the assumptions that the last ``solve`` used in its refutation, if it returned
        False."""
        return self._solver.get_core() or []

    def prefer(self, literals: Sequence[int]) -> None:
        """Prefer these values for unconstrained variables."""
        self._solver.set_phases(literals)
