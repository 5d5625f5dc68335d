"""The application: endpoints and the page, behind the guard."""

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
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from sapper.errors import SapperError
from sapper.game import Position
from sapper.players import player as read_recipe
from sapper.players.recipes import RECIPES
from sapper.web import about, analysis_endpoints, learning_endpoints, play, results, watch
from sapper.web.analysis import SUGGESTS, analysis_json
from sapper.web.endpoints import Asked, Endpoint, routes
from sapper.web.errors import sentence, status
from sapper.web.openapi import description
from sapper.web.security import Doors, Guard, refused
from sapper.web.workbench import Workbench

PAGE = Path(__file__).with_name("page")


async def described(bench: Workbench, asked: Asked) -> Any:
    """The description of everything."""
    return description(ENDPOINTS)


ENDPOINTS: tuple[Endpoint, ...] = (
    *about.ENDPOINTS,
    *play.ENDPOINTS,
    *watch.ENDPOINTS,
    *analysis_endpoints.ENDPOINTS,
    *learning_endpoints.ENDPOINTS,
    *results.ENDPOINTS,
    Endpoint("GET", "/api/openapi.json", described, "this description (OpenAPI 3.1)"),
)

_SENTENCES = {
    404: "there is nothing here by that name",
    405: "this cannot be asked in this way: another method is due",
}
_log = logging.getLogger("sapper.web")


def app(bench: Workbench, doors: Doors) -> Starlette:
    """The ASGI application; its workers live as long as it runs."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await bench.workers.start()
        await asyncio.to_thread(_warm)
        try:
            yield
        finally:
            await bench.workers.stop()
            bench.games.close()

    return Starlette(
        routes=[*routes(ENDPOINTS, bench), Mount("/", Page(directory=PAGE, html=True))],
        middleware=[Middleware(Guard, doors=doors, limits=bench.limits)],
        exception_handlers={HTTPException: _http, SapperError: _told, Exception: _failed},
        lifespan=running,
    )


def _warm() -> None:
    """Load what the first visitors will need, and what would hold up others while it is loaded."""
    for recipe in RECIPES:
        read_recipe(recipe)
    analysis_json(Position.parse("4x3x2\nHHHH\n1221\n0000"), SUGGESTS, 1.0)


class Page(StaticFiles):
    """The files of the page; browsers ask each time whether they have changed."""

    def file_response(self, *args: object, **options: object) -> Response:
        """See ``StaticFiles``."""
        answer = super().file_response(*args, **options)  # type: ignore[arg-type]
        answer.headers["cache-control"] = "no-cache"
        return answer


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, SapperError)
    return refused(status(error), sentence(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refused(error.status_code, _SENTENCES.get(error.status_code, error.detail))


async def _failed(request: Request, error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(500, "this is a fault of the server: it is written in its log")
