"""The processes of a pool."""

from __future__ import annotations

from sapper.worker import Pool


def pids(pool: Pool) -> list[int]:
    """The ids of all worker processes."""
    return [worker.pid for worker in pool._processes]


def idle_pids(pool: Pool) -> list[int]:
    """The ids of the processes that run no call."""
    return [worker.pid for worker in pool._free]
