"""A cluster: Dask workers on any machines, found by the address of their scheduler.

Dask reassigns the batches of a lost worker. All random numbers depend on the seed and the deal, so
the results are the same. Requires the extra ``cluster``.
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from sapper.arena.runner import WorkerLostError
from sapper.errors import InputError, plural, require
from sapper.version import installed_version

if TYPE_CHECKING:
    from distributed import Client

J = TypeVar("J")
D = TypeVar("D")

SCHEDULER_LOST = "the cluster's scheduler is gone; all games finished before then are kept"
ANSWER_SECONDS = 3  #: seconds to wait for an answer of the scheduler
WORKERS_SECONDS = 15  #: seconds to wait for its workers
DEFAULT_PORT = 8786  #: default port of a scheduler
MAX_GREETING_BYTES = 1 << 20  #: of a scheduler's first message, which is far shorter
MIN_THREADS = 2  #: minimum number of threads; with a single one, joblib would play in this process


@contextmanager
def connected(address: str) -> Iterator[Dask]:
    """Connect to the cluster of a scheduler, ``tcp://HOST:8786`` or ``HOST:8786``.

    Raises ``InputError`` if the extra is missing, if no scheduler answers, or if it has no workers
    with this version of sapper.
    """
    require("distributed", "cluster", "a cluster")
    _check_scheduler(address)
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # its errors are reported below
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError):  # a timeout is an OSError
        raise InputError(_unanswered(address)) from None
    with client:
        _check(client)
        yield Dask(client)


def _check_scheduler(address: str) -> None:
    """Raise ``InputError`` unless a scheduler answers within a few seconds.

    Dask itself would retry for longer, and would interpret any answer of another server as a
    length.
    """
    try:
        url = urlsplit(address if "://" in address else f"tcp://{address}")
        if url.scheme not in ("tcp", "tls"):
            return
        if not url.hostname:
            raise ValueError("no host")
        server = url.hostname, url.port or DEFAULT_PORT
        with socket.create_connection(server, ANSWER_SECONDS) as connection:
            if url.scheme == "tcp":  # a scheduler speaks first: the length of its message
                first = connection.recv(8)
                if not 0 < int.from_bytes(first, "little") < MAX_GREETING_BYTES:
                    raise ValueError("another protocol")
    except (OSError, ValueError):
        raise InputError(_unanswered(address)) from None


def _unanswered(address: str) -> str:
    return f"no Dask scheduler answers at '{address[:80]}': expected an address like tcp://HOST:{DEFAULT_PORT}"


def _check(client: Client) -> None:
    end = time.monotonic() + WORKERS_SECONDS
    while (threads := _threads(client)) < MIN_THREADS and time.monotonic() < end:
        time.sleep(0.1)
    if threads < MIN_THREADS:
        raise InputError(
            f"the cluster has {plural(threads, 'thread')}, but needs at least {MIN_THREADS}: start"
            " workers with 'dask worker ADDRESS'"
        )
    try:
        versions = client.run(installed_version)
    except ModuleNotFoundError:
        raise InputError("sapper is not installed on the workers of the cluster") from None
    here = installed_version()
    for worker, version in versions.items():
        if version != here:
            raise InputError(f"the worker {worker} has sapper {version}, this process has {here}")


def _threads(client: Client) -> int:
    """Return the number of batches that the current workers can play at a time."""
    return sum(client.nthreads().values())  # type: ignore[no-untyped-call]


class Dask:
    """A connected cluster; see ``connected``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def processors(self) -> int:
        """The number of batches that the current workers can play at a time."""
        return _threads(self._client)

    def run(self, play: Callable[[J], D], jobs: Iterator[J]) -> Generator[D, None, None]:
        """Yield the results of ``play`` for all jobs in the order in which they finish.

        Raises ``WorkerLostError`` if a job has ended several workers, or if the scheduler is lost.
        """
        from distributed import CancelledError, KilledWorker
        from distributed.comm.core import CommClosedError
        from joblib import Parallel, delayed, parallel_config

        with parallel_config(backend="dask", client=self._client):
            parallel = Parallel(
                max(self.processors, MIN_THREADS), return_as="generator_unordered", batch_size=1
            )
            call = delayed(play)
            results: Generator[D, None, None] = parallel(call(job) for job in jobs)
        try:
            yield from results
        except KilledWorker:
            raise WorkerLostError(
                "several workers of the cluster ended while playing the same batch, perhaps for "
                "lack of memory; all games finished before then are kept"
            ) from None
        except (CancelledError, CommClosedError):
            raise WorkerLostError(SCHEDULER_LOST) from None
        finally:
            results.close()
        if self._client.status != "running":
            raise WorkerLostError(SCHEDULER_LOST)
