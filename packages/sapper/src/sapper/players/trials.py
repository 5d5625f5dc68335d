"""What playouts are worth: candidates on trial, beliefs about them, and which to play out next.

The gain of a candidate is how much more often it wins than the one that looks best one move ahead.
The look-ahead gives its prior, playouts in the same layouts measure it, and both are normal. More
playouts have value if they may change the choice: the expected improvement, minus their price
(Chick & Inoue 2001, "New two-stage and sequential procedures for selecting the best simulated
system"), for the number of playouts that pays best (Frazier & Powell 2010, "Paradoxes in learning
and the marginal value of information").
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum
from statistics import fmean

from sapper.game import Position
from sapper.players.prospects import Prospect

MIN_BATCH = 64  #: minimum number of playouts of one candidate at a time
MAX_BATCH_SHARE = 0.5  #: maximum number of further playouts, as a share of those so far
MAX_HORIZON = 16 * MIN_BATCH  #: maximum number of playouts for which their value is computed
ASSUMED_CHANCE = 0.4  #: chance of winning that is assumed before playouts

#: The prior of a candidate: the ratio of its chance of winning to that of the best candidate is the
#: ratio of their values one move ahead, with a standard deviation in log-odds that grows from the
#: beginning of a game to its end. (Measured in 37,000 pairs of candidates on five kinds of boards:
#: .03 ± .01 while more than nine tenths of the logarithm of the layouts are left, .05 ± .01 at
#: seven tenths, .09 ± .01 below a half.) First guesses differ less: at most by the third, times the
#: root of the share that is gone.
PRIOR_DEVIATION, PRIOR_GROWTH, FIRST_GUESS_DEVIATION = 0.03, 0.08, 0.14
#: The standard deviation of the difference between two playouts, also in log-odds: at the end of a
#: game, and how much more it is at the beginning. (Measured in 374 pairs on expert boards.)
NOISE_DEVIATION, NOISE_GROWTH = 0.4, 0.8
NOISE_PLAYOUTS = 8  #: the playouts that weigh as much as it, because the first may agree by chance
#: The standard deviation, in log-odds, by which the difference between two candidates in playouts
#: of ``csp`` deviates from that in playouts of ``swift``. (Measured in 273 pairs of candidates on
#: expert boards: .01 for close ones, .02 for others.)
BIAS_DEVIATION = 0.017


@dataclass(frozen=True)
class Scale:
    """The scale of gains in one position.

    - ``share``: the logarithm of the number of layouts, as a share of that at the first move.
    - ``chance``: an estimate of the chance of winning.
    """

    share: float
    chance: float = ASSUMED_CHANCE

    @classmethod
    def of(cls, position: Position, log_layouts: float) -> Scale:
        """Return the scale of a position with this natural logarithm of the number of layouts."""
        cells, mines = len(position.grid.playable), position.mines
        at_first = math.lgamma(cells + 1) - math.lgamma(mines + 1) - math.lgamma(cells - mines + 1)
        return cls(min(1.0, log_layouts / at_first) if at_first > 0.0 else 0.0)

    @property
    def unit(self) -> float:
        """The difference in the chance of winning that corresponds to one unit of log-odds,
        linearised."""
        return self.chance * (1.0 - self.chance)

    @property
    def prior(self) -> float:
        """The variance of gains before playouts."""
        late = 1.0 - self.share
        deviation = min(
            PRIOR_DEVIATION + PRIOR_GROWTH * late, FIRST_GUESS_DEVIATION * math.sqrt(late)
        )
        return (deviation * self.unit) ** 2

    @property
    def noise(self) -> float:
        """The expected variance of the difference between two playouts."""
        return ((NOISE_DEVIATION + NOISE_GROWTH * self.share) * self.unit) ** 2

    @property
    def bias(self) -> float:
        """The variance of the error that remains after any number of playouts."""
        return (BIAS_DEVIATION * self.unit) ** 2


@dataclass(frozen=True, eq=False)
class CandidateTrial:
    """A candidate, the values of its playouts, and the belief about its gain over the first one.

    - ``mean``, ``squares``: the mean difference to the playouts of the first one, and the sum of
      squared deviations from it.
    - ``gain``: the expected gain.
    - ``noise``: the estimated variance of the difference between two playouts.
    """

    candidate: Prospect
    values: array[float]
    mean: float = 0.0
    squares: float = 0.0
    gain: float = 0.0
    noise: float = 0.0

    def compared(self, first: CandidateTrial) -> CandidateTrial:
        """Return the trial with its differences to the first one, which has as many playouts."""
        differences = [own - other for own, other in zip(self.values, first.values, strict=False)]
        mean = fmean(differences)
        squares = fsum((difference - mean) ** 2 for difference in differences)
        return replace(self, mean=mean, squares=squares)

    def believed(self, first: CandidateTrial, scale: Scale) -> CandidateTrial:
        """Return the trial with the belief about its gain over the first one: the prior from the
        look-ahead, given the differences so far."""
        games = len(self.values)
        noise = (self.squares + NOISE_PLAYOUTS * scale.noise) / (games + NOISE_PLAYOUTS)
        gain = scale.chance * (self.candidate.value / first.candidate.value - 1.0)
        if games and scale.prior > 0.0:
            trust = scale.prior / (scale.prior + noise / games + scale.bias)
            gain += trust * (self.mean - gain)
        return replace(self, gain=gain, noise=noise)

    def variance(self, scale: Scale, more: int = 0) -> float:
        """Return the variance of the belief after this number of further playouts."""
        games = len(self.values) + more
        if not games or scale.prior == 0.0:
            return scale.prior
        error = self.noise / games + scale.bias
        return scale.prior * error / (scale.prior + error)


def best_purchase(
    first: CandidateTrial, others: Sequence[CandidateTrial], scale: Scale, price: float, left: int
) -> tuple[CandidateTrial, int] | None:
    """Return the trial whose playouts gain most for their number, and how many to add.

    The first trial is played out along with the others. The result is None if no number of
    playouts, at most ``left``, gains more than ``price`` for each.
    """
    best, second = sorted([first, *others], key=lambda trial: -trial.gain)[:2]
    found, rate = None, price
    few = max(1, min(MIN_BATCH, left // 2))
    for trial in others:
        gap = abs(trial.gain - (second if trial is best else best).gain)
        more = few
        while more <= MAX_HORIZON and (cost := _cost(first, trial, more)) <= left:
            change = trial.variance(scale) - trial.variance(scale, more)
            if (gained := improvement(gap, change) / cost) > rate:
                rate = gained
                found = trial, min(more, max(few, int(MAX_BATCH_SHARE * len(trial.values))))
            more *= 2
    return found


def _cost(first: CandidateTrial, trial: CandidateTrial, more: int) -> int:
    """Return the number of playouts that comparing a trial in this many more takes."""
    return more + max(0, len(trial.values) + more - len(first.values))


def improvement(gap: float, change: float) -> float:
    """Return the expected gain from information that changes a difference of chances, now ``gap``,
    with this variance: the mean of the positive part of a normal distribution."""
    if change <= 0.0:
        return 0.0
    deviation = math.sqrt(change)
    z = gap / deviation
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return deviation * density - gap * math.erfc(z / math.sqrt(2)) / 2
