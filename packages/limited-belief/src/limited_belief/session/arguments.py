"""Checks of arguments: those of a wrong type raise ``InputError`` as wrong values do."""

from __future__ import annotations

from numbers import Real
from operator import index
from os import PathLike, fspath
from pathlib import PurePath

from limited_belief.errors import InputError, quoted

MAX_PART_BYTES = 255  #: the most bytes of a part of a path


def whole(name: str, value: object) -> int:
    """Return a whole number of at least 0. Raises ``InputError``."""
    try:
        number = -1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 0:
        raise InputError(f"{name}: expected a whole number of at least 0, not {describe(value)}")
    return number


def duration(name: str, value: object) -> float:
    """Return a number of seconds, which may be infinite. Raises ``InputError``."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"{name}: expected a number, not {describe(value)}")
    seconds = float(value)
    if not seconds >= 0.0:  # nor NaN
        raise InputError(f"{name}: expected a number of at least 0, not {describe(value)}")
    return seconds


def text(name: str, value: object) -> str:
    """Return a string. Raises ``InputError``."""
    if not isinstance(value, str):
        raise InputError(f"{name}: expected a string, not {describe(value)}")
    return value


def path(name: str, value: object) -> str:
    """Return the name of a file. Raises ``InputError``, also for one that no system accepts."""
    if not isinstance(value, str | PathLike) or not isinstance(fspath(value), str):
        raise InputError(f"{name}: expected the name of a file, not {describe(value)}")
    parts = PurePath(value).parts
    if "\0" in str(value) or any(
        len(part.encode(errors="replace")) > MAX_PART_BYTES for part in parts
    ):
        raise InputError(f"{name}: no file can be called {quoted(value)}")
    return str(value)


def describe(value: object) -> str:
    """Describe a wrong value in a message: a string in quotes, a number, others by their type."""
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool | int | float):
        shown = str(value)
        return shown if len(shown) <= 24 else f"{shown[:24]}…"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
