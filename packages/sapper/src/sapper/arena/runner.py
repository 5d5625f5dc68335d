"""The runner: plays series of games in batches of a steady duration on any workers – this thread,
several threads or processes, or a cluster – and sums their tallies.
"""

from __future__ import annotations

import logging
import math
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, fields, replace
from functools import partial
from math import inf
from typing import Any, Generic, Protocol, Self, TypeVar

from sapper.arena.stats import Floats
from sapper.errors import InputError, SapperError

MAX_WORKERS = 1024
CALLER_CHECK_SECONDS = 0.1  #: between two checks of a worker process whether its caller is alive

J = TypeVar("J")
D = TypeVar("D")


class Cluster(Protocol):
    """Workers on other machines."""

    def run(self, play: Callable[[J], D], jobs: Iterator[J]) -> Generator[D, None, None]:
        """Yield the results of ``play`` for all jobs, in the order in which they finish."""


class WorkerLostError(SapperError):
    """A worker has ended and cannot be replaced."""


@dataclass(frozen=True)
class WorkerPool:
    """The workers of a ``cluster`` if given, else ``count`` workers on this machine.

    A single worker is the current thread. Several workers are threads if ``threads`` is true, which
    pays if the work releases the GIL, else processes. Raises ``InputError`` for an invalid number.
    """

    count: int = 1
    threads: bool = False
    cluster: Cluster | None = None

    def __post_init__(self) -> None:
        if self.cluster is None and not 1 <= self.count <= MAX_WORKERS:
            raise InputError(f"expected 1 to {MAX_WORKERS} workers, not {self.count}")

    def results(self, play: Callable[[J], D], jobs: Iterator[J]) -> Generator[D, None, None]:
        """Yield the results of ``play`` for all jobs, in the order in which they finish.

        Ctrl-C is raised from this generator, and unfinished jobs are dropped; processes end with
        their caller, however it ends. Raises
        ``WorkerLostError`` if a process was killed; a cluster reassigns the jobs of lost workers.
        """
        if self.cluster is not None:
            source = self.cluster.run(play, jobs)
        elif self.count == 1:
            source = (play(job) for job in jobs)
        else:
            source = _apart(play, jobs, self.count, self.threads)
        try:
            # "yield from" would pass a close on to the source, past the block below.
            for result in source:  # noqa: UP028
                yield result
        finally:
            with _dropping():
                source.close()


def _apart(
    play: Callable[[J], D], jobs: Iterator[J], workers: int, threads: bool
) -> Generator[D, None, None]:
    from joblib import Parallel, delayed  # takes 0.25 s to import, so only for several workers
    from joblib.externals.loky.process_executor import BrokenProcessPool

    loky: dict[str, object] = {"initializer": _end_with, "initargs": (os.getpid(),)}
    parallel = Parallel(
        workers,
        backend="threading" if threads else "loky",
        return_as="generator_unordered",
        batch_size=1,
        **({} if threads else loky),
    )
    call: Callable[..., object] = delayed(play)
    with nullcontext() if threads else _ignoring_interrupts():
        results: Generator[D, None, None] = parallel(call(job) for job in jobs)
    try:
        yield from results
    except BrokenProcessPool:
        raise WorkerLostError(
            "a worker process was killed or ran out of memory; all games finished before then are"
            " kept"
        ) from None


def _end_with(caller: int) -> None:
    """End this process soon after its parent ``caller``, which may be killed; loky's workers would
    wait five minutes for more jobs, with the standard error of the caller open."""
    if os.name != "posix":
        return

    def look() -> None:
        while os.getppid() == caller:
            time.sleep(CALLER_CHECK_SECONDS)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()


@contextmanager
def _dropping() -> Iterator[None]:
    """Silence reports of jobs that are dropped in this block.

    joblib warns of them. In rare cases its dispatching thread looks up a job that was just dropped
    and ends with a ``KeyError`` (joblib 1.5), which is harmless, because it is about to end anyway.
    """
    before = threading.excepthook

    def report(args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else ""
        if not (args.exc_type is KeyError and name == "ExecutorManagerThread"):
            before(args)

    threading.excepthook = report
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        threading.excepthook = before


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Make processes started in this block ignore Ctrl-C and SIGTERM.

    A terminal sends Ctrl-C to all processes, and a service manager SIGTERM. This process ends the
    others; without the mask, they would print tracebacks, or seem to have been killed.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as loky_tracker

    # Start the workers' helpers now: started later, they would remove the mask.
    resource_tracker.ensure_running()
    loky_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


#: Target duration of a batch: long enough to be cheap, short enough to show progress.
BATCH_SECONDS = 0.3
MAX_GROWTH = 16  #: from batch to batch, since the first games may be atypical


class Pace:
    """Sizes batches to take about ``BATCH_SECONDS``, judging by the batches played so far.

    Near the end, batches shrink so that the workers finish at about the same time.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._per_game = inf
        self._largest = 1
        self._lock = threading.Lock()  # joblib requests batches from its own threads

    def record(self, games: int, seconds: float) -> None:
        """Update the pace from a finished batch and the wall time that it took."""
        with self._lock:
            self._per_game = seconds / games
            self._largest = max(self._largest, games * MAX_GROWTH)

    def games(self, left: int) -> int:
        """Return the size of the next batch, at least 1, if ``left`` games are left."""
        with self._lock:
            wanted = BATCH_SECONDS / max(self._per_game, 1e-9)
            fair = math.ceil(left / (2 * self._workers)) if self._workers > 1 else left
            return max(1, min(int(wanted), self._largest, fair))


@dataclass(frozen=True)
class Sums:
    """The base of tallies: frozen dataclasses that add up field by field.

    Fields are numbers, counters, other tallies, or tuples of these, which add up item by item. All
    fields need a default, with which nothing is counted.
    """

    def __add__(self, other: Self) -> Self:
        names = [field.name for field in fields(self)]
        return replace(self, **{n: plus(getattr(self, n), getattr(other, n)) for n in names})


def plus(a: Any, b: Any) -> Any:
    """Add two values of a field of a tally; tuples add up item by item."""
    if isinstance(a, tuple):
        return tuple(plus(x, y) for x, y in zip(a, b, strict=True))
    return a + b


T = TypeVar("T")
R = TypeVar("R")

_log = logging.getLogger("sapper.arena")

#: Called at the start and after every batch with the games done and the games to do.
Progress = Callable[[int, int], None]


class Interrupted(KeyboardInterrupt, Generic[R]):
    """Ctrl-C during a run; ``result`` has everything finished before.

    >>> def interrupt(done, planned):
    ...     raise KeyboardInterrupt
    >>> try:
    ...     sapper.match("csp", "beginner8", games=100, progress=interrupt)
    ... except sapper.MatchInterrupted as stop:
    ...     print(stop.result.games, stop.result.interrupted)
    0 True
    """

    def __init__(self, result: R) -> None:
        super().__init__("interrupted")
        self.result = result


@contextmanager
def interruptible(result: Callable[[], object]) -> Iterator[None]:
    """Turn Ctrl-C in the block into ``Interrupted`` with the ``result`` so far."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(result()) from None


@dataclass(frozen=True)
class Batch(Generic[T]):
    """Some instances of a series; ``play`` plays them in any process and returns their tally."""

    numbers: range
    play: Callable[[], T]


class Series(Protocol[T]):
    """Instances for the same subjects, such as the deals of a board or the games of a world.

    Batches are taken in any thread, and tallies are added in the thread that runs the series.
    """

    @property
    def left(self) -> int:
        """The number of instances not in any batch yet; 0 if no more are wanted."""

    @property
    def done(self) -> int:
        """The number of games played, by which progress is measured."""

    @property
    def due(self) -> int:
        """The number of games to play, including those done."""

    def take(self, most: int) -> Batch[T] | None:
        """Return a batch of at most ``most`` instances, or None if nothing is left."""

    def add(self, numbers: range, tally: T) -> None:
        """Add the tally of a finished batch."""


class SummedSeries(Generic[T]):
    """The instances 0, 1, … up to ``due``, whose tallies are added up in ``total``.

    ``play`` receives the numbers of a batch, or the result of ``prepare`` for them. Each instance
    counts as ``weight`` games, such as one for each subject.
    """

    def __init__(
        self,
        games: int,
        play: Callable[[Any], T],
        total: T,
        *,
        weight: int = 1,
        prepare: Callable[[range], object] | None = None,
    ) -> None:
        self.total = total
        self.done = 0
        self.due = games * weight
        self._unplayed = range(games)
        self._play = play
        self._weight = weight
        self._prepare = prepare

    @property
    def left(self) -> int:
        """The number of instances that are not in any batch yet."""
        return len(self._unplayed)

    def take(self, most: int) -> Batch[T] | None:
        """Return the next instances as a batch."""
        numbers, self._unplayed = self._unplayed[:most], self._unplayed[most:]
        given = self._prepare(numbers) if self._prepare is not None else numbers
        return Batch(numbers, partial(self._play, given)) if numbers else None

    def add(self, numbers: range, tally: T) -> None:
        """Add the tally of a finished batch to the total."""
        self.total = plus(self.total, tally)
        self.done += len(numbers) * self._weight


class ValueSeries(SummedSeries[Floats]):
    """Instances with one value each: ``total`` has these by number, nan until they are played."""

    def __init__(
        self,
        games: int,
        play: Callable[[Any], Floats],
        prepare: Callable[[range], object] | None = None,
    ) -> None:
        import numpy as np

        super().__init__(games, play, np.full(games, np.nan), prepare=prepare)

    def add(self, numbers: range, tally: Floats) -> None:
        """Keep the values of a finished batch."""
        self.total[numbers.start : numbers.stop] = tally
        self.done += len(numbers)


S = TypeVar("S", bound=Series[Any])


def run(
    series: Sequence[S],
    workers: WorkerPool,
    report: Callable[[S], object] = lambda _: None,
    *,
    until: float = inf,
) -> None:
    """Play all instances of the series, which take turns, and add their tallies.

    The series are played in rounds of equal size, so that an interrupted run has about as many
    instances of each. ``report`` is called with a series after each tally added to it. The run ends
    when ``time.monotonic()`` reaches ``until``.

    Raises ``WorkerLostError`` if a process was killed, and ``KeyboardInterrupt`` on Ctrl-C:
    finished batches are added, and others are dropped.
    """
    paces = [Pace(workers.count) for _ in series]
    results: Generator[_Finished, None, None] = workers.results(_play, _jobs(series, paces))
    with closing(results) as finished:
        for index, numbers, tally, seconds in finished:
            paces[index].record(len(numbers), seconds)
            series[index].add(numbers, tally)
            report(series[index])
            first, last = numbers[0], numbers[-1]
            _log.debug("series %d: deals %d to %d took %.3f s", index, first, last, seconds)
            if time.monotonic() >= until:
                return


def run_summed(
    series: Sequence[SummedSeries[Any]],
    result: Callable[[], R],
    workers: WorkerPool,
    progress: Progress | None = None,
) -> R:
    """Play all instances of the series like ``run``, and return the ``result`` of their totals.

    Raises ``Interrupted`` on Ctrl-C, with the result so far.
    """

    def report(_: object) -> None:
        if progress is not None:
            progress(sum(one.done for one in series), sum(one.due for one in series))

    with interruptible(result):
        report(None)
        run(series, workers, report)
    return result()


#: The index of a series, and a batch of it.
_Job = tuple[int, Batch[Any]]
#: The same, with the tally of the batch and its wall time.
_Finished = tuple[int, range, Any, float]


def _play(job: _Job) -> _Finished:
    """Play a job; this may run in any process."""
    index, batch = job
    started = time.perf_counter()
    tally = batch.play()
    return index, batch.numbers, tally, time.perf_counter() - started


def _jobs(series: Sequence[Series[Any]], paces: Sequence[Pace]) -> Iterator[_Job]:
    """Yield jobs in rounds: the next instances of each series, as many as suit the slowest one."""
    while unfinished := [k for k, each in enumerate(series) if each.left]:
        size = min(paces[k].games(series[k].left) for k in unfinished)
        for k in unfinished:
            batch = series[k].take(size)
            if batch is not None:
                yield k, batch
