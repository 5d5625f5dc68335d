"""Workers: batches are played by this process, by threads, by processes or by a cluster."""

from __future__ import annotations

import math
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from typing import Protocol, TypeVar

from sapper.errors import SapperError

SECONDS = 0.3  #: the target time of a batch: long enough to be cheap, short enough for progress
GROWTH = 16  #: the most by which the next batch may grow: one game says little about the next


class Timed(Protocol):
    """The result of a batch: how many games it had, and how long they took."""

    @property
    def games(self) -> int:
        """The number of games."""

    @property
    def seconds(self) -> float:
        """The wall time of the games."""


B = TypeVar("B")
S = TypeVar("S", bound=Timed)


class Cluster(Protocol):
    """Workers on other machines."""

    def run(self, play: Callable[[B], S], batches: Iterator[B]) -> Generator[S, None, None]:
        """Yield the results of ``play`` for all batches, in the order in which they finish."""


class WorkerLostError(SapperError):
    """A worker has ended and cannot be replaced."""


class Pace:
    """Sizes batches to take about ``SECONDS``, judging by the batches played so far.

    Near the end, batches shrink so that the workers finish at about the same time.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._per_game = math.inf
        self._largest = 1
        self._lock = threading.Lock()  # joblib requests batches from its own threads

    def saw(self, sheet: Timed) -> None:
        """Update the pace from a finished batch."""
        with self._lock:
            self._per_game = sheet.seconds / sheet.games
            self._largest = max(self._largest, sheet.games * GROWTH)

    def games(self, left: int) -> int:
        """Return the size of the next batch, at least 1, if ``left`` games are left."""
        with self._lock:
            wanted = SECONDS / max(self._per_game, 1e-9)
            fair = math.ceil(left / (2 * self._workers)) if self._workers > 1 else left
            return max(1, min(int(wanted), self._largest, fair))


def run(
    play: Callable[[B], S],
    batches: Iterator[B],
    saw: Callable[[S], None],
    workers: int,
    *,
    threads: bool = False,
    cluster: Cluster | None = None,
) -> Generator[S, None, None]:
    """Yield the results of ``play`` for all batches, in the order in which they finish.

    ``saw`` is called with each result before it is yielded, so that a ``Pace`` can size the next
    batches. If there is a ``cluster``, its workers play. Otherwise a single worker is the current
    thread; more workers are threads if ``threads`` says that ``play`` lets other threads run, else
    processes. An interrupt is raised from this generator, and unfinished batches are dropped.

    Raises ``WorkerLostError`` if a process was killed; a cluster plays its batches again on another
    worker.
    """
    if cluster is not None:
        source = cluster.run(play, batches)
    elif workers == 1:
        source = _here(play, batches)
    else:
        source = _apart(play, batches, workers, threads)
    try:
        for sheet in source:
            saw(sheet)
            yield sheet
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib would warn about dropped batches
            source.close()


def _here(play: Callable[[B], S], batches: Iterator[B]) -> Generator[S, None, None]:
    for batch in batches:
        yield play(batch)


def _apart(
    play: Callable[[B], S], batches: Iterator[B], workers: int, threads: bool
) -> Generator[S, None, None]:
    from joblib import Parallel, delayed  # takes a quarter of a second, so only for several workers
    from joblib.externals.loky.process_executor import BrokenProcessPool

    parallel = Parallel(
        workers,
        backend="threading" if threads else "loky",
        return_as="generator_unordered",
        batch_size=1,
    )
    job: Callable[..., object] = delayed(play)
    with nullcontext() if threads else _deaf():
        sheets: Generator[S, None, None] = parallel(job(batch) for batch in batches)
    try:
        yield from sheets
    except BrokenProcessPool:
        raise WorkerLostError(
            "a worker process was killed or ran out of memory; all games finished before are kept"
        ) from None


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes started in this block ignore Ctrl-C.

    A terminal sends it to all processes, but this one must end the others, which would otherwise
    each print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as loky_tracker

    # Start the helpers of the workers now; started later, they would lift the mask.
    resource_tracker.ensure_running()
    loky_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
