"""Killable worker processes: call functions in a process that can be stopped, limited or lost.

A worker is ``python -m sapper.worker``, so a script that uses one needs no ``__main__`` guard.
``Worker`` blocks; ``sapper.worker.pool`` runs calls in several processes under asyncio, which only
the server and the engine load.
"""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
