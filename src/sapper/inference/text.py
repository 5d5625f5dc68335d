"""Probabilities and numbers of layouts as words."""

from __future__ import annotations

from math import floor


def percent(probability: float, unit: str = "%") -> str:
    """A mine probability in at most two digits; 0 and 100 only if it is certain, ``?`` for nan."""
    if probability != probability:
        return "?"
    if probability in (0.0, 1.0):
        return f"{100 * int(probability)}{unit}"
    if probability < 0.005:
        return f"<1{unit}"
    return f"{min(99, round(100 * probability))}{unit}"


def layouts(log10: float) -> str:
    """The number of layouts in words: exact below a thousand million."""
    if log10 < 9:
        count = round(10**log10)
        return f"{count:,} layout" + ("s" if count != 1 else "")
    power = floor(log10)
    digits = f"{10 ** (log10 - power):.2f}"
    return f"1.00e{power + 1} layouts" if digits == "10.00" else f"{digits}e{power} layouts"
