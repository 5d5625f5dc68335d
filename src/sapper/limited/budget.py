"""Budgets: how long a question may take."""

from __future__ import annotations

import time
from math import inf

from sapper.errors import BudgetError

STEPS = 256  #: steps between two looks at the clock
MAX_CLAUSES = 500_000  #: ground clauses of all knowledge, and of one question


class Budget:
    """A limit of ``seconds`` of wall time from now on, None for no limit.

    ``what`` is the subject of the error message.
    """

    def __init__(self, seconds: float | None = None, what: str = "the question") -> None:
        self.seconds = inf if seconds is None else seconds
        self._what = what
        self._deadline = time.monotonic() + self.seconds
        self._steps = 0
        self._made = 0

    def spend(self) -> None:
        """Count one step of work. Raises ``BudgetError`` once the time is up."""
        self._steps += 1
        if self._steps % STEPS == 0:
            self.check()

    def make(self) -> None:
        """Count one clause that a question was ground to. Raises ``BudgetError`` as ``spend``
        does, and when there are too many for the memory."""
        self.spend()
        self._made += 1
        check_clauses(self._made, self._what)

    def check(self) -> None:
        """Look at the clock. Raises ``BudgetError`` once the time is up."""
        if time.monotonic() > self._deadline:
            raise BudgetError(f"{self._what} was not answered within {self.seconds:g} seconds")


def check_clauses(number: int, what: str) -> None:
    """Raise ``BudgetError`` if there are more ground clauses than the memory should hold."""
    if number > MAX_CLAUSES:
        raise BudgetError(
            f"{what} makes more than {MAX_CLAUSES:,} ground clauses: use fewer names or variables"
        )
