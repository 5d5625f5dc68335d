"""The fields of requests: their types, strict validation, and their description.

One table of fields serves both the validation and the OpenAPI description.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from sapper.errors import InputError, listed
from sapper.game import Cell

MOST = 2**53 - 1  #: the largest whole number that is exact in a browser
SHOWN = 40  #: characters of a wrong value that a message shows


class Kind(Protocol):
    """The type of a field."""

    def read(self, value: object) -> Any:
        """Return the value as the server uses it.

        Raises ``InputError`` whose message completes the sentence "'field': …".
        """

    def typed(self, text: str) -> object:
        """Return the JSON value that a text in a query stands for."""

    def schema(self) -> dict[str, Any]:
        """Return the type as a JSON Schema."""


@dataclass(frozen=True)
class Whole:
    """A whole number from ``least`` to ``most``."""

    least: int = 0
    most: int = MOST

    def read(self, value: object) -> int:
        """See ``Kind``."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise InputError(
                f"expected a whole number from {self.least} to {self.most}, got {_got(value)}"
            )
        return value

    def typed(self, text: str) -> object:
        """See ``Kind``."""
        return int(text) if re.fullmatch(r"-?\d{1,18}", text, re.ASCII) else text

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Text:
    """Text of at most ``longest`` characters."""

    longest: int = 500

    def read(self, value: object) -> str:
        """See ``Kind``."""
        if not isinstance(value, str):
            raise InputError(f"expected a string, got {_got(value)}")
        if len(value) > self.longest:
            raise InputError(f"expected at most {self.longest:,} characters, got {len(value):,}")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise InputError("expected valid Unicode, got an unpaired surrogate")
        return value

    def typed(self, text: str) -> object:
        """See ``Kind``."""
        return text

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": "string", "maxLength": self.longest}


@dataclass(frozen=True)
class Word:
    """One of some words."""

    words: tuple[str, ...]

    def read(self, value: object) -> str:
        """See ``Kind``."""
        if not isinstance(value, str) or value not in self.words:
            raise InputError(f"expected {listed(self.words, 'or')}, got {_got(value)}")
        return value

    def typed(self, text: str) -> object:
        """See ``Kind``."""
        return text

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def read(self, value: object) -> bool:
        """See ``Kind``."""
        if type(value) is not bool:
            raise InputError(f"expected true or false, got {_got(value)}")
        return value

    def typed(self, text: str) -> object:
        """See ``Kind``."""
        return {"true": True, "1": True, "false": False, "0": False}.get(text, text)

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Place:
    """A cell, ``[row, column]``."""

    def read(self, value: object) -> Cell:
        """See ``Kind``."""
        if (
            not isinstance(value, list)
            or len(value) != 2
            or any(type(part) is not int or not 0 <= part <= MOST for part in value)
        ):
            raise InputError(f"expected a cell [row, column], got {_got(value)}")
        return value[0], value[1]

    def typed(self, text: str) -> object:
        """See ``Kind``."""
        found = re.fullmatch(r"\[?(\d{1,7}),(\d{1,7})\]?", text, re.ASCII)
        return [int(found[1]), int(found[2])] if found else text

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        part = {"type": "integer", "minimum": 0}
        return {"type": "array", "items": part, "minItems": 2, "maxItems": 2}


@dataclass(frozen=True)
class Field:
    """A field of a body or a query: its name, type and meaning, and whether it is required."""

    name: str
    kind: Kind
    words: str
    required: bool = False


def read_fields(found: Mapping[str, object], fields: Sequence[Field]) -> dict[str, Any]:
    """Return the value of each field, None if it is absent.

    Raises ``InputError`` naming the first field that is unknown, missing or wrong.
    """
    known = {field.name: field for field in fields}
    for name in found:
        if name not in known:
            expected = listed(known, "or") if known else "no fields"
            raise InputError(f"unknown field {shown(name)}: expected {expected}")
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name not in found or found[name] is None:
            if field.required:
                raise InputError(f"the field '{name}' is missing: {field.words}")
            values[name] = None
            continue
        try:
            values[name] = field.kind.read(found[name])
        except InputError as error:
            raise InputError(f"'{name}': {error}") from None
    return values


def read_query(pairs: Sequence[tuple[str, str]], fields: Sequence[Field]) -> dict[str, Any]:
    """Return the fields of a query. Raises ``InputError`` as ``read_fields`` does."""
    kinds = {field.name: field.kind for field in fields}
    found: dict[str, object] = {}
    for name, text in pairs:
        if name in found:
            raise InputError(f"the field {shown(name)} occurs twice")
        found[name] = kinds[name].typed(text) if name in kinds else text
    return read_fields(found, fields)


def read_json(body: bytes) -> dict[str, object]:
    """Return the JSON object of a body; an empty body is an empty object. Raises ``InputError``."""
    if not body:
        return {}
    try:
        found = json.loads(body, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"the request body is not valid JSON: {where}") from None
    except (ValueError, RecursionError):
        raise InputError(
            "the request body has to be JSON in UTF-8 without NaN, overlong numbers or deep nesting"
        ) from None
    if not isinstance(found, dict):
        raise InputError("the request body has to be a JSON object")
    return found


def shown(text: str) -> str:
    """Return a text from outside in quotes, shortened and escaped."""
    return ascii(text[:SHOWN]) + ("…" if len(text) > SHOWN else "")


def _got(value: object) -> str:
    """A wrong value, as a message shows it."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return shown(value) if isinstance(value, str) else json.dumps(value)[:SHOWN]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
