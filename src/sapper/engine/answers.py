"""The answers to the requests of the engine protocol, computed in a worker process."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sapper.engine import requests as engine_requests
from sapper.engine.moves import SHARE, MoveAnswers, read_position, within
from sapper.engine.requests import Analyse, Hello, MoveRequest, Work, answer, failed
from sapper.errors import BudgetError, SapperError
from sapper.game import LEVELS
from sapper.players import player as read_recipe
from sapper.players.own import StrategySource
from sapper.players.recipes import known_players, use_sources
from sapper.study.candidates import candidates
from sapper.study.findings import find, findings_json, suggest

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
