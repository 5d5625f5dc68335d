"""The SAT solver of the unlimited level: MiniCard, from python-sat.

Loading python-sat takes 50 ms, so this module is imported only where a solver is made.
"""

from __future__ import annotations

import pysolvers
from pysat.solvers import Minicard


class Solver(Minicard):  # type: ignore[misc]  # python-sat has no types
    """python-sat's MiniCard with the usual Ctrl-C.

    When python-sat solves in the main thread, it handles Ctrl-C itself: it raises an error of its
    own and leaves the solver in an undefined state. Here Ctrl-C works as usual, but only after the
    call returns. Always set a budget, so that it returns soon.
    """

    def solve_within_budget(self) -> bool | None:
        """Return whether a model exists, or None if the budget runs out first."""
        answer: bool | None = pysolvers.minicard_solve_lim(self.minicard, (), 0, 0)
        self.status = answer
        return answer
