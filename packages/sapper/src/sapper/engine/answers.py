"""Answers to requests of the engine protocol, in a worker process.

A named game keeps its strategies and their memory from one move to the next.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sapper.arena import solve
from sapper.engine import requests as engine_requests
from sapper.engine.requests import (
    MAX_CELLS,
    Analyse,
    Hello,
    Id,
    MoveRequest,
    Solve,
    Work,
    answer,
    failed,
)
from sapper.errors import BudgetError, InputError, SapperError
from sapper.game import LEVELS, Position, cell_limit, cells_limited
from sapper.game.codes import FLAGGED, HIDDEN, changed
from sapper.lazy import Recent
from sapper.notation import ReadBoard, ReadPosition, read_board, read_position
from sapper.players import Decision, Player
from sapper.players import player as read_recipe
from sapper.players.decider import Decider
from sapper.players.own import StrategySource
from sapper.players.recipes import STRATEGIES, known_players, parameters_of, use_sources
from sapper.reviews.candidates import candidates
from sapper.reviews.position_report import advised, find, findings_json

MAX_GAMES = 64  #: that a worker keeps; the least recently used is dropped first
#: The share of a request's time for its strategies; the rest is for work outside them.
STRATEGY_SHARE = 0.8


def read(text: str) -> ReadPosition:
    """Read the position of a request. Raises ``InputError`` if it is wrong or too large."""
    with cells_limited(min(MAX_CELLS, cell_limit())):
        return read_position(text)


def said(read: ReadPosition | ReadBoard) -> dict[str, str]:
    """Return how a position was read as a field of the result, unless nothing was open."""
    return {"read": read.words} if read.words else {}


@dataclass
class _NamedGame:
    """A client's game: its player, the last position, and the positions that the player decided."""

    key: tuple[object, ...]
    decider: Decider
    last: Position
    decided: list[Position]


class MoveAnswers:
    """Answers move requests one at a time."""

    def __init__(self) -> None:
        self._games: Recent[Id | None, _NamedGame] = Recent(MAX_GAMES)

    def decide(self, request: MoveRequest) -> dict[str, Any]:
        """Return the decision of a request's player, with its reason.

        ``decision`` is null if all its strategies pass; ``passed`` says why. ``begun`` is true if
        the strategies began a game with this move. Raises ``InputError`` if the position or the
        recipe cannot be read, or if the game is over.
        """
        found = read(request.position)
        position = found.position
        if position.outcome != "playing":
            raise InputError(f"the game is {position.outcome}: there is no move to make")
        player = within(read_recipe(request.player), request.seconds)
        seed = int(request.seed)
        key = (player.recipe, seed, request.number, position.grid, position.rules)
        game = self._games.pop(request.game, None)
        begun = game is None or game.key != key or not follows(game.last, position)
        if game is None or begun:
            game = _NamedGame(key, Decider(player, seed, request.number), position, [])
        if game.decided[-1:] == [position]:  # asked again: the game has not advanced
            game.decided.pop()
        answer = game.decider.decide(position, game.decided)
        game.last = position
        decision = answer if isinstance(answer, Decision) else None
        if decision is not None:
            game.decided.append(position)
        if request.game is not None:
            self._games[request.game] = game
        return {
            "decision": decision and {**decision.to_json(), "guess": decision.guess},
            "passed": [one.to_json() for one in answer.passed],
            "begun": begun,
            **said(found),
        }


def within(player: Player, seconds: float | None) -> Player:
    """Return the player with a limit on its thinking time.

    The limit goes to each strategy that takes ``seconds``, unless the recipe gives it options.
    """
    if seconds is None:
        return player
    links = []
    for link in player.chain:
        made = STRATEGIES.get(link.text) if link.own is None else link.own.make
        bare = made if "(" not in link.text else None
        by_clock = bare is not None and "seconds" in parameters_of(bare)
        links.append(
            f"{link.text}(seconds={STRATEGY_SHARE * seconds:g})" if by_clock else link.text
        )
    return read_recipe(" > ".join(links))


def follows(before: Position, after: Position) -> bool:
    """Return whether ``after`` can follow ``before``: all open cells are unchanged."""
    if (before.grid, before.rules, before.mines) != (after.grid, after.rules, after.mines):
        return False
    cells = changed(before.cells, after.cells)
    return all(before.cells[i] in (HIDDEN, FLAGGED) for i in cells)


#: Makes the functions that answer requests, by kind. Called once in each worker process, so that
#: the functions may keep data between requests.
Answers = Callable[[], Mapping[type, Callable[[Any], dict[str, Any]]]]

MIN_PLAYER_SECONDS = 0.001  #: minimum time for a player in seconds, however little is left


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
        Solve: solved,
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
            "line_bytes": engine_requests.MAX_LINE_BYTES,
            "cells": engine_requests.MAX_CELLS,
            "seconds": engine_requests.MAX_SECONDS,
            "requests": engine_requests.MAX_UNANSWERED,
        },
    }


def analysed(request: Analyse) -> dict[str, Any]:
    """Return the JSON of ``sapper analyse``, also for an inconsistent position.

    The player gets the time left after the analysis, and the playouts the time left after that.
    """
    until = time.monotonic() + request.seconds
    player, found = read_recipe(request.player), read(request.position)
    position = found.position
    findings = find(position, STRATEGY_SHARE * request.seconds)
    suggestion = advised(
        findings, within(player, max(MIN_PLAYER_SECONDS, until - time.monotonic()))
    )
    if request.playouts is None or findings.fault is not None:
        return findings_json(findings, suggestion) | said(found)
    left = STRATEGY_SHARE * (until - time.monotonic())
    compared = candidates(position, request.playouts, left)
    return findings_json(findings, suggestion, compared) | said(found)


def solved(request: Solve) -> dict[str, Any]:
    """Return the JSON of ``sapper solve``."""
    with cells_limited(min(MAX_CELLS, cell_limit())):
        read = read_board(request.board)
    start = None if request.start is None else (request.start[0], request.start[1])
    return solve(read.deal, start or read.start).to_json() | said(read)


_functions: dict[type, Callable[[Any], dict[str, Any]]] = {}  # of this worker process


def prepare(answers: Answers) -> None:
    """Make the functions that answer requests in this process, unless it has them."""
    if not _functions:
        _functions.update(answers())


def respond(report: Callable[[object], None], answers: Answers, request: Work) -> bytes:
    """Return the line that answers a request; any exception becomes a failure."""
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
