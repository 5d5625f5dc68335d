"""Statistics of matches: shares and means with intervals, p-values, and their text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Any

from sapper.estimate import hundredths, interval_text


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


#: The titles of the cells of ``won``.
WON = ("won", "games", "won %", "95%")


def won(score: WinRate) -> tuple[str, ...]:
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
