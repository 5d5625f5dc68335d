"""An engine: requests of other programs, several at a time, answered by worker processes.

One thread reads lines, one writes them, one for each worker listens to it; the main one learns of
it all as events, in one queue, and alone decides what happens. Every line read is answered by
exactly one line, though not in the same order. ``docs/engine.md`` has the protocol.
"""

from __future__ import annotations

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

from sapper.study.engine_requests import (
    LINE,
    SECONDS,
    Analyse,
    Cancel,
    Id,
    Move,
    Quit,
    RequestError,
    Work,
    answer,
    failed,
    read,
    refused,
)
from sapper.study.engine_worker import READY, TAKEN, Answers, Worker

LINES = 256  #: read and not answered yet; then no more are read
GAMES = 1_000  #: whose worker is remembered
MOVE_SECONDS = 60.0  #: that a move may take which no limit is given for
LOOK = 0.5  #: seconds between looks whether anybody still listens, once there are no more requests
LONG = 0.3  #: seconds at work after which a spare worker is made ready, as one may be killed soon
STILLBORN = 3  #: workers that fail to start, after which waiting requests are given up
LAST_WORDS = 0.5  #: seconds to write what is left after a signal

#: ``ended``: no more requests; ``quit``: asked to; ``stopped``: by ``stop``; ``deaf``: nobody reads
#: the answers.
End = Literal["ended", "quit", "stopped", "deaf"]


@dataclass
class _Job:
    """A request, the worker it was given to, when, the moment at which that is stopped, and
    whether the worker has said that it is at it."""

    request: Work
    worker: Worker | None = None
    begun: float = inf
    deadline: float = inf
    taken: bool = False


class Engine:
    """Answers the requests that come in by one file descriptor by lines to another.

    At most ``workers`` processes work at a time; ``answers`` is what each of them begins with.
    """

    def __init__(self, answers: Answers, workers: int, inlet: int, outlet: int) -> None:
        self._answers, self._most = answers, workers
        self._inlet, self._outlet = inlet, outlet
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._room = threading.Semaphore(LINES)
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._jobs: dict[Id, _Job] = {}
        self._games: OrderedDict[Id, Worker] = OrderedDict()
        self._stillborn = 0  # workers, one after the other, that were gone before they were ready
        self._no_more = False
        self._end: End | None = None

    def run(self) -> End:
        """Serve until it is over; no worker is left then."""
        writer = threading.Thread(target=self._write, daemon=True)
        writer.start()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._hire()
            while self._end is None:
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
        while writer.is_alive() and self._end in ("ended", "quit"):
            self._next_event()
        writer.join(LAST_WORDS if self._end == "stopped" else 0)
        return self._end

    def stop(self) -> None:
        """End it; from a signal handler or any thread."""
        self._events.put(partial(self._over, "stopped"))

    def _next_event(self) -> None:
        """Deal with what happens next, or with nothing once something else is due."""
        patience = max(0.0, self._due() - time.monotonic())
        if self._no_more:
            patience = min(patience, LOOK)
        try:
            event = self._events.get(timeout=None if patience == inf else patience)
        except Empty:
            if self._no_more and _nobody_reads(self._outlet):
                self._over("deaf")
        else:
            event()

    def _due(self) -> float:
        """When a request is late, or a spare worker is to be made ready."""
        due = min((job.deadline for job in self._jobs.values()), default=inf)
        if len(self._workers) > self._busy:
            return due
        return min([due, *(job.begun + LONG for job in self._jobs.values())])

    def _over(self, end: End) -> None:
        self._end = end

    def _rest(self) -> None:
        """End it when everything is done and nothing can come."""
        if self._end is None and self._no_more and not self._jobs:
            self._over("ended")

    # Lines.

    def _read(self) -> None:
        """Read lines until there are no more, as long as there is room for them."""
        line = bytearray()
        try:
            while chunk := os.read(self._inlet, 1 << 16):
                *ended, rest = chunk.split(b"\n")
                for piece in ended:
                    self._said(bytes(line + piece))
                    line.clear()
                line += rest
                del line[LINE + 1 :]  # it will be refused: no need to keep what else it says
        except OSError:  # closed on us
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
        """Write lines until there are no more, or nobody to read them."""
        try:
            while (line := self._lines.get()) is not None:
                while line:
                    line = line[os.write(self._outlet, line) :]
                self._room.release()
        except OSError:
            self._events.put(partial(self._over, "deaf"))
        else:
            self._events.put(lambda: None)  # whoever waits for the last line need wait no longer

    def _tell(self, line: bytes) -> None:
        self._lines.put(line)

    # Requests.

    def _take(self, line: bytes) -> None:
        """A line that was read."""
        if self._end is not None:
            return
        try:
            request = read(line)
            if isinstance(request, Quit):
                self._over("quit")
                self._drop_all()
                self._tell(answer(request.id, {}))
            elif isinstance(request, Cancel):
                found = self._drop(request.of, "cancelled", "it was cancelled")
                self._tell(answer(request.id, {"cancelled": found}))
            else:
                self._admit(request)
        except RequestError as refusal:
            self._tell(refused(refusal))

    def _admit(self, request: Work) -> None:
        if request.id in self._jobs:
            raise RequestError("request", "a request with this id is still at work", request.id)
        self._jobs[request.id] = _Job(request)

    def _drop(self, request_id: Id, kind: str, words: str) -> bool:
        """Stop the work on a request, and say why; whether there was such a one."""
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
            self._drop(request_id, "cancelled", "the engine ended")

    def _stop_the_late(self) -> None:
        now = time.monotonic()
        for request_id, job in list(self._jobs.items()):
            if job.deadline <= now:
                words = f"it took longer than {_limit(job.request):g} s"
                self._drop(request_id, "time", words)

    # Workers.

    @property
    def _busy(self) -> int:
        """How many workers are at work."""
        return sum(job.worker is not None for job in self._jobs.values())

    def _hand_out(self) -> None:
        """Give waiting requests to idle workers, as far as so many may work."""
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
        """Start as many workers as can be of use: one at least, so that the next request need not
        wait for it – unless they fail to start."""
        if self._end is not None:
            return
        jobs = self._jobs.values()
        waiting = sum(job.worker is None and not self._bound(job.request) for job in jobs)
        long = any(job.begun + LONG <= time.monotonic() for job in jobs)
        wanted = max(min(self._most, self._busy + waiting) + long, self._stillborn < STILLBORN)
        for _ in range(wanted - len(self._workers)):
            self._workers.add(Worker(self._answers, self._heard))

    def _heard(self, worker: Worker, line: bytes | None) -> None:
        """From a worker's own thread."""
        self._events.put(partial(self._learn, worker, line))

    def _learn(self, worker: Worker, line: bytes | None) -> None:
        """What a worker says; one that was killed says nothing any more."""
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

    def _lose(self, worker: Worker, given: _Job | None) -> None:
        """A worker is gone: memory gave out, or somebody ended it."""
        self._workers.discard(worker)
        words = "the process that should work on it ended"
        if worker in self._idle:
            self._idle.remove(worker)
        elif given is None:
            self._stillborn += 1
            if self._stillborn >= STILLBORN:
                for request_id in [key for key, job in self._jobs.items() if job.worker is None]:
                    self._drop(request_id, "failed", words)
        elif given.taken:
            self._drop(given.request.id, "failed", words)
        else:  # it was gone before: the request is as good as new
            self._jobs[given.request.id] = _Job(given.request)

    def _worker_for(self, request: Work) -> Worker | None:
        """An idle worker; for a game that one knows, this one or none."""
        bound = self._bound(request)
        worker = bound or next(iter(self._idle), None)
        if worker not in self._idle:
            return None
        if isinstance(request, Move) and request.game is not None and worker is not None:
            self._games[request.game] = worker
            self._games.move_to_end(request.game)
            if len(self._games) > GAMES:
                self._games.popitem(last=False)
        return worker

    def _bound(self, request: Work) -> Worker | None:
        """The worker that keeps a request's game."""
        if not isinstance(request, Move) or request.game is None:
            return None
        worker = self._games.get(request.game)
        return worker if worker in self._workers else None


def _limit(request: Work) -> float:
    """Seconds that a worker may take."""
    if isinstance(request, Analyse):
        return request.seconds
    if isinstance(request, Move):
        return MOVE_SECONDS if request.seconds is None else request.seconds
    return SECONDS


def _nobody_reads(outlet: int) -> bool:
    """Whether the other end of a pipe is closed, where that can be seen without writing to it."""
    if not hasattr(select, "poll"):
        return False
    look = select.poll()
    look.register(outlet, 0)  # errors and hang-ups are told of unasked
    return bool(look.poll(0))
