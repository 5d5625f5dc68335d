"""The JSON Schema of the engine protocol, made from the types that requests are read with."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from msgspec import Struct

from sapper.engine.requests import PROTOCOL, Id, Request


class Fault(Struct):
    """Why a request has no result: ``kind`` for programs, ``words`` for people."""

    kind: str
    words: str


class Answered(Struct, forbid_unknown_fields=True):
    """The answer to a request."""

    id: Id
    result: dict[str, Any]


class Failed(Struct, forbid_unknown_fields=True):
    """The answer to a request that has no result; ``id`` is null if it could not be read."""

    id: Id | None
    error: Fault


def schema() -> dict[str, Any]:
    """Return the schema: a line of input is a ``request``, one of output an ``answer``.

    The number of the protocol is in its title and its ``$id``; it changes when a client would have
    to.
    """
    types: list[Any] = [cast("Any", Request), Answered, Failed]
    (request, answered, failed), definitions = msgspec.json.schema_components(
        types, ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:sapper:engine:{PROTOCOL}",
        "title": f"sapper engine protocol {PROTOCOL}",
        "$defs": {
            **definitions,
            "request": request,
            "answer": {"anyOf": [answered, failed]},
        },
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/answer"}],
    }
