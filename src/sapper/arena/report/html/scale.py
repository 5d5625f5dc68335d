"""Scales of plots: the place of a value between the ends, in percent of the width."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """A scale from ``low`` to ``high`` with tick marks; logarithmic if ``log``."""

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool = False

    def place(self, value: float) -> float:
        """The place of a value: 0 at the low end, 1 at the high end, never outside."""
        low, high, value = (
            (math.log(x) for x in (self.low, self.high, max(value, self.low)))
            if self.log
            else (self.low, self.high, value)
        )
        return min(1.0, max(0.0, (value - low) / (high - low)))

    def percent(self, value: float) -> str:
        """The place of a value in percent, as an attribute of SVG."""
        return f"{100 * self.place(value):.4g}%"


def linear(
    values: Iterable[float],
    least: float = -math.inf,
    most: float = math.inf,
    *,
    marks: int = 5,
) -> Scale:
    """A linear scale around the values with round ends within ``least`` and ``most``, and about
    ``marks`` tick marks."""
    found = list(values)
    low, high = min(found), max(found)
    rough = max(high - low, 0.1) / marks
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    inside = [step * k for k in range(first, last + 1)]
    ends = max(inside[0], least), min(inside[-1], most)
    return Scale(*ends, tuple(tick for tick in inside if ends[0] <= tick <= ends[1]))


def logarithmic(values: Iterable[float]) -> Scale:
    """A logarithmic scale around positive values, with tick marks at powers of ten, and between
    them if there are few."""
    found = list(values)
    low, high = min(found) / 1.3, max(found) * 1.3
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks: tuple[float, ...] = ()
    for factors in (1,), (1, 3), (1, 2, 5):
        all_marks = (factor * 10.0**power for power in powers for factor in factors)
        ticks = tuple(mark for mark in all_marks if low <= mark <= high)
        if len(ticks) > 2:
            break
    return Scale(low, high, ticks, log=True)
