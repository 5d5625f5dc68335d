"""A cluster: Dask workers on any machines, reached through the address of their scheduler.

Dask gives the batches of a lost worker to another one; as all random numbers depend on the seed and
the deal, the results are the same. Needs the extra ``cluster``.
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from sapper.arena.runner.workers import WorkerLostError
from sapper.errors import InputError, plural, require
from sapper.version import installed_version

if TYPE_CHECKING:
    from distributed import Client

J = TypeVar("J")
D = TypeVar("D")

SCHEDULER_LOST = "the scheduler of the cluster has gone; what was finished before is kept"
PATIENCE = 3  #: seconds to wait for an answer of the scheduler
SECONDS = 15  #: seconds to wait for its workers
PORT = 8786  #: of a scheduler whose address names none
LARGEST = 1 << 20  #: bytes; the first message of a scheduler is far shorter
FEWEST = 2  #: threads; with a single one joblib would play in this process instead


@contextmanager
def connected(address: str) -> Iterator[Dask]:
    """Connect to the cluster of a scheduler, ``tcp://HOST:8786`` or ``HOST:8786``.

    Raises ``InputError`` where the extra is missing, no scheduler answers, or its workers cannot
    play what we would: it has no workers, or they run another version of sapper.
    """
    require("distributed", "cluster", "a cluster")
    _check_scheduler(address)
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong, we say
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError):  # a timeout is an OSError
        raise InputError(_unanswered(address)) from None
    with client:
        _check(client)
        yield Dask(client)


def _check_scheduler(address: str) -> None:
    """Raise ``InputError`` unless a scheduler answers: at once, or after a few seconds.

    Dask itself would try again and again, and take whatever another server says for a length.
    """
    try:
        place = urlsplit(address if "://" in address else f"tcp://{address}")
        if place.scheme not in ("tcp", "tls"):
            return
        if not place.hostname:
            raise ValueError("no host")
        where = place.hostname, place.port or PORT
        with socket.create_connection(where, PATIENCE) as connection:
            if place.scheme == "tcp":  # a scheduler speaks first: the length of its message
                first = connection.recv(8)
                if not 0 < int.from_bytes(first, "little") < LARGEST:
                    raise ValueError("another protocol")
    except (OSError, ValueError):
        raise InputError(_unanswered(address)) from None


def _unanswered(address: str) -> str:
    return (
        f"no Dask scheduler answers at '{address[:80]}': expected an address like tcp://HOST:{PORT}"
    )


def _check(client: Client) -> None:
    end = time.monotonic() + SECONDS
    while (threads := _threads(client)) < FEWEST and time.monotonic() < end:
        time.sleep(0.1)
    if threads < FEWEST:
        raise InputError(
            f"the cluster has {plural(threads, 'thread')}, but needs at least {FEWEST}: start"
            " workers with 'dask worker ADDRESS'"
        )
    try:
        versions = client.run(installed_version)
    except ModuleNotFoundError:
        raise InputError("sapper is not installed on the workers of the cluster") from None
    here = installed_version()
    for worker, version in versions.items():
        if version != here:
            raise InputError(f"the worker {worker} has sapper {version}, here it is {here}")


def _threads(client: Client) -> int:
    """Return how many batches the current workers can play at a time."""
    return sum(client.nthreads().values())  # type: ignore[no-untyped-call]


class Dask:
    """A connected cluster; see ``connected``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def processors(self) -> int:
        """How many batches the current workers can play at a time."""
        return _threads(self._client)

    def run(self, play: Callable[[J], D], jobs: Iterator[J]) -> Generator[D, None, None]:
        """Yield the results of ``play`` for all jobs, in the order in which they finish.

        Raises ``WorkerLostError`` if one job has ended several workers or the scheduler is lost.
        """
        from distributed import CancelledError, KilledWorker
        from distributed.comm.core import CommClosedError
        from joblib import Parallel, delayed, parallel_config

        with parallel_config(backend="dask", client=self._client):
            parallel = Parallel(
                max(self.processors, FEWEST), return_as="generator_unordered", batch_size=1
            )
            call = delayed(play)
            results: Generator[D, None, None] = parallel(call(job) for job in jobs)
        try:
            yield from results
        except KilledWorker:
            raise WorkerLostError(
                "several workers of the cluster ended while they played the same batch, perhaps"
                " because they ran out of memory; all games finished before are kept"
            ) from None
        except (CancelledError, CommClosedError):
            raise WorkerLostError(SCHEDULER_LOST) from None
        finally:
            results.close()
        if self._client.status != "running":
            raise WorkerLostError(SCHEDULER_LOST)
