"""What answers the requests of the engine protocol, in a worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sapper.game import LEVELS
from sapper.players import player as read_recipe
from sapper.players.recipes import RECIPES
from sapper.study import engine, engine_requests
from sapper.study.engine_moves import SHARE, Moves, read_position, within
from sapper.study.engine_requests import Analyse, Hello, Move
from sapper.study.findings import find, suggest
from sapper.study.findings_json import findings_json


def answers(version: str) -> Mapping[type, Callable[[Any], dict[str, Any]]]:
    """A function for each kind of request; ``version`` is that of sapper."""
    return {Hello: partial(introduced, version), Analyse: analysed, Move: Moves().decide}


def introduced(version: str, request: Hello) -> dict[str, Any]:
    """What the engine is, and what it may be asked."""
    return {
        "name": "sapper",
        "version": version,
        "protocol": engine_requests.PROTOCOL,
        "requests": list(engine_requests.REQUESTS),
        "players": list(RECIPES),
        "levels": {name: level.dimensions for name, level in LEVELS.items()},
        "limits": {
            "line_bytes": engine_requests.LINE,
            "cells": engine_requests.CELLS,
            "seconds": engine_requests.MOST_SECONDS,
            "requests": engine.LINES,
        },
    }


def analysed(request: Analyse) -> dict[str, Any]:
    """The JSON of ``sapper analyse``; a position that no layout fits has one, too."""
    player = within(read_recipe(request.player), request.seconds)
    findings = find(read_position(request.position), SHARE * request.seconds)
    return findings_json(findings, suggest(findings, player))
