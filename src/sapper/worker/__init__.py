"""Killable worker processes: call functions in a process that can be stopped, limited or lost.

A worker is ``python -m sapper.worker``, so a script that uses one needs no ``__main__`` guard.
``Worker`` blocks; ``AsyncWorker`` is its asyncio front.
"""

from sapper.worker.asynchronous import AsyncWorker
from sapper.worker.blocking import Worker
from sapper.worker.command import DiedError, Limits, StoppedError

__all__ = ["AsyncWorker", "DiedError", "Limits", "StoppedError", "Worker"]
