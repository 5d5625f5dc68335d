"""Workers: batches handed out to this process, to threads or to processes."""

from __future__ import annotations

import math
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice

from sapper.arena.batch import Batch, Sheet, Table, is_native, play_batch
from sapper.game import Deal

SECONDS = 0.3  #: how long a batch should take: seldom enough to cost nothing, often enough to show
GROWTH = 16  #: how much larger the next batches may get: one game says little about the next


class Pace:
    """How many games make a batch of about ``SECONDS``, learned from the batches played.

    Near the end batches shrink, so that no worker is left with the last long one.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._per_game = math.inf
        self._largest = 1
        self._lock = threading.Lock()  # joblib asks for batches from threads of its own

    def saw(self, sheet: Sheet) -> None:
        """Learn from a batch."""
        with self._lock:
            self._per_game = sheet.seconds / sheet.games
            self._largest = max(self._largest, sheet.games * GROWTH)

    def games(self, left: int) -> int:
        """The size of the next batch, at least 1."""
        with self._lock:
            wanted = SECONDS / max(self._per_game, 1e-9)
            fair = math.ceil(left / (2 * self._workers)) if self._workers > 1 else left
            return max(1, min(int(wanted), self._largest, fair))


def run(
    table: Table, games: int, deals: Iterable[Deal] | None, workers: int
) -> Generator[Sheet, None, None]:
    """The sheets of all batches, in the order they are done.

    One worker is this very thread, and costs nothing; more are threads if the kernel plays every
    player's games, else processes. An interrupt comes out of this generator; batches under way
    are dropped.
    """
    pace = Pace(workers)
    batches = _batches(games, deals, pace)
    source = _here(table, batches) if workers == 1 else _apart(table, batches, workers)
    try:
        for sheet in source:
            pace.saw(sheet)
            yield sheet
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib would say that batches were dropped: they were
            source.close()


def _batches(games: int, deals: Iterable[Deal] | None, pace: Pace) -> Iterator[Batch]:
    orders = None if deals is None else (deal.order for deal in deals)
    start = 0
    while start < games:
        numbers = range(start, start + pace.games(games - start))
        yield Batch(numbers, None if orders is None else tuple(islice(orders, len(numbers))))
        start = numbers.stop


def _here(table: Table, batches: Iterator[Batch]) -> Generator[Sheet, None, None]:
    for batch in batches:
        yield play_batch(table, batch)


def _apart(table: Table, batches: Iterator[Batch], workers: int) -> Generator[Sheet, None, None]:
    from joblib import Parallel, delayed  # a quarter of a second that one worker never needs

    native = all(is_native(player, table) for player in table.players)
    parallel = Parallel(
        workers,
        backend="threading" if native else "loky",
        return_as="generator_unordered",
        batch_size=1,
    )
    job: Callable[..., object] = delayed(play_batch)
    with nullcontext() if native else _deaf():
        sheets: Generator[Sheet, None, None] = parallel(job(table, batch) for batch in batches)
    return sheets


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started within never hear Ctrl-C: a terminal sends it to all of them, but it is
    for this one to end the others, and each would print where it was."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as loky_tracker

    # Helpers of the workers; started later they would lift the mask.
    resource_tracker.ensure_running()
    loky_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
