"""Worker processes of an engine: each works on one request at a time, and can be killed at it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

from sapper.errors import BudgetError, SapperError
from sapper.study.engine_requests import Work, answer, failed

#: Makes what answers requests, by their kinds; called once in every worker, so it may keep things.
Answers = Callable[[], Mapping[type, Callable[[Any], dict[str, Any]]]]
READY = b""  #: what a worker says first
TAKEN = b"\n"  #: what it says of a request before it works on it; no answer is like these two
_processes = get_context("spawn")  # forks of a process with threads may hang


class Worker:
    """A process that answers requests. ``heard`` gets ``READY``, then for each request ``TAKEN``
    and the line that answers it, and None when the process is gone; from a thread of its own."""

    def __init__(self, answers: Answers, heard: Callable[[Worker, bytes | None], None]) -> None:
        self._heard = heard
        self._ours, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, answers), daemon=True)
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, daemon=True).start()

    def give(self, request: Work) -> None:
        """A request to work on. One that a dead worker is given is never ``TAKEN``, but ``heard``
        gets None."""
        try:
            self._ours.send(request)
        except OSError:
            self.kill()

    def kill(self) -> None:
        """End the process at once, whatever it is doing."""
        self._process.kill()
        self._process.join()

    def _listen(self) -> None:
        try:
            while True:
                self._heard(self, self._ours.recv_bytes())
        except (EOFError, OSError):
            self._ours.close()
            self._heard(self, None)


def _work(connection: Connection, answers: Answers) -> None:
    """Answer requests until there are no more, or the engine is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the engine says when it is over
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # the engine's own: not a word of it is for us, not a byte for others
        os.dup2(nowhere, stream)
    threading.Thread(target=_end_with_the_engine, daemon=True).start()
    known = answers()
    try:
        connection.send_bytes(READY)
        while True:
            request = connection.recv()
            connection.send_bytes(TAKEN)
            connection.send_bytes(_answer(known, request))
    except (EOFError, OSError):
        return


def _end_with_the_engine() -> None:
    engine = parent_process()
    if engine is not None:
        engine.join()
        os._exit(0)


def _answer(known: Mapping[type, Callable[[Any], dict[str, Any]]], request: Work) -> bytes:
    """The line that answers a request, whatever happens."""
    try:
        return answer(request.id, known[type(request)](request))
    except BudgetError as error:
        return failed(request.id, "budget", str(error))
    except SapperError as error:
        return failed(request.id, "input", str(error))
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return failed(request.id, "failed", f"sapper failed at this request: {_name(error)}")


def _name(error: Exception) -> str:
    return type(error).__name__
