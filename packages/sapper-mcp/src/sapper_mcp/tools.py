"""The tools of the MCP server: their arguments, and their results, computed in a worker process.

Arguments are declared and checked as the requests of the engine protocol are.
"""

from __future__ import annotations

import json
import re
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
    Analyse,
    CellList,
    Hello,
    MoveRequest,
    Playouts,
    PositionText,
    Recipe,
    Solve,
    Work,
)
from sapper.errors import InputError, quoted, unknown
from sapper.explanations import easiest
from sapper.game import Level, Move, Rules, cells_limited
from sapper.json_input import SeedField, Whole, read_json
from sapper.notation import read_board
from sapper.players import Pass
from sapper.players.own import StrategySource
from sapper.records import Game
from sapper.reviews import explain
from sapper.reviews.position_report import compared, find, hinted, suggest, why
from sapper.reviews.review import review
from sapper.version import installed_version

THINKING_SECONDS = 5.0  #: seconds of an analysis or a move
MAX_CELLS_READ = 2_500  #: of a board: a language model reads everything that is sent
DIGITS = 4  #: of probabilities
#: Of a review: simulated games for each of two moves compared, seconds, and the parts returned.
REVIEW_PLAYOUTS, REVIEW_SECONDS = 200, 12.0
REVIEWED = ("outcome", "accuracy", "story", "summary", "guesses", "slips", "notes")

#: A move in words, such as ``flag 3,4``.
MoveWords = Annotated[str, Meta(max_length=40)]


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
    """Explain one hidden cell: whether it is certain, with the easiest proof, or how it compares
    with other guesses."""

    position: PositionText
    row: Whole
    column: Whole


class HintCall(ToolCall, frozen=True):
    """Hint at the next move: ``grade`` 1 says where to look, 2 at which numbers, and 3 names the
    move with its reason. A guess has no numbers to look at."""

    position: PositionText
    grade: Annotated[int, Meta(ge=1, le=3)] = 1


class PlayCall(ToolCall, frozen=True):
    """Play a game: return the position after all ``moves``, in order.

    A move is a cell to open, ``[row, column]``, or words such as ``"flag 3,4"``, ``"unflag 3,4"``
    and ``"chord 3,4"``, which opens the other neighbours of a clue that has all its flags. Call it
    again with one more move for each turn. The first cell is never a mine, except on a ``board`` of
    your own: a map of its mines, or a game ID of Simon Tatham's Mines. The mines of a game are not
    shown before it has ended.
    """

    level: str = "beginner"
    seed: SeedField = 0
    moves: list[CellList | MoveWords] | None = None
    board: PositionText | None = None


class ReviewCall(PlayCall, frozen=True):
    """Review a game that has ended, given as to ``play``: each guess, its risk, what it lost and
    why, wrong flags, and a summary."""


class SolveCall(ToolCall, frozen=True):
    """Say whether a board needs a guess from its first cell ``start``, and from where it does not.

    ``board`` shows the mines: a map with ``*`` for mines and ``.`` for safe cells, a game ID of
    Simon Tatham's Mines, or a link.
    """

    board: PositionText
    start: CellList | None = None


TOOLS: Mapping[str, type[ToolCall]] = {
    "hello": HelloCall,
    "analyse": AnalyseCall,
    "suggest": SuggestCall,
    "explain": ExplainCall,
    "hint": HintCall,
    "play": PlayCall,
    "review": ReviewCall,
    "solve": SolveCall,
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
    with cells_limited(MAX_CELLS_READ):
        return _answered(sources, call)


def _answered(sources: tuple[StrategySource, ...], call: ToolCall) -> dict[str, Any]:
    match call:
        case HelloCall():
            known = _requested(sources, Hello(0))
            about = {key: known[key] for key in ("name", "version", "players", "levels")}
            return about | {"limits": {"cells": MAX_CELLS_READ}}
        case AnalyseCall(position=position, playouts=playouts):
            request = Analyse(0, position, seconds=THINKING_SECONDS, playouts=playouts)
            return _rounded(_requested(sources, request))
        case SuggestCall(position=position, player=player):
            return _requested(sources, MoveRequest(0, position, player, seconds=THINKING_SECONDS))
        case ExplainCall():
            return _explained(call)
        case HintCall():
            return _hinted(call)
        case ReviewCall():
            return _reviewed(call)
        case PlayCall():
            shown = _game(call).position
            return {
                "outcome": shown.outcome,
                "position": str(shown),
                "mines_left": shown.mines_left,
            }
        case SolveCall(board=board, start=start):
            return _requested(sources, Solve(0, board, start))
    raise TypeError(f"{type(call).__name__} is not the call of a tool")


def _rounded(found: dict[str, Any]) -> dict[str, Any]:
    """Return an analysis with short probabilities; only certain cells have 0 or 1."""
    least = 10.0**-DIGITS
    rows = [
        [
            risk if risk in (None, 0.0, 1.0) else round(min(max(risk, least), 1 - least), DIGITS)
            for risk in row
        ]
        for row in found["mine_probability"] or ()
    ]
    return found | {"mine_probability": rows or None}


def _requested(sources: tuple[StrategySource, ...], request: Work) -> dict[str, Any]:
    result: dict[str, Any] = _answers(sources)[type(request)](request)
    return result


@cache
def _answers(sources: tuple[StrategySource, ...]) -> Mapping[type, Any]:
    return answers(installed_version(), sources)


def _explained(call: ExplainCall) -> dict[str, Any]:
    """Return whether a cell is certain, its explanation as ``sapper analyse --cell`` words it, and
    the clues and mines that prove it."""
    found = read_position(call.position)
    cell, findings = (call.row, call.column), find(found.position, THINKING_SECONDS)
    verdict = why(findings, cell)
    explanation = verdict.explanation or compared(findings, cell)
    return {
        "certain": verdict.certain,
        "words": verdict.reason.words if explanation is None else str(explanation),
        "clues": verdict.reason.clues,
        "mines": verdict.reason.mines,
        **said(found),
    }


def _hinted(call: HintCall) -> dict[str, Any]:
    """Return a grade of a hint at the easiest safe cell, or at the guess of ``swift``."""
    found = read_position(call.position)
    position = found.position
    explanation = easiest(position)
    if explanation is None:
        advice = suggest(position)
        if isinstance(advice, Pass):
            raise InputError(advice.words)
        explanation = explain(position, hinted(position, advice).move.cell)
    grades = explanation.grades
    if call.grade <= len(grades):
        shown = grades[call.grade - 1]
        return {"words": shown.words, "cells": shown.cells, **said(found)}
    return {"words": str(explanation), "cells": [explanation.cell], **said(found)}


def _move(given: list[int] | str) -> Move:
    """Return the move in words, or the opening of a cell."""
    if isinstance(given, str):
        match = re.fullmatch(r"(open|flag|unflag|chord) +\[?(\d{1,4}), ?(\d{1,4})\]?", given)
        if match is None:
            raise InputError(f"expected words such as 'flag 3,4', not {quoted(given)}")
        return Move(match[1], (int(match[2]), int(match[3])))  # type: ignore[arg-type]
    return Move("open", (given[0], given[1]))


def _game(call: PlayCall) -> Game:
    """Return game 0 of a seed, or of a board, after moves."""
    if call.board is None:
        game = Game(Level.parse(call.level), int(call.seed))
    else:
        game = Game(read_board(call.board).deal, rules=Rules("any"))
    for number, given in enumerate(call.moves or (), start=1):
        if game.over:
            raise InputError(f"move {number}: the game is {game.outcome} already")
        try:
            game.play(_move(given))
        except InputError as error:
            raise InputError(f"move {number}: {error}") from None
    return game


def _reviewed(call: ReviewCall) -> dict[str, Any]:
    """Return what ``sapper review --json`` says in words about a game."""
    game = _game(call)
    if not game.over:
        raise InputError("the game is not over: play it to its end before you review it")
    found = review(game, playouts=REVIEW_PLAYOUTS, seconds=REVIEW_SECONDS).to_json()
    return {key: found[key] for key in REVIEWED}
