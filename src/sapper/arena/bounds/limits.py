"""Upper confidence limits of the win rate of perfect play from a position, from samples.

A sample of the relaxed game bounds an opened 0 (``Zero``), and a sample of layouts a position
before it (``Pairs``).
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

from sapper.arena.bounds.samples import STAGES, Sample
from sapper.arena.stats.sequential import lower_limit, upper_limit

FEWEST = 64  #: number of deals of a sample before its first limit
FEWER = 64  #: factor by which the sample of losses is smaller
LIKELY = 0.88  #: guessed value of an unexpanded node, as a share of its bound
BISECTIONS = 30  #: of a confidence limit, which is rounded up
FALL = 0.2  #: expected fall of a limit when its sample grows by half, as a share of its distance
SPEED = 8  #: layouts that value pairs of guesses in the time of a deal

#: Samples up to a number of further values.
Grow = Callable[[Sample, int], None]


class Zero:
    """An opened 0: an upper confidence limit of the win rate of the relaxed game from there.

    It is the limit of ``values``. If these leave out the ``losses`` of some guesses, the lower
    limit of the losses is subtracted. They vary less than the values, so fewer deals suffice.
    """

    def __init__(self, values: Sample, losses: Sample | None, error: float) -> None:
        self._values, self._losses = values, losses
        self.high, self.guess = 1.0, LIKELY
        self._error = error if losses is None else error / 2.0
        self._used = self._used_losses = 0

    @property
    def urgency(self) -> float:
        """How far the next deals are expected to lower the bound, per deal."""
        doubt = self.high - self.guess
        return FALL * doubt / max(FEWEST, self._used // 2) if self._used else doubt / FEWEST

    def grow(self, most: int, grow: Grow) -> int:
        """Play up to ``most`` more deals, update the bound, and return the number of deals.

        Deals that the samples have from an earlier search are not played again."""
        used = self._used
        due = used + min(most, max(FEWEST, used // 2))
        self._used = _grown(self._values, due, grow)
        if self._losses is not None:
            self._used_losses = _grown(self._losses, due // FEWER, grow)
        self._limit()
        return self._used - used

    def use_all(self) -> None:
        """Update the bound with all deals played, even those of a round that was interrupted."""
        self._used = len(self._values)
        self._used_losses = 0 if self._losses is None else len(self._losses)
        self._limit()

    def _limit(self) -> None:
        """Update the bound and the guessed value."""
        if not self._used:
            return
        values = self._values.values[: self._used]
        self.guess = float(values.mean())
        limit = upper_limit(values, self._error)
        if self._losses is not None and self._used_losses:
            losses = self._losses.values[: self._used_losses]
            self.guess -= float(losses.mean())
            limit -= lower_limit(losses, self._error)
        self.high = max(self.guess, min(self.high, limit))


def _grown(sample: Sample, due: int, grow: Grow) -> int:
    """Play the missing deals of a sample; return how many of those due it has."""
    if due > len(sample):
        grow(sample, due - len(sample))
    return min(due, len(sample))


class Pairs:
    """An upper confidence limit of the win rate of a position, for a player who learns the class of
    the layout after the next two guesses, or at a 0.

    - ``stage``: the number of ``STAGES``, at most ``stages``, whose limit is known.
    - ``mean``: the largest mean value in the last of them, in expectation an overestimate.
    """

    def __init__(self, sample: Sample, error: float, stages: int = len(STAGES)) -> None:
        self._sample, self._error, self._stages = sample, error, stages
        self.high = self.mean = 1.0
        self.stage = 0
        self._fall = 1.0 - LIKELY

    @property
    def urgency(self) -> float:
        """How far the next stage is expected to lower the bound, per deal's time; 0 after the
        last."""
        if self.stage >= self._stages:
            return 0.0
        return self._fall * SPEED / STAGES[self.stage]

    def grow(self, grow: Grow) -> None:
        """Add a stage, unless an earlier search left it or time ends before."""
        if self.stage == len(self._sample):
            grow(self._sample, 1)
        self._limit(min(self.stage + 1, len(self._sample)))

    def use_all(self) -> None:
        """Update the limit with all stages."""
        self._limit(len(self._sample))

    def _limit(self, stage: int) -> None:
        while self.stage < stage:
            self.mean = float(self._sample.values[self.stage])
            error = self._error * 0.5 ** (self.stage + 1)
            limit = largest_mean(self.mean, STAGES[self.stage], error)
            self.high = min(self.high, limit)
            self._fall = limit - self.mean
            self.stage += 1


def largest_mean(highest: float, n: int, error: float) -> float:
    """Return an upper confidence limit of the largest of several means, given the ``highest`` mean
    in ``n`` independent observations of values from 0 to 1.

    The highest is at least that of the values with the largest mean, and these are less than their
    mean m with at most the probability exp(-n KL(highest, m)), where KL is the relative entropy of
    two events with these probabilities (W. Hoeffding 1963, "Probability inequalities for sums of
    bounded random variables", theorem 1).
    """
    low, high = highest, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        entropy = highest * log(highest / middle) if highest > 0.0 else 0.0
        if highest < 1.0 and middle < 1.0:
            entropy += (1.0 - highest) * log((1.0 - highest) / (1.0 - middle))
        if n * entropy < -log(error):
            low = middle
        else:
            high = middle
    return high
