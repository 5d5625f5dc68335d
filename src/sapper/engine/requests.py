"""The requests of the engine protocol, one JSON object per line, and the form of its answers.

Reading a line, whatever it contains, gives a request or a ``RequestError``, which says in one
sentence what is wrong: exceptions about JSON, deep nesting or NaN never leave this module.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, NoReturn

from sapper.errors import SapperError, listed

PROTOCOL = 1
LINE = 1_000_000  #: bytes of a line
CELLS = 40_000  #: cells of a board
SECONDS = 10.0  #: time limit of a request that gives none
MOST_SECONDS = 3_600.0  #: the largest time limit
NAME = 200  #: characters of an id
RECIPE = 2_000  #: characters of a recipe
LARGEST = 2**53 - 1  #: the largest whole number that all languages read exactly

Id = int | str


class RequestError(SapperError):
    """A wrong request: ``kind`` is for programs, the message is one sentence for people."""

    def __init__(self, kind: str, sentence: str, request_id: Id | None = None) -> None:
        super().__init__(sentence)
        self.kind, self.id = kind, request_id


@dataclass(frozen=True)
class Hello:
    """Ask what the engine is and can do."""

    id: Id


@dataclass(frozen=True)
class Analyse:
    """Ask for everything that a position implies, and for a move suggested by ``player``."""

    id: Id
    position: str
    player: str = "swift"
    seconds: float = SECONDS


@dataclass(frozen=True)
class Move:
    """Ask for the move that ``player`` makes in a position.

    ``seconds`` limits its thinking. ``game`` names a game whose strategies are kept from one move
    to the next; ``seed`` and ``number`` determine its random numbers.
    """

    id: Id
    position: str
    player: str = "swift"
    seconds: float | None = None
    game: Id | None = None
    seed: int = 0
    number: int = 0


@dataclass(frozen=True)
class Cancel:
    """Ask to stop work on the request whose id is ``of``."""

    id: Id
    of: Id


@dataclass(frozen=True)
class Quit:
    """Ask the engine to stop all work and end."""

    id: Id


Work = Hello | Analyse | Move  #: the requests that workers answer
Request = Work | Cancel | Quit

REQUESTS: dict[str, type[Request]] = {
    "hello": Hello,
    "analyse": Analyse,
    "move": Move,
    "cancel": Cancel,
    "quit": Quit,
}


def read(line: bytes) -> Request:
    """Parse the request on a line. Raises ``RequestError``, with the id if that could be read."""
    found = _object(line)
    request_id = _id(found.get("id"), "id")
    try:
        return _request(found, request_id)
    except RequestError as refusal:
        refusal.id = request_id
        raise


def answer(request_id: Id, result: dict[str, Any]) -> bytes:
    """Return the line that answers a request. Raises ``ValueError`` for a result with NaN."""
    return _line({"id": request_id, "result": result})


def refused(refusal: RequestError) -> bytes:
    """Return the line that refuses a request."""
    return failed(refusal.id, refusal.kind, str(refusal))


def failed(request_id: Id | None, kind: str, sentence: str) -> bytes:
    """Return the line that says why a request has no result."""
    return _line({"id": request_id, "error": {"kind": kind, "words": sentence}})


def _line(found: dict[str, Any]) -> bytes:
    return json.dumps(found, allow_nan=False).encode() + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    if len(line) > LINE:
        raise RequestError("request", f"the line is longer than {LINE:,} bytes")
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise RequestError("request", "the line is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise RequestError("request", f"column {error.colno}: this is not valid JSON") from None
    except (ValueError, RecursionError):
        words = "expected JSON without NaN, overlong numbers or deep nesting"
        raise RequestError("request", words) from None
    if not isinstance(found, dict):
        raise RequestError("request", "a request has to be a JSON object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _request(found: dict[str, Any], request_id: Id) -> Request:
    name = found.get("request")
    if not isinstance(name, str) or name not in REQUESTS:
        fault = "no 'request'" if name is None else f"an unknown request {_quoted(name)}"
        known_names = listed(REQUESTS, "or")
        raise RequestError("request", f"the object has {fault}: expected {known_names}")
    kind = REQUESTS[name]
    known = {field.name: field for field in fields(kind) if field.name != "id"}
    given: dict[str, Any] = {}
    for key, value in found.items():
        if key in known:
            given[key] = READERS[key](value, key)
        elif key not in ("id", "request"):
            expected = listed(known, "or") if known else "only an id"
            words = f"'{name}' has no field {_quoted(key)}: expected {expected}"
            raise RequestError("request", words)
    for key, field in known.items():
        if key not in given and field.default is MISSING:
            raise RequestError("request", f"'{name}' needs a field '{key}'")
    return kind(request_id, **given)


def _id(value: object, key: str) -> Id:
    if type(value) is int and abs(value) <= LARGEST:
        return value
    if isinstance(value, str) and len(value) <= NAME:
        return value
    words = f"'{key}': expected a whole number or a string of at most {NAME} characters"
    raise RequestError("request", words)


def _string(most: int) -> Callable[[object, str], str]:
    def read_string(value: object, key: str) -> str:
        if isinstance(value, str) and len(value) <= most:
            return value
        raise RequestError("request", f"'{key}': expected a string of at most {most:,} characters")

    return read_string


def _seconds(value: object, key: str) -> float:
    if isinstance(value, int | float) and type(value) is not bool and 0 < value <= MOST_SECONDS:
        return float(value)
    words = f"'{key}': expected a number above 0, at most {MOST_SECONDS:g}"
    raise RequestError("request", words)


def _whole(value: object, key: str) -> int:
    if type(value) is int and 0 <= value <= LARGEST:
        return value
    raise RequestError("request", f"'{key}': expected a whole number from 0 to {LARGEST}")


def _quoted(word: object) -> str:
    text = word if isinstance(word, str) else json.dumps(word)
    return ascii(text[:40]) + ("…" if len(text) > 40 else "")


READERS: dict[str, Callable[[object, str], object]] = {
    "position": _string(LINE),
    "player": _string(RECIPE),
    "seconds": _seconds,
    "game": _id,
    "seed": _whole,
    "number": _whole,
    "of": _id,
}
