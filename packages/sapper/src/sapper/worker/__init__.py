"""Killable worker processes: call functions in a process that can be stopped, limited or lost.

A worker is ``python -m sapper.worker``, so a script that uses one needs no ``__main__`` guard.
``Worker`` blocks; ``sapper.worker.pool`` runs calls in several processes under asyncio, which only
the server and the engine load.
"""

from sapper.worker.worker import (
    BusyError,
    DiedError,
    ProcessLimits,
    ShareError,
    StoppedError,
    Worker,
)

__all__ = ["BusyError", "DiedError", "ProcessLimits", "ShareError", "StoppedError", "Worker"]
