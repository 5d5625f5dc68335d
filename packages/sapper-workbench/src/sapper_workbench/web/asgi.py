"""The ASGI application of any endpoints, behind the guard, and its answers to errors."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sapper.errors import SapperError, StorageError, listed
from sapper.game.grid import cells_limited
from sapper_workbench.web import (
    about,
    analyse,
    believing,
    lessons,
    puzzles,
    studies,
    variants,
)
from sapper_workbench.web.games import move_tree, play
from sapper_workbench.web.history import endpoints as history
from sapper_workbench.web.http.endpoints import Endpoint, routes
from sapper_workbench.web.http.fields import sentence, status
from sapper_workbench.web.http.security import Access, Guard, refused
from sapper_workbench.web.workbench import Workbench

#: The endpoints that also run in a browser: they need neither numpy nor stores of results.
PORTABLE: tuple[Endpoint, ...] = (
    *about.ENDPOINTS,
    *play.ENDPOINTS,
    *move_tree.ENDPOINTS,
    *history.ENDPOINTS,
    *analyse.ENDPOINTS,
    *believing.ENDPOINTS,
    *lessons.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *studies.ENDPOINTS,
    *variants.ENDPOINTS,
)

NOT_FOUND = "not found: there is no such page or endpoint"
_log = logging.getLogger("sapper_workbench.web")


def application(
    endpoints: Sequence[Endpoint],
    app: Workbench,
    access: Access,
    mounts: Sequence[Mount] = (),
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> Starlette:
    """Return the ASGI application of endpoints.

    - ``endpoints``: the table of endpoints.
    - ``app``: the shared state that handlers receive.
    - ``access``: the rules of access.
    - ``mounts``: applications for all other paths.
    - ``lifespan``: starts and stops workers and files.
    """
    return Starlette(
        routes=[*routes(endpoints, app), *mounts],
        middleware=[
            Middleware(Guard, access=access, limits=app.limits),
            Middleware(Limited, cells=app.limits.cells),
        ],
        exception_handlers={HTTPException: _http, SapperError: _refuse, Exception: _failed},
        lifespan=lifespan,
    )


class Limited:
    """Middleware that limits the boards of all requests, before anything is read or dealt."""

    def __init__(self, app: ASGIApp, cells: int) -> None:
        self._app, self._cells = app, cells

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; see ASGI."""
        # Not while the server starts: it may read older games.
        with cells_limited(self._cells) if scope["type"] == "http" else nullcontext():
            await self._app(scope, receive, send)


async def _refuse(request: Request, error: Exception) -> Response:
    """Refuse a request, with status 200 if the client prefers that.

    Browsers log every other status as an error, even where a visitor only typed something wrong.
    """
    assert isinstance(error, SapperError)
    if isinstance(error, StorageError):
        _log.error("%s %s: %s", request.method, request.url.path, error)
    answer = refused(status(error), sentence(error))
    if answer.status_code < 500 and request.headers.get("prefer") == "status=200":
        answer.headers["sapper-status"] = str(answer.status_code)
        answer.status_code = 200
    return answer


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    allowed = _methods(request)
    if request.method not in allowed:
        named = [method for method in allowed if method != "HEAD"]
        answer = refused(405, f"method not allowed: use {listed(named, 'or')}")
        answer.headers["allow"] = ", ".join(allowed)
        return answer
    return refused(error.status_code, NOT_FOUND if error.status_code == 404 else error.detail)


def _methods(request: Request) -> list[str]:
    """Return the methods of the endpoints at a path; GET and HEAD for a path of the page."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    matching = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in matching for method in route.methods or ()}) or [
        "GET",
        "HEAD",
    ]


async def _failed(request: Request, error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(500, "an internal error: the server's log has the details")
