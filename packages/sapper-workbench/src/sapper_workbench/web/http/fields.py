"""The types for declaring requests and answers, and the errors of the server with their HTTP
status."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from sapper.errors import (
    BudgetError,
    IllegalMoveError,
    InputError,
    MissingError,
    RecipeError,
    SapperError,
    StorageError,
)
from sapper.json_input import Whole
from sapper.players import Player, player
from sapper.worker import BusyError, ShareError

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


def read_recipe(recipe: str) -> Player:
    """Return the player of a visitor's recipe. Raises ``RecipeError``, also for one that names a
    file of rules: a visitor must not read files of the server."""
    for option in recipe.split("theory")[1:]:
        word = option.partition(",")[0].partition(")")[0].strip(" =")
        if word not in ("paper", "larger"):
            raise RecipeError("theory: expected paper or larger, because the server reads no files")
    return player(recipe)


def decoded(file: str) -> bytes:
    """Return the content of a file in base64. Raises ``InputError`` if it is not valid."""
    try:
        return base64.b64decode(file, validate=True)
    except ValueError:
        raise InputError("'file' is not valid base64") from None


def doc(text: str) -> Meta:
    """Annotate a field with its meaning, for the OpenAPI description."""
    return Meta(description=text)


class TaskError(InputError):
    """A task failed; the message says why."""


class SlowError(TaskError):
    """A task took longer than its limit."""


class LeftError(SapperError):
    """The visitor disconnected before getting an answer."""


class LostError(SapperError):
    """A worker died during a task, perhaps out of memory; the request is not to blame."""


#: The status of each class, subclasses before their base classes.
_STATUS: tuple[tuple[type[SapperError], int], ...] = (
    (MissingError, 404),
    (IllegalMoveError, 409),
    (BudgetError, 409),
    (ShareError, 429),
    (BusyError, 503),
    (LostError, 500),
    (StorageError, 507),
    (SapperError, 400),
)


def sentence(error: Exception) -> str:
    """Return an error's message on one line; it may quote input with line breaks.

    A file that cannot be written is not named, because visitors must not learn its path.
    """
    words = str(error)
    if isinstance(error, StorageError):
        words = f"the server cannot save this: {error.reason}"
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", words).strip()


def status(error: SapperError) -> int:
    """Return the HTTP status of an error."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))
