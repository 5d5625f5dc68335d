"""Growing samples: the values of the deals 0, 1, … of a seed, played on from one position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

import numpy as np

from sapper.arena.runner.runner import Batch, run
from sapper.arena.runner.workers import WorkerPool
from sapper.estimate import Values
from sapper.game import Grid
from sapper.game.rules import PROMISES
from sapper.players.kernel.relaxation import Relaxation

#: Returns the values of some deals. Called in any thread.
Play = Callable[[range], Values]


class Relaxed:
    """Plays the relaxed game (``players.kernel.relaxation``) on one board; threads may share it."""

    def __init__(self, grid: Grid, mines: int, guesses: int, layouts: int, seed: int) -> None:
        self._board = grid, mines, True, guesses, layouts
        self._seed = seed
        self._idle: list[Relaxation] = []

    def values(self, shown: bytes, cell: int, deals: range) -> Values:
        """Return the values of random deals that are consistent with a position and with a 0 at
        ``cell``, which is opened next."""
        try:
            game = self._idle.pop()
        except IndexError:
            game = Relaxation(*self._board)
        safety, values = np.empty(len(deals)), np.empty(len(deals))
        game.values(shown, cell, PROMISES["opening"], self._seed, deals.start, safety, values)
        self._idle.append(game)
        return values


class Sample:
    """The values of the deals 0, 1, … played so far."""

    def __init__(self, play: Play) -> None:
        self.values: Values = np.empty(0)
        self._play = play

    def __len__(self) -> int:
        return len(self.values)

    def grow(
        self, deals: int, pool: WorkerPool, report: Callable[[int], None], until: float = inf
    ) -> None:
        """Play that many more deals. Finished deals are kept even if an exception, such as
        ``KeyboardInterrupt``, ends the run. ``report`` is called with the number of all deals."""
        growth = _Growth(range(len(self), len(self) + deals), self._play)
        try:
            run([growth], pool, lambda one: report(len(self) + one.done), until=until)
        finally:
            self.values = np.concatenate([self.values, growth.finished])


class _Growth:
    """The next deals of a sample, as a series of ``arena.runner``."""

    def __init__(self, numbers: range, play: Play) -> None:
        self.done, self.due = 0, len(numbers)
        self._start, self._unplayed, self._play = numbers.start, numbers, play
        self._values = np.full(self.due, np.nan)

    @property
    def left(self) -> int:
        """The number of deals that are not in any batch yet."""
        return len(self._unplayed)

    def take(self, most: int) -> Batch[Values] | None:
        """Return the next deals as a batch."""
        numbers, self._unplayed = self._unplayed[:most], self._unplayed[most:]
        return Batch(numbers, partial(self._play, numbers)) if numbers else None

    def add(self, numbers: range, tally: Values) -> None:
        """Keep the values of a finished batch."""
        self._values[numbers.start - self._start : numbers.stop - self._start] = tally
        self.done += len(numbers)

    @property
    def finished(self) -> Values:
        """The values of the deals before the first unfinished one."""
        missing = np.flatnonzero(np.isnan(self._values))
        end = int(missing[0]) if len(missing) else self.due
        return self._values[:end]
