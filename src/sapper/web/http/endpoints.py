"""The endpoints of the server: one table for routing, reading and describing them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sapper.errors import SapperError
from sapper.web.http.inputs import Field, read_fields, read_json, read_query
from sapper.web.http.leaving import unless_left
from sapper.web.http.stream import Stream, refusal

if TYPE_CHECKING:
    from sapper.web.workbench import Workbench

Asked = dict[str, Any]
Handler = Callable[["Workbench", Asked], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A method and a path, the function that handles them, and their description.

    ``answer`` names the schema of the answer. The handler gets the fields of path, query and body
    by name, and returns plain values for a JSON answer, or a complete response. If ``thinks``, the
    handler changes nothing and is cancelled when the visitor disconnects.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Handler
    words: str
    answer: str = "Any"
    query: tuple[Field, ...] = ()
    body: tuple[Field, ...] = ()
    stream: bool = False
    thinks: bool = False
    status: int = 200

    def route(self, bench: Workbench) -> Route:
        """Return the endpoint as a route of Starlette."""

        async def answer(request: Request) -> Response:
            try:
                asked = await self._asked(request)
                answering = self.handler(bench, asked)
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

    async def _asked(self, request: Request) -> Asked:
        asked = read_query(request.query_params.multi_items(), self.query)
        if self.method == "POST":
            asked |= read_fields(read_json(await request.body()), self.body)
        return {**request.path_params, **asked}


def routes(endpoints: Sequence[Endpoint], bench: Workbench) -> list[Route]:
    """Return the routes of some endpoints."""
    return [endpoint.route(bench) for endpoint in endpoints]
