"""The words ``KEY=VALUE`` after a world's name: rules, grid, hints and ordering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sapper.game import Cell, Rules
from sapper.game import words as plain
from sapper.game.words import GRID_KEYS, RULES_KEYS, numbers, one_of

KEYS = (*RULES_KEYS, "gold", *GRID_KEYS, "hints", "order")


def rules_of(options: Mapping[str, str], default: Rules) -> Rules:
    """Return a game's own rules, changed by the options.

    Besides those of ``game.words`` there is ``gold``, which says whether the number of gold is
    known. Raises ``InputError`` for a wrong option.
    """
    rules = plain.rules_of(options, default)
    if "gold" not in options:
        return rules
    return replace(rules, gold_known=one_of(options, "gold", ("known", "unknown")) == "known")


def rules_words(rules: Rules, default: Rules) -> list[str]:
    """Return the words that ``rules_of`` needs to get from the default to these rules."""
    known = "gold=known" if rules.gold_known else "gold=unknown"
    differs = rules.gold_known != default.gold_known
    return [*plain.rules_words(rules, default), *[known] * differs]


def hints_of(options: Mapping[str, str]) -> tuple[Cell, ...]:
    """The cells that are open before the first move. Raises ``NotationError``."""
    ends = numbers(options, "hints", r"(\d{1,7},\d{1,7}(;(?=\d)|$))*", "0,0;2,2")
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def order_of(options: Mapping[str, str]) -> tuple[int, ...]:
    """The ordering of a deal. Raises ``NotationError``."""
    return tuple(numbers(options, "order", r"(\d{1,7}(,(?=\d)|$))*", "3,0,1"))
