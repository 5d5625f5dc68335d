"""The worker processes for long computations, and the errors shown to visitors.

If a request ends before its task is done, the task is cancelled; a worker that does not stop soon
is killed and replaced. Requests that find no worker free wait in a queue of limited length.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Hashable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import TypeVar

from sapper.errors import SapperError
from sapper.game.grid import cell_limit
from sapper.players.recipes import sources_used
from sapper.worker import BusyError, DiedError, ProcessLimits
from sapper.worker.pool import AsyncWorker, Pool, PoolWorker, RunningCall
from sapper.worker.worker import Call, Done
from sapper_workbench.web.http.fields import LostError, SlowError, TaskError, Tell
from sapper_workbench.web.http.limits import Limits
from sapper_workbench.web.http.security import CALLER
from sapper_workbench.web.workers import tasks

T = TypeVar("T")

NICE = 5  #: the niceness of workers, relative to the server's
CHECK = 0.5  #: seconds between checks whether a task is in the way of others
CROWDED = "this takes long, and others are waiting: try again later, or ask for less"
GRACE = 1.0  #: seconds that a worker has to stop after a cancellation
LOST = "the computation ended unexpectedly on the server: try again, or ask for less"


class Workers(Pool):
    """All workers, and the queue of requests that wait for one, in which visitors take turns.

    One worker is reserved for short requests, so that visitors who watch or learn do not delay the
    hints of those who play.
    """

    def __init__(
        self,
        limits: Limits,
        start: Callable[[ProcessLimits], Awaitable[PoolWorker]] = AsyncWorker.start,
        ready: int = 1,
    ) -> None:
        """``ready`` idle workers are kept for the next requests."""
        super().__init__(
            limits.workers,
            ProcessLimits(memory=limits.worker_memory, nice=NICE),
            Call(tasks.warm, (sources_used(),)),
            ready=ready,
            queue=limits.queue,
            share=limits.share,
            reserved=1,
            grace=GRACE,
            kept=limits.worker_kept,
            start=start,
        )
        self._turn_seconds = limits.turn_seconds

    async def compute(self, task: Callable[[], T], seconds: float, *, prefer: Hashable = None) -> T:
        """Run a short task as soon as a worker is free, and return its result.

        Args:
            task: a function that can be pickled, often a ``partial``.
            seconds: the longest time to wait for a worker, and the time limit of the task.
            prefer: a key; a free worker that ran the last task with this key is preferred.

        Raises:
            BusyError: too many tasks are waiting, no worker is free within ``seconds``, or the task
                takes long while others wait.
            ShareError: too many tasks of this visitor are waiting.
            LostError: no worker could be started, or the worker died.
            TaskError: the task failed.
            SlowError: the task exceeded its time limit.
        """
        call = Call(tasks.returning, (task, cell_limit()), news=True)
        async with (
            self._given(call, seconds, key=prefer) as running,
            aclosing(_events(running, seconds, self._is_in_the_way)) as events,
        ):
            async for _ in events:
                pass
            assert isinstance(running.answer, Done)
            result: T = running.answer.result
            return result

    async def events(
        self, task: Callable[[Tell], None], seconds: float
    ) -> AsyncGenerator[tasks.Event]:
        """Yield the events of a long task; before it starts, the number of waiting requests.

        Raises like ``compute``.
        """
        before = self.waiting(long=True)
        if before or not self.free(long=True):
            yield "waiting", {"before": before}
        call = Call(tasks.telling, (task, cell_limit()), news=True)
        async with (
            self._given(call, seconds, long=True) as running,
            aclosing(_events(running, seconds)) as events,
        ):
            async for event in events:
                yield event

    def _is_in_the_way(self, running: RunningCall) -> bool:
        return self.is_in_the_way(running, self._turn_seconds)

    @asynccontextmanager
    async def _given(
        self, call: Call, seconds: float, *, key: Hashable = None, long: bool = False
    ) -> AsyncIterator[RunningCall]:
        """Give a call to a worker as soon as one is free."""
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(seconds):
                    waiting = self.call(call, key=key, long=long, caller=CALLER.get())
                    running = await stack.enter_async_context(waiting)
            except TimeoutError:
                raise BusyError("all workers are busy: try again later") from None
            except DiedError:
                raise LostError(
                    "the computation could not start because of a fault of the server: try again"
                ) from None
            yield running


async def _events(
    running: RunningCall, seconds: float, in_the_way: Callable[[RunningCall], bool] | None = None
) -> AsyncGenerator[tasks.Event]:
    """Yield the events of a task until it ends, or raise the error that a visitor sees.

    The task is stopped once it is ``in_the_way`` of others.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while True:
        try:
            check = until if in_the_way is None else min(until, loop.time() + CHECK)
            async with asyncio.timeout_at(check):
                event: tasks.Event = await anext(running)
        except StopAsyncIteration:
            return
        except Exception as error:
            if running.answer is not None:
                raise _refusal(error) from None
            if isinstance(error, TimeoutError):
                if in_the_way is not None and loop.time() < until:
                    if in_the_way(running):
                        raise BusyError(CROWDED) from None
                    continue
                message = f"this takes longer than the limit of {seconds:g} seconds"
                raise SlowError(message) from None
            raise LostError(LOST) from None
        yield event


def _refusal(error: Exception) -> SapperError:
    """Return the error that a visitor sees for an error in a task."""
    if isinstance(error, SapperError):
        return TaskError(str(error))
    if isinstance(error, MemoryError):
        return TaskError("this needs more memory than a request may use")
    if isinstance(error, RecursionError):
        return TaskError("this is nested too deeply")
    return LostError(LOST)
