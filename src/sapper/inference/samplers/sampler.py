"""The interface of all samplers of layouts."""

from __future__ import annotations

from typing import Protocol

from sapper.game import Chance


class LayoutSampler(Protocol):
    """Draws layouts of the one position that it was made from.

    As everywhere in counting, clues and the number of mines decide what a layout is; signs of
    gold do not. The constructor raises ``ImpossiblePositionError`` if there is no layout. The
    constructor and ``sample`` raise ``BudgetError`` when a limit on the work is reached.
    """

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells.

        The result depends only on the position and ``chance``, not on earlier samples.
        """
        ...
