"""The blocking front of a worker process."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from sapper.worker.command import DiedError, Limits, StoppedError, command, options
from sapper.worker.messages import Call, Done, News, packed, read

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Calls functions one at a time in a process, which starts with the first call.

    Threads may share a worker: their calls wait for each other. After ``stop``, ``close`` or a
    death the next call starts a new process. The process ends with its caller. Its standard error
    is thrown away, as the terminal may show an interface, unless ``stderr`` says otherwise: None
    is this process's own.
    """

    def __init__(
        self, limits: Limits | None = None, *, stderr: int | None = subprocess.DEVNULL
    ) -> None:
        self._limits, self._stderr = limits or Limits(), stderr
        self._calling = threading.Lock()
        self._stops = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def busy(self) -> bool:
        """Whether a call is running."""
        return self._calling.locked()

    def start(self) -> None:
        """Start the process now, so that the first call need not wait for it."""
        with self._calling:
            self._started()

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a module, and return or raise what it does.

        Function, arguments and result are pickled. Raises ``StoppedError`` if ``stop`` or the limit
        of seconds ends the call, and ``DiedError`` if the process ends by itself, at a limit of
        memory for example.
        """
        result: T = self.follow(Call(function, args, kwargs), lambda news: None)
        return result

    def follow(self, call: Call, on_news: Callable[[Any], None]) -> Any:
        """Make a call that reports news, and pass each piece on as it comes. Raises as ``call``."""
        stops = self._stops
        with self._calling, self._timed():
            process = self._started()
            if self._stops != stops:  # stopped before the process existed
                raise StoppedError("stopped thinking")
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(packed(call))
                process.stdin.flush()
                while isinstance(answer := read(process.stdout), News):  # type: ignore[arg-type]
                    on_news(answer.data)
            except (EOFError, OSError, ValueError):  # ValueError: closed by another thread
                stopped = self._stops != stops
                self.close()
                if stopped:
                    raise StoppedError("stopped thinking") from None
                raise DiedError("the process that was thinking ended unexpectedly") from None
        if isinstance(answer, Done):
            return answer.result
        raise answer.error

    def stop(self) -> None:
        """End the running call at once, if there is one."""
        if self.busy:
            self.close()

    def close(self) -> None:
        """End the process."""
        self._stops += 1
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                assert stream is not None
                stream.close()

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """End the call that is made inside when its time is over."""
        if self._limits.seconds is None:
            yield
            return
        timer = threading.Timer(self._limits.seconds, self.close)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _started(self) -> subprocess.Popen[bytes]:
        process = self._process  # another thread may close it at any moment
        if process is None or process.poll() is not None:
            process = self._process = subprocess.Popen(
                command(self._limits),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                **options(),
            )
        return process
