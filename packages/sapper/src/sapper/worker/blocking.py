"""The blocking front of a worker process."""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, ParamSpec, TypeVar

from sapper.worker.messages import (
    Call,
    DiedError,
    Done,
    News,
    ProcessLimits,
    Started,
    StoppedError,
    command,
    options,
    packed,
    read,
)

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
                    raise StoppedError("stopped thinking") from None
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
            raise StoppedError("stopped thinking")


def _close(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process that has ended."""
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        with suppress(OSError):  # the last write may never have been read
            stream.close()
