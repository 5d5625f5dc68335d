"""The endpoints of the server: one table for routing, reading and describing them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sapper.errors import InputError, SapperError
from sapper.json_input import read_json, read_value, shown
from sapper.web.http.fields import Fields
from sapper.web.http.leaving import unless_left
from sapper.web.http.stream import Stream, refusal

if TYPE_CHECKING:
    from sapper.web.workbench import Workbench


@dataclass(frozen=True)
class Endpoint:
    """A method and a path, the function that handles them, and their description.

    The handler gets the workbench, the parts of the path in braces, and, if it has a parameter
    ``asked``, the fields of the query (GET) or the body (POST). It returns plain values for a JSON
    answer of the type ``answer``, perhaps a union, or a complete response. If ``thinks``, the
    handler changes nothing and is cancelled when the visitor disconnects.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Callable[..., Awaitable[Any]]
    words: str
    answer: Any = dict[str, Any]
    stream: bool = False
    thinks: bool = False
    status: int = 200

    @cached_property
    def fields(self) -> type[Fields]:
        """The fields of a request, as the handler declares them."""
        found: type[Fields] = get_type_hints(self.handler).get("asked", Fields)
        return found

    def route(self, bench: Workbench) -> Route:
        """Return the endpoint as a route of Starlette."""

        async def answer(request: Request) -> Response:
            try:
                asked = await self._asked(request)
                given = () if self.fields is Fields else (asked,)
                answering = self.handler(bench, *request.path_params.values(), *given)
                found = await (
                    unless_left(request.receive, answering) if self.thinks else answering
                )
            except SapperError as error:
                # EventSource in browsers does not pass on the body of an error response.
                if self.stream and "text/event-stream" in request.headers.get("accept", ""):
                    return Stream(refusal(error))
                raise
            return found if isinstance(found, Response) else JSONResponse(found, self.status)

        return Route(self.path, answer, methods=[self.method])

    async def _asked(self, request: Request) -> Fields:
        query: dict[str, str] = {}
        for name, text in request.query_params.multi_items():
            if name in query:
                raise InputError(f"the field {shown(name)} occurs twice")
            query[name] = text
        if self.method == "GET":
            return read_value(query, self.fields, strict=False)
        read_value(query, Fields)
        return read_json(await request.body() or b"{}", self.fields, "the request body")


def routes(endpoints: Sequence[Endpoint], bench: Workbench) -> list[Route]:
    """Return the routes of some endpoints."""
    return [endpoint.route(bench) for endpoint in endpoints]
