"""Scores, which select the action to try next, and widening, which limits the number of children.

Scores are upper confidence bounds that use the variance of the gains of an action. Widening keeps
trees narrow where there are more actions or outcomes than simulations.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, pow, sqrt
from typing import Protocol


class ActionScore(Protocol):
    """The score of an action with gains in an interval of length ``span``."""

    @property
    def span(self) -> float:
        """The range of the gain of a whole game: the largest minus the smallest."""

    def __call__(self, mean: float, variance: float, visits: int, log_total: float, /) -> float:
        """Return the bound of an action tried ``visits`` times.

        ``log_total`` is the logarithm of the visits of all actions together.
        """


@dataclass(frozen=True)
class UcbV:
    """UCB-V (Audibert, Munos & Szepesvári 2009, "Exploration-exploitation tradeoff using variance
    estimates in multi-armed bandits", equation 4): with E = zeta log t,
    mean + sqrt(2 V E / s) + 3 c span E / s.

    Their theorem assumes zeta > 1 and c = 1; smaller values explore less but never stop.
    """

    zeta: float = 1.2
    c: float = 1.0
    span: float = 1.0

    def __call__(self, mean: float, variance: float, visits: int, log_total: float) -> float:
        """Return the upper bound."""
        per_visit = self.zeta * log_total / visits
        return mean + sqrt(2.0 * variance * per_visit) + 3.0 * self.c * self.span * per_visit


@dataclass(frozen=True)
class Ucb1Tuned:
    """UCB1-tuned (Auer, Cesa-Bianchi & Fischer 2002, "Finite-time analysis of the multiarmed
    bandit problem", section 4): with V' = V + sqrt(2 log t / s),
    mean + c sqrt(min(1/4, V') log t / s), for gains scaled to [0, 1]. The paper has c = 1; a larger
    c explores more.
    """

    span: float = 1.0
    c: float = 1.0

    def __call__(self, mean: float, variance: float, visits: int, log_total: float) -> float:
        """Return the upper bound."""
        per_visit = log_total / visits
        spread = variance / (self.span * self.span) + sqrt(2.0 * per_visit)
        return mean + self.c * self.span * sqrt(per_visit * (spread if spread < 0.25 else 0.25))


@dataclass(frozen=True)
class Widening:
    """After n visits at most ceil(``c`` n ** ``alpha``) children (Couëtoux, Hoock, Sokolovska,
    Teytaud & Bonnard 2011, "Continuous upper confidence trees": "double progressive widening" is
    one for actions and one for outcomes)."""

    alpha: float
    c: float = 1.0

    def most(self, visits: int) -> int:
        """Return the maximum number of children at a node's ``visits``-th visit."""
        return ceil(self.c * pow(visits, self.alpha))


def deviation(variance: float, visits: int, span: float, risk: float) -> float:
    """Return the largest distance of an action's value from its mean, except with probability
    delta.

    ``risk`` is log(3 / delta), as in Audibert et al. 2009, theorem 1 (the "empirical Bernstein
    bound"). The theorem holds for independent draws from one distribution; in a tree, where play
    below an action improves over time, it is a rule of thumb.
    """
    return sqrt(2.0 * variance * risk / visits) + 3.0 * span * risk / visits
