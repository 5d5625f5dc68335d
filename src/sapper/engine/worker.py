"""The engine's workers: each answers one request at a time, and can be killed at it."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Any

from sapper.engine.requests import Work, answer, failed
from sapper.errors import BudgetError, SapperError
from sapper.worker import DiedError, StoppedError, Worker
from sapper.worker.messages import Call

#: Makes the functions that answer requests, by kind; called once in each worker process, so that
#: they may keep things between requests.
Answers = Callable[[], Mapping[type, Callable[[Any], dict[str, Any]]]]
READY = b""  #: reported when the process can take requests
TAKEN = b"\n"  #: reported when it begins with a request; no answer looks like these two


class EngineWorker:
    """A process that answers requests.

    ``heard`` is called from a thread of its own: with ``READY``, then for each request with
    ``TAKEN`` and the line that answers it, and with None once the process is gone.
    """

    def __init__(
        self, answers: Answers, heard: Callable[[EngineWorker, bytes | None], None]
    ) -> None:
        self._answers, self._heard = answers, heard
        self._worker = Worker(stderr=None)
        self._requests: SimpleQueue[Work | None] = SimpleQueue()
        self._worker.start()
        threading.Thread(target=self._serve, daemon=True).start()

    def give(self, request: Work) -> None:
        """Give it a request. If the process is dead, the request is never ``TAKEN`` and ``heard``
        gets None."""
        self._requests.put(request)

    def kill(self) -> None:
        """End the process at once, whatever it is doing."""
        self._worker.close()
        self._requests.put(None)

    def _serve(self) -> None:
        try:
            self._worker.call(_prepare, self._answers)
            self._heard(self, READY)
            while request := self._requests.get():
                call = Call(_work, (self._answers, request), news=True)
                self._heard(self, self._worker.follow(call, lambda taken: self._heard(self, taken)))
        except (DiedError, StoppedError):
            self._heard(self, None)


_known: dict[type, Callable[[Any], dict[str, Any]]] = {}  # of this worker process


def _prepare(answers: Answers) -> None:
    if not _known:
        _known.update(answers())


def _work(report: Callable[[bytes], None], answers: Answers, request: Work) -> bytes:
    """Return the line that answers a request, whatever happens."""
    _prepare(answers)  # again where the process had to be started again
    report(TAKEN)
    try:
        return answer(request.id, _known[type(request)](request))
    except BudgetError as error:
        return failed(request.id, "budget", str(error))
    except SapperError as error:
        return failed(request.id, "input", str(error))
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return failed(request.id, "failed", f"an internal error: {type(error).__name__}")
