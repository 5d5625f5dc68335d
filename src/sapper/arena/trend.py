"""The effect of thinking time: whether players that think longer win more, and by how much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True)
class Trend:
    """``slope`` is how much the win rate grows with each doubling of the budget (a straight line
    through it, over the logarithm of the budgets), ``interval`` the normal one around it, missing
    where one deal only was played. ``p_value`` says how likely so steep a line would be if the
    budget made no difference."""

    slope: float
    interval: tuple[float, float] | None
    p_value: float


def trend(
    budgets: Sequence[float],
    both: Sequence[Sequence[int]],
    deals: int,
    confidence: float = 0.95,
) -> Trend:
    """The trend over players that differ in their ``budgets`` only, on the same ``deals``.

    ``both[i][j]`` is the number of deals that players i and j both won, ``both[i][i]`` those that
    player i won. Budgets are positive and not all equal, in any unit.

    Every deal has a slope of its own, from the least squares through its wins; the mean of these
    is the slope, and their spread its interval, so it counts that the players met the same luck.
    The p-value is that of the Cochran–Mantel–Haenszel test of correlation with the deals as
    strata, which for two players is McNemar's: J. R. Landis, E. R. Heyman, G. G. Koch (1978),
    "Average partial association in three-way contingency tables".
    """
    logarithms = [math.log2(budget) for budget in budgets]
    middle = math.fsum(logarithms) / len(logarithms)
    weights = [x - middle for x in logarithms]
    squares = math.fsum(w * w for w in weights)
    wins = [row[i] for i, row in enumerate(both)]
    # Sums over deals of w·y, of its square, and of its variance if y came in any order.
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
