"""The worker process: answers calls, one at a time, until its input ends."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from typing import Any, BinaryIO

from sapper.errors import SapperError
from sapper.logs import configure_logging
from sapper.worker.messages import (
    CANCEL,
    Answer,
    Call,
    CancelledError,
    Done,
    Failed,
    News,
    Started,
    packed,
    read,
)


def main() -> None:
    """Serve calls from standard input. The arguments are those of ``ProcessLimits.arguments``."""
    memory, cpu_seconds, nice = map(int, sys.argv[1:])
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # output of libraries must not mix with the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(memory, cpu_seconds, nice)
    configure_logging()
    calls: queue.SimpleQueue[Call] = queue.SimpleQueue()
    cancelled = threading.Event()
    threading.Thread(target=_listen, args=(calls, cancelled), daemon=True).start()
    while True:
        call = calls.get()
        cancelled.clear()
        _write(answers, _answer(call, cancelled, answers))


def _answer(call: Call, cancelled: threading.Event, answers: BinaryIO) -> Done | Failed:
    def report(data: Any) -> None:
        if cancelled.is_set():
            raise CancelledError
        _write(answers, News(data))

    try:
        if not call.news:
            return Done(call.function(*call.args, **call.kwargs))
        _write(answers, Started())
        return Done(call.function(report, *call.args, **call.kwargs))
    except Exception as error:
        if not isinstance(error, SapperError | CancelledError | MemoryError | RecursionError):
            traceback.print_exc()
        return Failed(error)


def _write(answers: BinaryIO, answer: Answer) -> None:
    try:
        data = packed(answer)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        data = packed(Failed(RuntimeError(f"the answer cannot be sent: {error}")))
    answers.write(data)
    answers.flush()


def _listen(calls: queue.SimpleQueue[Call], cancelled: threading.Event) -> None:
    """Receive calls and cancellations while another call runs.

    The process ends with its input, which ends when the caller dies.
    """
    try:
        while True:
            message = read(sys.stdin.buffer)
            if message == CANCEL:
                cancelled.set()
            else:
                calls.put(message)
    finally:
        os._exit(0)


def _limit(memory: int, cpu_seconds: int, nice: int) -> None:
    """Apply the limits that the system supports."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, cpu_seconds)):
        if most:
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(
                kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
            )
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
