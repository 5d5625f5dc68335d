"""Workers: batches handed out to this process, to threads, to processes or to a cluster."""

from __future__ import annotations

import math
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from typing import Protocol, TypeVar

from sapper.errors import SapperError

SECONDS = 0.3  #: how long a batch should take: seldom enough to cost nothing, often enough to show
GROWTH = 16  #: how much larger the next batches may get: one game says little about the next


class Timed(Protocol):
    """What a batch leaves: how many games it had, and how long they took."""

    @property
    def games(self) -> int:
        """The number of games."""

    @property
    def seconds(self) -> float:
        """The time they took, on the clock."""


B = TypeVar("B")
S = TypeVar("S", bound=Timed)


class Cluster(Protocol):
    """Workers on other machines."""

    def run(self, play: Callable[[B], S], batches: Iterator[B]) -> Generator[S, None, None]:
        """What ``play`` makes of all batches there, in the order they are done."""


class WorkerLostError(SapperError):
    """A worker has ended that nobody replaces."""


class Pace:
    """How many games make a batch of about ``SECONDS``, learned from the batches played.

    Near the end batches shrink, so that no worker is left with the last long one.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._per_game = math.inf
        self._largest = 1
        self._lock = threading.Lock()  # joblib asks for batches from threads of its own

    def saw(self, sheet: Timed) -> None:
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
    play: Callable[[B], S],
    batches: Iterator[B],
    saw: Callable[[S], None],
    workers: int,
    *,
    threads: bool = False,
    cluster: Cluster | None = None,
) -> Generator[S, None, None]:
    """What ``play`` makes of all batches, in the order they are done; ``saw`` is told of each
    before anybody else, so that a ``Pace`` may size the batches to come.

    With a ``cluster`` its workers play. Else one worker is this very thread, and costs nothing;
    more are threads, if ``play`` leaves other threads free to run, or else processes. An interrupt
    comes out of this generator; batches under way are dropped. Raises ``WorkerLostError`` where a
    process has been killed; a cluster plays its batches again, elsewhere.
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
            warnings.simplefilter("ignore")  # joblib would say that batches were dropped: they were
            source.close()


def _here(play: Callable[[B], S], batches: Iterator[B]) -> Generator[S, None, None]:
    for batch in batches:
        yield play(batch)


def _apart(
    play: Callable[[B], S], batches: Iterator[B], workers: int, threads: bool
) -> Generator[S, None, None]:
    from joblib import Parallel, delayed  # a quarter of a second that one worker never needs
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
            "a worker process was ended from outside, or ran out of memory; what was finished"
            " before is kept"
        ) from None


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
