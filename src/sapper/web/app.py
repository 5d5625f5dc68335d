"""The application of the server: all endpoints and the page, and what starts and stops with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount

from sapper.game import Position
from sapper.players import player as read_recipe
from sapper.players.recipes import RECIPES
from sapper.web import results, rule_learning
from sapper.web.application import PORTABLE, application
from sapper.web.history.writing import look_through
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.openapi import description
from sapper.web.http.security import Access
from sapper.web.static.page import Page
from sapper.web.views.analysis import SUGGESTS, AnalysisJson
from sapper.web.workbench import Workbench

PAGE = Path(__file__).with_name("page")


async def described(bench: Workbench) -> dict[str, Any]:
    """Describe all endpoints (OpenAPI 3.1)."""
    return description(ENDPOINTS)


ENDPOINTS: tuple[Endpoint, ...] = (
    *PORTABLE,
    *rule_learning.ENDPOINTS,
    *results.ENDPOINTS,
    Endpoint("GET", "/api/openapi.json", described),
)


def app(bench: Workbench, access: Access) -> Starlette:
    """Return the ASGI application; its workers start and stop with it."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await bench.workers.start()
        await asyncio.to_thread(_warm)
        looking = asyncio.create_task(_look_through(bench))
        try:
            yield
        finally:
            looking.cancel()
            await bench.workers.stop()
            await asyncio.to_thread(_close_histories, bench)
            bench.games.close()

    return application(ENDPOINTS, bench, access, [Mount("/", Page(PAGE))], running)


def _warm() -> None:
    """Load what the first visitors need, so that loading delays no request."""
    for recipe in RECIPES:
        read_recipe(recipe)
    AnalysisJson.of(Position.parse("4x3x2\nHHHH\n1221\n0000"), SUGGESTS, 1.0)


async def _look_through(bench: Workbench) -> None:
    """Write games to the history that a killed server left unwritten."""
    journal, age = bench.games.journal, bench.limits.games_age
    await asyncio.to_thread(look_through, bench.writer, bench.histories, journal, age)


def _close_histories(bench: Workbench) -> None:
    """Write the waiting games, and close the files."""
    bench.writer.close()
    bench.histories.close()
