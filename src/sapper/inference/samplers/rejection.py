"""Layouts by rejection: lay the mines blindly, until every clue is right."""

from __future__ import annotations

from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference.constraints import constraints
from sapper.inference.counting import SECONDS
from sapper.inference.samplers.frontier import frontier_layout

TRIES = 100_000  #: some seconds on an expert board


class Rejection:
    """The rejection method (Sebag & Teytaud 2012, section 3, Algorithm 1): uniform, and without
    hope on large boards, where hardly any placement is a layout.

    A sample may take ``tries`` placements and raises ``BudgetError`` beyond. No number of tries
    could tell that a position is impossible; satisfiability does, within ``seconds``.
    """

    def __init__(self, position: Position, *, tries: int = TRIES, seconds: float = SECONDS) -> None:
        frontier_layout(position, seconds=seconds)  # only to refuse what is impossible
        self.position = position
        self._tries = tries
        self._told = [(told.cells, told.mines) for told in constraints(position)]

    def sample(self, chance: Chance) -> frozenset[int]:
        """Indices of the mines under hidden cells in a layout, each layout equally likely."""
        hidden, left = self.position.hidden, self.position.mines_left
        for _ in range(self._tries):
            laid = frozenset(chance.shuffled(hidden)[:left])
            if all(len(cells & laid) == mines for cells, mines in self._told):
                return laid
        raise BudgetError(f"none of {self._tries:,} placements of the mines was a layout")
