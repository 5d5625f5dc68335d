"""The description of all that can be asked (OpenAPI 3.1), made from the table that serves it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import sapper
from sapper.web.endpoints import Endpoint
from sapper.web.inputs import Field
from sapper.web.schemas import SCHEMAS, named

REFUSALS = {
    "400": "the input is wrong; the sentence says what and where",
    "401": "a token is needed",
    "403": "another site asks",
    "404": "there is nothing by that name",
    "408": "the body did not come in time",
    "409": "the game or the player does not allow it, or exact work was too much",
    "413": "the body is too large",
    "415": "the body is not application/json",
    "421": "the server is not called by that name",
    "500": "the server is at fault, or lost a computation, which may be asked for again",
    "503": "too much is asked at once",
}


def description(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The whole description as plain values."""
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
    """What tells operations of one name apart."""
    return "_" + re.sub(r"\W+", "_", endpoint.path.removeprefix("/api/")).strip("_")
