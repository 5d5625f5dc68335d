"""Workers that play batches: this thread, several threads or processes, or a cluster."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Protocol, TypeVar

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
