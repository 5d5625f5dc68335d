"""The engine: worker processes answer requests of other programs, several at a time.

One thread reads lines, one writes them, and one per worker listens to it. They report everything as
events in one queue to the main thread, which alone decides what happens. Every line read is
answered by exactly one line, in the order in which the answers are ready. ``docs/engine.md``
describes the protocol.
"""

from __future__ import annotations

import errno
import os
import select
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from typing import Literal

from sapper.engine.requests import (
    LINE,
    SECONDS,
    Analyse,
    Cancel,
    Id,
    MoveRequest,
    Quit,
    RequestError,
    Work,
    answer,
    failed,
    read,
    refused,
)
from sapper.engine.worker import READY, TAKEN, Answers, EngineWorker

LINES = 256  #: lines that may wait for an answer; the engine reads no more until one is answered
GAMES = 1_000  #: games whose worker is remembered
MOVE_SECONDS = 60.0  #: time limit of a move request that gives none
LOOK = 0.5  #: seconds between checks that somebody still reads, once there are no more requests
LONG = 0.3  #: seconds of work after which a spare worker is started, as this one may be killed soon
STILLBORN = 3  #: workers that fail to start in a row before waiting requests are given up
LAST_WORDS = 0.5  #: seconds to write the remaining answers after a signal

#: ``ended``: the input ended; ``quit``: by a request; ``stopped``: by ``stop``.
End = Literal["ended", "quit", "stopped"]


@dataclass
class _Job:
    """A request, the worker it was given to, when that was, when its time is up, and whether the
    worker has confirmed that it started."""

    request: Work
    worker: EngineWorker | None = None
    begun: float = inf
    deadline: float = inf
    taken: bool = False


class Engine:
    """Reads requests from the file descriptor ``inlet`` and writes answers to ``outlet``.

    At most ``workers`` processes work at a time; each calls ``answers`` once when it starts.
    """

    def __init__(self, answers: Answers, workers: int, inlet: int, outlet: int) -> None:
        self._answers, self._most = answers, workers
        self._inlet, self._outlet = inlet, outlet
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._room = threading.Semaphore(LINES)
        self._workers: set[EngineWorker] = set()
        self._idle: list[EngineWorker] = []
        self._jobs: dict[Id, _Job] = {}
        self._games: OrderedDict[Id, EngineWorker] = OrderedDict()
        self._stillborn = 0  # workers in a row that ended before they were ready
        self._no_more = False
        self._end: End | None = None
        self._unwritable: OSError | None = None  # why answers cannot be written any more

    def run(self) -> End:
        """Serve until the input ends, a request says ``quit``, or ``stop`` is called.

        No worker is left when it returns or raises. Raises ``OSError`` if an answer cannot be
        written: ``BrokenPipeError`` if its reader is gone.
        """
        os.fstat(self._outlet)  # the next file opened would get the number of a closed descriptor
        writer = threading.Thread(target=self._write, daemon=True)
        writer.start()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._hire()
            while self._end is None and self._unwritable is None:
                self._next_event()
                self._stop_the_late()
                self._hand_out()
                self._hire()
                self._rest()
            self._drop_all()
        finally:
            for worker in self._workers:
                worker.kill()
        self._lines.put(None)
        while writer.is_alive() and self._unwritable is None and self._end != "stopped":
            self._next_event()
        if self._end == "stopped":
            writer.join(LAST_WORDS)
        elif self._unwritable is not None:
            raise self._unwritable
        assert self._end is not None
        return self._end

    def stop(self) -> None:
        """End the engine; call it from a signal handler or any thread."""
        self._events.put(partial(self._over, "stopped"))

    def _next_event(self) -> None:
        """Handle the next event, or return when a time limit has passed first."""
        patience = max(0.0, self._due() - time.monotonic())
        if self._no_more:
            patience = min(patience, LOOK)
        try:
            event = self._events.get(timeout=None if patience == inf else patience)
        except Empty:
            if self._no_more and _nobody_reads(self._outlet):
                self._fail(BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)))
        else:
            event()

    def _due(self) -> float:
        """When the next request runs out of time, or a spare worker should be started."""
        due = min((job.deadline for job in self._jobs.values()), default=inf)
        if len(self._workers) > self._busy:
            return due
        return min([due, *(job.begun + LONG for job in self._jobs.values())])

    def _over(self, end: End) -> None:
        self._end = end

    def _fail(self, error: OSError) -> None:
        """Note that answers cannot be written; the main thread then ends the engine."""
        self._unwritable = self._unwritable or error

    def _rest(self) -> None:
        """End when every request is answered and no more can come."""
        if self._end is None and self._no_more and not self._jobs:
            self._over("ended")

    # Lines.

    def _read(self) -> None:
        """Read lines until the input ends, pausing while too many wait for an answer."""
        line = bytearray()
        try:
            while chunk := os.read(self._inlet, 1 << 16):
                *ended, rest = chunk.split(b"\n")
                for piece in ended:
                    self._said(bytes(line + piece))
                    line.clear()
                line += rest
                del line[LINE + 1 :]  # it will be refused, so the rest need not be kept
        except OSError:  # the input was closed
            pass
        self._said(bytes(line))
        self._events.put(self._all_said)

    def _said(self, line: bytes) -> None:
        if line.strip():
            self._room.acquire()
            self._events.put(partial(self._take, line))

    def _all_said(self) -> None:
        self._no_more = True

    def _write(self) -> None:
        """Write lines until ``None`` comes or writing fails."""
        try:
            while (line := self._lines.get()) is not None:
                while line:
                    line = line[os.write(self._outlet, line) :]
                self._room.release()
        except OSError as error:
            self._fail(error)
        self._events.put(lambda: None)  # wakes the main thread, which may wait for the last line

    def _tell(self, line: bytes) -> None:
        self._lines.put(line)

    # Requests.

    def _take(self, line: bytes) -> None:
        """Handle a line that was read."""
        if self._end is not None:
            return
        try:
            request = read(line)
            if isinstance(request, Quit):
                self._over("quit")
                self._drop_all()
                self._tell(answer(request.id, {}))
            elif isinstance(request, Cancel):
                found = self._drop(request.of, "cancelled", "the request was cancelled")
                self._tell(answer(request.id, {"cancelled": found}))
            else:
                self._admit(request)
        except RequestError as refusal:
            self._tell(refused(refusal))

    def _admit(self, request: Work) -> None:
        if request.id in self._jobs:
            raise RequestError("request", "a request with this id is still unanswered", request.id)
        self._jobs[request.id] = _Job(request)

    def _drop(self, request_id: Id, kind: str, words: str) -> bool:
        """Stop the work on a request and answer why; return whether there was such a request."""
        job = self._jobs.pop(request_id, None)
        if job is None:
            return False
        if job.worker is not None:
            job.worker.kill()
            self._workers.discard(job.worker)
        self._tell(failed(request_id, kind, words))
        return True

    def _drop_all(self) -> None:
        for request_id in list(self._jobs):
            self._drop(request_id, "cancelled", "the engine is shutting down")

    def _stop_the_late(self) -> None:
        now = time.monotonic()
        for request_id, job in list(self._jobs.items()):
            if job.deadline <= now:
                words = f"the request took longer than {_limit(job.request):g} s"
                self._drop(request_id, "time", words)

    # Workers.

    @property
    def _busy(self) -> int:
        """The number of workers that have a request."""
        return sum(job.worker is not None for job in self._jobs.values())

    def _hand_out(self) -> None:
        """Give waiting requests to idle workers, within the limit on how many may work."""
        if self._end is not None:
            return
        for job in self._jobs.values():
            if job.worker is None and self._busy < self._most:
                worker = self._worker_for(job.request)
                if worker is not None:
                    self._idle.remove(worker)
                    job.worker, job.begun = worker, time.monotonic()
                    job.deadline = job.begun + _limit(job.request)
                    worker.give(job.request)

    def _hire(self) -> None:
        """Start as many workers as are useful.

        Keep at least one ready, so that the next request need not wait for a process to start –
        unless workers keep failing to start.
        """
        if self._end is not None:
            return
        jobs = self._jobs.values()
        waiting = sum(job.worker is None and not self._bound(job.request) for job in jobs)
        long = any(job.begun + LONG <= time.monotonic() for job in jobs)
        wanted = max(min(self._most, self._busy + waiting) + long, self._stillborn < STILLBORN)
        for _ in range(wanted - len(self._workers)):
            self._workers.add(EngineWorker(self._answers, self._heard))

    def _heard(self, worker: EngineWorker, line: bytes | None) -> None:
        """Queue what a worker sent; called in the thread that listens to it."""
        self._events.put(partial(self._learn, worker, line))

    def _learn(self, worker: EngineWorker, line: bytes | None) -> None:
        """Handle what a worker sent, unless it was killed since."""
        if worker not in self._workers:
            return
        given = next((job for job in self._jobs.values() if job.worker is worker), None)
        if line is None:
            self._lose(worker, given)
        elif line == READY:
            self._stillborn = 0
            self._idle.append(worker)
        elif given is not None and line == TAKEN:
            given.taken = True
        elif given is not None:
            self._tell(line)
            del self._jobs[given.request.id]
            self._idle.append(worker)

    def _lose(self, worker: EngineWorker, given: _Job | None) -> None:
        """Handle a worker that is gone: it ran out of memory, or somebody ended it."""
        self._workers.discard(worker)
        words = "the process working on this request ended unexpectedly"
        if worker in self._idle:
            self._idle.remove(worker)
        elif given is None:
            self._stillborn += 1
            if self._stillborn >= STILLBORN:
                for request_id in [key for key, job in self._jobs.items() if job.worker is None]:
                    self._drop(request_id, "failed", words)
        elif given.taken:
            self._drop(given.request.id, "failed", words)
        else:  # the worker died before it started on the request, so another can take it
            self._jobs[given.request.id] = _Job(given.request)

    def _worker_for(self, request: Work) -> EngineWorker | None:
        """An idle worker, or None; for a game that a worker keeps, only that worker will do."""
        bound = self._bound(request)
        worker = bound or next(iter(self._idle), None)
        if worker not in self._idle:
            return None
        if isinstance(request, MoveRequest) and request.game is not None and worker is not None:
            self._games[request.game] = worker
            self._games.move_to_end(request.game)
            if len(self._games) > GAMES:
                self._games.popitem(last=False)
        return worker

    def _bound(self, request: Work) -> EngineWorker | None:
        """The worker that keeps the request's game, or None."""
        if not isinstance(request, MoveRequest) or request.game is None:
            return None
        worker = self._games.get(request.game)
        return worker if worker in self._workers else None


def _limit(request: Work) -> float:
    """The seconds that a worker may take for a request."""
    if isinstance(request, Analyse):
        return request.seconds
    if isinstance(request, MoveRequest):
        return MOVE_SECONDS if request.seconds is None else request.seconds
    return SECONDS


def _nobody_reads(outlet: int) -> bool:
    """Whether the other end of a pipe is closed, on systems that show it without writing."""
    if not hasattr(select, "poll"):
        return False
    look = select.poll()
    look.register(outlet, 0)  # errors and hang-ups are always reported
    return bool(look.poll(0))
