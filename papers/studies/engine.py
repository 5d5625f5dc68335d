"""``engine``: a strategy that asks another program for its moves, by the engine protocol.

The program answers ``move`` requests on its standard input and output (see docs/engine.md), as
``sapper engine`` does. One process of a command serves all games of a Python process, and ends with
it.
"""

from __future__ import annotations

import atexit
import json
import shlex
import subprocess
import time
from itertools import count
from math import inf, isnan
from typing import Any, Literal

from msgspec import Struct

from papers.studies.valued import Valued
from sapper.errors import InputError, quoted
from sapper.game import Cell, Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference import analyse
from sapper.inference.counting import MAX_COUNT_STEPS
from sapper.json_input import read_json
from sapper.players import Decision, Pass, Player, Reason
from sapper.players import player as read_recipe

_GAMES = count(1)


class _Decision(Struct):
    action: Literal["open"]
    cell: tuple[int, int]


class _Result(Struct):
    decision: _Decision | None


class _Error(Struct):
    words: str


class _Answer(Struct):
    """An answer to a request; fields that are not needed here are ignored."""

    id: int | str | None
    result: _Result | None = None
    error: _Error | None = None


class Program:
    """A process of another program, which starts with the first question."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._ids = count(1)
        self._process: subprocess.Popen[bytes] | None = None

    def cell(self, position: Position, game: str, player: str) -> Cell | None:
        """Return the cell that the program opens, or None if it has no move.

        ``game`` names the game, and ``player`` is a recipe that the program knows, or empty. Raises
        ``InputError`` if the program ends or answers anything but a hidden cell to open.
        """
        asked: dict[str, Any] = {"id": next(self._ids), "request": "move", "game": game}
        asked |= {"position": str(position), **({"player": player} if player else {})}
        answer = self._ask(asked)
        if answer.id != asked["id"]:
            raise InputError(f"{self._named}: request {asked['id']} was answered as {answer.id}")
        if answer.error is not None:
            raise InputError(f"{self._named}: {answer.error.words}")
        if answer.result is None:
            raise InputError(f"{self._named}: the answer has neither a result nor an error")
        if answer.result.decision is None:
            return None
        row, column = cell = answer.result.decision.cell
        inside = 0 <= row < position.grid.height and 0 <= column < position.grid.width
        if not inside or position[cell] != HIDDEN:
            raise InputError(f"{self._named}: expected a hidden cell to open, not {list(cell)}")
        return cell

    @property
    def seconds(self) -> float:
        """The CPU time of the process, without that of its children; 0 where it is unknown.

        Linux has a CPU clock for every process, with the number that its C library computes in
        ``clock_getcpuclockid``.
        """
        if self._process is None or not hasattr(time, "clock_gettime"):
            return 0.0
        try:
            return time.clock_gettime(~self._process.pid << 3 | 2)
        except OSError:
            return 0.0

    def close(self) -> int:
        """End the input of the process, wait for its end, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.communicate()
        return process.returncode

    @property
    def _named(self) -> str:
        return f"the program {quoted(self._command)}"

    def _ask(self, request: dict[str, Any]) -> _Answer:
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            raise InputError(f"{self._named} ended with exit code {self.close()}")
        return read_json(line, _Answer, f"an answer of {self._named}")

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the process, out of reach of the terminal's Ctrl-C."""
        try:
            self._process = subprocess.Popen(
                shlex.split(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise InputError(f"{self._named} cannot be started: {error}") from None
        return self._process


_PROGRAMS: dict[str, Program] = {}


def _program(command: str) -> Program:
    """Return the program of a command, the same for all games of this process."""
    return _PROGRAMS.setdefault(command, Program(command))


def seconds(player: Player) -> float:
    """Return the CPU time of all programs that this process has asked; 0 for a player that asks
    none, because a program may work on between the requests of its rival."""
    asks = any(link.text.partition("(")[0].strip() == Engine.name for link in player.chain)
    return sum(program.seconds for program in _PROGRAMS.values()) if asks else 0.0


@atexit.register
def close() -> None:
    """End all programs that this process has asked."""
    for program in _PROGRAMS.values():
        program.close()


class Engine:
    """Opens what the program of ``command`` opens; ``player`` is a recipe for ``sapper engine``.

    The requests of a game have its name, so that the program may remember what it found. Whether a
    move is a guess is computed here, exactly, whatever the program says.
    """

    name = "engine"

    def __init__(self, command: str, player: str = "") -> None:
        self._command, self._player = command, player
        self._game = f"game {next(_GAMES)}"
        self._safe: frozenset[Cell] = frozenset()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the cell that the program answers, or pass if it has no move."""
        cell = _program(self._command).cell(position, self._game, self._player)
        if cell is None:
            return Pass(self.name, "the program has no move")
        reason = Reason("asked", f"{self._command} opens it")
        return Decision(Move("open", cell), self.name, reason, self._risk(position, cell))

    def _risk(self, position: Position, cell: Cell) -> float | None:
        """Return the chance of a mine; None where counting is too hard."""
        if position.next_open_is_safe or cell in self._safe:
            return 0.0
        analysis = analyse(position, seconds=inf, steps=MAX_COUNT_STEPS)
        self._safe = frozenset(analysis.safe)
        risk = float(analysis.mine_probability[cell])
        return None if isnan(risk) else risk


def player(recipe: str) -> Player:
    """Return the player of a recipe, which may have ``engine`` and ``valued`` among its strategies.

    Raises ``RecipeError`` as ``sapper.player`` does.
    """
    return read_recipe(recipe, {Engine.name: Engine, Valued.name: Valued})
