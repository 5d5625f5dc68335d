"""Talks to a server of counterexamples in a separate program, over standard input and output.

(Peña Castillo & Wrobel 2003, §3.3: learner and server are two programs.) The learner writes each
question to the program's standard input as one line of JSON, and reads one line of JSON:

- ``{"ask": "examples", "positives": 10, "negatives": 10}`` → ``{"examples": ["pos(t(14)).",
  "neg(t(3)).", …]}``, as in ``exs.pl``;
- ``{"ask": "judge", "theory": [clause, …]}`` → ``{"kept": [clause, …], "examples": [counterexample,
  …], "drawn": [positives, negatives]}``;
- a server that cannot answer a question replies ``{"error": sentence}``.

``serve`` turns a ``Server`` into such a program, and ``RemoteServer`` is its client.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TextIO

from mio.errors import InputError, MioError, quoted
from mio.language.program import Clause, Signature
from mio.learning.active import STOPPED, Server, ServerLostError, Verdict
from mio.learning.theory import Examples, examples_text, parse_examples

ANSWER_SECONDS = 60.0  #: seconds to wait for an answer
MAX_ANSWER_LENGTH = 1 << 24  #: characters of an answer
_POLL_SECONDS = 0.05  #: seconds between two polls of ``interrupted``


def serve(
    server: Server, target: str, questions: TextIO | None = None, answers: TextIO | None = None
) -> None:
    """Answer a learner's questions, by default on standard input and output, until the input ends.

    ``target`` is the name of the predicate that the examples are about.
    """
    answers = answers or sys.stdout
    for line in questions or sys.stdin:
        print(json.dumps(_answer(server, target, line)), file=answers, flush=True)


def _answer(server: Server, target: str, line: str) -> dict[str, Any]:
    try:
        match json.loads(line):
            case {"ask": "examples", "positives": int(positives), "negatives": int(negatives)}:
                return {"examples": _texts(target, server.examples(positives, negatives))}
            case {"ask": "judge", "theory": [*clauses]}:
                verdict = server.judge([Clause.parse(str(text)) for text in clauses])
                return {
                    "kept": [str(clause) for clause in verdict.kept],
                    "examples": _texts(target, verdict.counterexamples),
                    "drawn": verdict.drawn,
                }
    except MioError as error:
        return {"error": str(error)}
    except ValueError:
        pass
    return {"error": "expected a question of the form that the documentation shows"}


def _texts(target: str, found: Examples) -> list[str]:
    positives = examples_text(target, found.positives, "pos")
    return (positives + examples_text(target, found.negatives, "neg")).splitlines()


class RemoteServer:
    """Starts a command as a server; leaving its context ends it.

    - ``command``: the program and its arguments, quoted as in a shell;
    - ``target``: the predicate that the examples must be about;
    - ``patience``: seconds to wait for an answer;
    - ``interrupted``: polled while waiting; true ends the wait.

    Questions raise ``ServerLostError`` if the program ends, is interrupted or takes too long, and
    ``InputError`` if it replies with an error or an invalid answer. Raises ``InputError`` if the
    command cannot be started.
    """

    def __init__(
        self,
        command: str,
        target: Signature,
        *,
        patience: float = ANSWER_SECONDS,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._target, self._patience, self._interrupted = target, patience, interrupted
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # out of reach of the terminal's Ctrl-C
            )
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or str(error) or "no command"
            raise InputError(f"{quoted(command)} cannot be started: {reason.lower()}") from None
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def examples(self, positives: int, negatives: int) -> Examples:
        """See ``Server``."""
        answer = self._ask({"ask": "examples", "positives": positives, "negatives": negatives})
        return self._examples(answer)

    def judge(self, clauses: Sequence[Clause]) -> Verdict:
        """See ``Server``. Also raises ``InputError`` if it keeps a clause that was not in the
        question."""
        texts = [str(clause) for clause in clauses]
        answer = self._ask({"ask": "judge", "theory": texts})
        counterexamples = self._examples(answer)
        match answer:
            case {"kept": [*kept], "drawn": [int(positives), int(negatives)]}:
                pass
            case _:
                raise InputError(
                    "the server's verdict: expected kept, a list of clauses, and drawn, two numbers"
                )
        known = dict(zip(texts, clauses, strict=True))
        for text in kept:
            if text not in texts:
                words = "the server's verdict: expected to keep clauses of the theory, found"
                raise InputError(f"{words} {quoted(text)}")
        return Verdict(tuple(known[text] for text in kept), counterexamples, (positives, negatives))

    def __enter__(self) -> RemoteServer:
        return self

    def __exit__(self, *error: object) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(OSError):  # it never read the last question
                stream.close()

    def _examples(self, answer: dict[str, Any]) -> Examples:
        match answer:
            case {"examples": [*rows]} if all(isinstance(row, str) for row in rows):
                return parse_examples("\n".join(rows), self._target, "the server's examples")
        raise InputError('the server\'s answer: expected examples, a list such as ["pos(t(1))."]')

    def _read(self) -> None:
        """Queue the program's lines, and an empty one when it ends."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(MAX_ANSWER_LENGTH):
            self._lines.put(line)
        self._lines.put("")

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            print(json.dumps(question), file=self._process.stdin, flush=True)
        except OSError:
            raise ServerLostError("the server has ended") from None
        line = self._line()
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise InputError(
                f"the server's answer: expected a JSON object on one line, found {quoted(line)}"
            )
        if "error" in answer:
            raise InputError(f"the server reports: {answer['error']}")
        return answer

    def _line(self) -> str:
        end = time.monotonic() + self._patience
        while True:
            try:
                line = self._lines.get(timeout=_POLL_SECONDS)
            except Empty:
                if self._interrupted():
                    raise ServerLostError(STOPPED) from None
                if time.monotonic() > end:
                    words = f"the server gave no answer within {self._patience:g} seconds"
                    raise ServerLostError(words) from None
                continue
            if not line:
                raise ServerLostError("the server has ended")
            return line.rstrip("\n")
