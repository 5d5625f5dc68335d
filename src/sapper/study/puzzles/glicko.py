"""Ratings of players and puzzles: Glicko-2.

M. E. Glickman (2013, "Example of the Glicko-2 system"), whose steps and symbols are used here. A
puzzle plays against everyone who tries it: it wins if it is not solved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

SCALE = 173.7178  #: of a rating to the internal scale
TAU = 0.5  #: the change of volatilities over time
ACCURACY = 1e-6  #: of the new volatility
WIDEST = 350.0  #: the deviation of an unknown player


@dataclass(frozen=True)
class Rating:
    """A rating with its deviation (the standard error of the rating) and its volatility."""

    value: float = 1500.0
    deviation: float = WIDEST
    volatility: float = 0.06


def expected(own: Rating, other: Rating) -> float:
    """Return the expected score of ``own`` against ``other``: its chance of winning."""
    return _expected((own.value - 1500) / SCALE, *_scaled(other))


def rated(own: Rating, results: Iterable[tuple[Rating, float]]) -> Rating:
    """Return a rating after a period with these results: opponents, and scores from 0 to 1.

    Without results only the deviation grows, up to that of an unknown player.
    """
    mu, phi = _scaled(own)
    scaled = [(_scaled(other), score) for other, score in results]
    if not scaled:
        wider = sqrt(phi * phi + own.volatility**2)
        return replace(own, deviation=min(WIDEST, SCALE * wider))
    chances = [_expected(mu, *other) for other, _ in scaled]
    weights = [_weight(phi_j) for (_, phi_j), _ in scaled]
    variance = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, chances, strict=True))
    gained = sum(g * (score - e) for g, e, (_, score) in zip(weights, chances, scaled, strict=True))
    volatility = _volatility(phi, own.volatility, variance, variance * gained)
    wider = sqrt(phi * phi + volatility * volatility)
    after = 1 / sqrt(1 / wider**2 + 1 / variance)
    return Rating(1500 + SCALE * (mu + after * after * gained), SCALE * after, volatility)


def _scaled(rating: Rating) -> tuple[float, float]:
    return (rating.value - 1500) / SCALE, rating.deviation / SCALE


def _weight(phi: float) -> float:
    """Return g(phi), the weight of a result against an opponent of this deviation."""
    return 1 / sqrt(1 + 3 * phi * phi / pi**2)


def _expected(mu: float, other: float, phi: float) -> float:
    return 1 / (1 + exp(-_weight(phi) * (mu - other)))


def _volatility(phi: float, volatility: float, variance: float, change: float) -> float:
    """Return the new volatility by the Illinois algorithm (step 5 of the paper)."""
    a = log(volatility**2)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi * phi + variance + e
        return e * (change * change - spread) / (2 * spread * spread) - (x - a) / TAU**2

    low = a
    if change * change > phi * phi + variance:
        high = log(change * change - phi * phi - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > ACCURACY:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)
