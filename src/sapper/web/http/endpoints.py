"""Endpoints of the server, each declared once for routing, reading and description."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sapper.errors import InputError, SapperError
from sapper.json_input import read_json, read_value, shown
from sapper.web.http.fields import Fields
from sapper.web.http.stream import Stream, refusal, unless_left

if TYPE_CHECKING:
    from sapper.web.workbench import Workbench

JSON = "application/json"
LONG = 8_000  #: bytes from which an answer is compressed


class Download(Response):
    """A file to download; subclasses may have a more precise media type."""

    media_type = "application/octet-stream"

    def __init__(self, content: bytes | str, name: str) -> None:
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        super().__init__(content, headers=headers)


class JsonDownload(Download):
    """A JSON file to download."""

    media_type = JSON


class TextDownload(Download):
    """A text file to download."""

    media_type = "text/plain"


@dataclass(frozen=True)
class Endpoint:
    """A method and a path, and the function that handles them.

    The handler gets the visitor's workbench, the parts of the path in braces, and, if it has a
    parameter ``asked``, the fields of the query (GET) or the body (POST). Its return annotation
    declares the answer: a type that is encoded as JSON, perhaps a union, or a complete
    ``Response``. Its docstring describes the endpoint. A handler that is not asynchronous runs in a
    thread. If ``cancellable``, the handler changes nothing, and is cancelled when the visitor
    disconnects.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Callable[..., Any]
    cancellable: bool = False
    status: int = 200

    @cached_property
    def _declared(self) -> dict[str, Any]:
        return get_type_hints(self.handler)

    @property
    def fields(self) -> type[Fields]:
        """The fields of a request."""
        fields: type[Fields] = self._declared.get("asked", Fields)
        return fields

    @property
    def summary(self) -> str:
        """The summary of the endpoint, a clause."""
        paragraph = (self.handler.__doc__ or "").partition("\n\n")[0]
        return " ".join(paragraph.split()).rstrip(".")

    @property
    def answer(self) -> Any:
        """The type of the answer."""
        return self._declared["return"]

    def route(self, bench: Workbench) -> Route:
        """Return the endpoint as a route of Starlette."""

        async def answer(request: Request) -> Response:
            own = bench.of(getattr(request.state, "visitor", ""))
            try:
                asked = await self._asked(request)
                arguments = () if self.fields is Fields else (asked,)
                values = (own, *request.path_params.values(), *arguments)
                if iscoroutinefunction(self.handler):
                    answering = self.handler(*values)
                else:
                    answering = asyncio.to_thread(self.handler, *values)
                content = await (
                    unless_left(request.receive, answering) if self.cancellable else answering
                )
            except SapperError as error:
                # EventSource in browsers hides the body of an error response.
                if self.answer is Stream and "text/event-stream" in request.headers.get(
                    "accept", ""
                ):
                    return Stream(refusal(error))
                raise
            if isinstance(content, Response):
                return content
            encoded, headers = _packed(msgspec.json.encode(content), request)
            return Response(encoded, self.status, headers, JSON)

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


def _packed(content: bytes, request: Request) -> tuple[bytes, dict[str, str]]:
    """Return an answer, compressed if it is long and the client accepts that, and its headers."""
    if len(content) < LONG or "gzip" not in request.headers.get("accept-encoding", ""):
        return content, {}
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return gzip.compress(content, compresslevel=4, mtime=0), headers


def routes(endpoints: Sequence[Endpoint], bench: Workbench) -> list[Route]:
    """Return the routes of endpoints."""
    return [endpoint.route(bench) for endpoint in endpoints]
