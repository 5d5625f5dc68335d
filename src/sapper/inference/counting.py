"""Exact counting by the kernel, with Python values as results."""

from __future__ import annotations

from math import isfinite

import numpy as np
import numpy.typing as npt

from sapper.errors import BudgetError
from sapper.game import Chance, Grid, Position
from sapper.inference.conflict import explain
from sapper.inference.kernel.constants import STOPPED, Status
from sapper.inference.kernel.counter import Counter
from sapper.inference.kernel.sampler import TableSampler
from sapper.inference.thread_cache import ThreadCache

SECONDS = 10.0
MEGABYTES = 512
STEPS = 2_000_000_000  #: a limit for players: a few seconds, but the same on every machine


def count(counter: Counter, position: Position, seconds: float, megabytes: int, steps: int) -> None:
    """Count a position with a counter.

    Raises ``ImpossiblePositionError`` with a minimal set of clues at fault, or ``BudgetError``.
    """
    status = counter.count(position.cells, position.mines, seconds, megabytes, steps)
    if status == Status.IMPOSSIBLE:
        raise explain(position, seconds=max(seconds, 1.0) if isfinite(seconds) else None)
    if status != Status.OK:
        raise BudgetError(STOPPED[status].format(megabytes=megabytes, seconds=seconds, steps=steps))


def _held(counter: Counter) -> int:
    return counter.held


_COUNTERS: ThreadCache[Grid, Counter] = ThreadCache(Counter, _held)


def counter_of(grid: Grid) -> Counter:
    """Return this thread's counter for a grid."""
    return _COUNTERS.of(grid)


class Belief:
    """The uniform distribution over the layouts of a position.

    Raises ``ImpossiblePositionError`` if there are no layouts, and ``BudgetError`` if counting them
    exceeds ``seconds``, ``megabytes`` or ``steps`` (0: no limit on steps).
    """

    def __init__(
        self,
        position: Position,
        *,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        steps: int = 0,
    ) -> None:
        self.position = position
        self._counter = Counter(position.grid)
        count(self._counter, position, seconds, megabytes, steps)
        self._sampler: TableSampler | None = None

    @property
    def log_layouts(self) -> float:
        """The natural logarithm of the number of layouts."""
        return self._counter.logarithm

    @property
    def mine_probability(self) -> npt.NDArray[np.float64]:
        """The mine probability by cell index, nan where a cell is not hidden."""
        return risks(self._counter, self.position)

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in a uniformly random layout."""
        if self._sampler is None:
            self._sampler = TableSampler(self._counter)
            self._sampler.make_ready()
        layout = self._sampler.sample(chance)
        return frozenset(i for i, mine in enumerate(layout) if mine)


def risks(counter: Counter, position: Position) -> npt.NDArray[np.float64]:
    """Return the mine probabilities by cell index from a counter that has just counted them."""
    out = np.empty(position.grid.size)
    counter.risks(out)
    return out
