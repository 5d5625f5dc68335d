"""The worker process: answers calls, one at a time, until its input ends."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from functools import partial
from typing import BinaryIO

from sapper.logs import configure_logging
from sapper.worker.worker import CANCEL, Answer, Call, answered, packed_answer, read


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
        _write(answers, answered(call, cancelled.is_set, partial(_write, answers)))


def _write(answers: BinaryIO, answer: Answer) -> None:
    answers.write(packed_answer(answer))
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
