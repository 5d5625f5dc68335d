"""Type checks of arguments: sapper's functions raise ``InputError`` instead of ``TypeError``.

``checked`` reads the annotations of a function, so its signature declares the accepted types.
sapper's own types are left to ``Position.of``, ``Level.of`` and ``player``, which convert and check
them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from numbers import Real
from operator import index
from os import PathLike
from typing import Any, ParamSpec, TypeVar

from sapper.errors import InputError, quoted

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def whole(name: str, value: object) -> int:
    """Return a whole number, NumPy's included, as an ``int``. Raises ``InputError``."""
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise InputError(f"{name}: expected a whole number, not {shown(value)}")


def number(name: str, value: object) -> float:
    """Return a real number. Raises ``InputError``."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"{name}: expected a number, not {shown(value)}")
    return value  # type: ignore[return-value]


def text(name: str, value: object) -> str:
    """Return a string. Raises ``InputError``."""
    if not isinstance(value, str):
        raise InputError(f"{name}: expected a string, not {shown(value)}")
    return value


def path(name: str, value: object) -> str | PathLike[str]:
    """Return the name of a file. Raises ``InputError``."""
    if not isinstance(value, str | PathLike):
        raise InputError(f"{name}: expected the name of a file, not {shown(value)}")
    return value


def several(name: str, value: Any) -> Sequence[Any]:
    """Return a list or any other iterable but a string as a sequence.

    Raises ``InputError``.
    """
    if not isinstance(value, str | bytes):
        try:
            return value if isinstance(value, Sequence) else list(value)
        except TypeError:
            pass
    raise InputError(f"{name}: expected a list, not {shown(value)}")


def shown(value: object) -> str:
    """Describe a wrong value in a message: a string in quotes, anything else by its type."""
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool | int | float):
        return str(value)
    return f"{'an' if type(value).__name__[0] in 'aeiou' else 'a'} {type(value).__name__}"


CHECKS: dict[str, Callable[[str, object], object]] = {
    "int": whole,
    "float": number,
    "str": text,
    "str | Path": path,
}


def checked(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Check a function's arguments that are annotated as numbers, strings or paths."""
    parameters = inspect.signature(function).parameters
    names = tuple(parameters)
    checks: dict[str, Callable[[str, object], object]] = {}
    optional = set()
    for name, parameter in parameters.items():
        annotation = str(parameter.annotation)
        if annotation.endswith(" | None"):
            annotation = annotation.removesuffix(" | None")
            optional.add(name)
        if annotation in CHECKS:
            checks[name] = CHECKS[annotation]

    @wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        for name, value in (*zip(names, args, strict=False), *kwargs.items()):
            if name in checks and not (value is None and name in optional):
                checks[name](name, value)
        return function(*args, **kwargs)

    return call
