"""A pool of worker processes for asyncio: each runs one call at a time, and is replaced if it
dies."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol, Self

from sapper.worker.asynchronous import AsyncWorker
from sapper.worker.messages import (
    Answer,
    BusyError,
    Call,
    DiedError,
    Done,
    Failed,
    News,
    ProcessLimits,
    Started,
)

ATTEMPTS = 3  #: consecutive failed starts after which waiting calls fail
BACKOFF = 0.2  #: seconds before the second attempt to start a process; doubles each time
LONGEST_BACKOFF = 30.0
KEYS = 1_000  #: keys of calls whose worker is remembered

_log = logging.getLogger("sapper.worker")


class PoolWorker(Protocol):
    """A worker of a pool, such as a process; see ``AsyncWorker``."""

    @property
    def pid(self) -> int:
        """Its number."""

    def send(self, call: Call) -> None:
        """Send a call."""

    def cancel(self) -> None:
        """Ask the running call to end."""

    async def receive(self) -> Answer:
        """Return the next answer. Raises ``DiedError``."""

    async def end(self) -> None:
        """End it at once."""


class RunningCall:
    """A call that a worker has begun: an asynchronous iterator over its news.

    The iterator raises what the call raises, and ``DiedError`` if the worker dies.
    """

    def __init__(self, worker: PoolWorker) -> None:
        self.worker = worker
        self.begun = False
        self.answer: Done | Failed | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        answer = await self.worker.receive()
        if isinstance(answer, News):
            return answer.data
        assert not isinstance(answer, Started)
        self.answer = answer
        if isinstance(answer, Failed):
            raise answer.error
        raise StopAsyncIteration

    async def result(self) -> Any:
        """Skip the news and return the result."""
        async for _ in self:
            pass
        assert isinstance(self.answer, Done)
        return self.answer.result


@dataclass(eq=False)
class _Turn:
    """A call that waits for a worker."""

    long: bool
    key: Hashable
    bound: bool
    worker: asyncio.Future[PoolWorker]


class Pool:
    """Runs calls in at most ``size`` processes at a time, in order of arrival.

    Processes start when calls need them, or before. A call with a key prefers the worker of the
    last call with the same key, which may still have its data in memory; a ``bound`` call waits for
    it. An abandoned call is cancelled, and its worker is killed unless it stops in time.

    Args:
        size: the largest number of calls that run at the same time.
        limits: limits on each process.
        prepare: a call without news that each process runs first; its errors are ignored.
        ready: the number of idle processes to keep for the next calls.
        queue: the largest number of long calls that wait, and of other calls.
        reserved: the number of workers that long calls leave to other calls.
        grace: the seconds that a worker has to stop after a cancellation.
        spare_after: the seconds of a call after which one spare process starts beyond ``size``, in
            case the worker of this call is killed; None for never.
        start: starts a worker; by default a process.
    """

    def __init__(
        self,
        size: int,
        limits: ProcessLimits,
        prepare: Call,
        *,
        ready: int,
        queue: int,
        reserved: int = 0,
        grace: float = 0.0,
        spare_after: float | None = None,
        start: Callable[[ProcessLimits], Awaitable[PoolWorker]] = AsyncWorker.start,
    ) -> None:
        self._start = start
        self._size, self._limits, self._prepare = size, limits, prepare
        self._ready, self._queue, self._grace = ready, queue, grace
        self._most_long = max(1, size - reserved)
        self._spare_after = spare_after
        self._open = False
        self._processes: set[PoolWorker] = set()  # that exist
        self._workers: set[PoolWorker] = set()  # that are ready
        self._free: list[PoolWorker] = []
        self._starting = 0  # processes that are not ready yet
        self._failures = 0  # failed starts in a row
        self._waiting: deque[_Turn] = deque()
        self._last: OrderedDict[Hashable, PoolWorker] = OrderedDict()  # by the key of its call
        self._running = {False: 0, True: 0}  # calls by whether they are long
        self._slow: set[RunningCall] = set()  # calls that need a spare process
        self._background: set[asyncio.Task[None]] = set()

    def free(self, long: bool) -> bool:
        """Return whether a worker is free for a long (or short) call."""
        running = self._running
        return (
            bool(self._free)
            and sum(running.values()) < self._size
            and not (long and running[True] >= self._most_long)
        )

    def waiting(self, long: bool) -> int:
        """Return the number of long (or short) calls that wait for a worker."""
        return sum(turn.long == long for turn in self._waiting)

    async def start(self) -> None:
        """Accept calls, and start the first processes in the background."""
        self._open = True
        self._grow()

    async def stop(self) -> None:
        """End all processes."""
        self._open = False
        # Tasks are not cancelled: asyncio might then wait forever for a process that is starting.
        while self._background or self._processes:
            await asyncio.gather(*map(self._end, list(self._processes)))
            await asyncio.gather(*self._background, return_exceptions=True)
        self._free.clear()

    @asynccontextmanager
    async def call(
        self, call: Call, *, key: Hashable = None, bound: bool = False, long: bool = False
    ) -> AsyncIterator[RunningCall]:
        """Run a call that reports news as soon as a worker is free.

        If an idle worker has died, another one takes the call.

        Args:
            call: the call.
            key: the subject of the call; the worker of the last call with this key is preferred.
            bound: whether to wait for that worker even while another one is free.
            long: whether the call is long, so that it leaves the reserved workers to other calls.

        Raises:
            BusyError: too many calls are waiting.
            DiedError: no process could be started.
        """
        for _ in range(self._size + 2):  # all idle workers may be dead
            running = RunningCall(await self._acquire(long, key, bound))
            spare = None
            if self._spare_after is not None:
                loop = asyncio.get_running_loop()
                spare = loop.call_later(self._spare_after, self._start_spare, running)
            try:
                running.worker.send(call)
                await running.worker.receive()
                running.begun = True
                yield running
                return
            except DiedError:
                if running.begun:
                    raise
            finally:
                if spare is not None:
                    spare.cancel()
                self._release(running, long)
        raise DiedError("the worker processes end before they begin a call")

    async def _acquire(self, long: bool, key: Hashable, bound: bool) -> PoolWorker:
        if self.waiting(long) >= self._queue:
            raise BusyError("too many computations are waiting: try again later")
        turn = _Turn(long, key, bound, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        self._lend()
        try:
            return await turn.worker
        except asyncio.CancelledError:
            lent = turn.worker
            if lent.done() and not lent.cancelled() and lent.exception() is None:
                self._running[long] -= 1
                self._free.append(lent.result())
            self._waiting = deque(other for other in self._waiting if other is not turn)
            self._lend()
            raise

    def _release(self, running: RunningCall, long: bool) -> None:
        self._slow.discard(running)
        if running.answer is None:
            self._in_background(self._stop_call(running.worker, long))
        else:
            self._running[long] -= 1
            self._free.append(running.worker)
            self._lend()

    async def _stop_call(self, worker: PoolWorker, long: bool) -> None:
        """Cancel a worker's call; end the worker if it does not stop in time."""
        try:
            if self._grace > 0 and await _stopped(worker, self._grace):
                self._free.append(worker)
            else:
                await self._end(worker)
        finally:
            self._running[long] -= 1
            self._lend()

    def _lend(self) -> None:
        """Assign free workers to waiting calls in order, and start processes that are missing."""
        for turn in list(self._waiting):
            if not self.free(long=False):
                break
            if self.free(turn.long) and not turn.worker.done():  # done: just cancelled
                worker = self._remembered(turn)
                if worker not in self._free:
                    if turn.bound and worker is not None:
                        continue
                    worker = self._free[0]  # free the longest
                self._waiting.remove(turn)
                self._free.remove(worker)
                self._running[turn.long] += 1
                if turn.key is not None:
                    self._last[turn.key] = worker
                    self._last.move_to_end(turn.key)
                    if len(self._last) > KEYS:
                        self._last.popitem(last=False)
                turn.worker.set_result(worker)
        self._grow()

    def _remembered(self, turn: _Turn) -> PoolWorker | None:
        """Return the worker of the last call with the same key, if it is alive."""
        worker = self._last.get(turn.key)
        return worker if worker in self._workers else None

    def _grow(self) -> None:
        """Start the processes that are missing."""
        if not self._open:
            return
        waiting = sum(not turn.bound or self._remembered(turn) is None for turn in self._waiting)
        needed = min(self._size, sum(self._running.values()) + waiting + self._ready)
        started = len(self._workers) + self._starting
        for _ in range(needed + bool(self._slow) - started):
            self._starting += 1
            self._in_background(self._start_worker())

    def _start_spare(self, running: RunningCall) -> None:
        self._slow.add(running)
        self._grow()

    async def _start_worker(self) -> None:
        """Start a worker; if that fails, try again later, because memory may be short
        temporarily."""
        worker: PoolWorker | None = None
        try:
            worker = await self._start(self._limits)
            self._processes.add(worker)
            if not self._open:
                raise DiedError("the pool was stopped")
            worker.send(self._prepare)
            await worker.receive()
            self._workers.add(worker)
            self._free.append(worker)
            self._failures = 0
        except (DiedError, OSError) as error:
            _log.info("a worker process could not be started: %s", error)
            self._failures += 1
            if self._failures >= ATTEMPTS:
                self._give_up()
            delay = min(LONGEST_BACKOFF, BACKOFF * 2.0 ** min(self._failures - 1, 20))
            asyncio.get_running_loop().call_later(delay, self._grow)
        finally:
            self._starting -= 1
            if worker in self._workers:
                self._lend()
            elif worker is not None:
                await self._end(worker)

    async def _end(self, worker: PoolWorker) -> None:
        await worker.end()
        self._processes.discard(worker)
        self._workers.discard(worker)

    def _give_up(self) -> None:
        """Refuse all waiting calls."""
        for turn in self._waiting:
            if not turn.worker.done():
                turn.worker.set_exception(DiedError("no worker process could be started"))
        self._waiting.clear()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine independently of the call that needs it."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def _stopped(worker: PoolWorker, seconds: float) -> bool:
    """Cancel a worker's call; return whether it stopped in time."""
    try:
        async with asyncio.timeout(seconds):
            worker.cancel()
            while isinstance(await worker.receive(), News | Started):
                pass
            return True
    except (TimeoutError, DiedError):
        return False
