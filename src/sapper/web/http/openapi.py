"""The OpenAPI 3.1 description of all endpoints, made from the table that serves them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import UnionType
from typing import Any, TypeGuard, get_args

import msgspec
from starlette.responses import Response

import sapper
from sapper.web.http.endpoints import JSON, Endpoint
from sapper.web.http.fields import Refusal

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
    "500": "an internal error, or a computation was lost; the request may be repeated",
    "503": "too many requests at once",
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
    for endpoint, asked, kinds in zip(endpoints, fields, answers, strict=True):
        members = [next(schemas) for _ in kinds]
        answer = members[0] if len(members) == 1 else {"oneOf": members}
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, asked, answer
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
