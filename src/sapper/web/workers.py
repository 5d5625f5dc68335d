"""The processes that compute what takes long: a bounded number, lent to one request at a time.

A request that leaves before its task is done has it cancelled; a worker that does not stop soon is
killed, and another started. Those who find no worker free wait in a queue that has an end.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import deque
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Self

from sapper.web.errors import BusyError, LostError, TaskError
from sapper.web.limits import Limits

LINE = 256_000_000  #: bytes of an answer, more than any has
GRACE = 1.0  #: seconds to stop after a cancellation
AGAIN = 1.0  #: seconds before a worker that could not be started is tried again


@dataclass(eq=False)
class _Worker:
    """A process, ready for a task."""

    process: asyncio.subprocess.Process

    async def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()

    async def receive(self) -> dict[str, Any]:
        """The next message. Raises ``LostError`` where the process is no more."""
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise LostError(
                "the computation broke off, and this is the server's fault: try again, or ask for"
                " less"
            )
        message: dict[str, Any] = json.loads(line)
        return message

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        transport = getattr(self.process, "_transport", None)
        if transport is not None:  # or the pipes would be closed when nobody listens any more
            transport.close()


class Task:
    """A task under way: an asynchronous iterator of its news, pairs of an event and its data.

    Raises ``TaskError`` where the task says that it cannot be done, or takes too long, and
    ``LostError`` where its worker is lost.
    """

    def __init__(self, worker: _Worker, seconds: float) -> None:
        self._worker, self._seconds = worker, seconds
        self._until = asyncio.get_running_loop().time() + seconds
        self.finished = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[str, Any]:
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._worker.receive()
        except TimeoutError:
            raise TaskError(f"this takes longer than {self._seconds:g} seconds") from None
        if "event" in message:
            return message["event"], message["data"]
        self.finished = True
        if "error" in message:
            raise TaskError(message["error"])
        raise StopAsyncIteration


class Workers:
    """All workers, and those who wait for one.

    One worker is kept for requests that are short, so that those who watch or learn do not hold
    up the hints of those who play.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._free: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._waiting: deque[tuple[bool, asyncio.Future[_Worker]]] = deque()
        self._long = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False

    @property
    def pids(self) -> list[int]:
        """The processes."""
        return [worker.process.pid for worker in self._all]

    @property
    def idle_pids(self) -> list[int]:
        """Those that have no task."""
        return [worker.process.pid for worker in self._free]

    def free(self, long: bool) -> bool:
        """Whether there is a worker for such a task."""
        return bool(self._free) and not (long and self._long >= max(1, self._limits.workers - 1))

    def waiting(self, long: bool) -> int:
        """How many tasks, long ones or short, have no worker yet."""
        return sum(place[0] == long for place in self._waiting)

    async def start(self) -> None:
        """Start the processes, one after the other, so that visitors are served meanwhile."""
        self._open = True
        self._soon(self._fill())

    async def stop(self) -> None:
        """End all of them."""
        self._open = False
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all), return_exceptions=True)
        self._all.clear()
        self._free.clear()

    @asynccontextmanager
    async def task(
        self, name: str, arguments: dict[str, Any], seconds: float, *, long: bool = False
    ) -> AsyncIterator[Task]:
        """A task given to a worker, as soon as one is free.

        Raises ``BusyError`` where too many wait already, or it waits as long as it may take.
        """
        try:
            async with asyncio.timeout(seconds):
                worker = await self._take(long)
        except TimeoutError:
            raise BusyError("others' computations take too long: try again in a while") from None
        task = Task(worker, seconds)
        try:
            await worker.send({"task": name, "arguments": arguments})
            yield task
        except (BrokenPipeError, ConnectionResetError):
            raise LostError(
                "the computation could not begin, and this is the server's fault: try again"
            ) from None
        finally:
            self._soon(self._back(worker, task.finished, long))

    async def one(self, name: str, arguments: dict[str, Any], seconds: float) -> Any:
        """The data of the only news of a short task. Raises as ``task`` and ``Task``."""
        async with self.task(name, arguments, seconds) as task:
            found = None
            async for _, data in task:
                found = data
            return found

    async def _take(self, long: bool) -> _Worker:
        if self.waiting(long) >= self._limits.queue:
            raise BusyError("too many computations are waiting already: try again in a while")
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append((long, turn))
        self._lend()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # lent to one who left at that moment
                self._free.append(turn.result())
                self._long -= long
            self._waiting = deque(place for place in self._waiting if place[1] is not turn)
            self._lend()
            raise

    def _lend(self) -> None:
        """Give free workers to those who wait, the first first; who takes long leaves one free."""
        for place in list(self._waiting):
            long, turn = place
            if self.free(long) and not turn.done():  # not for one who is just leaving
                self._waiting.remove(place)
                self._long += long
                turn.set_result(self._free.pop())

    async def _back(self, worker: _Worker, finished: bool, long: bool) -> None:
        """Take a worker back; one that is at work still is to stop, or is replaced."""
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
        """Start a worker, again and again if that fails: the machine may have no room just now."""
        while self._open:
            try:
                worker = await self._begun()
            except (LostError, OSError):
                await asyncio.sleep(AGAIN)
                continue
            self._free.append(worker)
            self._lend()
            return

    async def _begun(self) -> _Worker:
        """A worker that is ready. Raises ``LostError`` or ``OSError`` where there is no room."""
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sapper.web.worker",
            str(self._limits.worker_memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the server
        )
        worker = _Worker(process)
        self._all.add(worker)
        try:
            await worker.receive()
        except LostError:
            self._all.discard(worker)
            await worker.end()
            raise
        return worker

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it, whoever is gone meanwhile."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _stopped(worker: _Worker) -> bool:
    """Whether a worker stops soon after it is told to."""
    try:
        async with asyncio.timeout(GRACE):
            await worker.send({"cancel": True})
            while "event" in await worker.receive():
                pass
            return True
    except (TimeoutError, LostError, BrokenPipeError, ConnectionResetError):
        return False
