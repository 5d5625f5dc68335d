"""The endpoint that streams a player's game, move by move."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec.structs import asdict

from sapper.players import player as read_recipe
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.fields import Recipe, doc
from sapper.web.http.stream import Stream
from sapper.web.views.replay import show_game
from sapper.web.views.setup import Dealing, dealt
from sapper.web.workbench import Workbench


class Watching(Dealing):
    """A board, and the player to watch on it."""

    player: Annotated[Recipe, doc("the player's recipe")] = "swift"


async def watch(bench: Workbench, asked: Watching) -> Stream:
    """Stream a player's game, move by move."""
    game = asdict(asked)
    recipe = game.pop("player")
    read_recipe(recipe)
    _, seed, number = dealt(game, bench.limits.cells)
    game |= {"seed": seed, "number": number}
    task = partial(show_game, recipe=recipe, game=game)
    return Stream(bench.workers.events(task, bench.limits.watch_seconds))


ENDPOINTS = (Endpoint("GET", "/api/watch", watch),)
