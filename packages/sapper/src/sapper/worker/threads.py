"""Pools of threads and the CPU time of a thread, also in a browser, which has no threads."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, TypeVar

R = TypeVar("R")
THREADS = sys.platform != "emscripten"  #: a browser has no threads
#: The CPU seconds of this thread; without threads, of the program.
thread_time = time.thread_time if THREADS else time.process_time


class Inline(Executor):
    """Runs each task at once."""

    def submit(self, task: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Run a task, and return a completed future."""
        future: Future[R] = Future()
        try:
            future.set_result(task(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def pool(workers: int) -> Executor:
    """Return an executor with this number of threads; in a browser, one that has none."""
    return ThreadPoolExecutor(workers) if THREADS else Inline()
