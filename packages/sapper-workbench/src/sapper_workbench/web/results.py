"""Endpoints for results: reports on the server's stores, and new matches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import asdict

from sapper.errors import InputError, MissingError
from sapper.game import Level
from sapper.game.grid import MAX_CELLS, cells_limited
from sapper.game.rules import First
from sapper.json_input import SeedField, Whole
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import (
    Answer,
    Fields,
    Recipe,
    TaskError,
    WorldName,
    doc,
    read_recipe,
)
from sapper_workbench.web.http.stream import Stream
from sapper_workbench.web.views.match import StoredGamesJson, report_json, show_match
from sapper_workbench.web.views.setup import random_seed
from sapper_workbench.web.workbench import Workbench

T = TypeVar("T")

SEPARATOR = ";"  #: between the players of a match
LONGER = 2.0  #: the time limit of a match, relative to the time in which games may begin


class Games(Fields):
    """Games of a contest in a store."""

    player: Annotated[Recipe, doc("the player, as in the report")]
    contest: Annotated[Whole, doc("the index of the contest in the report")] = 0
    outcome: Annotated[
        Literal["lost", "won", "passed"] | None, doc("only games with this outcome")
    ] = None
    start: Annotated[Whole, doc("the number of games to skip")] = 0
    most: Annotated[
        int, Meta(ge=1, le=200, description="the largest number of games to return")
    ] = 50


class MatchOf(Fields):
    """A match to play."""

    players: Annotated[
        str, Meta(max_length=2_000, description=f"recipes of players, separated by {SEPARATOR}")
    ]
    level: Annotated[WorldName, doc("the name of a level, or WIDTHxHEIGHTxMINES")] = "beginner"
    first: Annotated[First, doc("what the first cell may be")] = "safe"
    games: Annotated[int, Meta(ge=1, le=1_000, description="games of each player")] = 100
    seed: Annotated[
        SeedField | None,
        doc("the seed of deals and players; random by default; as digits if it is 2^53 or more"),
    ] = None


class ResultsJson(Answer):
    """The stores of results by name."""

    results: list[str]


def names(app: Workbench) -> ResultsJson:
    """List the stores of results by name."""
    return ResultsJson(sorted(app.results))


async def report(app: Workbench, name: str) -> dict[str, Any]:
    """Summarise a store of results, as ``sapper report --json`` does."""
    return await _read(app, name, report_json)


async def games(app: Workbench, name: str, request: Games) -> StoredGamesJson:
    """List games of a player in a store, by number."""
    return await _read(app, name, partial(StoredGamesJson.read, **asdict(request)))


async def _read(app: Workbench, name: str, task: Callable[[Path], T]) -> T:
    """Return the result of a task that reads a store."""
    path = app.results.get(name)
    if path is None:
        raise MissingError("there are no results with this name")
    try:
        with cells_limited(MAX_CELLS):  # the owner of the server chose these boards
            return await app.workers.compute(partial(task, path), app.limits.report_seconds)
    except TaskError as error:  # visitors must not learn the path
        raise TaskError(str(error).replace(str(path), name)) from None


async def match(app: Workbench, request: MatchOf) -> Stream:
    """Play a match, and stream its progress and its result."""
    limits = app.limits
    players = [each.strip() for each in request.players.split(SEPARATOR) if each.strip()]
    if not 1 <= len(players) <= limits.match_players:
        raise InputError(
            f"a match here has 1 to {limits.match_players} players with {SEPARATOR} between them,"
            f" not {len(players)}"
        )
    for recipe in players:
        read_recipe(recipe)
    level = Level.parse(request.level)
    if level.grid.size > limits.match_cells:
        raise InputError(f"a match here is played on at most {limits.match_cells:,} cells")
    seed = random_seed() if request.seed is None else int(request.seed)
    fields = {**asdict(request), "players": players, "seed": seed}
    task = partial(show_match, **fields, seconds=limits.match_seconds)
    return Stream(_played(app, task))


async def _played(app: Workbench, task: Callable[..., None]) -> AsyncIterator[tuple[str, Any]]:
    """Yield the events of a match, whose store is removed afterwards."""
    limit = LONGER * app.limits.match_seconds
    with TemporaryDirectory(prefix="sapper-match-", ignore_cleanup_errors=True) as folder:
        async with aclosing(app.workers.events(partial(task, folder=folder), limit)) as events:
            async for event in events:
                yield event


ENDPOINTS = (
    Endpoint("GET", "/api/results", names),
    Endpoint("GET", "/api/results/{name}", report, cancellable=True),
    Endpoint("GET", "/api/results/{name}/games", games, cancellable=True),
    Endpoint("GET", "/api/match", match),
)
