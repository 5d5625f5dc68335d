"""The effect of thinking time on the win rate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True)
class Trend:
    """The effect of a budget on the win rate.

    ``slope`` is the increase of the win rate per doubling of the budget, from a linear fit over the
    logarithm of the budgets. ``interval`` is its normal interval, or None after a single deal.
    ``p_value`` is the probability of a slope at least this steep if budgets made no difference.
    """

    slope: float
    interval: tuple[float, float] | None
    p_value: float


def trend(
    budgets: Sequence[float],
    both: Sequence[Sequence[int]],
    deals: int,
    confidence: float = 0.95,
) -> Trend:
    """Return the trend over players that differ only in their budgets, on the same deals.

    Args:
        budgets: positive budgets in any unit, not all equal.
        both: ``both[i][j]`` is the number of deals won by both player i and player j, and
            ``both[i][i]`` the number won by player i.
        deals: the number of deals.
        confidence: the confidence level of the interval.

    Every deal has its own slope, a least-squares fit to its wins. Their mean is the slope of the
    trend, and their variance gives the interval, which thus accounts for the deals that the players
    share. The p-value is that of the Cochran–Mantel–Haenszel test of correlation with the
    deals as strata, which for two players is McNemar's: J. R. Landis, E. R. Heyman, G. G. Koch
    (1978), "Average partial association in three-way contingency tables".
    """
    logarithms = [math.log2(budget) for budget in budgets]
    middle = math.fsum(logarithms) / len(logarithms)
    weights = [x - middle for x in logarithms]
    squares = math.fsum(w * w for w in weights)
    wins = [row[i] for i, row in enumerate(both)]
    # Sums over deals of w·y, of its square, and of its variance if y were in random order.
    total = math.fsum(w * won for w, won in zip(weights, wins, strict=True))
    square = math.fsum(
        v * w * together
        for v, row in zip(weights, both, strict=True)
        for w, together in zip(weights, row, strict=True)
    )
    apart = sum(wins) - sum(map(sum, both)) / len(budgets)
    chance = squares * apart / (len(budgets) - 1)
    z = total / math.sqrt(chance) if apart > 0 else 0.0
    slope = total / squares / deals
    if deals < 2:
        return Trend(slope, None, _two_sided(z))
    variance = max(0.0, square - total * total / deals) / (deals - 1) / (squares * squares)
    half = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(variance / deals)
    return Trend(slope, (slope - half, slope + half), _two_sided(z))


def _two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))
