"""Statistics of matches: shares and means with intervals, p-values, and their text; players on the
same deals, compared in pairs, over budgets, and by sequential tests, valid at any stopping time.

Three counts suffice for two players: the deals won by only the first, by only the second, and the
others. The difference of the win rates is the share of the first minus the share of the second.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sapper.errors import InputError
from sapper.estimate import hundredths, interval_text

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def wilson(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval for the share of successes; (0, 1) without trials.

    E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference".
    """
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, doubt = successes / trials, z * z / trials
    middle = (share + doubt / 2) / (1 + doubt)
    half = z / (1 + doubt) * math.sqrt(share * (1 - share) / trials + doubt / (4 * trials))
    # At the ends, the formula is exactly 0 or 1, but not in floating point.
    low = 0.0 if successes == 0 else middle - half
    high = 1.0 if successes == trials else middle + half
    return low, high


def stratified_mean(
    strata: Sequence[Mapping[int, int]], confidence: float = 0.95
) -> tuple[float, tuple[float, float] | None]:
    """Return the mean of values from several strata, and its normal interval.

    Each stratum has the number of occurrences of every value. The mean is 0 without values, and the
    interval is None if a stratum has only one value. Strata are fixed, so only the variance within
    them counts.
    """
    total = count = 0
    spread = 0.0  # the variance of the total
    alone = False
    for stratum in strata:
        n = sum(stratum.values())
        if n == 0:
            continue
        sum_ = sum(value * times for value, times in stratum.items())
        squares = sum((value - sum_ / n) ** 2 * times for value, times in stratum.items())
        total, count, alone = total + sum_, count + n, alone or n == 1
        spread += n * squares / max(n - 1, 1)
    if count == 0:
        return 0.0, None
    mean = total / count
    half = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(spread) / count
    return mean, None if alone else (max(0.0, mean - half), mean + half)


@lru_cache(maxsize=1 << 14)  # every table of a report needs all pairs
def mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided p-value of a difference between two players.

    This is the exact form of McNemar's test, on the deals won by only one of them: if both were
    equally strong, each would win such a deal with probability 1/2.
    """
    trials, fewer = only_a + only_b, min(only_a, only_b)
    if only_a == only_b:
        return 1.0
    # Sum the tail of Binomial(trials, 1/2) from its largest term down until the sum is unchanged.
    ratio, term, k = 1.0, 1.0, fewer
    while k > 0 and term > 1e-18 * ratio:
        term *= k / (trials - k + 1)
        ratio += term
        k -= 1
    return min(1.0, 2 * ratio * math.exp(_log_choose(trials, fewer) - trials * math.log(2)))


def _log_choose(n: int, k: int) -> float:
    """Return the natural logarithm of the binomial coefficient n over k."""
    if n <= 1000:
        return math.log(math.comb(n, k))
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


class WinRate:
    """A base class that adds the win rate to results with ``wins`` and ``games``."""

    games: int
    wins: int

    @property
    def win_rate(self) -> float:
        """The share of games won; 0 without games."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% Wilson interval of the win rate."""
        return wilson(self.wins, self.games)

    def rate_json(self) -> dict[str, Any]:
        """Return the share of games won as plain values."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "interval": list(self.interval),
        }


def p_value(p: float) -> str:
    """Return a p-value with three decimals, or in scientific notation below 0.001."""
    if p < 1e-300:
        return "<1e-300"  # smaller floats lose their precision
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"


#: The titles of the cells of ``score_cells``.
SCORE_TITLES = ("won", "games", "won %", "95%")


def score_cells(score: WinRate) -> tuple[str, ...]:
    """Return the cells of a score: wins, games, win rate in percent, and its interval."""
    share = hundredths(score.win_rate) if score.games else "–"
    return f"{score.wins:,}", f"{score.games:,}", share, interval_text(score.interval)


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return a table as aligned text; the first ``left`` columns are left-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            f"{cell:{'<' if i < left else '>'}{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


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


@lru_cache(maxsize=1 << 14)
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
