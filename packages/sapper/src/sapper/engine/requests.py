"""The engine protocol, one JSON object per line: its requests, its answers and its JSON Schema."""

from __future__ import annotations

import json
from typing import Annotated, Any, cast, get_args

import msgspec
from msgspec import Meta, Struct

from sapper.errors import InputError, SapperError
from sapper.json_input import MAX_EXACT, SeedField, Whole, read_json, read_value

PROTOCOL = 1
MAX_LINE_BYTES = 1_000_000  #: maximum number of bytes of a line
MAX_UNANSWERED = 256  #: maximum number of unanswered lines; reading pauses until one is answered
MAX_CELLS = 40_000  #: maximum number of cells of a board
DEFAULT_SECONDS = 10.0  #: the default time limit of a request
MAX_SECONDS = 3_600.0  #: the largest time limit

Id = Annotated[int, Meta(ge=-MAX_EXACT, le=MAX_EXACT)] | Annotated[str, Meta(max_length=200)]
PositionText = Annotated[str, Meta(max_length=MAX_LINE_BYTES)]
Recipe = Annotated[str, Meta(max_length=2_000)]
Seconds = Annotated[float, Meta(gt=0, le=MAX_SECONDS)]
Playouts = Annotated[int, Meta(ge=1, le=1_000_000)]


class RequestError(SapperError):
    """A wrong request; ``id`` is None if it could not be read."""

    def __init__(self, sentence: str, request_id: Id | None = None) -> None:
        super().__init__(sentence)
        self.id = request_id


class _Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="request", tag=str.lower):
    id: Id


class Hello(_Request, frozen=True):
    """Ask for the engine's name, version and capabilities."""


class Analyse(_Request, frozen=True):
    """Ask for everything that a position implies, and for a move suggested by ``player``.

    With ``playouts``, the best cells are also compared by that many playouts each.
    """

    position: PositionText
    player: Recipe = "swift"
    seconds: Seconds = DEFAULT_SECONDS
    playouts: Playouts | None = None


class MoveRequest(_Request, frozen=True, tag="move"):
    """Ask for the move that ``player`` makes in a position.

    ``seconds`` limits its thinking. ``game`` names a game whose strategies are kept from one move
    to the next; ``seed`` and ``number`` determine its random numbers.
    """

    position: PositionText
    player: Recipe = "swift"
    seconds: Seconds | None = None
    game: Id | None = None
    seed: SeedField = 0
    number: Whole = 0


#: A row and a column. As a list, not a tuple, because some clients reject the schema of tuples.
CellList = Annotated[list[Whole], Meta(min_length=2, max_length=2)]


class Solve(_Request, frozen=True):
    """Ask whether a board needs a guess from its first cell, ``start``, and from where it does not.

    ``board`` is a text that shows the mines: a map, a game ID of Simon Tatham's Mines, or a link.
    """

    board: PositionText
    start: CellList | None = None


class Cancel(_Request, frozen=True):
    """Ask to stop work on the request whose id is ``of``."""

    of: Id


class Quit(_Request, frozen=True):
    """Ask the engine to stop all work and end."""


Work = Hello | Analyse | MoveRequest | Solve  #: requests that workers answer
Request = Work | Cancel | Quit

REQUESTS = {kind.__struct_config__.tag: kind for kind in get_args(Request)}


def read(line: bytes) -> Request:
    """Parse the request on a line. Raises ``RequestError``, with the id if that could be read."""
    if len(line) > MAX_LINE_BYTES:
        raise RequestError(f"the line is longer than {MAX_LINE_BYTES:,} bytes")
    try:
        return read_json(line, cast("type[Request]", Request), "a request")
    except InputError as error:
        raise RequestError(str(error), id_of(line)) from None


def answer(request_id: Id, result: dict[str, Any]) -> bytes:
    """Return the line that answers a request. Raises ``ValueError`` for a result with NaN."""
    return _line({"id": request_id, "result": result})


def refused(refusal: RequestError) -> bytes:
    """Return the line that refuses a request."""
    return failed(refusal.id, "request", str(refusal))


def failed(request_id: Id | None, kind: str, sentence: str) -> bytes:
    """Return the line that reports why a request has no result."""
    return _line({"id": request_id, "error": {"kind": kind, "words": sentence}})


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, allow_nan=False).encode() + b"\n"


def id_of(line: str | bytes) -> Id | None:
    """Return the id of a wrong request, if it has one."""
    try:
        found = json.loads(line)
        if not isinstance(found, dict):
            return None
        named = read_value(found.get("id"), cast("type[Id]", Id))
        str(named).encode()  # raises an error for an unpaired surrogate
    except (ValueError, RecursionError):
        return None
    return named


class ErrorDetails(Struct):
    """Why a request has no result: ``kind`` for programs, ``words`` for people."""

    kind: str
    words: str


class Success(Struct, forbid_unknown_fields=True):
    """The answer to a request."""

    id: Id
    result: dict[str, Any]


class Failure(Struct, forbid_unknown_fields=True):
    """The answer to a request that has no result; ``id`` is null if it could not be read."""

    id: Id | None
    error: ErrorDetails


def schema() -> dict[str, Any]:
    """Return the schema: a line of input is a ``request``, one of output an ``answer``.

    Its title and its ``$id`` contain the number of the protocol, which changes when clients must
    change.
    """
    types: list[Any] = [cast("Any", Request), Success, Failure]
    (request, answered, failed), definitions = msgspec.json.schema_components(
        types, ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:sapper:engine:{PROTOCOL}",
        "title": f"sapper engine protocol {PROTOCOL}",
        "$defs": {**definitions, "request": request, "answer": {"anyOf": [answered, failed]}},
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/answer"}],
    }
