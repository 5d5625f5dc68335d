"""The words ``KEY=VALUE`` beside a world's name, both ways: rules, grid, hints and ordering."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, get_args

from sapper.errors import NotationError
from sapper.game import Cell, Grid, Rules
from sapper.game.grid import Kind
from sapper.game.rules import First, Signs, WonBy

#: key: the field of ``Rules`` it sets, and what each of its words means.
WORDS: dict[str, tuple[str, dict[str, Any]]] = {
    "first": ("first", {word: word for word in get_args(First)}),
    "zeros": ("zeros_open", {"open": True, "closed": False}),
    "won": ("won_by", {word: word for word in get_args(WonBy)}),
    "signs": ("signs", {word: word for word in get_args(Signs)}),
    "gold": ("gold_known", {"known": True, "unknown": False}),
}
KEYS = ("first", "lives", "zeros", "won", "signs", "gold", "grid", "edges", "hints", "order")


def options_of(words: Iterable[str]) -> dict[str, str]:
    """The options by key. Raises ``NotationError`` for a word that is none, or given twice."""
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise NotationError(f"{word[:20]!r} is not an option KEY=VALUE")
        if key not in KEYS:
            raise NotationError(f"unknown option {key[:20]!r}: {', '.join(KEYS)}")
        if key in options:
            raise NotationError(f"the option {key!r} is given twice")
        options[key] = value
    return options


def rules_of(options: dict[str, str], default: Rules) -> Rules:
    """The rules that the options make of a game's own. Raises ``InputError``."""
    given: dict[str, Any] = {}
    for key, (field, meaning) in WORDS.items():
        if key in options:
            given[field] = meaning[_one_of(options, key, tuple(meaning))]
    if "lives" in options:
        (given["lives"],) = _numbers(options, "lives", r"\d{1,18}", "3")
    return replace(default, **given)


def grid_of(
    options: dict[str, str], width: int, height: int, blocked: frozenset[int], default: Kind
) -> Grid:
    """The grid of so many cells that the options name. Raises ``InputError``."""
    kind = _one_of(options, "grid", get_args(Kind)) if "grid" in options else default
    ends = _numbers(options, "edges", r"(\d{1,7}-\d{1,7}(,(?=\d)|$))*", "0-1,1-2")
    edges = tuple(zip(ends[::2], ends[1::2], strict=True))
    return Grid(width, height, kind, blocked, edges)  # type: ignore[arg-type]


def hints_of(options: dict[str, str]) -> tuple[Cell, ...]:
    """The cells opened before the first move. Raises ``NotationError``."""
    ends = _numbers(options, "hints", r"(\d{1,7},\d{1,7}(;(?=\d)|$))*", "0,0;2,2")
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def order_of(options: dict[str, str]) -> tuple[int, ...]:
    """The ordering of a deal. Raises ``NotationError``."""
    return tuple(_numbers(options, "order", r"(\d{1,7}(,(?=\d)|$))*", "3,0,1"))


def rules_words(rules: Rules, default: Rules) -> list[str]:
    """What ``rules_of`` reads back, no more than differs from the default."""
    words = [f"lives={rules.lives}"] if rules.lives != default.lives else []
    for key, (field, meaning) in WORDS.items():
        value = getattr(rules, field)
        if value != getattr(default, field):
            words.append(f"{key}={next(word for word in meaning if meaning[word] == value)}")
    return words


def grid_words(grid: Grid) -> list[str]:
    """What ``grid_of`` reads back, apart from blocked cells; nothing for a square grid."""
    edges = ",".join(f"{a}-{b}" for a, b in grid.edges)
    kind = [f"grid={grid.kind}"] if grid.kind != "square" else []
    return [*kind, f"edges={edges}"] if edges else kind


def _one_of(options: dict[str, str], key: str, words: tuple[str, ...]) -> str:
    value = options[key]
    if value not in words:
        *first, last = words
        raise NotationError(f"{key}={value[:20]} should be {', '.join(first)} or {last}")
    return value


def _numbers(options: dict[str, str], key: str, form: str, example: str) -> list[int]:
    value = options.get(key, "")
    if not re.fullmatch(form, value, re.ASCII):
        raise NotationError(f"{key}={value[:20]} should look like {key}={example}")
    return [int(number) for number in re.findall(r"\d+", value, re.ASCII)]
