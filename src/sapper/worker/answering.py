"""How a worker answers a call, whatever carries its messages."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from typing import Any

from sapper.errors import SapperError
from sapper.worker.messages import (
    Answer,
    Call,
    CancelledError,
    Done,
    Failed,
    News,
    Started,
    packed,
)


def answered(
    call: Call, cancelled: Callable[[], bool], send: Callable[[Answer], None]
) -> Done | Failed:
    """Run a call and return its last answer; ``send`` gets those before it."""

    def report(data: Any) -> None:
        if cancelled():
            raise CancelledError
        send(News(data))

    try:
        if not call.news:
            return Done(call.function(*call.args, **call.kwargs))
        send(Started())
        return Done(call.function(report, *call.args, **call.kwargs))
    except Exception as error:
        if not isinstance(error, SapperError | CancelledError | MemoryError | RecursionError):
            traceback.print_exc()
        return Failed(error)


def packed_answer(answer: Answer) -> bytes:
    """Return an answer as bytes; one that cannot be pickled becomes an error."""
    try:
        return packed(answer)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        return packed(Failed(RuntimeError(f"the answer cannot be sent: {error}")))
