"""Exact counting by the kernel, with results as Python values and a cache per thread."""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import exp, inf, isfinite
from typing import Generic, TypeVar

from sapper.errors import BudgetError
from sapper.game import Chance, Grid, Position
from sapper.game.codes import HIDDEN, MINE
from sapper.inference.kernel.counter import Counter
from sapper.inference.kernel.sampler import TableSampler
from sapper.inference.proof import explain
from sapper.inference.status import STOPPED, Status
from sapper.kernel.arrays import doubles

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MAX_WORKSPACES = 4  #: number of workspaces cached per thread
MAX_WORKSPACE_BYTES = 32 << 20  #: maximum size of a cached workspace, in bytes


class ThreadCache(threading.local, Generic[K, V]):
    """The most recent workspaces of each thread, created on demand by key.

    Workspaces that a hard position has grown beyond ``MAX_WORKSPACE_BYTES`` bytes are dropped.
    """

    def __init__(self, make: Callable[[K], V], held: Callable[[V], int]) -> None:
        self._make, self._held = make, held
        self._found: OrderedDict[K, V] = OrderedDict()
        self._latest: tuple[K, V] | None = None

    def of(self, key: K) -> V:
        """Return this thread's workspace for a key."""
        latest = self._latest
        if latest is not None and (latest[0] is key or latest[0] == key):
            return latest[1]
        workspace = self._found.pop(key) if key in self._found else self._make(key)
        for other in [
            key for key, kept in self._found.items() if self._held(kept) > MAX_WORKSPACE_BYTES
        ]:
            del self._found[other]
        self._found[key] = workspace
        if len(self._found) > MAX_WORKSPACES:
            self._found.popitem(last=False)
        self._latest = key, workspace
        return workspace


TIMEOUT_SECONDS = 10.0
MAX_MEGABYTES = 512
MAX_COUNT_STEPS = (
    2_000_000_000  #: limit for players: a few seconds of work, the same on every machine
)


#: Why a position without a number of mines has no probabilities.
UNKNOWN_MINES = "the number of mines is not known"


def count(counter: Counter, position: Position, seconds: float, megabytes: int, steps: int) -> None:
    """Count a position with a counter.

    Raises ``ImpossiblePositionError`` with a minimal set of clues at fault, or ``BudgetError``,
    also if the number of mines is not known.
    """
    if not position.rules.mines_known:
        raise BudgetError(UNKNOWN_MINES)
    status = counter.count(position.cells, position.mines, seconds, megabytes, steps)
    if status == Status.OK:
        return
    if status == Status.IMPOSSIBLE:
        raise explain(position, seconds=max(seconds, 1.0) if isfinite(seconds) else None)
    raise BudgetError(STOPPED[status].format(megabytes=megabytes, seconds=seconds, steps=steps))


def _held(counter: Counter) -> int:
    return counter.held


_COUNTERS: ThreadCache[Grid, Counter] = ThreadCache(Counter, _held)


def counter_of(grid: Grid) -> Counter:
    """Return this thread's counter for a grid."""
    return _COUNTERS.of(grid)


def zero_chances(grid: Grid, cells: bytes, mines: int, indexes: Iterable[int]) -> dict[int, float]:
    """Return the probability that each of some hidden cells shows a zero. It is 0 where counting is
    too hard."""
    counter = counter_of(grid)
    counter.count(cells, mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
    before, chances = counter.logarithm, {}
    for i in indexes:
        after = cells[:i] + bytes([0]) + cells[i + 1 :]
        status = counter.count(after, mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        chances[i] = min(1.0, exp(counter.logarithm - before)) if status == Status.OK else 0.0
    return chances


class Belief:
    """The uniform distribution over the layouts of a position.

    Raises ``ImpossiblePositionError`` if there are no layouts, and ``BudgetError`` if counting them
    exceeds ``seconds``, ``megabytes`` or ``steps`` (0: no limit on steps).
    """

    def __init__(
        self,
        position: Position,
        *,
        seconds: float = TIMEOUT_SECONDS,
        megabytes: int = MAX_MEGABYTES,
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
    def probabilities(self) -> array[float]:
        """The mine probability by cell index, nan where a cell is not hidden."""
        return risks(self._counter, self.position)

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in a uniformly random layout."""
        if self._sampler is None:
            self._sampler = TableSampler(self._counter)
            self._sampler.prepare()
        layout = self._sampler.sample(chance)
        return frozenset(i for i, mine in enumerate(layout) if mine)


def risks(counter: Counter, position: Position) -> array[float]:
    """Return the mine probabilities by cell index from a counter that has just counted them."""
    out = doubles(position.grid.size)
    counter.risks(out)
    return out


def possible_clues(grid: Grid, cells: bytes, risks: Sequence[float], index: int) -> range:
    """Return the clues from the least to the largest that a hidden cell may show, by the risks of
    its neighbours; in between there may be some that it cannot show."""
    near = grid.neighbour_indices(index)
    closed = [risks[i] for i in near if cells[i] == HIDDEN]
    low = sum(cells[i] == MINE for i in near) + closed.count(1.0)
    return range(low, low + sum(0.0 < risk < 1.0 for risk in closed) + 1)
