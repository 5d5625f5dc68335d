"""Worker processes of an engine: each works on one request at a time and can be killed any time."""

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

from sapper.engine.requests import Work, answer, failed
from sapper.errors import BudgetError, SapperError

#: Returns the functions that answer requests, by their kinds. Called once in each worker, so the
#: functions may keep state.
Answers = Callable[[], Mapping[type, Callable[[Any], dict[str, Any]]]]
READY = b""  #: the first message of a worker
TAKEN = b"\n"  #: its message before it works on a request; no answer looks like these two
_processes = get_context("spawn")  # a fork of a process with threads may hang


class Worker:
    """A process that answers requests.

    ``heard`` is called with ``READY``, then for each request with ``TAKEN`` and with the line that
    answers it, and with None when the process is gone; all in a separate thread.
    """

    def __init__(self, answers: Answers, heard: Callable[[Worker, bytes | None], None]) -> None:
        self._heard = heard
        self._ours, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, answers), daemon=True)
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, daemon=True).start()

    def give(self, request: Work) -> None:
        """Send a request. If the worker is dead the request is never ``TAKEN``, and ``heard`` gets
        None."""
        try:
            self._ours.send(request)
        except OSError:
            self.kill()

    def kill(self) -> None:
        """End the process immediately."""
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
    """Answer requests until the engine closes the pipe or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the engine decides when to end
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # these belong to the engine: a worker must neither read nor write them
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
    """Return the line that answers a request, even if answering it fails."""
    try:
        return answer(request.id, known[type(request)](request))
    except BudgetError as error:
        return failed(request.id, "budget", str(error))
    except SapperError as error:
        return failed(request.id, "input", str(error))
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return failed(request.id, "failed", f"an internal error: {type(error).__name__}")
