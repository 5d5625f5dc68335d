"""The words ``KEY=VALUE`` beside a world's name, both ways: rules, grid, hints and ordering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sapper.game import Cell, Rules
from sapper.game import words as plain
from sapper.game.words import GRID_KEYS, RULES_KEYS, numbers, one_of

KEYS = (*RULES_KEYS, "gold", *GRID_KEYS, "hints", "order")


def rules_of(options: Mapping[str, str], default: Rules) -> Rules:
    """The rules that the options make of a game's own: those of ``game.words``, and whether the
    number of gold is known. Raises ``InputError``."""
    rules = plain.rules_of(options, default)
    if "gold" not in options:
        return rules
    return replace(rules, gold_known=one_of(options, "gold", ("known", "unknown")) == "known")


def rules_words(rules: Rules, default: Rules) -> list[str]:
    """What ``rules_of`` reads back, no more than differs from the default."""
    known = "gold=known" if rules.gold_known else "gold=unknown"
    told = rules.gold_known != default.gold_known
    return [*plain.rules_words(rules, default), *[known] * told]


def hints_of(options: Mapping[str, str]) -> tuple[Cell, ...]:
    """The cells opened before the first move. Raises ``NotationError``."""
    ends = numbers(options, "hints", r"(\d{1,7},\d{1,7}(;(?=\d)|$))*", "0,0;2,2")
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def order_of(options: Mapping[str, str]) -> tuple[int, ...]:
    """The ordering of a deal. Raises ``NotationError``."""
    return tuple(numbers(options, "order", r"(\d{1,7}(,(?=\d)|$))*", "3,0,1"))
