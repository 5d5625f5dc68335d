"""The engine: worker processes answer requests of other programs, several at a time.

One thread reads lines and one writes them. Each request is a task of an asyncio loop, and a pool of
workers computes its answer. Every line read gets exactly one answer, as soon as it is ready.
``docs/engine.md`` describes the protocol.
"""

from __future__ import annotations

import asyncio
import errno
import os
import select
import threading
from asyncio import FIRST_COMPLETED, Future, Task
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Literal, TypeVar

from sapper.engine.answers import Answers, prepare, respond
from sapper.engine.requests import (
    DEFAULT_SECONDS,
    MAX_LINE_BYTES,
    MAX_UNANSWERED,
    Analyse,
    Cancel,
    Id,
    MoveRequest,
    Quit,
    RequestError,
    Work,
    answer,
    failed,
    read,
    refused,
)
from sapper.worker import DiedError, ProcessLimits
from sapper.worker.pool import Pool
from sapper.worker.worker import Call

T = TypeVar("T")

MOVE_SECONDS = 60.0  #: the default time limit of a move request
READER_CHECK_SECONDS = (
    0.5  #: seconds between checks for a reader of the output, after the last request
)
SPARE_AFTER_SECONDS = (
    0.3  #: seconds of work after which a spare worker starts, as this one may be killed
)
FLUSH_SECONDS = 0.5  #: seconds to write the remaining answers after a signal

#: The reason for the end: the input ended, a ``quit`` request, or ``stop``.
End = Literal["ended", "quit", "stopped"]


class Engine:
    """Reads requests from the file descriptor ``inlet`` and writes answers to ``outlet``.

    At most ``workers`` processes work at a time; each calls ``answers`` once when it starts. Raises
    ``OSError`` if ``outlet`` is closed.
    """

    def __init__(self, answers: Answers, workers: int, inlet: int, outlet: int) -> None:
        os.fstat(outlet)  # a closed descriptor's number would go to the next file opened
        self._answers, self._inlet, self._outlet = answers, inlet, outlet
        self._pool = Pool(
            workers,
            ProcessLimits(),
            Call(prepare, (answers,)),
            ready=1,
            queue=MAX_UNANSWERED,
            spare_after=SPARE_AFTER_SECONDS,
        )
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._unanswered = threading.Semaphore(MAX_UNANSWERED)
        self._requests: dict[Id, Task[None]] = {}
        self._loop = asyncio.new_event_loop()
        self._read_all = False
        self._ended: Future[End] = self._loop.create_future()
        self._stopped: Future[None] = self._loop.create_future()
        self._written: Future[OSError | None] = self._loop.create_future()

    def run(self) -> End:
        """Serve until the input ends, a request says ``quit``, or ``stop`` is called.

        No worker is left when it returns or raises. Raises ``OSError`` if an answer cannot be
        written: ``BrokenPipeError`` if its reader is gone.
        """
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            return runner.run(self._serve())

    def stop(self) -> None:
        """End the engine; call it from a signal handler or any thread."""
        self._post(_resolve, self._stopped, None)

    async def _serve(self) -> End:
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()
        await self._pool.start()
        try:
            ends = (self._ended, self._stopped, self._written)
            await asyncio.wait(ends, return_when=FIRST_COMPLETED)
            self._cancel_all()
        finally:
            await self._pool.stop()
        self._lines.put(None)
        await asyncio.wait((self._stopped, self._written), return_when=FIRST_COMPLETED)
        if self._stopped.done():
            await asyncio.wait((self._written,), timeout=FLUSH_SECONDS)
            return "stopped"
        if (error := self._written.result()) is not None:
            raise error
        return self._ended.result()

    def _post(self, callback: Callable[..., None], *arguments: object) -> None:
        """Call a function in the main thread; called by other threads and signal handlers."""
        with suppress(RuntimeError):  # the loop is closed: the engine has ended
            self._loop.call_soon_threadsafe(callback, *arguments)

    # Lines.

    def _read(self) -> None:
        """Read lines until the input ends, pausing while too many wait for an answer."""
        line = bytearray()
        try:
            while chunk := os.read(self._inlet, 1 << 16):
                *ended, rest = chunk.split(b"\n")
                for piece in ended:
                    self._post_line(bytes(line + piece))
                    line.clear()
                line += rest
                del line[MAX_LINE_BYTES + 1 :]  # it will be refused, so the rest is dropped
        except OSError:  # the input was closed
            pass
        self._post_line(bytes(line))
        self._post(self._end_input)

    def _post_line(self, line: bytes) -> None:
        if line.strip():
            self._unanswered.acquire()
            self._post(self._take, line)

    def _end_input(self) -> None:
        self._read_all = True
        self._end_if_idle()
        self._check_reader()

    def _check_reader(self) -> None:
        """End if the output is no longer read, else check again later."""
        if _nobody_reads(self._outlet):
            _resolve(self._written, BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)))
        else:
            self._loop.call_later(READER_CHECK_SECONDS, self._check_reader)

    def _end_if_idle(self) -> None:
        """End if the input has ended and every request is answered."""
        if self._read_all and not self._requests:
            _resolve(self._ended, "ended")

    def _write(self) -> None:
        """Write lines until ``None`` arrives or writing fails."""
        error = None
        try:
            while (line := self._lines.get()) is not None:
                while line:
                    line = line[os.write(self._outlet, line) :]
                self._unanswered.release()
        except OSError as failure:
            error = failure
        self._post(_resolve, self._written, error)

    # Requests.

    def _take(self, line: bytes) -> None:
        """Handle a line that was read."""
        if self._ended.done() or self._stopped.done():
            return
        try:
            request = read(line)
            if isinstance(request, Quit):
                self._cancel_all()
                self._lines.put(answer(request.id, {}))
                _resolve(self._ended, "quit")
            elif isinstance(request, Cancel):
                cancelled = self._cancel(request.of, "the request was cancelled")
                self._lines.put(answer(request.id, {"cancelled": cancelled}))
            elif request.id in self._requests:
                raise RequestError("a request with this id is still unanswered", request.id)
            else:
                self._requests[request.id] = self._loop.create_task(self._process(request))
        except RequestError as refusal:
            self._lines.put(refused(refusal))
        self._end_if_idle()

    async def _process(self, request: Work) -> None:
        """Answer a request."""
        limit = _limit(request)
        game = request.game if isinstance(request, MoveRequest) else None
        call = Call(respond, (self._answers, request), news=True)
        try:
            async with (
                self._pool.call(call, key=game, bound=game is not None) as running,
                asyncio.timeout(limit),
            ):
                line: bytes = await running.result()
        except TimeoutError:
            line = failed(request.id, "time", f"the request took longer than {limit:g} s")
        except DiedError:
            sentence = "the process working on this request ended unexpectedly"
            line = failed(request.id, "failed", sentence)
        del self._requests[request.id]
        self._lines.put(line)
        self._end_if_idle()

    def _cancel(self, request_id: Id, sentence: str) -> bool:
        """Stop the work on a request and answer why; return whether there was such a request."""
        task = self._requests.pop(request_id, None)
        if task is None:
            return False
        task.cancel()
        self._lines.put(failed(request_id, "cancelled", sentence))
        return True

    def _cancel_all(self) -> None:
        for request_id in list(self._requests):
            self._cancel(request_id, "the engine is shutting down")


def _resolve(future: Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


def _limit(request: Work) -> float:
    """Return the time limit of a request in seconds."""
    if isinstance(request, Analyse):
        return request.seconds
    if isinstance(request, MoveRequest):
        return MOVE_SECONDS if request.seconds is None else request.seconds
    return DEFAULT_SECONDS


def _nobody_reads(outlet: int) -> bool:
    """Return whether the other end of a pipe is closed, if the system can tell without writing."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(outlet, 0)  # errors and hang-ups are always reported
    return bool(poll.poll(0))
