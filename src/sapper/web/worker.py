"""A worker: a process that computes what takes long, one task at a time.

It reads a task a line from its standard input, ``{"task": name, "arguments": {…}}``, and writes a
line for everything that comes of it: ``{"event": name, "data": …}`` as often as the task has news,
in the end ``{"done": true}``, or ``{"error": sentence}``. A line ``{"cancel": true}`` ends a task
at its next news. When its input is closed, say because the server died, the process ends at once.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from typing import Any, TextIO

from sapper.errors import SapperError

NICE = 10  #: how much less haste a worker has than the server


class _CancelledError(Exception):
    """Nobody wants to know any more."""


def main() -> None:
    """Serve tasks until the input ends. The first argument bounds the memory, in bytes."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to end
    _bound(int(sys.argv[1]))
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    cancelled = threading.Event()
    threading.Thread(target=_listen, args=(tasks, cancelled), daemon=True).start()
    _warm()
    if hasattr(os, "nice"):  # whoever plays goes first
        os.nice(NICE)
    _write(out, {"ready": True})
    while True:
        task = tasks.get()
        cancelled.clear()
        _run(task, cancelled, out)


def _run(task: dict[str, Any], cancelled: threading.Event, out: TextIO) -> None:
    from sapper.web.tasks import TASKS

    def tell(event: str, data: Any) -> None:
        if cancelled.is_set():
            raise _CancelledError
        _write(out, {"event": event, "data": data})

    try:
        TASKS[task["task"]](tell, **task["arguments"])
        _write(out, {"done": True})
    except _CancelledError:
        _write(out, {"done": True})
    except SapperError as error:
        _write(out, {"error": str(error)})
    except MemoryError:
        _write(out, {"error": "this took more memory than there is for one request"})
    except RecursionError:
        _write(out, {"error": "this is too deep to be computed"})


def _write(out: TextIO, message: dict[str, Any]) -> None:
    out.write(json.dumps(message, allow_nan=False) + "\n")
    out.flush()


def _listen(tasks: queue.SimpleQueue[dict[str, Any]], cancelled: threading.Event) -> None:
    """Take tasks and cancellations in while another is computed; end with the input."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message.get("cancel"):
            cancelled.set()
        else:
            tasks.put(message)
    os._exit(0)


def _bound(memory: int) -> None:
    """No more memory than that, where the system can promise it."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _warm() -> None:
    """Load and use what most tasks need, so that the first visitor does not wait for it."""
    from sapper.game import Chance, Position
    from sapper.players import player
    from sapper.web import tasks  # noqa: F401

    position = Position.parse("4x3x2\nHHHH\n1221\n0000")
    for recipe in ("swift", "champion", "mio", "limited"):
        player(recipe).begin(Chance(0))(position)


if __name__ == "__main__":
    main()
