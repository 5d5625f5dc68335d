"""Learner and server as two processes that exchange JSON lines over a socket.

The learner sends each question as one line, and the server answers with one line:

- ``{"ask": "examples", "positives": 10, "negatives": 10}`` → ``{"positives": [[term, …], …],
  "negatives": […]}``, where a row has the arguments of the target as Prolog text;
- ``{"ask": "judge", "theory": [clause, …]}`` → the same with ``"kept": [clause, …]`` and
  ``"drawn": [positives, negatives]``;
- a question that cannot be answered → ``{"error": sentence}``.
"""

from __future__ import annotations

import json
import socket
import socketserver
import threading
import time
from collections.abc import Sequence
from typing import Any

from sapper.errors import InputError, SapperError
from sapper.mio.language.clause import Clause
from sapper.mio.language.reader import read_term
from sapper.mio.language.writer import written
from sapper.mio.learning.active import Server, ServerLostError, Verdict
from sapper.mio.learning.coverage import Example
from sapper.mio.learning.examples import Examples

_ATTEMPTS = 3
_PAUSE = 0.2  #: seconds before the first attempt to reconnect; each further pause is twice as long


class Listener(socketserver.ThreadingTCPServer):
    """Answers learners on a port of this machine; port 0 picks a free one, see ``address``."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, server: Server, host: str = "127.0.0.1", port: int = 0) -> None:
        self.server = server
        self.lock = threading.Lock()  # the server draws its examples in one sequence
        super().__init__((host, port), _Handler)

    @property
    def address(self) -> tuple[str, int]:
        """The host and the port."""
        host, port = self.socket.getsockname()[:2]
        return str(host), int(port)


class _Handler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        assert isinstance(self.server, Listener)
        for line in self.rfile:
            with self.server.lock:
                answer = _answer(self.server.server, line)
            self.wfile.write(json.dumps(answer).encode() + b"\n")


def _answer(server: Server, line: bytes) -> dict[str, Any]:
    try:
        question = json.loads(line)
        if question["ask"] == "examples":
            found = server.examples(int(question["positives"]), int(question["negatives"]))
            return _rows(found)
        if question["ask"] == "judge":
            verdict = server.judge([Clause.parse(text) for text in question["theory"]])
            kept = [str(clause) for clause in verdict.kept]
            return {**_rows(verdict.counterexamples), "kept": kept, "drawn": verdict.drawn}
        return {"error": f"unknown question {question['ask']!r}"}
    except SapperError as error:
        return {"error": str(error)}
    except (ValueError, KeyError, TypeError):
        return {"error": "the question does not have the documented form"}


class Remote:
    """A server at an address.

    Reconnects a few times when the connection is lost, and then raises ``ServerLostError``.
    """

    def __init__(self, host: str, port: int, timeout: float = 60.0) -> None:
        self._address, self._timeout = (host, port), timeout
        self._socket: socket.socket | None = None

    def examples(self, positives: int, negatives: int) -> Examples:
        """See ``Server``."""
        asked = {"ask": "examples", "positives": positives, "negatives": negatives}
        return _examples(self._ask(asked))

    def judge(self, clauses: Sequence[Clause]) -> Verdict:
        """See ``Server``."""
        answer = self._ask({"ask": "judge", "theory": [str(clause) for clause in clauses]})
        kept = tuple(Clause.parse(text) for text in answer["kept"])
        positives, negatives = answer["drawn"]
        return Verdict(kept, _examples(answer), (positives, negatives))

    def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(_PAUSE * 2 ** (attempt - 1))
            try:
                answer = self._exchanged(json.dumps(question).encode() + b"\n")
                break
            except (OSError, ValueError):
                self.close()
        else:
            host, port = self._address
            raise ServerLostError(f"the server at {host}:{port} no longer answers")
        if "error" in answer:
            raise InputError(f"the server reports: {answer['error']}")
        return answer

    def _exchanged(self, line: bytes) -> dict[str, Any]:
        if self._socket is None:
            self._socket = socket.create_connection(self._address, self._timeout)
        self._socket.sendall(line)
        received = b""
        while not received.endswith(b"\n"):
            chunk = self._socket.recv(1 << 16)
            if not chunk:
                raise ConnectionError("closed")
            received += chunk
        answer: dict[str, Any] = json.loads(received)
        return answer


def _rows(found: Examples) -> dict[str, Any]:
    return {
        "positives": [[written(term) for term in row] for row in found.positives],
        "negatives": [[written(term) for term in row] for row in found.negatives],
    }


def _examples(answer: dict[str, Any]) -> Examples:
    def rows(name: str) -> tuple[Example, ...]:
        return tuple(tuple(read_term(text) for text in row) for row in answer[name])

    return Examples(rows("positives"), rows("negatives"))
