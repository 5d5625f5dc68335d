"""A client of the engine protocol, which starts an engine and asks it for moves and analyses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from sapper.engine.requests import Failure, Success
from sapper.errors import BudgetError, InputError, SapperError
from sapper.game import Position
from sapper.json_input import read_json, read_value
from sapper.players import Decision, Pass, Player
from sapper.records import DecisionFields, PassFields

#: The program of this library, run by this Python.
OWN = (sys.executable, "-m", "sapper", "engine")


class EngineError(SapperError):
    """The engine did not answer, answered something else, or failed; the message says which."""


class Client:
    r"""A running engine: ``sapper engine``, or any program of the engine protocol.

    ``command`` is the program and its arguments. The engine ends with ``close``, or at the end of a
    ``with`` statement. Raises ``EngineError`` if the program cannot be started.

    >>> import sapper.engine
    >>> with sapper.engine.Client() as engine:
    ...     decision = engine.choose("4x3x2\nHHHH\n1221\n0000", "csp")
    >>> str(decision.move), decision.strategy
    ('open [0, 0]', 'csp')
    """

    def __init__(self, command: Sequence[str] = OWN) -> None:
        self._requests = 0
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(list(command), stdin=pipe, stdout=pipe)
        except OSError as error:
            raise EngineError(f"cannot start the engine {command[0]}: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the engine: close its input, and wait until it has exited."""
        self._process.communicate()

    def hello(self) -> dict[str, Any]:
        """Return the engine's name, version, players and limits."""
        return self.request("hello")

    def analyse(self, position: Position | str, **options: Any) -> dict[str, Any]:
        """Return what ``sapper analyse --json`` prints; ``options`` are fields of the request, such
        as ``player`` and ``seconds``."""
        return self.request("analyse", position=str(Position.of(position)), **options)

    def choose(
        self, position: Position | str, player: Player | str = "swift", **options: Any
    ) -> Decision | Pass:
        """Return the decision of a player in a position, or a ``Pass`` if all its strategies pass.

        ``options`` are fields of the request: ``seconds`` limits the thinking, and ``game`` names a
        game in which the player keeps its memory from move to move, with its ``seed`` and
        ``number``.
        """
        found = self.request(
            "move", position=str(Position.of(position)), player=str(player), **options
        )
        passed = [
            read_value(one, PassFields, "a strategy that passed") for one in found.get("passed", ())
        ]
        reasons = tuple(Pass(one.strategy, one.words) for one in passed)
        if found.get("decision") is None:
            return Pass(str(player), "every strategy passes", reasons)
        return read_value(found["decision"], DecisionFields, "the decision").decision_with(reasons)

    def request(self, request: str, **fields: Any) -> dict[str, Any]:
        """Send a request, and return its result.

        Raises ``InputError`` and ``BudgetError`` as the library does, and ``EngineError`` if the
        engine failed or has ended.
        """
        self._requests += 1
        line = json.dumps({"id": self._requests, "request": request, **fields})
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(f"{line}\n".encode())
            stdin.flush()
            answer = stdout.readline()
        except (OSError, ValueError):  # the engine has ended, or this client is closed
            answer = b""
        if not answer:
            raise EngineError("the engine has ended, so it answers no requests")
        read = read_json(answer, dict[str, Any], "an answer of the engine")
        if read.get("id") != self._requests:
            raise EngineError(f"the engine answered another request than {self._requests}")
        if "error" not in read:
            return read_value(read, Success, "an answer of the engine").result
        error = read_value(read, Failure, "an answer of the engine").error
        kinds = {"request": InputError, "input": InputError, "budget": BudgetError}
        raise kinds.get(error.kind, EngineError)(error.words)
