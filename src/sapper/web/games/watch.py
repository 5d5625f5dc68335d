"""The endpoint that streams a player's game, move by move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from sapper.players import player as read_recipe
from sapper.web.http.endpoints import Asked, Endpoint
from sapper.web.http.inputs import Field, Text
from sapper.web.http.stream import Stream
from sapper.web.views.setup import GAME_FIELDS, dealt
from sapper.web.workbench import Workbench


async def watch(bench: Workbench, asked: Asked) -> Stream:
    """Stream a player's game."""
    recipe = asked["player"] or "swift"
    read_recipe(recipe)
    game = {field.name: asked[field.name] for field in GAME_FIELDS}
    _, seed, number = dealt(game, bench.limits.cells)
    game |= {"seed": seed, "number": number}
    return Stream(computed(bench, "watch", {"player": recipe, "game": game}))


async def computed(
    bench: Workbench, name: str, arguments: dict[str, Any], seconds: float | None = None
) -> AsyncIterator[tuple[str, Any]]:
    """Yield the events of a long task; before it starts, how many others wait."""
    limit = bench.limits.watch_seconds if seconds is None else seconds
    before = bench.workers.waiting(long=True)
    if before or not bench.workers.free(long=True):
        yield "waiting", {"before": before}
    async with bench.workers.task(name, arguments, limit, long=True) as task:
        async for news in task:
            yield news


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/watch",
        watch,
        "watch a player's game, move by move",
        query=(Field("player", Text(), "the player's recipe; swift by default"), *GAME_FIELDS),
        stream=True,
    ),
)
