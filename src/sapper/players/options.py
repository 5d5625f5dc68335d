"""Options of strategies: written ``name=value``, of the kinds that their classes' types say."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from inspect import Parameter, signature
from math import inf
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from sapper.errors import RecipeError, listed, nearest, quoted

Value = bool | int | float | str

_CALLED = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}


def options_of(arguments: str, text: str) -> dict[str, Value]:
    """``a=1, b=true`` as a dictionary: numbers, words and truth values only.

    Raises ``RecipeError`` for what is no option of ``text``, where it stands, or is given twice.
    """
    options: dict[str, Value] = {}
    for part in filter(None, (p.strip() for p in arguments.split(","))):
        key, equals, value = (s.strip() for s in part.partition("="))
        if not equals or not key.isidentifier() or key in options:
            raise RecipeError(f"{quoted(part)} in {quoted(text)} is not an option NAME=VALUE")
        options[key] = _value(value)
    return options


def check(name: str, make: Callable[..., object], options: dict[str, Value]) -> None:
    """Raises ``RecipeError`` for an option that a strategy has not, or whose value is of another
    kind than its type says; what has no type may be anything."""
    taken = signature(make).parameters
    hints = _types(make)
    takes_any = any(each.kind is Parameter.VAR_KEYWORD for each in taken.values())
    for key, value in options.items():
        if key not in taken and not takes_any:
            near = nearest(key, taken)
            words = f"did you mean '{near}'?" if near else ", ".join(taken) or "it has none"
            raise RecipeError(f"strategy '{name}' has no option {quoted(key)}: {words}")
        if key in hints and not _fits(value, hints[key]):
            written = str(value).lower() if isinstance(value, bool) else str(value)[:20]
            raise RecipeError(f"strategy '{name}': {key} is {_called(hints[key])}, not {written}")


def _types(make: Callable[..., object]) -> dict[str, object]:
    """The types of options by name, as far as they can be told."""
    with suppress(NameError, TypeError):  # types that only a checker imports; objects without any
        return get_type_hints(getattr(make, "__init__") if isinstance(make, type) else make)  # noqa: B009
    return {}


def _value(text: str) -> Value:
    """A truth value, a number or, where it is neither, the word itself."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for number in (int, float):
        with suppress(ValueError):
            return number(text)
    return text


def _fits(value: Value, hint: object) -> bool:
    if hint is float:
        return type(value) in (int, float) and -inf < value < inf  # type: ignore[operator]
    if get_origin(hint) is Literal:
        return any(type(value) is type(word) and value == word for word in get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    return hint not in (*_CALLED, NoneType) or type(value) is hint


def _called(hint: object) -> str:
    """What a type admits, in words."""
    if get_origin(hint) in (Union, UnionType):
        return listed((_called(each) for each in get_args(hint) if each is not NoneType), "or")
    if get_origin(hint) is Literal:
        return listed((str(word).lower() for word in get_args(hint)), "or")
    return _CALLED.get(hint, "something else")  # type: ignore[call-overload, no-any-return]
