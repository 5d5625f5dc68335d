"""Sequential statistics, valid at any stopping time: limits of a mean, a test of two players."""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Literal, TypeAlias

from sapper.arena.stats.paired import PairedCounts, likeliest
from sapper.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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
    same deals. With it they stay below (``python -m bench.false_alarms``), at the cost of about 10%
    more deals.

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
