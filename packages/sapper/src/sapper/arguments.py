"""Type checks of arguments: sapper's functions raise ``InputError`` instead of ``TypeError``.

``checked`` reads the annotations of a function, so its signature declares the accepted types.
What may also be given as text is left to ``Position.of``, ``Level.of`` and ``player``, which
convert it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from numbers import Real
from operator import index
from os import PathLike, fspath
from pathlib import PurePath
from typing import Any, ParamSpec, TypeVar

from sapper.errors import InputError, RulesError, quoted

MAX_WHOLE = 2**63 - 1  #: the largest whole number of an argument, which compiled code can take
MAX_SEED = 2**128 - 1  #: the largest seed: a random one of that size can be secret
MAX_NAME_BYTES = 255  #: the most bytes of a part of a path
MAX_NUMBER_LENGTH = 24  #: longer numbers are cut in messages

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
    raise InputError(f"{name}: expected a whole number, not {describe(value)}")


def ranged(name: str, value: object, least: int, most: int = MAX_WHOLE) -> int:
    """Return a whole number from ``least`` to ``most``. Raises ``InputError``."""
    number = whole(name, value)
    if not least <= number <= most:
        raise InputError(
            f"{name}: expected a whole number from {least} to {bound(most)}, not {describe(value)}"
        )
    return number


def bound(most: int) -> str:
    """Return the upper end of a range for a message: a large one as a power of two."""
    bits = most.bit_length()
    return f"2**{bits} - 1" if bits > 60 and most == 2**bits - 1 else f"{most:,}"


def truth(name: str, value: object) -> bool:
    """Return a truth value. Raises ``InputError``."""
    if not isinstance(value, bool):
        raise InputError(f"{name}: expected True or False, not {describe(value)}")
    return value


FIRST = ("any", "safe", "opening")  #: the first-move rules


def first_rule(name: str, value: object) -> str:
    """Return a first-move rule. Raises ``RulesError``, or ``InputError`` for another type."""
    if text(name, value) not in FIRST:
        raise RulesError(f"unknown first-move rule {quoted(value)}: expected any, safe or opening")
    return value  # type: ignore[return-value]


def number(name: str, value: object) -> float:
    """Return a real number. Raises ``InputError``."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"{name}: expected a number, not {describe(value)}")
    return value  # type: ignore[return-value]


def duration(name: str, value: object) -> float:
    """Return a number of seconds, which may be infinite. Raises ``InputError``."""
    seconds = number(name, value)
    if not seconds >= 0.0:  # nor NaN
        raise InputError(f"{name}: expected a number of at least 0, not {describe(value)}")
    return seconds


def text(name: str, value: object) -> str:
    """Return a string. Raises ``InputError``."""
    if not isinstance(value, str):
        raise InputError(f"{name}: expected a string, not {describe(value)}")
    return value


def path(name: str, value: object) -> str | PathLike[str]:
    """Return the name of a file. Raises ``InputError``, also for one that no system accepts."""
    if not isinstance(value, str | PathLike) or not isinstance(fspath(value), str):
        raise InputError(f"{name}: expected the name of a file, not {describe(value)}")
    parts = PurePath(value).parts
    if "\0" in str(value) or any(
        len(part.encode(errors="replace")) > MAX_NAME_BYTES for part in parts
    ):
        raise InputError(f"{name}: no file can be called {quoted(value)}")
    return value


def several(name: str, value: Any) -> Sequence[Any]:
    """Return a list or any other iterable but a string as a sequence.

    Raises ``InputError``.
    """
    return value if isinstance(iterable(name, value), Sequence) else list(value)


def limited(name: str, value: object) -> int:
    """Return a whole number that fits into 64 bits. Raises ``InputError``."""
    number = whole(name, value)
    if not -MAX_WHOLE <= number <= MAX_WHOLE:
        raise InputError(f"{name}: expected a whole number below 2**63, not {describe(value)}")
    return number


def seed(name: str, value: object) -> int:
    """Return a seed, also a secret one of 128 bits. Raises ``InputError``."""
    return ranged(name, value, 0, MAX_SEED)


def function(name: str, value: object) -> Callable[..., object]:
    """Return a function or another object that can be called. Raises ``InputError``."""
    if not callable(value):
        raise InputError(f"{name}: expected a function, not {describe(value)}")
    return value


def mapping(name: str, value: object) -> Mapping[Any, Any]:
    """Return a dictionary or another mapping. Raises ``InputError``."""
    if not isinstance(value, Mapping):
        raise InputError(f"{name}: expected a dictionary, not {describe(value)}")
    return value


def iterable(name: str, value: object) -> Iterable[Any]:
    """Return an iterable other than a string; it may be read only once. Raises ``InputError``."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InputError(f"{name}: expected a list, not {describe(value)}")
    return value


def instance(kind: str, name: str, value: object) -> object:
    """Check that a value belongs to a class of sapper, by the name of the class: this module is
    below all of them."""
    if not any(base.__name__ == kind for base in type(value).__mro__):
        raise InputError(f"{name}: expected a sapper.{kind}, not {describe(value)}")
    return value


def describe(value: object) -> str:
    """Describe a wrong value in a message: a string in quotes, anything else by its type."""
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool | int | float):
        return (
            str(value)
            if len(str(value)) <= MAX_NUMBER_LENGTH
            else f"{str(value)[:MAX_NUMBER_LENGTH]}…"
        )
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' or name == 'ndarray' else 'a'} {name}"


def describe_cell(cell: object) -> str:
    """Describe a wrong cell in a message: a short tuple by its parts, others as ``describe``."""
    if isinstance(cell, tuple) and len(cell) <= 4:
        parts = ", ".join(map(describe, cell))
        return f"({parts},)" if len(cell) == 1 else f"({parts})"
    return describe(cell)


#: Checks by annotation.
CHECKS: dict[str, Callable[[str, object], object]] = {
    "int": limited,
    "Seed": seed,
    "float": number,
    "str": text,
    "First": first_rule,
    "str | Path": path,
    "Progress": function,
    "Report": function,
    "Mapping": mapping,
    "Iterable": iterable,
    **{kind: partial(instance, kind) for kind in ("Chance", "Deal", "Grid", "Move", "Rules")},
}


#: Checks by name and annotation, instead of those by annotation.
CHECKS_BY_NAME: dict[tuple[str, str], Callable[[str, object], object]] = {
    ("seconds", "float"): duration,
    ("seed", "int"): seed,
    ("number", "int"): partial(ranged, least=0),
    ("megabytes", "int"): partial(ranged, least=1),
    ("steps", "int"): partial(ranged, least=0),
}


def checked(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Check a function's arguments whose annotations are in ``CHECKS``.

    ``seconds`` are a duration, and a whole ``seed`` or ``number`` is that of a deal.
    """
    parameters = inspect.signature(function).parameters
    names = tuple(parameters)
    checks: dict[str, Callable[[str, object], object]] = {}
    optional = set()
    for name, parameter in parameters.items():
        annotation = str(parameter.annotation)
        if annotation.endswith(" | None"):
            annotation = annotation.removesuffix(" | None")
            optional.add(name)
        annotation = annotation.partition("[")[0]
        if annotation in CHECKS:
            checks[name] = CHECKS_BY_NAME.get((name, annotation), CHECKS[annotation])

    places = [(i, name) for i, name in enumerate(names) if name in checks]

    @wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        for i, name in places:
            if i >= len(args):
                break
            if not (args[i] is None and name in optional):
                checks[name](name, args[i])
        for name, value in kwargs.items():
            if name in checks and not (value is None and name in optional):
                checks[name](name, value)
        return function(*args, **kwargs)

    return call
