"""Rules and grids as words ``KEY=VALUE``, in the headers of positions, deals and worlds.

Only values that differ from a default are written. The readers take the words as a dictionary,
``options``, and ignore other keys.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from sapper.errors import NotationError, listed, quoted
from sapper.game.grid import Grid, Kind
from sapper.game.rules import First, Rules, Signs, WonBy

#: For each key, the field of ``Rules`` it sets and the value of each word; ``lives`` is a number.
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
    """Return the options as a dictionary.

    Raises ``NotationError`` for a word without ``=``, an unknown key, or a key given twice.
    """
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise NotationError(f"{quoted(word)} is not an option of the form KEY=VALUE")
        if key not in keys:
            raise NotationError(f"unknown option {quoted(key)}: expected {listed(keys, 'or')}")
        if key in options:
            raise NotationError(f"the option '{key}' is given twice")
        options[key] = value
    return options


def rules_of(options: Mapping[str, str], default: Rules) -> Rules:
    """Return the default rules with the options applied. Raises ``InputError``."""
    given: dict[str, Any] = {}
    for key, (field, meaning) in _RULES.items():
        if key in options and meaning:
            given[field] = meaning[one_of(options, key, tuple(meaning))]
        elif key in options:
            (given[field],) = numbers(options, key, r"\d{1,18}", "3")
    return replace(default, **given)


def rules_words(rules: Rules, default: Rules) -> list[str]:
    """Return the words that ``rules_of`` reads back."""
    options = []
    for key, (field, meaning) in _RULES.items():
        value = getattr(rules, field)
        if value != getattr(default, field):
            options.append(f"{key}={next((w for w in meaning if meaning[w] == value), value)}")
    return options


def grid_of(
    options: Mapping[str, str],
    width: int,
    height: int,
    blocked: Iterable[int] = (),
    default: Kind = "square",
) -> Grid:
    """Return the grid of this size that the options describe. Raises ``InputError``."""
    kind = one_of(options, "grid", get_args(Kind)) if "grid" in options else default
    ends = numbers(options, "edges", r"(\d{1,7}-\d{1,7}(,(?=\d)|$))*", "0-1,1-2")
    edges = tuple(zip(ends[::2], ends[1::2], strict=True))
    return Grid(width, height, kind, frozenset(blocked), edges)  # type: ignore[arg-type]


def grid_words(grid: Grid) -> list[str]:
    """Return the words that ``grid_of`` reads back; none for a square grid.

    Blocked cells are not included.
    """
    edges = ",".join(f"{a}-{b}" for a, b in grid.edges)
    kind = [f"grid={grid.kind}"] if grid.kind != "square" else []
    return [*kind, f"edges={edges}"] if edges else kind


def one_of(options: Mapping[str, str], key: str, words: tuple[str, ...]) -> str:
    """Return the value of a key. Raises ``NotationError`` unless it is one of the words."""
    value = options[key]
    if value not in words:
        raise NotationError(f"{key}={value[:20]} should be {listed(words, 'or')}")
    return value


def numbers(options: Mapping[str, str], key: str, form: str, example: str) -> list[int]:
    """Return the numbers in the value of a key, or an empty list if the key is not given.

    Raises ``NotationError``, which shows ``example``, for a value that does not match ``form`` (a
    regular expression).
    """
    value = options.get(key, "")
    if key in options and not re.fullmatch(form, value, re.ASCII):
        raise NotationError(f"{key}={value[:20]} should look like {key}={example}")
    return [int(number) for number in re.findall(r"\d+", value, re.ASCII)]
