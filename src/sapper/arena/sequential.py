"""A sequential test: it looks at two players again and again, and says when enough was played."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sapper.arena.paired import Counts, likeliest
from sapper.errors import InputError

MARGIN = 0.35  #: how much further out the bounds are than Wald's inequality has them

#: Which of the two differences the deals speak for.
Verdict = Literal["null", "difference", "undecided"]


@dataclass(frozen=True)
class Standing:
    """Where a test stands: ``llr`` is the logarithm of how many times likelier the deals are under
    ``difference`` than under ``null``. At ``lower`` or below the answer is ``null``, at ``upper``
    or above ``difference``."""

    llr: float
    lower: float
    upper: float

    @property
    def verdict(self) -> Verdict:
        """The answer, or that there is none yet."""
        if self.llr <= self.lower:
            return "null"
        return "difference" if self.llr >= self.upper else "undecided"


@dataclass(frozen=True)
class Gsprt:
    """Whether player ``a`` wins ``difference`` more of the deals than ``b``, or only ``null``.

    Both are differences of win rates, from -1 to 1: ``Gsprt(0.02)`` asks whether ``a`` is 2 points
    stronger or no stronger at all, ``Gsprt(0.01, null=-0.01)`` which of the two is stronger.
    ``alpha`` bounds the chance that the answer is ``difference`` though ``null`` is true, or
    anything further from ``difference``; ``beta`` the chance of the opposite mistake. In between
    either answer may come. Whoever stops upon the answer has an interval that is a little too
    narrow, and a win rate a little too good for the winner.

    It is the generalized sequential probability ratio test on pairs of games, as fishtest uses it
    for chess programs: the shares that are not asked for – how often only ``a`` or only ``b``
    wins – are the likeliest under each of the two differences. X. Li, J. Liu, Z. Ying (2014),
    "Generalized sequential probability ratio test for separate families of hypotheses"; M. Van den
    Bergh, hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1.

    The bounds are ``log(1 / alpha)`` and ``log(beta)``, each ``MARGIN`` further out. Without it
    both mistakes come as often as their levels say, now and then more often, since shares fitted
    to the very deals they judge flatter the ratio a little; with it they stay below
    (``python -m bench.false_alarms``), for about a tenth more deals.

    Raises ``InputError`` for differences or levels that cannot be.
    """

    difference: float
    null: float = 0.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("difference", "null"):
            if not -1 < getattr(self, name) < 1:
                raise InputError(
                    f"{name} {getattr(self, name)} is no difference of win rates from -1 to 1"
                )
        if self.difference == self.null:
            raise InputError(f"a sequential test of {self.null} against itself has no answer")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise InputError(f"{name} {getattr(self, name)} is no level between 0 and 0.5")

    def standing(self, counts: Counts) -> Standing:
        """Where the test stands after these deals."""
        llr = _log_likelihood(counts, self.difference) - _log_likelihood(counts, self.null)
        return Standing(llr, math.log(self.beta) - MARGIN, MARGIN - math.log(self.alpha))


def first_answer(
    test: Gsprt, outcomes: Iterable[int], every: int = 1
) -> tuple[int, Standing] | None:
    """After how many deals a test first has an answer, and where it stands then; None if it has
    none in the end.

    ``outcomes`` are 1 where only ``a`` won, -1 where only ``b`` did and 0 elsewhere, in the order
    of the deals, so that the answer depends on nothing else; the test looks after every
    ``every``-th.
    """
    seen = {1: 0, 0: 0, -1: 0}
    for deals, outcome in enumerate(outcomes, start=1):
        seen[outcome] += 1
        if deals % every == 0:
            standing = test.standing(Counts(seen[1], seen[0], seen[-1]))
            if standing.verdict != "undecided":
                return deals, standing
    return None


def _log_likelihood(counts: Counts, difference: float) -> float:
    """The logarithm of how likely the counts are under a difference of win rates, the rest being
    as likely as it makes them (without the number of orders, which is the same for any)."""
    numbers = (counts.only_a, counts.ties, counts.only_b)
    shares = likeliest(counts, difference)
    return math.fsum(n * math.log(share) for n, share in zip(numbers, shares, strict=True) if n)
