"""Families of players whose recipes differ only in how long they may think."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

NUMBER = re.compile(r"([a-z_]+)=(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=[,)\s])")


@dataclass(frozen=True)
class Family:
    """Recipes that differ in one number only: ``recipe`` has ``…`` in its place, ``option`` is its
    name, ``budgets`` are its values in rising order, and ``players`` the recipes with them."""

    recipe: str
    option: str
    budgets: tuple[float, ...]
    players: tuple[str, ...]


def families(recipes: Sequence[str]) -> tuple[Family, ...]:
    """Return all families of two or more of these recipes; a budget of 0 belongs to no family."""
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
