"""Tallies: sums over games that add up in any order."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self


@dataclass(frozen=True)
class Sums:
    """The base of tallies: frozen dataclasses that add up field by field.

    Fields are numbers, counters, other tallies, or tuples of these, which add up item by item. All
    fields need a default, with which nothing is counted.
    """

    def __add__(self, other: Self) -> Self:
        names = [field.name for field in fields(self)]
        return replace(self, **{n: plus(getattr(self, n), getattr(other, n)) for n in names})


def plus(a: Any, b: Any) -> Any:
    """Add two values of a field of a tally, or two tuples of tallies of the same length."""
    if isinstance(a, tuple):
        return tuple(plus(x, y) for x, y in zip(a, b, strict=True))
    return a + b
