"""Endpoints that analyse positions and files, and prove what is certain."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from sapper.errors import InputError
from sapper.game import Deal, Position
from sapper.notation.links.links import is_link, read_link
from sapper.notation.variations.parsing import is_tree
from sapper.notation.variations.plain import TreeFields, is_tree_link, tree_of
from sapper.players import player as read_recipe
from sapper.study.candidates import PLAYOUTS
from sapper.study.tree import positions_of
from sapper.study.watch import Claim
from sapper.web.analysis.analysis import SUGGESTS, analysis_json, answer_json, clicks_json, why_json
from sapper.web.analysis.answers import ClicksJson
from sapper.web.games.watch import computed
from sapper.web.http.answers import (
    AnalysisJson,
    AnswerJson,
    ReadGameJson,
    ReadTreeJson,
    TreeTextJson,
    WhyJson,
)
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.fields import CellField, Fields, FileText, LongText, Name, Recipe, doc
from sapper.web.http.limits import check_size, check_steps
from sapper.web.http.stream import Stream
from sapper.web.views.files import deal_truth
from sapper.web.views.trees import text_json
from sapper.web.workbench import Workbench

SOON = 1.0  #: time limit in seconds of an analysis that is expected to be much quicker
NO_POSITION = "this is a link to a board, not to a position"
MARGIN = 6.0  #: how many times the time limit of counting a whole analysis may take


class File(Fields):
    """Something to analyse: either a text or a file."""

    text: Annotated[LongText | None, doc("a position, a link to one, or a record")] = None
    file: Annotated[FileText | None, doc("a file that sapper can read, in base64")] = None
    name: Annotated[Name | None, doc("its name, whose ending shows some formats")] = None


class PositionTree(Fields):
    """A tree of positions."""

    tree: Annotated[TreeFields, doc("the tree, with the text of the position it starts from")]


class CellOf(Fields):
    """A cell of a position."""

    text: Annotated[LongText, doc("the position, or a link to it")]
    cell: CellField


class PositionText(Fields):
    """A position."""

    text: Annotated[LongText, doc("the position, or a link to it")]


class AnswerOf(CellOf, kw_only=True):
    """A visitor's answer to the question which move a player makes in a position."""

    claim: Annotated[Claim, doc("what the visitor says about the cell")] = "safe"
    chosen: Annotated[CellField, doc("the cell of the player's move")]


class Looked(Fields):
    """A position to look at for a while."""

    text: Annotated[LongText, doc("the position, or a link to it")]
    player: Annotated[Recipe, doc("the recipe of the player that advises")] = SUGGESTS
    playouts: Annotated[
        int, Meta(ge=1, le=20_000, description="playouts of each candidate, at most")
    ] = PLAYOUTS


async def analysed(bench: Workbench, position: Position) -> dict[str, Any]:
    """Return the analysis of a position, from a thread if counting is quick, else from a worker."""
    if found := await asyncio.to_thread(bench.limits.quickly, position, _analysis):
        return found
    seconds = bench.limits.analysis_seconds
    arguments = {"position": str(position), "player": SUGGESTS, "seconds": seconds}
    answer: dict[str, Any] = await bench.workers.one("analyse", arguments, MARGIN * seconds)
    return answer


def _analysis(position: Position) -> dict[str, Any]:
    return analysis_json(position, SUGGESTS, SOON)


async def analyse(bench: Workbench, asked: File) -> Any:
    """Analyse a text or a file."""
    text, file = asked.text, asked.file
    if file is not None and text is None:
        return await _read(bench, _decoded(file), asked.name or "")
    if text is None or file is not None:
        raise InputError("expected either 'text' or 'file', and not both")
    kept = is_tree(text) or is_tree_link(text)
    if kept or text.lstrip()[:1] in ("{", "[") or len(text) > bench.limits.quick_text:
        return await _read(bench, text.encode(), "")
    found = await asyncio.to_thread(_position_of, text, bench.limits.cells)
    if isinstance(found, Position):
        return await analysed(bench, found)
    start = await analysed(bench, Position.start(found.grid, found.mines))
    return {**start, "truth": deal_truth(found)}


async def candidates(bench: Workbench, asked: Looked) -> Stream:
    """Stream the candidates of a position; an impossible one is refused."""
    position = await asyncio.to_thread(_position_of, asked.text, bench.limits.cells)
    if isinstance(position, Deal):
        raise InputError(NO_POSITION)
    read_recipe(asked.player)
    limits = bench.limits
    arguments = {
        "position": str(position),
        "player": asked.player,
        "playouts": asked.playouts,
        "seconds": limits.candidates_seconds,
    }
    longest = limits.candidates_seconds + limits.analysis_seconds + limits.decision_seconds
    return Stream(computed(bench, "candidates", arguments, longest))


async def why(bench: Workbench, asked: CellOf) -> Any:
    """Prove that a cell is safe or a mine."""
    return await _about_cell(bench, asked, "why", partial(why_json, cell=asked.cell), {})


async def clicks(bench: Workbench, asked: PositionText) -> Any:
    """Find the clicks that open most."""
    position = await asyncio.to_thread(_position_of, asked.text, bench.limits.cells)
    if isinstance(position, Deal):
        raise InputError(NO_POSITION)
    found = await asyncio.to_thread(bench.limits.quickly, position, clicks_json)
    return found or {"plans": [], "words": "this position is too hard to count quickly"}


async def answer(bench: Workbench, asked: AnswerOf) -> Any:
    """Judge a visitor's answer to the question which move a player makes."""
    others = {"claim": asked.claim, "chosen": asked.chosen}
    judge = partial(answer_json, cell=asked.cell, claim=asked.claim, chosen=asked.chosen)
    return await _about_cell(bench, asked, "answer", judge, others)


async def _about_cell(
    bench: Workbench,
    asked: CellOf,
    task: str,
    find: Callable[..., dict[str, Any]],
    others: dict[str, Any],
) -> Any:
    """Find something out about a cell: in a thread if counting is quick, else by a task."""
    position = await asyncio.to_thread(_position_of, asked.text, bench.limits.cells)
    if isinstance(position, Deal):
        raise InputError(NO_POSITION)
    position.grid.index(asked.cell)
    quick = partial(find, seconds=SOON)
    if found := await asyncio.to_thread(bench.limits.quickly, position, quick):
        return found
    seconds = bench.limits.analysis_seconds
    arguments = {"position": str(position), "cell": asked.cell, "seconds": seconds, **others}
    return await bench.workers.one(task, arguments, MARGIN * seconds)


async def variations(bench: Workbench, asked: PositionTree) -> Any:
    """Return the text and the link of a tree of positions."""
    return await asyncio.to_thread(_written, asked.tree, bench.limits.cells)


def _written(fields: TreeFields, cells: int) -> dict[str, Any]:
    found = tree_of(fields)
    if found.kind != "position":
        raise InputError("expected a tree of positions")
    start = Position.parse(found.start)
    check_size(start.grid, cells)
    check_steps(start.grid.size, len(found.entries))
    places = [f"move {number} of the tree" for number in range(1, len(found.entries) + 1)]
    positions_of(found, places)  # says what is wrong
    return text_json(replace(found, start=str(start)))


def _position_of(text: str, cells: int) -> Position | Deal:
    """Parse a position or a link. Raises ``InputError``, also if the board is too large."""
    found = read_link(text) if is_link(text) else Position.parse(text)
    check_size(found.grid, cells)
    return found


def _decoded(file: str) -> bytes:
    try:
        return base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("'file' is not valid base64") from None


async def _read(bench: Workbench, data: bytes, name: str) -> Any:
    """Read a file of any kind in a worker."""
    limits = bench.limits
    arguments = {
        "file": base64.b64encode(data).decode(),
        "name": name,
        "player": SUGGESTS,
        "cells": limits.cells,
        "seconds": limits.analysis_seconds,
    }
    return await bench.workers.one("read", arguments, MARGIN * limits.analysis_seconds)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/candidates",
        candidates,
        "stream the best cells of a position, and how sure their chances to win are so far",
        stream=True,
    ),
    Endpoint(
        "POST",
        "/api/analyse",
        analyse,
        "analyse a position, or read the position, game or tree in a file",
        answer=AnalysisJson | ReadGameJson | ReadTreeJson,
        thinks=True,
    ),
    Endpoint(
        "POST",
        "/api/why",
        why,
        "prove whether a cell is safe or a mine",
        answer=WhyJson,
        thinks=True,
    ),
    Endpoint(
        "POST",
        "/api/clicks",
        clicks,
        "find the clicks that open most among the cells that are certainly safe",
        answer=ClicksJson,
        thinks=True,
    ),
    Endpoint(
        "POST",
        "/api/answer",
        answer,
        "judge an answer to the question which move a player makes",
        answer=AnswerJson,
        thinks=True,
    ),
    Endpoint(
        "POST",
        "/api/variations",
        variations,
        "get a tree of positions as text and as a link",
        answer=TreeTextJson,
        thinks=True,
    ),
)
