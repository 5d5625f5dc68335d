"""A race of first cells on identical deals, in which significantly worse cells drop out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import NormalDist

import numpy as np

from sapper.arena.runner.runner import Batch
from sapper.estimate import Values, more
from sapper.game import Grid
from sapper.game.rules import PROMISES, First
from sapper.inference.kernel.counter import Counter
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts

CHAIN = ("single-point", "swift")  #: the strategies that continue the games


class FirstMoveValues:
    """The values of first cells on the deals of a seed; threads may share it.

    The first-move rule ``first`` is ``safe`` or ``opening``. Playouts weight survival by its
    probability (``players.kernel.rollouts``).
    """

    def __init__(self, grid: Grid, mines: int, first: First, seed: int) -> None:
        self._grid, self._mines, self._seed = grid, mines, seed
        self._promise = PROMISES[first]
        self._idle: list[Rollouts] = []  # one for each thread, as they keep state

    def values(self, opened: Sequence[tuple[int, int]]) -> Values:
        """Return the chance to win for each pair of a deal's number and the index of the first
        cell opened."""
        try:
            rollouts = self._idle.pop()
        except IndexError:
            rollouts = self._rollouts()
        chances = np.empty(len(opened))
        for i, (deal, cell) in enumerate(opened):
            chances[i] = rollouts.first_value(cell, self._promise, self._seed, deal)
        self._idle.append(rollouts)
        return chances

    def _rollouts(self) -> Rollouts:
        chain = [NUMBERS[name] for name in CHAIN]
        return Rollouts(Counter(self._grid), self._grid, self._mines, True, chain)


ERROR = 0.05  #: the probability that the best cell drops out
DEALS = 100  #: the deals of the first round
GROWTH = 1.5  #: the factor by which every round increases the deals

#: Returns the value of each pair of a deal and a cell; called in any thread.
Play = Callable[[Sequence[tuple[int, int]]], Values]


class RaceRound:
    """A series of ``arena.runner``: some deals, each opened at every cell still in the race.

    An instance is a deal opened at a cell; all cells of a deal precede the next deal.
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
        """The values of the deals that were opened at every cell, with shape (cells, deals)."""
        by_deal = self._values.reshape(-1, len(self._cells))
        whole: Values = by_deal[~np.isnan(by_deal).any(axis=1)].T
        return whole


class Race:
    """The values of cells, deal by deal, and the cells still in the race.

    ``values[cell]`` has a value for each deal that the cell played: the deals from 0 on, fewer for
    cells that dropped out. ``played`` is the number of all values.
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
        """The cell with the largest value still in the race."""
        return max(self.left, key=lambda cell: self.values[cell].sum())

    def next_round(self, deals: int) -> RaceRound:
        """Return a round of the next deals, up to ``deals`` in total."""
        until = min(max(DEALS, int(GROWTH * self.deals)), deals)
        return RaceRound(range(self.deals, until), self.left, self._play)

    def add(self, one: RaceRound) -> None:
        """Add the finished deals of a round, and drop cells that are significantly worse."""
        longer = zip(self.left, one.finished, strict=True)
        more_values = {cell: np.concatenate([self.values[cell], found]) for cell, found in longer}
        self.values = {
            **self.values,
            **more_values,
        }  # in one step, as Ctrl-C may interrupt anywhere
        self.played += one.done
        if self.deals:
            self._rounds += 1
            self._drop()

    def _drop(self) -> None:
        share = ERROR / (self._rounds * (self._rounds + 1))  # these sum to ERROR
        z = NormalDist().inv_cdf(1.0 - share / len(self.values))
        best = self.values[self.best]
        self.left = [one for one in self.left if more(best, self.values[one], z).low <= 0.0]
