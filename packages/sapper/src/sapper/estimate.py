"""Estimates: figures with their 95% intervals, from playouts or exact."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import fsum, sqrt

Z = 1.959964  #: standard errors to each side of a 95% interval

Values = Collection[float]  #: the value of each playout, from 0 to 1


@dataclass(frozen=True)
class Estimate:
    """A chance, or the difference of two, with its 95% interval from ``low`` to ``high``.

    ``playouts`` is the number of games behind it; 0 for an exact figure, whose bounds are equal.
    """

    value: float
    low: float
    high: float
    playouts: int = 0

    @classmethod
    def exactly(cls, value: float) -> Estimate:
        """Return an exact figure."""
        return cls(value, value, value)

    @property
    def exact(self) -> bool:
        """True if the figure is exact rather than estimated."""
        return self.playouts == 0

    def clamp(self, least: float, most: float) -> Estimate:
        """Return the estimate clipped to two bounds."""
        value, low, high = (min(max(one, least), most) for one in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.playouts)

    def times(self, factor: float) -> Estimate:
        """Return the estimate multiplied by a factor."""
        return Estimate(factor * self.value, factor * self.low, factor * self.high, self.playouts)

    def __neg__(self) -> Estimate:
        return Estimate(-self.value, -self.high, -self.low, self.playouts)

    @property
    def half_width(self) -> float:
        """The larger distance from the value to an end of the interval."""
        return max(self.high - self.value, self.value - self.low)

    def __str__(self) -> str:
        if self.exact:
            return percent(self.value)
        return f"{percent(self.value)} ± {hundredths(self.half_width, 1)}"


def mean(values: Values) -> Estimate:
    """Return the mean of playouts worth 0 to 1 each.

    The interval is that of Agresti & Coull (1998), "Approximate is better than 'exact'". It adds
    two wins and two losses, so that playouts with equal results do not look certain.
    """
    games = len(values)
    total = fsum(values)
    middle = (total + 2.0) / (games + 4)
    squares = fsum((value - middle) ** 2 for value in values)
    squares += 2 * (1 - middle) ** 2 + 2 * middle**2
    half = Z * sqrt(squares) / (games + 4)
    value = total / games
    low, high = min(value, middle - half), max(value, middle + half)
    return Estimate(value, low, high, games).clamp(0.0, 1.0)


def mean_difference(first: Values, second: Values, z: float = Z) -> Estimate:
    """Return the mean difference of paired playouts, the first minus the second.

    The interval extends ``z`` standard errors to each side. It adds half a game to each of the four
    outcomes of a pair, as in Agresti & Min (2005), "Simple improved confidence intervals for
    comparing matched proportions".
    """
    differences = [one - other for one, other in zip(first, second, strict=True)]
    pairs, total = len(differences), fsum(differences)
    middle = total / (pairs + 2)
    squares = fsum((difference - middle) ** 2 for difference in differences)
    squares += 0.5 * (1 - middle) ** 2 + 0.5 * (1 + middle) ** 2 + middle**2
    half = z * sqrt(squares) / (pairs + 2)
    value = total / pairs
    return Estimate(value, min(value, middle - half), max(value, middle + half), pairs)


def total(estimates: Iterable[Estimate]) -> Estimate:
    """Return the sum of independent estimates, which is exact if all of them are."""
    value = below = above = 0.0
    games = 0
    for term in estimates:
        value += term.value
        below += (term.value - term.low) ** 2
        above += (term.high - term.value) ** 2
        games = max(games, term.playouts)
    return Estimate(value, value - sqrt(below), value + sqrt(above), games)


def percent(share: float, digits: int = 1, unit: str = "%") -> str:
    """Return a share in percent with ``digits`` decimals, as in ``12.3%``.

    ``0%`` and ``100%`` are exact: anything between them is at least ``<0.1%`` and at most
    ``99.9%``. An unknown share (nan) is ``?``.
    """
    if share != share:
        return "?"
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}{unit}"
    least = 10.0**-digits
    shown = f"{min(100 * share, 100 - least):.{digits}f}"
    return f"<{least:.{digits}f}{unit}" if float(shown) == 0 else f"{shown}{unit}"


def hundredths(share: float, digits: int = 2) -> str:
    """Return a share as a rounded number of hundredths, for a column of percentages."""
    return f"{100 * share:.{digits}f}"


def interval_text(interval: tuple[float, float], digits: int = 2) -> str:
    """Return an interval of shares for such a column: ``37.65–44.50``."""
    low, high = interval
    return f"{hundredths(low, digits)}–{hundredths(high, digits)}"


def bounds_text(low: float, high: float) -> str:
    """Return the bounds of an interval of shares in words: ``0.04 to 8.5``.

    A bound other than 0 has enough digits not to read as 0.
    """
    return f"{_bound(low)} to {_bound(high)}"


def _bound(share: float) -> str:
    texts = (hundredths(share, digits) for digits in range(1, 7))
    return next((text for text in texts if not share or float(text)), "0.0")


def estimate_json(name: str, estimate: Estimate | None) -> dict[str, object]:
    """Return an estimate as plain values: its value, interval and playouts (0 if it is exact)."""
    if estimate is None:
        return {name: None, f"{name}_interval": None, f"{name}_playouts": None}
    return {
        name: estimate.value,
        f"{name}_interval": [estimate.low, estimate.high],
        f"{name}_playouts": estimate.playouts,
    }
