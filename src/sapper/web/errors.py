"""What the server refuses for reasons of its own, and how refusals are numbered in HTTP."""

from __future__ import annotations

import re

from sapper.errors import BudgetError, IllegalMoveError, InputError, SapperError


class UnknownError(InputError):
    """There is nothing by that name, or no more."""


class BusyError(SapperError):
    """There is no room in the queue of those who wait; it may be tried again."""


class TaskError(InputError):
    """A task could not be done; the sentence says why."""


class LeftError(SapperError):
    """The visitor has left before the answer."""


class LostError(SapperError):
    """A worker ended in the middle of a task, as one does that takes too much memory; it is no
    fault of whoever asked."""


#: By class, the most special first.
_STATUS: tuple[tuple[type[SapperError], int], ...] = (
    (UnknownError, 404),
    (IllegalMoveError, 409),
    (BudgetError, 409),
    (BusyError, 503),
    (LostError, 500),
    (SapperError, 400),
)


def sentence(error: Exception) -> str:
    """What an error says, on one line: what came from outside may be quoted in it."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", str(error)).strip()


def status(error: SapperError) -> int:
    """The status of HTTP that tells an error."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))
