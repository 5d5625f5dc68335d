"""The worker processes for long computations: a fixed number, each used by one request at a time.

If a request ends before its task is done, the task is cancelled; a worker that does not stop soon
is killed and replaced. Requests that find no worker free wait in a queue of limited length.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Coroutine, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

from sapper.errors import SapperError
from sapper.players.recipes import sources_used
from sapper.web.http.errors import BusyError, LostError, SlowError, TaskError
from sapper.web.http.limits import Limits
from sapper.web.workers import tasks
from sapper.worker import DiedError
from sapper.worker import Limits as WorkerLimits
from sapper.worker.asynchronous import AsyncWorker
from sapper.worker.messages import Call, Failed, News

NICE = 5  #: how much lower the workers' priority is than the server's
LOST = "the computation ended unexpectedly on the server: try again, or ask for less"
GRACE = 1.0  #: seconds in which a worker has to stop after a cancellation
AGAIN = 1.0  #: seconds before another attempt to start a worker
USED = 1_000  #: keys of tasks whose worker is remembered


@dataclass(eq=False)
class _Turn:
    """A request that waits for a worker, best for the one that had a task with this key before."""

    long: bool
    prefer: Hashable
    worker: asyncio.Future[AsyncWorker]


class Task:
    """A running task: an asynchronous iterator of its events, pairs of a name and data.

    Raises ``TaskError`` if the task fails, ``SlowError`` if it takes too long, and ``LostError`` if
    its worker dies.
    """

    def __init__(self, worker: AsyncWorker, seconds: float) -> None:
        self._worker, self._seconds = worker, seconds
        self._until = asyncio.get_running_loop().time() + seconds
        self.finished = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[str, Any]:
        try:
            async with asyncio.timeout_at(self._until):
                answer = await self._worker.receive()
        except TimeoutError:
            raise SlowError(
                f"this takes longer than the limit of {self._seconds:g} seconds"
            ) from None
        except DiedError:
            raise LostError(LOST) from None
        if isinstance(answer, News):
            event, data = answer.data
            return event, data
        self.finished = True
        if isinstance(answer, Failed):
            raise _refusal(answer.error)
        raise StopAsyncIteration


class Workers:
    """All workers, and the queue of requests that wait for one.

    One worker is reserved for short requests, so that visitors who watch or learn do not delay the
    hints of those who play.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._free: list[AsyncWorker] = []
        self._all: set[AsyncWorker] = set()
        self._waiting: deque[_Turn] = deque()
        self._used: OrderedDict[Hashable, AsyncWorker] = OrderedDict()
        self._long = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False

    @property
    def pids(self) -> list[int]:
        """The ids of all worker processes."""
        return [worker.pid for worker in self._all]

    @property
    def idle_pids(self) -> list[int]:
        """The ids of the processes that have no task."""
        return [worker.pid for worker in self._free]

    def free(self, long: bool) -> bool:
        """Whether a worker is free for a long or a short task."""
        return bool(self._free) and not (long and self._long >= max(1, self._limits.workers - 1))

    def waiting(self, long: bool) -> int:
        """Return how many long (or short) tasks wait for a worker."""
        return sum(turn.long == long for turn in self._waiting)

    async def start(self) -> None:
        """Start the processes in the background, so that visitors are served meanwhile."""
        self._open = True
        self._soon(self._fill())

    async def stop(self) -> None:
        """End all processes."""
        self._open = False
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all), return_exceptions=True)
        self._all.clear()
        self._free.clear()

    @asynccontextmanager
    async def task(
        self,
        name: str,
        arguments: dict[str, Any],
        seconds: float,
        *,
        long: bool = False,
        prefer: Hashable = None,
    ) -> AsyncIterator[Task]:
        """Give a task to a worker as soon as one is free.

        If several are free, the one that had the last task with the key ``prefer`` gets it, as it
        may remember what that was about.

        Raises ``BusyError`` if too many tasks are waiting, or if none is free within ``seconds``.
        """
        try:
            async with asyncio.timeout(seconds):
                worker = await self._take(long, prefer)
        except TimeoutError:
            raise BusyError("all workers are busy: try again later") from None
        task = Task(worker, seconds)
        try:
            await worker.send(Call(tasks.run, (name, arguments), news=True))
            yield task
        except DiedError:
            raise LostError(
                "the computation could not start because of a fault of the server: try again"
            ) from None
        finally:
            self._soon(self._back(worker, task.finished, long))

    async def one(
        self, name: str, arguments: dict[str, Any], seconds: float, *, prefer: Hashable = None
    ) -> Any:
        """Return the data of the single event of a short task. Raises as ``task`` and ``Task``."""
        async with self.task(name, arguments, seconds, prefer=prefer) as task:
            found = None
            async for _, data in task:
                found = data
            return found

    async def _take(self, long: bool, prefer: Hashable) -> AsyncWorker:
        if self.waiting(long) >= self._limits.queue:
            raise BusyError("too many computations are waiting: try again later")
        turn = _Turn(long, prefer, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        self._lend()
        try:
            return await turn.worker
        except asyncio.CancelledError:
            found = turn.worker
            if found.done() and not found.cancelled():  # assigned just as it was cancelled
                self._free.append(found.result())
                self._long -= long
            self._waiting = deque(other for other in self._waiting if other is not turn)
            self._lend()
            raise

    def _lend(self) -> None:
        """Give free workers to waiting requests in order; long ones leave a worker free."""
        for turn in list(self._waiting):
            if self.free(turn.long) and not turn.worker.done():  # done: just cancelled
                self._waiting.remove(turn)
                self._long += turn.long
                turn.worker.set_result(self._chosen(turn.prefer))

    def _chosen(self, prefer: Hashable) -> AsyncWorker:
        """Take the preferred worker if it is free, else the one that has been free the longest."""
        worker = self._used.get(prefer)
        if worker not in self._free:
            worker = self._free[0]
        self._free.remove(worker)
        if prefer is not None:
            self._used[prefer] = worker
            self._used.move_to_end(prefer)
            if len(self._used) > USED:
                self._used.popitem(last=False)
        return worker

    async def _back(self, worker: AsyncWorker, finished: bool, long: bool) -> None:
        """Take a worker back; if it still works, stop or replace it."""
        try:
            if finished or await _stopped(worker):
                self._free.append(worker)
                return
            self._all.discard(worker)
            await worker.end()
            await self._spawn()
        finally:
            self._long -= long
            self._lend()

    async def _fill(self) -> None:
        for _ in range(self._limits.workers):
            await self._spawn()

    async def _spawn(self) -> None:
        """Start a worker; if that fails, keep trying: memory may be short just now."""
        while self._open:
            try:
                worker = await self._begun()
            except (DiedError, OSError):
                await asyncio.sleep(AGAIN)
                continue
            self._free.append(worker)
            self._lend()
            return

    async def _begun(self) -> AsyncWorker:
        """Return a worker that is ready. Raises ``DiedError`` or ``OSError`` if it cannot start."""
        limits = WorkerLimits(memory=self._limits.worker_memory, nice=NICE)
        worker = await AsyncWorker.start(limits)
        self._all.add(worker)
        try:
            await worker.send(Call(tasks.warm, (sources_used(),)))
            await worker.receive()
        except DiedError:
            self._all.discard(worker)
            await worker.end()
            raise
        return worker

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Run some work in the background, independently of the current request."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _stopped(worker: AsyncWorker) -> bool:
    """Cancel a worker's task; return whether it stopped in time."""
    try:
        async with asyncio.timeout(GRACE):
            await worker.cancel()
            while isinstance(await worker.receive(), News):
                pass
            return True
    except (TimeoutError, DiedError):
        return False


def _refusal(error: BaseException) -> SapperError:
    """Return the error that a visitor sees for an error in a task."""
    if isinstance(error, SapperError):
        return TaskError(str(error))
    if isinstance(error, MemoryError):
        return TaskError("this needs more memory than a request may use")
    if isinstance(error, RecursionError):
        return TaskError("this is nested too deeply")
    return LostError(LOST)
