"""Confidence limits for the mean of values from 0 to 1, valid at any sample size.

A gambler bets on every value against the claim that the mean is at least ``m``: a capital of 1
becomes the product of ``1 + bet * (m - value) / (1 - m)``. If the claim is true, the capital is not
expected to grow, so it ever reaches ``1 / error`` with a probability of at most ``error`` (Ville's
inequality). The upper limit is the smallest ``m`` at which it does. This holds at all sample sizes
at once, so sampling may stop for any reason; no distribution is assumed. The capital is spread
equally over several sizes of the bet, because the best one depends on the variance and on the
sample size.

I. Waudby-Smith, A. Ramdas (2024), "Estimating means of bounded random variables by betting".
"""

from __future__ import annotations

from math import log

import numpy as np

from sapper.estimate import Values

BETS = 0.5 ** np.arange(1, 13)  #: sizes of the bet: the share of the capital that it can lose
STEPS = 30  #: bisections of the limit, which is rounded away from the mean


def upper_limit(values: Values, error: float) -> float:
    """Return a number that the mean exceeds with a probability of at most ``error``.

    The values are independent, or at least the expectation of each, given those before it, is never
    below the mean that is bounded.
    """
    found, times = np.unique(values, return_counts=True)
    if not len(values) or found[0] == 1.0:
        return 1.0
    enough = log(len(BETS) / error)
    low, high = float(values.mean()), 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        gains = np.log1p(np.outer(BETS, (middle - found) / (1.0 - middle))) @ times
        if float(np.logaddexp.reduce(gains)) < enough:
            low = middle
        else:
            high = middle
    return high


def lower_limit(values: Values, error: float) -> float:
    """Return a number that the mean is below with a probability of at most ``error``."""
    return 1.0 - upper_limit(1.0 - values, error)
