"""The answers to the requests of the engine protocol, computed in a worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sapper.engine import engine
from sapper.engine import requests as engine_requests
from sapper.engine.moves import SHARE, MoveAnswers, read_position, within
from sapper.engine.requests import Analyse, Hello, MoveRequest
from sapper.game import LEVELS
from sapper.players import player as read_recipe
from sapper.players.own import StrategySource
from sapper.players.recipes import known_players, use_sources
from sapper.study.candidates import candidates
from sapper.study.findings import find, findings_json, suggest

LEAST = 0.001  #: seconds that a player is given at least, however little time is left


def answers(
    version: str, strategies: Sequence[StrategySource] = ()
) -> Mapping[type, Callable[[Any], dict[str, Any]]]:
    """Return a function for each kind of request.

    ``version`` is that of sapper; ``strategies`` are the sources of those that join the recipes.
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
            "requests": engine.LINES,
        },
    }


def analysed(request: Analyse) -> dict[str, Any]:
    """Return the JSON of ``sapper analyse``, also for a position that no layout fits.

    The player gets the time that the analysis leaves, and playouts what the player leaves.
    """
    until = time.monotonic() + request.seconds
    player, position = read_recipe(request.player), read_position(request.position)
    findings = find(position, SHARE * request.seconds)
    suggestion = suggest(findings, within(player, max(LEAST, until - time.monotonic())))
    if request.playouts is None or findings.fault is not None:
        return findings_json(findings, suggestion)
    left = SHARE * (until - time.monotonic())
    return findings_json(findings, suggestion, candidates(position, request.playouts, left))
