"""Endpoints that look at positions and files: what they imply, and what proves it."""

from __future__ import annotations

import asyncio
import base64
import binascii
from functools import partial
from typing import Any

from sapper.errors import InputError
from sapper.game import Deal, Position
from sapper.notation.links import is_link, read_link
from sapper.web.analysis import SUGGESTS, analysis_json, why_json
from sapper.web.endpoints import Asked, Endpoint
from sapper.web.files import deal_truth
from sapper.web.inputs import Field, Place, Text
from sapper.web.limits import check_size
from sapper.web.workbench import Workbench

SOON = 1.0  #: seconds that a quick analysis may take, and does not
MARGIN = 3.0  #: times that counting may take, for all that an analysis needs besides
POSITION = Field("text", Text(500_000), "the position, or a link to it", required=True)


async def analysed(bench: Workbench, position: Position) -> dict[str, Any]:
    """The analysis of a position: in a thread where counting is quick, else by a worker."""
    if found := await asyncio.to_thread(bench.limits.quickly, position, _analysis):
        return found
    seconds = bench.limits.analysis_seconds
    arguments = {"position": str(position), "player": SUGGESTS, "seconds": seconds}
    answer: dict[str, Any] = await bench.workers.one("analyse", arguments, MARGIN * seconds)
    return answer


def _analysis(position: Position) -> dict[str, Any]:
    return analysis_json(position, SUGGESTS, SOON)


async def analyse(bench: Workbench, asked: Asked) -> Any:
    """The analysis of a text or a file."""
    text, file = asked["text"], asked["file"]
    if (text is None) == (file is None):
        raise InputError("what is to be analysed is either 'text' or 'file'")
    if file is not None:
        return await _read(bench, _decoded(file), asked["name"] or "")
    if text.lstrip()[:1] in ("{", "[") or len(text) > bench.limits.quick_text:
        return await _read(bench, text.encode(), "")
    found = await asyncio.to_thread(_position_of, text, bench.limits.cells)
    if isinstance(found, Position):
        return await analysed(bench, found)
    start = await analysed(bench, Position.start(found.grid, found.mines))
    return {**start, "truth": deal_truth(found)}


async def why(bench: Workbench, asked: Asked) -> Any:
    """What proves a cell."""
    position = await asyncio.to_thread(_position_of, asked["text"], bench.limits.cells)
    if isinstance(position, Deal):
        raise InputError("this link is to a board, not to a position")
    position.grid.index(asked["cell"])
    proof = partial(why_json, cell=asked["cell"], seconds=SOON)
    if found := await asyncio.to_thread(bench.limits.quickly, position, proof):
        return found
    seconds = bench.limits.analysis_seconds
    arguments = {"position": str(position), "cell": asked["cell"], "seconds": seconds}
    return await bench.workers.one("why", arguments, MARGIN * seconds)


def _position_of(text: str, cells: int) -> Position | Deal:
    """What a text says, or the link that it is. Raises ``InputError``, also for a large one."""
    found = read_link(text) if is_link(text) else Position.parse(text)
    check_size(found.grid, cells)
    return found


def _decoded(file: str) -> bytes:
    try:
        return base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("'file' is not in base 64") from None


async def _read(bench: Workbench, data: bytes, name: str) -> Any:
    """What a file holds; a worker reads it, as nobody knows what it is."""
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
        "/api/analyse",
        analyse,
        "what a position, or the position or game in a file, implies",
        answer="Read",
        body=(
            Field("text", Text(500_000), "a position, a link to one, or a record"),
            Field("file", Text(1_000_000), "a file of any format that sapper reads, in base 64"),
            Field("name", Text(200), "the name of the file: its ending tells some formats"),
        ),
        thinks=True,
    ),
    Endpoint(
        "POST",
        "/api/why",
        why,
        "what is known of a cell, and the clues that prove it",
        answer="Why",
        body=(POSITION, Field("cell", Place(), "the cell", required=True)),
        thinks=True,
    ),
)
