"""Answers to requests of the engine protocol and calls of MCP tools, in a worker process."""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from sapper.engine import requests as engine_requests
from sapper.engine.moves import SHARE, MoveAnswers, read_position, within
from sapper.engine.requests import Analyse, Hello, MoveRequest, Work, answer, failed, read
from sapper.errors import BudgetError, InputError, SapperError
from sapper.game import LEVELS, Deal, Level, Move, Referee, Rules
from sapper.players import player as read_recipe
from sapper.players.own import StrategySource
from sapper.players.recipes import known_players, use_sources
from sapper.study.candidates import candidates
from sapper.study.findings import find, findings_json, suggest, why
from sapper.version import installed_version

#: Makes the functions that answer requests, by kind. Called once in each worker process, so that
#: the functions may keep data between requests.
Answers = Callable[[], Mapping[type, Callable[[Any], dict[str, Any]]]]

LEAST = 0.001  #: the least time of a player in seconds, however little is left


def answers(
    version: str, strategies: Sequence[StrategySource] = ()
) -> Mapping[type, Callable[[Any], dict[str, Any]]]:
    """Return a function for each kind of request.

    ``version`` is the version of sapper; ``strategies`` are the sources of added strategies.
    """
    use_sources(strategies)
    return {
        Hello: partial(introduced, version),
        Analyse: analysed,
        MoveRequest: MoveAnswers().decide,
    }


def introduced(version: str, request: Hello) -> dict[str, Any]:
    """Return the engine's name, version, requests, players, levels and limits."""
    return {
        "name": "sapper",
        "version": version,
        "protocol": engine_requests.PROTOCOL,
        "requests": list(engine_requests.REQUESTS),
        "players": list(known_players()),
        "levels": {name: level.dimensions for name, level in LEVELS.items()},
        "limits": {
            "line_bytes": engine_requests.LINE,
            "cells": engine_requests.CELLS,
            "seconds": engine_requests.MOST_SECONDS,
            "requests": engine_requests.LINES,
        },
    }


def analysed(request: Analyse) -> dict[str, Any]:
    """Return the JSON of ``sapper analyse``, also for an inconsistent position.

    The player gets the time left after the analysis, and the playouts the time left after that.
    """
    until = time.monotonic() + request.seconds
    player, position = read_recipe(request.player), read_position(request.position)
    findings = find(position, SHARE * request.seconds)
    suggestion = suggest(findings, within(player, max(LEAST, until - time.monotonic())))
    if request.playouts is None or findings.fault is not None:
        return findings_json(findings, suggestion)
    left = SHARE * (until - time.monotonic())
    return findings_json(findings, suggestion, candidates(position, request.playouts, left))


_functions: dict[type, Callable[[Any], dict[str, Any]]] = {}  # of this worker process


def prepare(answers: Answers) -> None:
    """Make the functions that answer requests in this process, unless it has them."""
    if not _functions:
        _functions.update(answers())


def respond(report: Callable[[object], None], answers: Answers, request: Work) -> bytes:
    """Return the line that answers a request, whatever happens."""
    try:
        prepare(answers)
        return answer(request.id, _functions[type(request)](request))
    except BudgetError as error:
        return failed(request.id, "budget", str(error))
    except SapperError as error:
        return failed(request.id, "input", str(error))
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return failed(request.id, "failed", f"an internal error: {type(error).__name__}")


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
