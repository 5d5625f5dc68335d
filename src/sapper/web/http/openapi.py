"""The OpenAPI 3.1 description of all endpoints, made from the table that serves them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import sapper
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.inputs import Field
from sapper.web.http.schemas import SCHEMAS, named

REFUSALS = {
    "400": "the input is wrong; the message says what is wrong and where",
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


def description(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the whole description as plain values."""
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sapper",
            "version": sapper.__version__,
            "description": "Plays Minesweeper, says why, and lets people watch and analyse.",
        },
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "responses": {
                f"Refused{number}": {
                    "description": words,
                    "content": {"application/json": {"schema": named("Error")}},
                }
                for number, words in REFUSALS.items()
            },
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    media = "text/event-stream" if endpoint.stream else "application/json"
    schema = {"type": "string"} if endpoint.stream else named(endpoint.answer)
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string"},
        }
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    parameters += [
        {
            "name": field.name,
            "in": "query",
            "required": field.required,
            "description": field.words,
            "schema": field.kind.schema(),
        }
        for field in endpoint.query
    ]
    found: dict[str, Any] = {
        "summary": endpoint.words,
        "operationId": endpoint.handler.__name__ + _tail(endpoint),
        "parameters": parameters,
        "responses": {
            str(endpoint.status): {
                "description": endpoint.words,
                "content": {media: {"schema": schema}},
            },
            **{number: {"$ref": f"#/components/responses/Refused{number}"} for number in REFUSALS},
        },
    }
    if endpoint.method == "POST":
        found["requestBody"] = {
            "required": any(field.required for field in endpoint.body),
            "content": {"application/json": {"schema": _object(endpoint.body)}},
        }
    return found


def _object(fields: Sequence[Field]) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            field.name: {**field.kind.schema(), "description": field.words} for field in fields
        },
        "additionalProperties": False,
    }
    required = [field.name for field in fields if field.required]
    return {**schema, "required": required} if required else schema


def _tail(endpoint: Endpoint) -> str:
    """A suffix that makes the ids of operations unique."""
    return "_" + re.sub(r"\W+", "_", endpoint.path.removeprefix("/api/")).strip("_")
