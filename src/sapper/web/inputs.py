"""What a request may say: fields with their kinds, read strictly, and described for others.

One table of fields serves both the reading and the OpenAPI description.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from sapper.errors import InputError
from sapper.game import Cell

MOST = 2**53 - 1  #: whole numbers beyond it are no numbers in a browser
SHOWN = 40  #: characters of what is wrong that a sentence shows


class Kind(Protocol):
    """What a field may hold; ``read`` raises ``InputError`` with the rest of a sentence."""

    def read(self, value: object) -> Any:
        """The value as the server uses it."""

    def typed(self, text: str) -> object:
        """What the text in a query stands for, to be read."""

    def schema(self) -> dict[str, Any]:
        """The kind as OpenAPI has it."""


@dataclass(frozen=True)
class Whole:
    """A whole number from ``least`` to ``most``."""

    least: int = 0
    most: int = MOST

    def read(self, value: object) -> int:
        """See ``Kind``."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise InputError(f"is a whole number from {self.least} to {self.most}")
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
            raise InputError("is a text")
        if len(value) > self.longest:
            raise InputError(f"has at most {self.longest:,} characters, not {len(value):,}")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise InputError("holds half a character")
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
            *first, last = self.words
            raise InputError(f"is {', '.join(first)} or {last}" if first else f"is {last}")
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
            raise InputError("is true or false")
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
            raise InputError("is a cell [row, column]")
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
    """A field of a body or a query: its name, kind and meaning, and whether it must be there."""

    name: str
    kind: Kind
    words: str
    required: bool = False


def read_fields(found: Mapping[str, object], fields: Sequence[Field]) -> dict[str, Any]:
    """The fields by name, None where one is absent. Raises ``InputError`` naming the first that
    is unknown, missing or wrong."""
    known = {field.name: field for field in fields}
    for name in found:
        if name not in known:
            names = ", ".join(known) or "none"
            raise InputError(f"unknown field {shown(name)}: the fields are {names}")
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
            raise InputError(f"'{name}' {error}") from None
    return values


def read_query(pairs: Sequence[tuple[str, str]], fields: Sequence[Field]) -> dict[str, Any]:
    """The fields of a query. Raises ``InputError`` as ``read_fields``, and for one given twice."""
    kinds = {field.name: field.kind for field in fields}
    found: dict[str, object] = {}
    for name, text in pairs:
        if name in found:
            raise InputError(f"the field {shown(name)} is given twice")
        found[name] = kinds[name].typed(text) if name in kinds else text
    return read_fields(found, fields)


def read_json(body: bytes) -> dict[str, object]:
    """The JSON object of a body; none at all counts as an empty one. Raises ``InputError``."""
    if not body:
        return {}
    try:
        found = json.loads(body, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"the body is no JSON: {where}") from None
    except (ValueError, RecursionError):  # numbers without end, NaN, lists in lists in lists, …
        raise InputError("the body is no JSON with plain text and numbers") from None
    if not isinstance(found, dict):
        raise InputError("the body is a JSON object, in braces")
    return found


def shown(text: str) -> str:
    """A text that came from outside, short and harmless, in quotes."""
    return ascii(text[:SHOWN]) + ("…" if len(text) > SHOWN else "")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
