"""Reading any input file safely: whatever it holds, one sentence says what is wrong with it.

A path of ``-`` is the standard input. Nothing reads more than ``limit`` bytes, so neither an
endless device nor a file of gigabytes fills the memory.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.errors import InputError, NotationError
from sapper.game import Position

MAX_BYTES = 20_000_000  #: beyond any position or record
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@contextmanager
def named(path: str | Path) -> Iterator[None]:
    """Make every error that comes out of the block one ``InputError`` that names the file.

    An ``InputError`` keeps its class and gets the name in front, an ``OSError`` becomes one.
    """
    name = os.fsencode(path).decode(errors="replace") if str(path) != "-" else "standard input"
    if "\0" in name:
        raise InputError(f"{name!r} is no name of a file")
    try:
        yield
    except InputError as error:
        raise type(error)(f"{name}: {error}") from None
    except OSError as error:
        words = error.strerror or str(error)
        raise InputError(f"{name}: {words[:1].lower()}{words[1:]}") from None


def read_bytes(path: str | Path, *, limit: int = MAX_BYTES) -> bytes:
    """All of a file. Raises ``InputError`` if it cannot be read or is larger than ``limit``."""
    with named(path):
        return _read(path, limit)


def read_text(path: str | Path, *, limit: int = MAX_BYTES) -> str:
    """All of a text file in UTF-8, with or without a byte order mark.

    Raises ``InputError`` as ``read_bytes`` does, ``NotationError`` if it holds no text.
    """
    with named(path):
        return decoded(_read(path, limit))


def load_position(path: str | Path) -> Position:
    """The position in a text file; an error names the file, and the line where one is at fault.

    Raises ``InputError`` if the file cannot be read or holds no position.
    """
    with named(path):
        return Position.parse(decoded(_read(path, MAX_BYTES)))


def _read(path: str | Path, limit: int) -> bytes:
    if str(path) == "-":
        data = sys.stdin.buffer.read(limit + 1)
    else:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    if len(data) > limit:
        raise InputError(f"the file is larger than {limit:,} bytes")
    return data


def decoded(data: bytes) -> str:
    """The text in the bytes of a file in UTF-8. Raises ``NotationError`` naming the line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(f"line {line} is not text in UTF-8") from None
    if junk := _BINARY.search(text):
        line = text.count("\n", 0, junk.start()) + 1
        raise NotationError(f"line {line} holds binary data, not text")
    return text
