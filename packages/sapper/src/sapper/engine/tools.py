"""The tools of the MCP server: their arguments, and their results, computed in a worker process.

Arguments are declared and checked as the requests of the engine protocol are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from inspect import cleandoc
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from sapper.engine.answers import answers, said
from sapper.engine.answers import read as read_position
from sapper.engine.requests import (
    MAX_CELLS,
    Analyse,
    Hello,
    MoveRequest,
    Playouts,
    PositionText,
    Recipe,
    Work,
)
from sapper.errors import InputError, unknown
from sapper.game import Deal, Level, Move, Referee, Rules
from sapper.json_input import SeedField, Whole, read_json
from sapper.players.own import StrategySource
from sapper.reviews.position_report import find, why
from sapper.version import installed_version

THINKING_SECONDS = 5.0  #: seconds of an analysis or a move
MAX_PLAYED_CELLS = 2_500  #: of a board to play on, which a language model reads in every turn

#: A row and a column. As a list, not a tuple, because some clients reject the schema of tuples.
OpenedCell = Annotated[list[Whole], Meta(min_length=2, max_length=2)]


class ToolCall(Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of a call; its docstring describes the tool to the language model."""


class HelloCall(ToolCall, frozen=True):
    """List the players, the levels and the limits."""


class AnalyseCall(ToolCall, frozen=True):
    """Compute the mine probability of every hidden cell, the cells that are certain, and a move.

    With ``playouts``, such as 500, compare the best cells by their chances of winning.
    """

    position: PositionText
    playouts: Playouts | None = None


class SuggestCall(ToolCall, frozen=True):
    """Let a player decide on a move, with its reason and the clues that prove it."""

    position: PositionText
    player: Recipe = "swift"


class ExplainCall(ToolCall, frozen=True):
    """Explain one hidden cell: whether it is certain, and the fewest clues that prove it."""

    position: PositionText
    row: Whole
    column: Whole


class PlayCall(ToolCall, frozen=True):
    """Play a game: return the position after opening the cells of ``moves``, in order.

    Call it again with one more cell for each turn. The first cell is never a mine. The mines of a
    game are not shown before it has ended.
    """

    level: str = "beginner"
    seed: SeedField = 0
    moves: list[OpenedCell] | None = None


TOOLS: Mapping[str, type[ToolCall]] = {
    "hello": HelloCall,
    "analyse": AnalyseCall,
    "suggest": SuggestCall,
    "explain": ExplainCall,
    "play": PlayCall,
}


def schema(kind: type[ToolCall]) -> dict[str, Any]:
    """Return the JSON Schema of a tool's arguments, without the description of the tool."""
    _, definitions = msgspec.json.schema_components([kind])
    found: dict[str, Any] = dict(definitions[kind.__name__])
    found.pop("description")
    return found


def description(kind: type[ToolCall]) -> str:
    """Return what a tool does, for the language model."""
    return cleandoc(kind.__doc__ or "")


def read(name: str, arguments: Mapping[str, Any]) -> ToolCall:
    """Check the arguments of a call. Raises ``InputError`` for an unknown tool or wrong arguments.

    ``moves`` may be a string that contains the list, because some clients write lists that way.
    """
    if name not in TOOLS:
        raise InputError(unknown("tool", name, TOOLS))
    given = dict(arguments)
    if isinstance(given.get("moves"), str):
        with suppress(ValueError, RecursionError):  # any other string is refused below
            given["moves"] = json.loads(given["moves"])
    return read_json(json.dumps(given), TOOLS[name], "arguments")


def answered(sources: tuple[StrategySource, ...], call: ToolCall) -> dict[str, Any]:
    """Return the result of a call; ``sources`` are added strategies.

    Raises ``SapperError`` if it has none.
    """
    match call:
        case HelloCall():
            known = _requested(sources, Hello(0))
            about = {key: known[key] for key in ("name", "version", "players", "levels")}
            return about | {"limits": {"cells": MAX_CELLS, "cells_to_play": MAX_PLAYED_CELLS}}
        case AnalyseCall(position=position, playouts=playouts):
            request = Analyse(0, position, seconds=THINKING_SECONDS, playouts=playouts)
            return _requested(sources, request)
        case SuggestCall(position=position, player=player):
            return _requested(sources, MoveRequest(0, position, player, seconds=THINKING_SECONDS))
        case ExplainCall():
            return _explained(call)
        case PlayCall():
            return _played(call)
    raise TypeError(f"{type(call).__name__} is not the call of a tool")


def _requested(sources: tuple[StrategySource, ...], request: Work) -> dict[str, Any]:
    result: dict[str, Any] = _answers(sources)[type(request)](request)
    return result


@cache
def _answers(sources: tuple[StrategySource, ...]) -> Mapping[type, Any]:
    return answers(installed_version(), sources)


def _explained(call: ExplainCall) -> dict[str, Any]:
    """Return whether a cell is certain, the reason, and the clues and mines that prove it."""
    found = read_position(call.position)
    verdict = why(find(found.position, THINKING_SECONDS), (call.row, call.column))
    return {
        "certain": verdict.certain,
        "words": verdict.reason.words,
        "clues": verdict.reason.clues,
        "mines": verdict.reason.mines,
        **said(found),
    }


def _played(call: PlayCall) -> dict[str, Any]:
    """Return the position of game 0 of a seed after opening cells, and whether it has ended."""
    board = Level.parse(call.level)
    if board.width * board.height > MAX_PLAYED_CELLS:
        raise InputError(
            f"level {board} has {board.width * board.height:,} cells: play takes boards of at most "
            f"{MAX_PLAYED_CELLS:,} cells"
        )
    referee = Referee(Deal.seeded(board.grid, board.mines, int(call.seed)), Rules())
    for number, (row, column) in enumerate(call.moves or (), start=1):
        if referee.position.outcome != "playing":
            raise InputError(f"move {number}: the game is {referee.position.outcome} already")
        referee.play(Move("open", (row, column)))
    shown = referee.position
    return {"outcome": shown.outcome, "position": str(shown), "mines_left": shown.mines_left}
