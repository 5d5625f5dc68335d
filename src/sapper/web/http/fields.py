"""The types for declaring requests and answers."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from sapper.errors import InputError

MOST = 2**53 - 1  #: the largest whole number that is exact in a browser

Whole = Annotated[int, Meta(ge=0, le=MOST)]
Size = Annotated[int, Meta(ge=1, le=1_000_000)]
MineCount = Annotated[int, Meta(ge=0, le=1_000_000)]
DealNumber = Annotated[int, Meta(ge=0, le=1_000_000_000)]
WorldName = Annotated[str, Meta(max_length=60)]
CellField = tuple[Whole, Whole]
Name = Annotated[str, Meta(max_length=200)]
Recipe = Annotated[str, Meta(max_length=500)]
LongText = Annotated[str, Meta(max_length=500_000)]
FileText = Annotated[str, Meta(max_length=1_000_000)]

#: Reports an event of a streamed answer: its name and its data.
Tell = Callable[[str, Any], None]


class Fields(Struct, forbid_unknown_fields=True):
    """The fields of a request's body or query. This class has none; subclasses add them."""


class Answer(Struct, forbid_unknown_fields=True):
    """The fields of an answer. Each kind of answer is a subclass, and ``of`` makes it."""


class Refusal(Answer):
    """The answer to a request that is refused."""

    error: str


def decoded(file: str) -> bytes:
    """Return the content of a file in base64. Raises ``InputError`` if it is not valid."""
    try:
        return base64.b64decode(file, validate=True)
    except ValueError:
        raise InputError("'file' is not valid base64") from None


def doc(text: str) -> Meta:
    """Annotate a field with its meaning, for the OpenAPI description."""
    return Meta(description=text)
