"""Endpoints that analyse positions and files, and prove what is certain."""

from __future__ import annotations

import asyncio
import base64
import binascii
from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from sapper.errors import InputError
from sapper.game import Deal, Position
from sapper.notation.links.links import is_link, read_link
from sapper.players import player as read_recipe
from sapper.study.candidates import PLAYOUTS
from sapper.web.analysis.analysis import SUGGESTS, analysis_json, why_json
from sapper.web.games.watch import computed
from sapper.web.http.answers import AnalysisJson, ReadGameJson, WhyJson
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.fields import CellField, Fields, FileText, LongText, Name, Recipe, doc
from sapper.web.http.limits import check_size
from sapper.web.http.stream import Stream
from sapper.web.views.files import deal_truth
from sapper.web.workbench import Workbench

SOON = 1.0  #: time limit in seconds of an analysis that is expected to be much quicker
NO_POSITION = "this is a link to a board, not to a position"
MARGIN = 3.0  #: how many times the time limit of counting a whole analysis may take


class File(Fields):
    """Something to analyse: either a text or a file."""

    text: Annotated[LongText | None, doc("a position, a link to one, or a record")] = None
    file: Annotated[FileText | None, doc("a file that sapper can read, in base64")] = None
    name: Annotated[Name | None, doc("its name, whose ending shows some formats")] = None


class CellOf(Fields):
    """A cell of a position."""

    text: Annotated[LongText, doc("the position, or a link to it")]
    cell: CellField


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
    if text.lstrip()[:1] in ("{", "[") or len(text) > bench.limits.quick_text:
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
    position = await asyncio.to_thread(_position_of, asked.text, bench.limits.cells)
    if isinstance(position, Deal):
        raise InputError(NO_POSITION)
    position.grid.index(asked.cell)
    proof = partial(why_json, cell=asked.cell, seconds=SOON)
    if found := await asyncio.to_thread(bench.limits.quickly, position, proof):
        return found
    seconds = bench.limits.analysis_seconds
    arguments = {"position": str(position), "cell": asked.cell, "seconds": seconds}
    return await bench.workers.one("why", arguments, MARGIN * seconds)


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
        "analyse a position, or read the position or game in a file",
        answer=AnalysisJson | ReadGameJson,
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
)
