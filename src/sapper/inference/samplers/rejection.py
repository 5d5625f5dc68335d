"""Sampling layouts by rejection: place the mines at random until every clue is right."""

from __future__ import annotations

from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference.constraints import constraints
from sapper.inference.counting import SECONDS
from sapper.inference.samplers.frontier import frontier_layout

TRIES = 100_000  #: a few seconds on an expert board


class Rejection:
    """The rejection method (Sebag & Teytaud 2012, section 3, Algorithm 1): uniform, but hopeless
    on large boards, where hardly any placement is a layout.

    A sample may take ``tries`` placements, and then raises ``BudgetError``. No number of tries
    shows that a position is impossible; satisfiability checks that first, within ``seconds``.
    """

    def __init__(self, position: Position, *, tries: int = TRIES, seconds: float = SECONDS) -> None:
        frontier_layout(position, seconds=seconds)  # only to reject impossible positions
        self.position = position
        self._tries = tries
        self._constraints = [(c.cells, c.mines) for c in constraints(position)]

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in a uniformly random layout."""
        hidden, left = self.position.hidden, self.position.mines_left
        for _ in range(self._tries):
            laid = frozenset(chance.shuffled(hidden)[:left])
            if all(len(cells & laid) == mines for cells, mines in self._constraints):
                return laid
        raise BudgetError(f"none of {self._tries:,} placements of the mines was a layout")
