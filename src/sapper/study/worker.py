"""A process that computes a session's decisions, so that computing can be stopped immediately."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import ParamSpec, TypeVar

from sapper.errors import SapperError
from sapper.game import Position
from sapper.players import Decision, Pass, Player
from sapper.players import player as read_recipe
from sapper.study.session.mind import Mind, Thinks

P = ParamSpec("P")
T = TypeVar("T")


class StoppedError(SapperError):
    """A computation was stopped before it finished."""


class Worker:
    """Computes one thing at a time in a separate process, which starts when it is first needed.

    Several threads may call it; they wait for each other.
    """

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._stops = 0
        if os.name == "posix":
            # It inherits standard error, which an interface may replace before the first call.
            resource_tracker.ensure_running()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being computed."""
        return self._one.locked()

    def start(self) -> None:
        """Start the process now, so that the first call need not wait for it."""
        with self._one:
            self._begun()

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a module-level function in the process; return its result or raise its exception.

        Arguments and result are pickled. Raises ``StoppedError`` if ``stop`` is called before the
        function returns, or if the process dies.
        """
        stops = self._stops
        with self._one:
            pipe = self._begun()
            if self._stops != stops:  # stopped before there was a process to end
                raise StoppedError("stopped thinking")
            try:
                pipe.send((function, args, kwargs))
                done, result = pipe.recv()
            except (EOFError, OSError):
                stopped = self._stops != stops
                self.close()
                words = "stopped thinking" if stopped else "the thinking process died"
                raise StoppedError(words) from None
        if not done:
            raise result
        found: T = result
        return found

    def stop(self) -> None:
        """Stop the current computation immediately, if there is one."""
        if self.busy:
            self.close()

    def close(self) -> None:
        """End the process; the next call starts a new one."""
        self._stops += 1
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()

    def mind(self, player: Player, seed: int, number: int) -> Thinks:
        """Return a mind that thinks in this process: ``Session(…, minds=worker.mind)``."""
        return _Elsewhere(self, (str(player), seed, number))

    def _begun(self) -> Connection:
        process = self._process  # another thread may close it at any moment
        if process is None or self._pipe is None or not process.is_alive():
            context = multiprocessing.get_context("spawn")
            self._pipe, other = context.Pipe()
            process = context.Process(target=_serve, args=(other,), daemon=True)
            process.start()
            self._process = process
            other.close()
        return self._pipe


class _Elsewhere:
    """A mind in a worker's process; if the process is stopped, a new one repeats its decisions."""

    def __init__(self, worker: Worker, key: _Key) -> None:
        self._worker, self._key = worker, key

    def decide(self, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
        return self._worker.call(_decide, self._key, position, tuple(earlier))


_Key = tuple[str, int, int]  # recipe, seed, number
_MINDS = 4  # minds that a process keeps, as many as an interface has games at once
_minds: dict[_Key, Mind] = {}


def _decide(key: _Key, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
    """Return the decision of a mind in this process."""
    mind = _minds.pop(key, None) or Mind(read_recipe(key[0]), *key[1:])
    decision = mind.decide(position, earlier)
    _minds[key] = mind
    while len(_minds) > _MINDS:
        del _minds[next(iter(_minds))]
    return decision


def _serve(pipe: Connection) -> None:
    """Run in the worker's process: answer calls until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the interface
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        while True:  # the terminal belongs to the interface too
            try:
                function, args, kwargs = pipe.recv()
            except EOFError:
                return
            try:
                answer = True, function(*args, **kwargs)
            except Exception as error:
                answer = False, error
            pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
