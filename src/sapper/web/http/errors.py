"""Errors of the server, and the HTTP status of each kind of error."""

from __future__ import annotations

import re

from sapper.errors import BudgetError, IllegalMoveError, InputError, MissingError, SapperError
from sapper.worker import BusyError


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
    (BusyError, 503),
    (LostError, 500),
    (SapperError, 400),
)


def sentence(error: Exception) -> str:
    """Return an error's message on one line; it may quote input with line breaks."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", str(error)).strip()


def status(error: SapperError) -> int:
    """Return the HTTP status of an error."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))
