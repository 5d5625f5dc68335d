"""What a first cell is worth: the chance to win a deal by opening it, ``swift`` playing on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sapper.estimate import Values
from sapper.game import Grid
from sapper.game.rules import PROMISES, First
from sapper.inference.kernel.counter import Counter
from sapper.players.native.codes import NUMBERS
from sapper.players.native.rollouts import Rollouts

CHAIN = ("single-point", "swift")  #: the strategies that play on


class FirstMoves:
    """The deals of a seed on one board, opened at any first cell; several threads may share it.

    A first cell is as safe as the rule ``first`` promises, ``safe`` or ``opening``. A playout
    counts survival by its probability (``players.native.rollouts``).
    """

    def __init__(self, grid: Grid, mines: int, first: First, seed: int) -> None:
        self._grid, self._mines, self._seed = grid, mines, seed
        self._promise = PROMISES[first]
        self._idle: list[Rollouts] = []  # one for each thread, as they keep positions in mind

    def values(self, opened: Sequence[tuple[int, int]]) -> Values:
        """Return the chance to win for each pair of the number of a deal and the index of the
        cell that is opened first."""
        try:
            rollouts = self._idle.pop()
        except IndexError:
            rollouts = self._rollouts()
        found = np.empty(len(opened))
        for i, (deal, cell) in enumerate(opened):
            found[i] = rollouts.first_value(cell, self._promise, self._seed, deal)
        self._idle.append(rollouts)
        return found

    def _rollouts(self) -> Rollouts:
        chain = [NUMBERS[name] for name in CHAIN]
        return Rollouts(Counter(self._grid), self._grid, self._mines, True, chain)
