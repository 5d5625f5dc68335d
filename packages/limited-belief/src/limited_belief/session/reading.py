"""Reads files, with errors of one sentence. The path ``-`` is standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from limited_belief.errors import InputError, NotationError

MAX_BYTES = 20_000_000  #: neither an endless device nor a huge file can fill the memory
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@contextmanager
def naming_errors(path: str) -> Iterator[None]:
    """Make errors raised in the block name the file. An ``InputError`` keeps its class and is
    prefixed with the name; an ``OSError`` becomes an ``InputError``."""
    name = os.fsencode(path).decode(errors="replace") if path != "-" else "standard input"
    if "\0" in name:
        raise InputError(f"{name!r} is not a file name")
    try:
        yield
    except InputError as error:
        raise type(error)(f"{name}: {error}") from None
    except OSError as error:
        raise InputError(f"{name}: {_fault(error, Path(path))}") from None


def _fault(error: OSError, path: Path) -> str:
    """Return what is wrong with a path, in words: the part of it that is missing or no folder."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        for folder in reversed(path.parents):
            if not folder.exists():
                its = folder == path.parent
                return "its folder does not exist" if its else f"no such folder: {folder}"
            if not folder.is_dir():
                return f"{folder} is a file, not a folder"
    if isinstance(error, FileNotFoundError):
        return "no such file"
    words = error.strerror or str(error)
    return f"{words[:1].lower()}{words[1:]}"


def read_text(path: str) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark.

    Raises ``InputError`` if it cannot be read or is too large, ``NotationError`` if it is not text.
    """
    with naming_errors(path):
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InputError(f"the file is larger than {MAX_BYTES:,} bytes")
        return _decoded(data)


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(f"line {line} is not UTF-8 text") from None
    if junk := _BINARY.search(text):
        line = text.count("\n", 0, junk.start()) + 1
        raise NotationError(f"line {line} contains binary data, not text")
    return text


def is_file(name: str) -> bool:
    """Return whether a file or folder with this name exists; False for an impossible name."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # longer than a name can be, or with a null character
        return False
