"""Options of strategies, written ``name=value``; the classes' type hints say what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from inspect import Parameter, signature
from math import inf
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from sapper.errors import RecipeError, listed, nearest, quoted

Value = bool | int | float | str

_COLLECTING = (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL)
_CALLED = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}


def options_of(arguments: str, text: str) -> dict[str, Value]:
    """Read ``a=1, b=true`` as a dictionary of numbers, words and truth values.

    Raises ``RecipeError`` for a part that is not an option or repeats one; ``text`` is the link of
    the recipe that the message names.
    """
    options: dict[str, Value] = {}
    for part in filter(None, (p.strip() for p in arguments.split(","))):
        key, equals, value = (s.strip() for s in part.partition("="))
        if not equals or not key.isidentifier() or key in options:
            raise RecipeError(f"{quoted(part)} in {quoted(text)} is not an option NAME=VALUE")
        options[key] = _value(value)
    return options


def check(name: str, make: Callable[..., object], options: dict[str, Value]) -> None:
    """Raise ``RecipeError`` for an option that a strategy lacks, or needs but does not get.

    The same for a value that its type hint does not allow; without a hint any value is allowed.
    """
    taken = parameters_of(make)
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
    for key, each in taken.items():
        needed = each.default is Parameter.empty and each.kind not in _COLLECTING
        if needed and key not in options:
            raise RecipeError(f"strategy '{name}' needs the option '{key}'")


def parameters_of(make: Callable[..., object]) -> Mapping[str, Parameter]:
    """Return the parameters of a class or function, which are the options of its strategy."""
    with suppress(ValueError):  # classes of C without a signature, such as dict
        return signature(make).parameters
    return {}


def _types(make: Callable[..., object]) -> dict[str, object]:
    """Return the types of options by name, those that are known."""
    with suppress(NameError, TypeError):  # types imported for checkers only; objects without hints
        return get_type_hints(getattr(make, "__init__") if isinstance(make, type) else make)  # noqa: B009
    return {}


def _value(text: str) -> Value:
    """Return a truth value, a number or, failing both, the word itself."""
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
    """Say which values a type allows."""
    if get_origin(hint) in (Union, UnionType):
        return listed((_called(each) for each in get_args(hint) if each is not NoneType), "or")
    if get_origin(hint) is Literal:
        return listed((str(word).lower() for word in get_args(hint)), "or")
    return _CALLED.get(hint, "something else")  # type: ignore[call-overload, no-any-return]
