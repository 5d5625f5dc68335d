"""The ASGI application: endpoints and the page, behind the guard."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Mount, Route

from sapper.errors import SapperError, listed
from sapper.game import Position
from sapper.players import player as read_recipe
from sapper.players.recipes import RECIPES
from sapper.web import about, analyse, lessons, puzzles, results, rule_learning
from sapper.web.games import move_tree, play
from sapper.web.history import endpoints as history_endpoints
from sapper.web.history.writing import look_through
from sapper.web.http.endpoints import Endpoint, routes
from sapper.web.http.errors import sentence, status
from sapper.web.http.openapi import description
from sapper.web.http.security import Access, Guard, refused
from sapper.web.static.page import Page
from sapper.web.views.analysis import SUGGESTS, AnalysisJson
from sapper.web.workbench import Workbench

PAGE = Path(__file__).with_name("page")


async def described(bench: Workbench) -> dict[str, Any]:
    """Describe all endpoints (OpenAPI 3.1)."""
    return description(ENDPOINTS)


ENDPOINTS: tuple[Endpoint, ...] = (
    *about.ENDPOINTS,
    *play.ENDPOINTS,
    *move_tree.ENDPOINTS,
    *history_endpoints.ENDPOINTS,
    *analyse.ENDPOINTS,
    *rule_learning.ENDPOINTS,
    *lessons.ENDPOINTS,
    *results.ENDPOINTS,
    *puzzles.ENDPOINTS,
    Endpoint("GET", "/api/openapi.json", described),
)

NOT_FOUND = "not found: there is no such page or endpoint"
_log = logging.getLogger("sapper.web")


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

    return Starlette(
        routes=[*routes(ENDPOINTS, bench), Mount("/", Page(PAGE))],
        middleware=[Middleware(Guard, access=access, limits=bench.limits)],
        exception_handlers={HTTPException: _http, SapperError: _refuse, Exception: _failed},
        lifespan=running,
    )


def _warm() -> None:
    """Load what the first visitors need, so that loading delays no request."""
    for recipe in RECIPES:
        read_recipe(recipe)
    AnalysisJson.of(Position.parse("4x3x2\nHHHH\n1221\n0000"), SUGGESTS, 1.0)


async def _look_through(bench: Workbench) -> None:
    """Write games to the history that the last server did not write before it was killed."""
    journal, age = bench.games.journal, bench.limits.games_age
    await asyncio.to_thread(look_through, bench.writer, bench.histories, journal, age)


def _close_histories(bench: Workbench) -> None:
    """Write what is waiting, and close the files."""
    bench.writer.close()
    bench.histories.close()


async def _refuse(request: Request, error: Exception) -> Response:
    """Refuse a request, with status 200 if the client prefers that.

    Browsers log every other status as an error, even where a visitor only typed something wrong.
    """
    assert isinstance(error, SapperError)
    answer = refused(status(error), sentence(error))
    if answer.status_code < 500 and request.headers.get("prefer") == "status=200":
        answer.headers["sapper-status"] = str(answer.status_code)
        answer.status_code = 200
    return answer


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    allowed = _methods(request)
    if request.method not in (*allowed, "HEAD"):
        return refused(405, f"method not allowed: use {listed(allowed, 'or')}")
    return refused(error.status_code, NOT_FOUND if error.status_code == 404 else error.detail)


def _methods(request: Request) -> list[str]:
    """Return the methods of the endpoints at a path; GET for a path of the page."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    matching = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    methods = {method for route in matching for method in route.methods or ()}
    return sorted(methods - {"HEAD"}) or ["GET"]


async def _failed(request: Request, error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(500, "an internal error: the server's log has the details")
