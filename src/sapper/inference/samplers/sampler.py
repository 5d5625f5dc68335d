"""What every way to draw layouts has in common."""

from __future__ import annotations

from typing import Protocol

from sapper.game import Chance


class LayoutSampler(Protocol):
    """Draws layouts of the one position that it was made from.

    As everywhere in counting, clues and the number of mines decide what a layout is; signs of
    gold do not. Making one raises ``ImpossiblePositionError`` where there is no layout. Making
    one or sampling raises ``BudgetError`` where a bound on the work does not suffice.
    """

    def sample(self, chance: Chance) -> frozenset[int]:
        """Indices of the mines under hidden cells. It depends on nothing but the position and the
        chance: what was drawn before makes no difference."""
        ...
