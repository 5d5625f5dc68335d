"""The endpoint that streams a player's game, move by move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from msgspec.structs import asdict

from sapper.players import player as read_recipe
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.fields import Recipe, doc
from sapper.web.http.stream import Stream
from sapper.web.views.setup import Dealing, dealt
from sapper.web.workbench import Workbench


class Watching(Dealing):
    """A board, and the player to watch on it."""

    player: Annotated[Recipe, doc("the player's recipe")] = "swift"


async def watch(bench: Workbench, asked: Watching) -> Stream:
    """Stream a player's game."""
    game = asdict(asked)
    recipe = game.pop("player")
    read_recipe(recipe)
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
    ),
)
