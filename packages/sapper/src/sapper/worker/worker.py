"""A worker process seen by its caller: its limits, the messages, and the blocking front.

Messages are length-prefixed pickles."""

from __future__ import annotations

import logging
import os
import pickle
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO, ParamSpec, TypeVar

from sapper.errors import SapperError

LENGTH = struct.Struct("<Q")
CANCEL = "cancel"


@dataclass(frozen=True)
class Call:
    """Call a function of a module.

    If ``news``, the worker confirms with ``Started`` that it has begun, and the function's first
    argument is a function that reports news. After ``CANCEL`` that function raises
    ``CancelledError`` and so ends the call.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    news: bool = False


@dataclass(frozen=True)
class Started:
    """The worker has begun a call with news."""


@dataclass(frozen=True)
class News:
    """Data reported by a call before it returns."""

    data: Any


@dataclass(frozen=True)
class Done:
    """The result of a call."""

    result: Any


@dataclass(frozen=True)
class Failed:
    """The exception that a call raised."""

    error: BaseException


class CancelledError(Exception):
    """The caller cancelled the call."""


Answer = Started | News | Done | Failed


def packed(message: object) -> bytes:
    """Return a message as bytes."""
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body


def read(stream: BinaryIO) -> Any:
    """Return the next message. Raises ``EOFError`` at the end of the stream."""
    (length,) = LENGTH.unpack(_exactly(stream, LENGTH.size))
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


class StoppedError(SapperError):
    """The call was stopped before it returned."""


class BusyError(SapperError):
    """Too many calls are waiting; the caller may try again later."""


class ShareError(BusyError):
    """Too many calls of one caller are waiting; others may still call."""


class DiedError(SapperError):
    """The worker process ended before the call returned."""


@dataclass(frozen=True)
class ProcessLimits:
    """Limits on a worker process; None means no limit, and systems without such limits ignore them.

    Args:
        memory: the address space, in bytes.
        cpu_seconds: the CPU time of the process.
        nice: by how much its priority is lowered.
        seconds: the duration of each call of the blocking front.
    """

    memory: int | None = None
    cpu_seconds: int | None = None
    nice: int = 0
    seconds: float | None = None

    def arguments(self) -> list[str]:
        """Return the limits as command-line arguments of the worker."""
        return [str(self.memory or 0), str(self.cpu_seconds or 0), str(self.nice)]


def command(limits: ProcessLimits) -> list[str]:
    """Return the command that starts a worker."""
    return [sys.executable, "-m", "sapper.worker", *limits.arguments()]


def options() -> dict[str, Any]:
    """Return options for ``subprocess``.

    Ctrl-C in the terminal does not reach the worker, and its numeric libraries start no threads.
    """
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {"env": environment, "start_new_session": True}


def answered(
    call: Call, cancelled: Callable[[], bool], send: Callable[[Answer], None]
) -> Done | Failed:
    """Run a call and return its last answer; ``send`` gets those before it."""

    def report(data: Any) -> None:
        if cancelled():
            raise CancelledError
        send(News(data))

    try:
        if not call.news:
            return Done(call.function(*call.args, **call.kwargs))
        send(Started())
        return Done(call.function(report, *call.args, **call.kwargs))
    except Exception as error:
        if not isinstance(error, SapperError | CancelledError | MemoryError | RecursionError):
            traceback.print_exc()
        return Failed(error)


def packed_answer(answer: Answer) -> bytes:
    """Return an answer as bytes; one that cannot be pickled becomes an error."""
    try:
        return packed(answer)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        return packed(Failed(RuntimeError(f"the answer cannot be sent: {error}")))


P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("sapper.worker")


class Worker:
    """Calls functions one at a time in a process, which starts with the first call.

    Threads may share a worker: their calls wait for each other. After ``stop`` or a death the next
    call starts a new process; after ``close`` no call is accepted. The process ends with its
    caller. Its standard error is discarded, because the terminal may show an interface.
    """

    def __init__(self, limits: ProcessLimits | None = None) -> None:
        self._limits = limits or ProcessLimits()
        self._calling = threading.Lock()
        self._stops, self._closed = 0, False
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def busy(self) -> bool:
        """True if a call is running."""
        return self._calling.locked()

    def start(self) -> None:
        """Start the process now, so that the first call does not wait for it.

        Raises ``StoppedError`` if the worker is stopped or closed meanwhile.
        """
        with self._calling:
            self._started(self._stops)

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a module; return its result or raise its exception.

        Function, arguments and result are pickled. Raises ``StoppedError`` if ``stop``, ``close``
        or the limit of seconds ends the call, and ``DiedError`` if the process ends by itself, at
        a limit of memory for example.
        """
        result: T = self.follow(Call(function, args, kwargs), lambda news: None)
        return result

    def follow(self, call: Call, on_news: Callable[[Any], None]) -> Any:
        """Make a call that reports news, passing each item to ``on_news``. Raises like ``call``."""
        stops = self._stops
        with self._calling, self._timed():
            process = self._started(stops)
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(packed(call))
                process.stdin.flush()
                while isinstance(answer := read(process.stdout), Started | News):  # type: ignore[arg-type]
                    if isinstance(answer, News):
                        on_news(answer.data)
            except (EOFError, OSError, ValueError):  # ValueError: closed by another thread
                stopped = self._stops != stops
                self._end()
                if stopped:
                    raise StoppedError("the computation was stopped") from None
                raise DiedError("the worker process ended unexpectedly") from None
        if isinstance(answer, Done):
            return answer.result
        raise answer.error

    def stop(self) -> None:
        """End the running call, if any, at once."""
        if self.busy:
            self._end()

    def close(self) -> None:
        """End the process permanently."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        self._stops += 1
        process, self._process = self._process, None
        if process is not None:
            _log.debug("ending worker %d", process.pid)
            process.kill()
            process.wait()
            _close(process)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """End the call made in the block when its time limit is reached."""
        if self._limits.seconds is None:
            yield
            return
        timer = threading.Timer(self._limits.seconds, self._end)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _started(self, stops: int) -> subprocess.Popen[bytes]:
        """Return the process, started if necessary.

        Raises ``StoppedError`` if the worker is closed, or was stopped after ``stops`` was read.
        """
        self._check(stops)
        process = self._process  # another thread may end it at any moment
        if process is None or process.poll() is not None:
            if process is not None:
                _close(process)
            process = self._process = subprocess.Popen(
                command(self._limits),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **options(),
            )
            _log.debug("worker %d started", process.pid)
            try:
                self._check(stops)
            except StoppedError:
                self._end()  # it was stopped before the process existed
                raise
        return process

    def _check(self, stops: int) -> None:
        if self._closed or self._stops != stops:
            raise StoppedError("the computation was stopped")


def _close(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process that has ended."""
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        with suppress(OSError):  # the last write may never have been read
            stream.close()
