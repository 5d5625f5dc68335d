"""Samples that grow: the values of the deals 0, 1, … of a seed that begin with one cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

import numpy as np
import numpy.typing as npt

from sapper.arena.runner.runner import Batch, run
from sapper.arena.runner.workers import WorkerPool
from sapper.estimate import Values
from sapper.game import Grid
from sapper.players.native.relaxation import Relaxation

#: Returns the values of some deals: an array with a row for each kind of value, and a column for
#: each deal. Called in any thread.
Play = Callable[[range], npt.NDArray[np.float64]]


class Relaxed:
    """Plays the relaxed game (``players.native.relaxation``) on one board; threads may share it."""

    def __init__(self, grid: Grid, mines: int, promise: int, layouts: int, seed: int) -> None:
        self._board = grid, mines
        self._promise, self._layouts, self._seed = promise, layouts, seed
        self._idle: dict[int, list[Relaxation]] = {}  # by the number of guesses

    def values(self, cell: int, guesses: int, deals: range) -> npt.NDArray[np.float64]:
        """Return the values of deals that begin with this cell: the safety of the first guess, and
        the value with so many guesses weighed."""
        idle = self._idle.setdefault(guesses, [])
        try:
            game = idle.pop()
        except IndexError:
            layouts = self._layouts if guesses > 0 else 0
            game = Relaxation(*self._board, True, max(1, guesses), layouts)
        found = np.empty((2, len(deals)))
        game.values(cell, self._promise, self._seed, deals.start, *found)
        idle.append(game)
        return found


class Sample:
    """The values of the deals 0, 1, … up to ``due``, with ``kinds`` values a deal."""

    def __init__(self, play: Play, kinds: int, due: int) -> None:
        self.values = np.empty((kinds, 0))
        self.due = due
        self._play = play

    def __len__(self) -> int:
        return self.values.shape[1]

    @property
    def whole(self) -> bool:
        """Whether all deals have been played."""
        return len(self) >= self.due

    def grow(
        self, deals: int, pool: WorkerPool, report: Callable[[int], None], until: float = inf
    ) -> None:
        """Play as many deals more, at most up to ``due``. What is finished is kept for whatever
        reason it ends, ``KeyboardInterrupt`` among them. ``report`` is called with the number of
        deals finished."""
        numbers = range(len(self), min(len(self) + deals, self.due))
        growth = _Growth(numbers, len(self.values), self._play)
        try:
            run([growth], pool, lambda one: report(len(self) + one.done), until=until)
        finally:
            self.values = np.concatenate([self.values, growth.finished], axis=1)


class _Growth:
    """A series (``arena.runner``): the next deals of a sample."""

    def __init__(self, numbers: range, kinds: int, play: Play) -> None:
        self.done, self.due = 0, len(numbers)
        self._start, self._unplayed, self._play = numbers.start, numbers, play
        self._values = np.full((kinds, self.due), np.nan)

    @property
    def left(self) -> int:
        """The number of deals that are not in any batch yet."""
        return len(self._unplayed)

    def take(self, most: int) -> Batch[npt.NDArray[np.float64]] | None:
        """Return the next deals as a batch."""
        numbers, self._unplayed = self._unplayed[:most], self._unplayed[most:]
        return Batch(numbers, partial(self._play, numbers)) if numbers else None

    def add(self, numbers: range, tally: npt.NDArray[np.float64]) -> None:
        """Keep the values of a finished batch."""
        self._values[:, numbers.start - self._start : numbers.stop - self._start] = tally
        self.done += len(numbers)

    @property
    def finished(self) -> Values:
        """The values of the deals before the first unfinished one."""
        missing = np.flatnonzero(np.isnan(self._values[0]))
        end = int(missing[0]) if len(missing) else self.due
        return self._values[:, :end]
