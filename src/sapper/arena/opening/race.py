"""A race of first cells: all play the same deals, and those that are surely worse drop out.

This is successive elimination with paired differences (E. Even-Dar, S. Mannor, Y. Mansour 2006,
"Action elimination and stopping conditions for the multi-armed bandit and reinforcement learning
problems"). After every round, a cell drops out if it is worth less than the best one on the deals
played so far, by so many standard errors that the best cell ever drops out with a chance of at most
``ERROR``, which is divided among the cells and, unequally, among the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import NormalDist

import numpy as np

from sapper.arena.runner.runner import Batch
from sapper.estimate import Values, more

ERROR = 0.05  #: the chance that the best cell drops out
DEALS = 100  #: the deals of the first round
GROWTH = 1.5  #: by which every round increases the deals

#: Returns the value of each pair of a deal and a cell; called in any thread.
Play = Callable[[Sequence[tuple[int, int]]], Values]


class Round:
    """A series (``arena.runner``): some deals, each opened at every cell that is still in the race.

    An instance is a deal opened at a cell; all cells of a deal come before the next deal.
    """

    def __init__(self, deals: range, cells: Sequence[int], play: Play) -> None:
        self.done, self.due = 0, len(deals) * len(cells)
        self._values = np.full(self.due, np.nan)
        self._unplayed = range(self.due)
        self._deals, self._cells, self._play = deals, cells, play

    @property
    def left(self) -> int:
        """The number of instances that are not in any batch yet."""
        return len(self._unplayed)

    def take(self, most: int) -> Batch[Values] | None:
        """Return the next instances as a batch."""
        numbers, self._unplayed = self._unplayed[:most], self._unplayed[most:]
        n = len(self._cells)
        opened = [(self._deals[i // n], self._cells[i % n]) for i in numbers]
        return Batch(numbers, partial(self._play, opened)) if opened else None

    def add(self, numbers: range, tally: Values) -> None:
        """Keep the values of a finished batch."""
        self._values[numbers.start : numbers.stop] = tally
        self.done += len(numbers)

    @property
    def finished(self) -> Values:
        """The values of the deals opened at every cell: an array (cells, deals)."""
        by_deal = self._values.reshape(-1, len(self._cells))
        whole: Values = by_deal[~np.isnan(by_deal).any(axis=1)].T
        return whole


class Race:
    """The values of cells, deal by deal, and which cells are still in the race.

    ``values[cell]`` has the deals that the cell played, which are the first ones of those that the
    cells still in the race played. ``played`` is the number of values.
    """

    def __init__(self, cells: Sequence[int], play: Play) -> None:
        self.values: dict[int, Values] = {cell: np.empty(0) for cell in cells}
        self.left = list(cells)
        self.played = 0
        self._play = play
        self._rounds = 0

    @property
    def deals(self) -> int:
        """The number of deals that the cells still in the race have played."""
        return len(self.values[self.left[0]])

    @property
    def best(self) -> int:
        """The cell worth most of those still in the race."""
        return max(self.left, key=lambda cell: self.values[cell].sum())

    def next_round(self, deals: int) -> Round:
        """Return a round of the next deals, after which there are at most so many."""
        until = min(max(DEALS, int(GROWTH * self.deals)), deals)
        return Round(range(self.deals, until), self.left, self._play)

    def add(self, one: Round) -> None:
        """Add the finished deals of a round, and drop the cells that are now surely worse."""
        longer = zip(self.left, one.finished, strict=True)
        more_values = {cell: np.concatenate([self.values[cell], found]) for cell, found in longer}
        self.values = {**self.values, **more_values}  # at once, for Ctrl-C may come at any time
        self.played += one.done
        if self.deals:
            self._rounds += 1
            self._drop()

    def _drop(self) -> None:
        share = ERROR / (self._rounds * (self._rounds + 1))  # of which the sum is ERROR
        z = NormalDist().inv_cdf(1.0 - share / len(self.values))
        best = self.values[self.best]
        self.left = [one for one in self.left if more(best, self.values[one], z).low <= 0.0]
