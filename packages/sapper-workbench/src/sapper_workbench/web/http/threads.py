"""Threads for short work of requests, and a queue of limited length."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from sapper.worker import BusyError, ShareError
from sapper.worker.pool import TOO_MANY, Caller
from sapper.worker.threads import pool
from sapper_workbench.web.http.security import CALLER

T = TypeVar("T")

SIZE = 2  #: threads; only one of them runs Python at a time, and moves have to take turns with them
QUEUE = 40  #: requests that may wait for one
SHARE = 10  #: requests of one visitor of a shared server that may have or wait for one


class Threads:
    """Threads that read what visitors send, and the queue of requests that wait for one.

    A thread cannot be stopped, so what may take longer than a tenth of a second belongs in a
    worker. Moves of games use the threads of asyncio instead, and wait for nobody here.
    """

    def __init__(self, size: int = SIZE, queue: int = QUEUE, share: int = SHARE) -> None:
        self._pool, self._most, self._share = pool(size), size + queue, share
        self._count: Counter[Caller | None] = Counter()  # of the calls that run or wait
        self._lock = Lock()

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function in a thread. If the caller is cancelled while it waits, it never runs.

        Raises ``BusyError`` if too many calls are waiting, ``ShareError`` if of this visitor.
        """
        caller = CALLER.get()
        with self._lock:
            if caller is not None and self._count[caller] >= self._share:
                raise ShareError(TOO_MANY)
            if self._count.total() >= self._most:
                raise BusyError("too many requests are waiting: try again later")
            self._count[caller] += 1
        future = self._pool.submit(partial(copy_context().run, function, *args))
        future.add_done_callback(partial(self._done, caller))
        return await asyncio.wrap_future(future)

    def _done(self, caller: Caller | None, future: Future[Any]) -> None:
        with self._lock:
            self._count[caller] -= 1
            if not self._count[caller]:
                del self._count[caller]
