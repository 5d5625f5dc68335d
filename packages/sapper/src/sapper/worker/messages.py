"""The command that starts a worker process, its messages, which are length-prefixed pickles, and
how it answers a call, whatever carries them."""

from __future__ import annotations

import os
import pickle
import struct
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

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
