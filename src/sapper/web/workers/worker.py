"""A worker: a process for long computations, one task at a time.

It reads one task per line from standard input, ``{"task": name, "arguments": {…}}``, and writes a
line ``{"event": name, "data": …}`` for each result, then ``{"done": true}`` or ``{"error":
sentence}``. A line ``{"cancel": true}`` ends a task at its next event. When standard input is
closed, for instance because the server died, the process ends immediately.
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

NICE = 10  #: added to the niceness of a worker, so that the server has priority


class _CancelledError(Exception):
    """The task was cancelled."""


def main() -> None:
    """Run tasks until standard input ends. The first argument limits the memory, in bytes."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of libraries must not mix with the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to end
    _bound(int(sys.argv[1]))
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    cancelled = threading.Event()
    threading.Thread(target=_listen, args=(tasks, cancelled), daemon=True).start()
    _warm()
    if hasattr(os, "nice"):  # requests of players have priority
        os.nice(NICE)
    _write(out, {"ready": True})
    while True:
        task = tasks.get()
        cancelled.clear()
        _run(task, cancelled, out)


def _run(task: dict[str, Any], cancelled: threading.Event, out: TextIO) -> None:
    from sapper.web.workers.tasks import TASKS

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
        _write(out, {"error": "this needs more memory than a request may use"})
    except RecursionError:
        _write(out, {"error": "this is nested too deeply"})


def _write(out: TextIO, message: dict[str, Any]) -> None:
    out.write(json.dumps(message, allow_nan=False) + "\n")
    out.flush()


def _listen(tasks: queue.SimpleQueue[dict[str, Any]], cancelled: threading.Event) -> None:
    """Read tasks and cancellations while a task runs; end the process when the input ends."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message.get("cancel"):
            cancelled.set()
        else:
            tasks.put(message)
    os._exit(0)


def _bound(memory: int) -> None:
    """Limit the memory, if the system supports it."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _warm() -> None:
    """Load and use what most tasks need, so that the first visitor need not wait for it."""
    from sapper.game import Chance, Position
    from sapper.players import player

    position = Position.parse("4x3x2\nHHHH\n1221\n0000")
    for recipe in ("swift", "champion", "mio", "limited"):
        player(recipe).begin(Chance(0))(position)


if __name__ == "__main__":
    main()
