"""The asyncio front of a worker process, and a pool of workers: each runs one call at a time,
and is replaced if it dies."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Protocol, Self

from sapper.lazy import Recent
from sapper.worker.worker import (
    CANCEL,
    LENGTH,
    Answer,
    BusyError,
    Call,
    DiedError,
    Done,
    Failed,
    News,
    ProcessLimits,
    ShareError,
    Started,
    command,
    options,
    packed,
)

_log = logging.getLogger("sapper.worker")


class Inbox:
    """The answers of a worker; ``what`` names it in the error after its death."""

    what = "worker process"

    def __init__(self) -> None:
        self._answers: deque[bytes] = deque()
        self._changed = asyncio.Event()  # set when an answer arrives or the worker ends
        self.died = False

    async def receive(self) -> Answer:
        """Return the next answer. No answer is lost if the caller is cancelled.

        Raises ``DiedError`` if the worker is gone.
        """
        while not self._answers:
            if self.died:
                raise DiedError(f"the {self.what} ended unexpectedly")
            self._changed.clear()
            await self._changed.wait()
        answer: Answer = pickle.loads(self._answers.popleft())
        return answer


class AsyncWorker(Inbox, asyncio.SubprocessProtocol):
    """A running worker process. Send a ``Call``, then receive until ``Done`` or ``Failed``."""

    def __init__(self) -> None:
        super().__init__()
        self._transport: asyncio.SubprocessTransport | None = None
        self._received = bytearray()  # the incomplete next answer
        self._exited = asyncio.Event()

    @classmethod
    async def start(cls, limits: ProcessLimits | None = None) -> AsyncWorker:
        """Start a process. Raises ``OSError`` if the system cannot."""
        loop = asyncio.get_running_loop()
        transport, worker = await loop.subprocess_exec(
            cls,
            *command(limits or ProcessLimits()),
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,
            **options(),
        )
        worker._transport = transport
        _log.debug("worker %d started", worker.pid)
        return worker

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._running.get_pid()

    def send(self, call: Call) -> None:
        """Send a call. If the process is gone, ``receive`` reports it."""
        self._write(packed(call))

    def cancel(self) -> None:
        """Ask the running call to end at its next news."""
        self._write(packed(CANCEL))

    def memory(self) -> int:
        """Return the bytes of its address space; 0 if the system does not say (it is not Linux)."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_bytes().split()[0])
        except (OSError, IndexError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        _log.debug("ending worker %d", self.pid)
        if self._running.get_returncode() is None:
            with suppress(ProcessLookupError):
                self._kill()
        await self._exited.wait()
        self._running.close()

    def _kill(self) -> None:
        # Before Python 3.12.8 the transport looks first whether the process has ended, and if it
        # has, takes its exit code from asyncio, which then warns of an unknown process (gh-127049).
        if sys.platform == "win32":
            self._running.kill()
        else:
            os.kill(self.pid, signal.SIGKILL)

    @property
    def _running(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None
        return self._transport

    def _write(self, data: bytes) -> None:
        pipe = self._running.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        if not pipe.is_closing():
            pipe.write(data)

    # Calls of the event loop.

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Collect complete answers."""
        self._received += data
        while len(self._received) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._received)
            end = LENGTH.size + length
            if len(self._received) < end:
                break
            self._answers.append(bytes(self._received[LENGTH.size : end]))
            del self._received[:end]
        self._changed.set()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Record that the process closed its output, because it is ending."""
        self.died = True
        self._changed.set()

    def process_exited(self) -> None:
        """Record the end of the process."""
        self._exited.set()


MAX_ATTEMPTS = 3  #: consecutive failed starts after which waiting calls fail
BACKOFF_SECONDS = 0.2  #: before the second attempt to start a process; doubles each time
MAX_BACKOFF_SECONDS = 30.0
MAX_KEYS = 1_000  #: keys of calls whose worker is remembered, and callers whose last turn is
TOO_MANY = "too many of your computations are waiting: try again when some of them have ended"


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

    def memory(self) -> int:
        """Return the bytes of its address space; 0 if they are unknown."""

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


@dataclass(frozen=True)
class Caller:
    """Who makes a call: a ``visitor``, at an ``address`` that others may share."""

    address: str
    visitor: str


@dataclass(eq=False)
class _Turn:
    """A call that waits for a worker, or that a worker runs."""

    long: bool
    key: Hashable
    bound: bool
    caller: Caller | None
    worker: asyncio.Future[PoolWorker]
    since: float = inf  #: the time of the event loop when it got a worker


class Pool:
    """Runs calls in at most ``size`` processes at a time, in order of arrival.

    Callers take turns, first those at different addresses, then those at one address. The last
    free worker goes to a caller without a running call. If the queue is full, a call of the caller
    with the most waiting calls gives way. Calls without a caller are not limited in this way.

    Processes start when calls need them, or before. A call with a key prefers the worker of the
    last call with the same key, which may still have its data in memory; a ``bound`` call waits for
    it. An abandoned call is cancelled, and its worker is killed unless it stops in time.

    Args:
        size: the largest number of calls that run at the same time.
        limits: limits on each process.
        prepare: a call without news that each process runs first; its errors are ignored.
        ready: the number of idle processes to keep for the next calls.
        queue: the largest number of long calls that wait, and of other calls.
        share: the largest number of calls of one caller that wait.
        reserved: the number of workers that long calls leave to other calls.
        grace: the seconds that a worker has to stop after a cancellation.
        kept: the address space in bytes above which a process is replaced after its call, so that
            no call fails because of those before it, and idle processes are small; None for never.
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
        share: int | None = None,
        reserved: int = 0,
        grace: float = 0.0,
        kept: int | None = None,
        spare_after: float | None = None,
        start: Callable[[ProcessLimits], Awaitable[PoolWorker]] = AsyncWorker.start,
    ) -> None:
        self._start = start
        self._size, self._limits, self._prepare = size, limits, prepare
        self._ready, self._grace, self._kept = ready, grace, kept
        self._queue, self._share = queue, queue if share is None else share
        self._most_long = max(1, size - reserved)
        self._spare_after = spare_after
        self._open = False
        self._processes: set[PoolWorker] = set()  # that exist
        self._workers: set[PoolWorker] = set()  # that are ready
        self._free: list[PoolWorker] = []
        self._starting = 0  # processes that are not ready yet
        self._failures = 0  # failed starts in a row
        self._waiting: list[_Turn] = []
        self._running: set[_Turn] = set()
        self._turns: Recent[Hashable, int] = Recent(MAX_KEYS)  # the last of callers and addresses
        self._turn = 0
        self._last: Recent[Hashable, PoolWorker] = Recent(MAX_KEYS)  # by the key of its call
        self._slow: set[RunningCall] = set()  # calls that need a spare process
        self._background: set[asyncio.Task[None]] = set()

    def free(self, long: bool) -> bool:
        """Return whether a worker is free for a long (or short) call."""
        return bool(self._free) and self._left(long) > 0

    def _left(self, long: bool) -> int:
        """Return how many more long (or short) calls may run."""
        left = self._size - len(self._running)
        return (
            min(left, self._most_long - sum(turn.long for turn in self._running)) if long else left
        )

    def is_in_the_way(self, running: RunningCall, seconds: float) -> bool:
        """Return whether a short call that has run for ``seconds`` should end, because a caller
        who has no worker waits for one, and no other short call has run longer."""
        short = [turn for turn in self._running if not turn.long]
        oldest = min(short, key=lambda turn: turn.since)
        have = {turn.caller for turn in self._running}
        return (
            oldest.worker.result() is running.worker
            and asyncio.get_running_loop().time() - oldest.since >= seconds
            and self._left(long=False) <= 0
            and any(
                turn.caller not in have and turn.caller is not None and not turn.long
                for turn in self._waiting
            )
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
        self,
        call: Call,
        *,
        key: Hashable = None,
        bound: bool = False,
        long: bool = False,
        caller: Caller | None = None,
    ) -> AsyncIterator[RunningCall]:
        """Run a call that reports news as soon as a worker is free.

        If an idle worker has died, another one takes the call.

        Args:
            call: the call.
            key: the subject of the call; the worker of the last call with this key is preferred.
            bound: whether to wait for that worker even while another one is free.
            long: whether the call is long, so that it leaves the reserved workers to other calls.
            caller: who makes the call.

        Raises:
            BusyError: too many calls are waiting.
            ShareError: too many calls of this caller are waiting.
            DiedError: no process could be started.
        """
        for _ in range(self._size + 2):  # all idle workers may be dead
            turn = await self._acquire(long, key, bound, caller)
            running = RunningCall(turn.worker.result())
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
                self._release(running, turn)
        raise DiedError("the worker processes end before they begin a call")

    async def _acquire(
        self, long: bool, key: Hashable, bound: bool, caller: Caller | None
    ) -> _Turn:
        turn = _Turn(long, key, bound, caller, asyncio.get_running_loop().create_future())
        self._make_room(turn)
        self._waiting.append(turn)
        self._lend()
        try:
            await turn.worker
            return turn
        except asyncio.CancelledError:
            if turn in self._running:
                self._running.discard(turn)
                self._free.append(turn.worker.result())
            elif turn in self._waiting:
                self._waiting.remove(turn)
            self._lend()
            raise

    def _make_room(self, coming: _Turn) -> None:
        """Raise an error if a call may not wait, or refuse another one to make room for it."""
        waiting = [turn for turn in self._waiting if turn.long == coming.long]
        callers = Counter(turn.caller for turn in waiting)
        if coming.caller is not None and callers[coming.caller] >= self._share:
            raise ShareError(TOO_MANY)
        if len(waiting) < self._queue:
            return
        addresses = Counter(_address(turn) for turn in waiting)

        def share(turn: _Turn, more: int = 0) -> tuple[int, int]:
            return callers[turn.caller] + more, addresses[_address(turn)] + more

        largest = max(reversed(waiting), key=share, default=None)
        if largest is None or coming.caller is None or share(largest) <= share(coming, 1):
            raise BusyError("too many computations are waiting: try again later")
        self._waiting.remove(largest)
        if not largest.worker.done():
            largest.worker.set_exception(ShareError(TOO_MANY))

    def _release(self, running: RunningCall, turn: _Turn) -> None:
        self._slow.discard(running)
        if running.answer is None:
            self._in_background(self._stop_call(running.worker, turn))
        else:
            self._running.discard(turn)
            self._take_back(running.worker)
            self._lend()

    async def _stop_call(self, worker: PoolWorker, turn: _Turn) -> None:
        """Cancel a worker's call; end the worker if it does not stop in time."""
        try:
            if self._grace > 0 and await _stopped(worker, self._grace):
                self._take_back(worker)
            else:
                await self._end(worker)
        finally:
            self._running.discard(turn)
            self._lend()

    def _take_back(self, worker: PoolWorker) -> None:
        """Make a worker free again, or end it if it has grown too much."""
        if self._kept is None or worker.memory() <= self._kept:
            self._free.append(worker)
        else:
            self._workers.discard(worker)
            self._in_background(self._end(worker))

    def _lend(self) -> None:
        """Assign free workers to waiting calls in turn, and start processes that are missing."""
        while (lent := self._next()) is not None:
            turn, worker = lent
            self._waiting.remove(turn)
            self._free.remove(worker)
            self._running.add(turn)
            turn.since = asyncio.get_running_loop().time()
            self._turn += 1
            if turn.caller is not None:
                self._turns[turn.caller] = self._turn
                self._turns[turn.caller.address] = self._turn
            if turn.key is not None:
                self._last[turn.key] = worker
            turn.worker.set_result(worker)
        self._grow()

    def _next(self) -> tuple[_Turn, PoolWorker] | None:
        """Return the waiting call whose turn it is, and its worker; None if none can begin."""
        for turn in sorted(self._waiting, key=self._order):
            if not self.free(long=False):
                break
            # done: just cancelled
            if turn.worker.done() or not self.free(turn.long) or not self._due(turn):
                continue
            worker = self._remembered(turn)
            if worker is not None and worker in self._free:
                return turn, worker
            if worker is None or not turn.bound:
                return turn, self._free[0]  # free the longest
        return None

    def _order(self, turn: _Turn) -> tuple[int, int]:
        """The last turns of a call's address and caller; equal ones stay in order of arrival."""
        if turn.caller is None:
            return 0, 0
        return self._turns.get(turn.caller.address, 0), self._turns.get(turn.caller, 0)

    def _due(self, turn: _Turn) -> bool:
        """Return whether a call leaves a worker to other callers, or is the only one of its own."""
        running = [other for other in self._running if other.long == turn.long]
        return (
            turn.caller is None
            or self._left(turn.long) > 1
            or all(other.caller != turn.caller for other in running)
        )

    def _remembered(self, turn: _Turn) -> PoolWorker | None:
        """Return the worker of the last call with the same key, if it is alive."""
        worker = self._last.get(turn.key)
        return worker if worker in self._workers else None

    def _grow(self) -> None:
        """Start the processes that are missing."""
        if not self._open:
            return
        waiting = sum(not turn.bound or self._remembered(turn) is None for turn in self._waiting)
        needed = min(self._size, len(self._running) + waiting + self._ready)
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
            if self._failures >= MAX_ATTEMPTS:
                self._give_up()
            delay = min(MAX_BACKOFF_SECONDS, BACKOFF_SECONDS * 2.0 ** min(self._failures - 1, 20))
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


def _address(turn: _Turn) -> str | None:
    return None if turn.caller is None else turn.caller.address


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
