"""The solver of satisfiability that all rooms share: MiniCard, by python-sat."""

from __future__ import annotations

from collections.abc import Sequence

import pysolvers
from pysat.solvers import Minicard


class Solver(Minicard):  # type: ignore[misc]  # python-sat has no types
    """python-sat's MiniCard, but for Ctrl-C.

    python-sat catches Ctrl-C itself while it solves in the main thread: it jumps out of the middle
    of its work with an error of its own. Here Ctrl-C waits until a question is answered or its
    budget is spent, and is then what it always is; so ask within budgets.
    """

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        """Whether there is a model, or None where the budget did not suffice."""
        answer: bool | None = pysolvers.minicard_solve_lim(
            self.minicard, assumptions, 0, int(expect_interrupt)
        )
        self.status = answer
        return answer
