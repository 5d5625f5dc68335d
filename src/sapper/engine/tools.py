"""The tools of the MCP server, which run in a worker process."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sapper.engine.answers import answers
from sapper.engine.moves import read_position
from sapper.engine.requests import read
from sapper.errors import InputError
from sapper.game import Deal, Level, Move, Referee, Rules
from sapper.players.own import StrategySource
from sapper.study.findings import find, why
from sapper.version import installed_version

THINKING = 5.0  #: seconds of an analysis or a move


def answered(sources: tuple[StrategySource, ...], request: Mapping[str, object]) -> dict[str, Any]:
    """Answer a request of the engine protocol.

    ``sources`` are added strategies. Raises ``RequestError`` for a wrong
    request, and the errors of its answer.
    """
    parsed = read(json.dumps(request).encode())
    result: dict[str, Any] = _answers(sources)[type(parsed)](parsed)
    return result


@cache
def _answers(sources: tuple[StrategySource, ...]) -> Mapping[type, Any]:
    return answers(installed_version(), sources)


def explained(position: str, row: int, column: int) -> dict[str, Any]:
    """Return whether a cell is certain, the reason, and the clues and mines that prove it.

    Raises ``InputError`` for an invalid position or a cell outside it.
    """
    verdict = why(find(read_position(position), THINKING), (row, column))
    return {
        "certain": verdict.certain,
        "words": verdict.reason.words,
        "clues": verdict.reason.clues,
        "mines": verdict.reason.mines,
    }


def played(level: str, seed: int, moves: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Return the position of game 0 of a seed after opening cells, and whether it has ended.

    Raises ``InputError`` for an impossible level or move.
    """
    board = Level.parse(level)
    referee = Referee(Deal.seeded(board.grid, board.mines, seed), Rules())
    for number, cell in enumerate(moves, start=1):
        if len(cell) != 2:
            raise InputError(f"move {number}: expected [row, column]")
        if referee.position.outcome != "playing":
            raise InputError(f"move {number}: the game is {referee.position.outcome} already")
        referee.play(Move("open", (cell[0], cell[1])))
    shown = referee.position
    return {"outcome": shown.outcome, "position": str(shown), "mines_left": shown.mines_left}
