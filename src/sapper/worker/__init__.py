"""Killable worker processes: call functions in a process that can be stopped, limited or lost.

A worker is ``python -m sapper.worker``, so a script that uses one needs no ``__main__`` guard.
``Worker`` blocks; ``sapper.worker.asynchronous`` has the asyncio front, which only the server
loads.
"""

from sapper.worker.blocking import Worker
from sapper.worker.messages import DiedError, Limits, StoppedError

__all__ = ["DiedError", "Limits", "StoppedError", "Worker"]
