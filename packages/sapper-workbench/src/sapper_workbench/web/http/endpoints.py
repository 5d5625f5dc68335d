"""Endpoints of the server, each declared once for routing, reading and the OpenAPI 3.1
description."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import iscoroutinefunction
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeGuard, get_args, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import sapper
from sapper.errors import InputError, SapperError
from sapper.json_input import describe_json, read_json, read_value
from sapper.lazy import cached_property
from sapper_workbench.web.http.fields import Fields, Refusal
from sapper_workbench.web.http.security import refused
from sapper_workbench.web.http.stream import Stream, refusal, unless_left

if TYPE_CHECKING:
    from sapper_workbench.web.workbench import Workbench

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
    parameter ``request``, the fields of the query (GET) or the body (POST). Its return annotation
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
        fields: type[Fields] = self._declared.get("request", Fields)
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

    def route(self, app: Workbench) -> Route:
        """Return the endpoint as a route of Starlette."""

        async def answer(request: Request) -> Response:
            # Other sites can send other types without asking the browser's permission first.
            if self.method == "POST" and _media_type(request) != JSON:
                return refused(415, "the request body must be application/json")
            own = app.of(getattr(request.state, "visitor", ""))
            try:
                fields = await self._read_fields(request)
                arguments = () if self.fields is Fields else (fields,)
                values = (own, *request.path_params.values(), *arguments)
                if iscoroutinefunction(self.handler):
                    answering = self.handler(*values)
                else:
                    answering = app.threads.run(self.handler, *values)
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
            encoded = msgspec.json.encode(content)
            packing = len(encoded) >= LONG and "gzip" in request.headers.get("accept-encoding", "")
            headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if packing else {}
            if packing:
                encoded = await asyncio.to_thread(gzip.compress, encoded, compresslevel=4, mtime=0)
            return Response(encoded, self.status, headers, JSON)

        return Route(self.path, answer, methods=[self.method])

    async def _read_fields(self, request: Request) -> Fields:
        query: dict[str, str] = {}
        for name, text in request.query_params.multi_items():
            if name in query:
                raise InputError(f"the field {describe_json(name)} occurs twice")
            query[name] = text
        if self.method == "GET":
            return read_value(query, self.fields, strict=False)
        read_value(query, Fields)
        return read_json(await request.body() or b"{}", self.fields, "the request body")


def _media_type(request: Request) -> str:
    """Return the media type of a request's body, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def routes(endpoints: Sequence[Endpoint], app: Workbench) -> list[Route]:
    """Return the routes of endpoints."""
    return [endpoint.route(app) for endpoint in endpoints]


REFUSALS = {
    "400": "the input is wrong; the message names the fault and its place",
    "401": "a token is required",
    "403": "the request comes from another site",
    "404": "not found",
    "408": "the request body did not arrive in time",
    "409": "the game or the player does not allow it, or the computation exceeded a limit",
    "413": "the request body is too large",
    "415": "the request body is not application/json",
    "421": "an unknown host name",
    "429": "too many computations of this visitor are waiting; retry-after says when to repeat it",
    "500": "an internal error, or a computation was lost; the request may be repeated",
    "503": "too many requests at once",
    "507": "the server cannot save this, for example because its disk is full",
}


def description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document."""
    answers = [answers_of(endpoint) for endpoint in endpoints]
    types = [Refusal, *(endpoint.fields for endpoint in endpoints), *sum(answers, ())]
    made, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = iter(made)
    refusal = next(schemas)
    fields = [components[next(schemas)["$ref"].rpartition("/")[2]] for _ in endpoints]
    paths: dict[str, Any] = {}
    for endpoint, request, kinds in zip(endpoints, fields, answers, strict=True):
        members = [next(schemas) for _ in kinds]
        answer = members[0] if len(members) == 1 else {"oneOf": members}
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, request, answer
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sapper",
            "version": sapper.__version__,
            "description": "Plays Minesweeper, says why, and lets people watch and analyse.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {
                f"Refused{number}": {
                    "description": meaning,
                    "content": {"application/json": {"schema": refusal}},
                }
                for number, meaning in REFUSALS.items()
            },
        },
    }


def answers_of(endpoint: Endpoint) -> tuple[Any, ...]:
    """Return the types of an endpoint's answer: one, or the members of a union. A complete response
    has the type of its content."""
    answer = endpoint.answer
    if _is_response(answer):
        return (dict[str, Any] if answer.media_type == JSON else str,)
    return get_args(answer) if isinstance(answer, UnionType) else (answer,)


def _is_response(answer: object) -> TypeGuard[type[Response]]:
    return isinstance(answer, type) and issubclass(answer, Response)


def _operation(
    endpoint: Endpoint, fields: dict[str, Any], answer: dict[str, Any]
) -> dict[str, Any]:
    """Describe an endpoint; ``fields`` and ``answer`` are the schemas of its request and answer."""
    media = str(endpoint.answer.media_type) if _is_response(endpoint.answer) else JSON
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    place = re.sub(r"\W+", "_", endpoint.path.removeprefix("/api/")).strip("_")
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": f"{endpoint.handler.__name__}_{place}",  # the path makes it unique
        "parameters": parameters,
        "responses": {
            str(endpoint.status): {
                "description": endpoint.summary,
                "content": {media: {"schema": answer}},
            },
            **{number: {"$ref": f"#/components/responses/Refused{number}"} for number in REFUSALS},
        },
    }
    if endpoint.method == "POST":
        content = {"application/json": {"schema": fields}}
        operation["requestBody"] = {"required": bool(fields["required"]), "content": content}
        return operation
    parameters += [
        {"name": name, "in": "query", "required": name in fields["required"], "schema": schema}
        for name, schema in fields["properties"].items()
    ]
    return operation
