"""Players that differ in how long they may think, and in nothing else: told by their recipes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

NUMBER = re.compile(r"([a-z_]+)=(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=[,)\s])")


@dataclass(frozen=True)
class Family:
    """Recipes that are the same but for one number: ``recipe`` has ``…`` in its place, ``option``
    is what it is called, ``budgets`` are its values in rising order, and ``players`` the recipes
    that have them."""

    recipe: str
    option: str
    budgets: tuple[float, ...]
    players: tuple[str, ...]


def families(recipes: Sequence[str]) -> tuple[Family, ...]:
    """All families of at least two among some recipes; budgets of 0 belong to none."""
    found: dict[tuple[str, str], dict[float, str]] = {}
    for recipe in recipes:
        for number in NUMBER.finditer(recipe):
            rest = f"{recipe[: number.start(2)]}…{recipe[number.end(2) :]}"
            if float(number[2]) > 0:
                found.setdefault((rest, number[1]), {}).setdefault(float(number[2]), recipe)
    return tuple(
        Family(rest, option, tuple(sorted(members)), tuple(members[b] for b in sorted(members)))
        for (rest, option), members in found.items()
        if len(members) > 1
    )
