"""Messages between a process and its worker: pickles, each after its length.

To the worker: ``Call`` and ``CANCEL``. From it, for each call: any number of ``News``, then one
``Done`` or ``Failed``.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

LENGTH = struct.Struct("<Q")
CANCEL = "cancel"


@dataclass(frozen=True)
class Call:
    """Call a function of a module. If ``news``, its first argument is a function that reports
    news; after ``CANCEL`` that function raises ``CancelledError`` and so ends the call."""

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    news: bool = False


@dataclass(frozen=True)
class News:
    """Something that a call reports before it returns."""

    data: Any


@dataclass(frozen=True)
class Done:
    """What a call returned."""

    result: Any


@dataclass(frozen=True)
class Failed:
    """What a call raised."""

    error: BaseException


class CancelledError(Exception):
    """The caller cancelled the call."""


Answer = News | Done | Failed


def packed(message: object) -> bytes:
    """The bytes of a message."""
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body


def read(stream: BinaryIO) -> Any:
    """The next message. Raises ``EOFError`` at the end of the stream."""
    (length,) = LENGTH.unpack(_exactly(stream, LENGTH.size))
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data
