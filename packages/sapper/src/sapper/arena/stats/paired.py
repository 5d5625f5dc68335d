"""Players on the same deals: the difference of two win rates, and the effect of thinking time; and
sequential statistics, valid at any stopping time: limits of a mean, and a test of two players.

Three counts suffice for two players: the deals won by only the first, by only the second, and the
others. The difference of the win rates is the share of the first minus the share of the second.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal, TypeAlias

from sapper.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class PairedCounts:
    """Deals played by both players: won by only ``a``, by both or neither, by only ``b``."""

    only_a: int
    ties: int
    only_b: int

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.only_a + self.ties + self.only_b

    @property
    def difference(self) -> float:
        """The win rate of ``a`` minus that of ``b``, from -1 to 1; 0 without deals."""
        return (self.only_a - self.only_b) / self.deals if self.deals else 0.0


def likeliest(counts: PairedCounts, difference: float) -> tuple[float, float, float]:
    """Return the most likely shares of only ``a``, ties and only ``b`` for a given difference.

    These maximise the likelihood of the counts among all shares with this ``difference`` of the
    win rates, which is between -1 and 1. They come from the root of a quadratic equation: T. Tango
    (1998), "Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design".
    """
    n, d = counts.deals, difference
    if d < 0:
        only_b, ties, only_a = likeliest(
            PairedCounts(counts.only_b, counts.ties, counts.only_a), -d
        )
        return only_a, ties, only_b
    middle = (2 * n - counts.only_a + counts.only_b) * d - counts.only_a - counts.only_b
    last = counts.only_b * d * (1 - d)
    root = math.sqrt(middle * middle + 8 * n * last)
    if middle > 0:  # this form of the root avoids cancellation
        only_b = 2 * last / (middle + root)
    else:
        only_b = (root - middle) / (4 * n) if n else 0.0
    only_b = min(only_b, (1 - d) / 2)
    return only_b + d, 1 - d - 2 * only_b, only_b


def difference_interval(counts: PairedCounts, confidence: float = 0.95) -> tuple[float, float]:
    """Return Tango's score interval for the difference of the win rates; (-1, 1) without deals.

    The interval consists of all differences d that a score test would not reject: those whose
    distance from the observed difference, divided by its standard deviation under d, is within the
    normal quantile. It keeps its level even if few or no deals were won by only one player. See
    T. Tango (1998), as above.
    """
    if not counts.deals:
        return -1.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return _where(counts, z, -1.0, counts.difference), _where(counts, -z, counts.difference, 1.0)


def _where(counts: PairedCounts, score: float, low: float, high: float) -> float:
    """Return the difference with a given score, by bisection to machine precision.

    The score decreases from ``low`` to ``high``.
    """
    while low < (middle := (low + high) / 2) < high:
        if _score(counts, middle) > score:
            low = middle
        else:
            high = middle
    return low if score > 0 else high


def _score(counts: PairedCounts, difference: float) -> float:
    """Return the number of standard deviations by which the observation exceeds ``difference``.

    The score decreases as ``difference`` grows.
    """
    n, d = counts.deals, difference
    only_a, _, only_b = likeliest(counts, d)
    variance = n * (only_a + only_b - d * d)
    distance = counts.only_a - counts.only_b - n * d
    if variance <= 0:
        return math.copysign(math.inf, distance) if distance else 0.0
    return distance / math.sqrt(variance)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust the p-values of several tests.

    If tests with an adjusted p-value below some level are rejected, the probability of *any* false
    rejection is at most that level.

    S. Holm (1979), "A simple sequentially rejective multiple test procedure".
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    raised = [0.0] * len(p_values)
    least = 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * p_values[i]))
        raised[i] = least
    return tuple(raised)


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
    budgets: Sequence[float], both: Sequence[Sequence[int]], deals: int, confidence: float = 0.95
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


Floats: TypeAlias = "npt.NDArray[np.float64]"  #: an array of values from 0 to 1
BETS = tuple(0.5**n for n in range(1, 13))  #: sizes of the bets, as shares of the capital at risk
STEPS = 30  #: number of bisections of the limit, which is rounded away from the mean


def upper_limit(values: Floats, error: float) -> float:
    """Return an upper confidence limit: the mean exceeds it with at most the probability ``error``.

    The values are independent; it suffices if the expectation of each, given its predecessors, is
    never below the mean to bound.
    """
    import numpy as np

    distinct, times = np.unique(values, return_counts=True)
    if not len(values) or distinct[0] == 1.0:
        return 1.0
    enough = log(len(BETS) / error)
    low, high = float(values.mean()), 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        gains = np.log1p(np.outer(BETS, (middle - distinct) / (1.0 - middle))) @ times
        if float(np.logaddexp.reduce(gains)) < enough:
            low = middle
        else:
            high = middle
    return high


def lower_limit(values: Floats, error: float) -> float:
    """Return a lower confidence limit: the mean is below it with at most this probability."""
    return 1.0 - upper_limit(1.0 - values, error)


MARGIN = 0.35  #: margin of the bounds beyond those of Wald's inequality

#: The difference supported by the deals.
Verdict = Literal["null", "difference", "undecided"]


@dataclass(frozen=True)
class GsprtState:
    """The state of a test: ``llr`` is the log likelihood ratio of ``difference`` to ``null``. The
    answer is ``null`` at ``lower`` or below, and ``difference`` at ``upper`` or above."""

    llr: float
    lower: float
    upper: float

    @property
    def verdict(self) -> Verdict:
        """The answer so far."""
        if self.llr <= self.lower:
            return "null"
        return "difference" if self.llr >= self.upper else "undecided"


@dataclass(frozen=True)
class Gsprt:
    """A test of whether player ``a`` wins ``difference`` more of the deals than ``b``, or ``null``.

    Both are differences of win rates, from -1 to 1: ``Gsprt(0.02)`` asks whether ``a`` is 2 points
    stronger or no stronger at all, ``Gsprt(0.01, null=-0.01)`` which of the two is stronger.
    ``alpha`` bounds the probability of the answer ``difference`` if ``null`` is true, or anything
    farther from ``difference``; ``beta`` bounds that of the opposite error. If the truth is in
    between, either answer is possible. Stopping at the answer biases the estimates a little: the
    interval is too narrow, and the win rate of the winner too high.

    It is the generalized sequential probability ratio test on pairs of games, as fishtest uses it
    for chess programs: the nuisance parameters – how often only ``a`` or only ``b`` wins – are the
    most likely ones under each of the two differences. X. Li, J. Liu, Z. Ying (2014), "Generalized
    sequential probability ratio test for separate families of hypotheses"; M. Van den Bergh,
    hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1.

    The bounds are ``log(1 / alpha)`` and ``log(beta)``, each moved outwards by ``MARGIN``. Without
    this margin, errors can exceed their levels slightly, because the parameters are fitted to the
    same deals. With it they stay below (``python -m papers.studies.false_alarms``), at the cost of
    about 10% more deals.

    Raises ``InputError`` for invalid differences or levels.
    """

    difference: float
    null: float = 0.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("difference", "null"):
            if not -1 < getattr(self, name) < 1:
                raise InputError(
                    f"{name}: expected a difference of win rates from -1 to 1,"
                    f" not {getattr(self, name)}"
                )
        if self.difference == self.null:
            raise InputError(f"difference and null must not both be {self.null}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise InputError(
                    f"{name}: expected a level between 0 and 0.5, not {getattr(self, name)}"
                )

    def state(self, counts: PairedCounts) -> GsprtState:
        """Return the state of the test after these deals."""
        llr = _log_likelihood(counts, self.difference) - _log_likelihood(counts, self.null)
        return GsprtState(llr, math.log(self.beta) - MARGIN, MARGIN - math.log(self.alpha))


def _log_likelihood(counts: PairedCounts, difference: float) -> float:
    """Return the maximum log likelihood of the counts under a difference of win rates.

    The multinomial coefficient is omitted, because it is the same for all differences.
    """
    numbers = (counts.only_a, counts.ties, counts.only_b)
    shares = likeliest(counts, difference)
    return math.fsum(n * math.log(share) for n, share in zip(numbers, shares, strict=True) if n)
