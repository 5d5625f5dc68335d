"""Rules and grids as words ``KEY=VALUE``, both ways: the headers of positions, deals and worlds.

Only what differs from a default is written. Whoever reads has gathered the words in a dictionary,
``options``; keys that nobody here asks for are left to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from sapper.errors import NotationError, listed, quoted
from sapper.game.grid import Grid, Kind
from sapper.game.rules import First, Rules, Signs, WonBy

#: key: the field of ``Rules`` it sets, and what each of its words means; ``lives`` is a number.
_RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "first": ("first", {word: word for word in get_args(First)}),
    "lives": ("lives", {}),
    "zeros": ("zeros_open", {"open": True, "closed": False}),
    "won": ("won_by", {word: word for word in get_args(WonBy)}),
    "signs": ("signs", {word: word for word in get_args(Signs)}),
}
RULES_KEYS = tuple(_RULES)
GRID_KEYS = ("grid", "edges")


def options_of(words: Iterable[str], keys: Collection[str]) -> dict[str, str]:
    """The options by key.

    Raises ``NotationError`` for a word that is none, has another key, or is given twice.
    """
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise NotationError(f"{quoted(word)} is not an option KEY=VALUE")
        if key not in keys:
            raise NotationError(f"unknown option {quoted(key)}: {', '.join(keys)}")
        if key in options:
            raise NotationError(f"the option '{key}' is given twice")
        options[key] = value
    return options


def rules_of(options: Mapping[str, str], default: Rules) -> Rules:
    """The rules that the options make of the default ones. Raises ``InputError``."""
    given: dict[str, Any] = {}
    for key, (field, meaning) in _RULES.items():
        if key in options and meaning:
            given[field] = meaning[one_of(options, key, tuple(meaning))]
        elif key in options:
            (given[field],) = numbers(options, key, r"\d{1,18}", "3")
    return replace(default, **given)


def rules_words(rules: Rules, default: Rules) -> list[str]:
    """What ``rules_of`` reads back."""
    words = []
    for key, (field, meaning) in _RULES.items():
        value = getattr(rules, field)
        if value != getattr(default, field):
            words.append(f"{key}={next((w for w in meaning if meaning[w] == value), value)}")
    return words


def grid_of(
    options: Mapping[str, str],
    width: int,
    height: int,
    blocked: Iterable[int] = (),
    default: Kind = "square",
) -> Grid:
    """The grid of so many cells that the options name. Raises ``InputError``."""
    kind = one_of(options, "grid", get_args(Kind)) if "grid" in options else default
    ends = numbers(options, "edges", r"(\d{1,7}-\d{1,7}(,(?=\d)|$))*", "0-1,1-2")
    edges = tuple(zip(ends[::2], ends[1::2], strict=True))
    return Grid(width, height, kind, frozenset(blocked), edges)  # type: ignore[arg-type]


def grid_words(grid: Grid) -> list[str]:
    """What ``grid_of`` reads back, apart from blocked cells; nothing for a square grid."""
    edges = ",".join(f"{a}-{b}" for a, b in grid.edges)
    kind = [f"grid={grid.kind}"] if grid.kind != "square" else []
    return [*kind, f"edges={edges}"] if edges else kind


def one_of(options: Mapping[str, str], key: str, words: tuple[str, ...]) -> str:
    """The value of a key that is given. Raises ``NotationError`` unless it is one of the words."""
    value = options[key]
    if value not in words:
        raise NotationError(f"{key}={value[:20]} should be {listed(words, 'or')}")
    return value


def numbers(options: Mapping[str, str], key: str, form: str, example: str) -> list[int]:
    """The numbers in the value of a key, none where it is not given.

    Raises ``NotationError``, which shows the example, for a value not of this form (a regular
    expression).
    """
    value = options.get(key, "")
    if key in options and not re.fullmatch(form, value, re.ASCII):
        raise NotationError(f"{key}={value[:20]} should look like {key}={example}")
    return [int(number) for number in re.findall(r"\d+", value, re.ASCII)]
