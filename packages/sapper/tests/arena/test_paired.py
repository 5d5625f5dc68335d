"""Two players on the same deals: likeliest shares, Tango's interval and Holm's p-values."""

from __future__ import annotations

from itertools import permutations
from math import comb, inf, log, sqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sapper.arena import PairedCounts, difference_interval, holm, likeliest

NUMBERS = st.integers(0, 2000)
COUNTS = st.builds(PairedCounts, NUMBERS, NUMBERS, NUMBERS)
SOME = st.builds(PairedCounts, *[st.integers(1, 2000)] * 3)
DIFFERENCES = st.floats(-0.95, 0.95).filter(lambda d: d == 0 or abs(d) > 1e-6)


def likeliest_by_scipy(counts: PairedCounts, difference: float) -> tuple[float, float, float]:
    """Find where the derivative of the log likelihood by the smaller of the two players' shares is
    zero; all counts are positive."""
    from scipy.optimize import brentq

    apart, room = abs(difference), 1 - abs(difference)
    more, less = (counts.only_a, counts.only_b)[:: 1 if difference >= 0 else -1]

    def slope(share: float) -> float:
        return more / (share + apart) + less / share - 2 * counts.ties / (room - 2 * share)

    share = brentq(slope, 1e-12 * room, (0.5 - 1e-12) * room, xtol=1e-17)
    found = share + apart, room - 2 * share, share
    return found if difference >= 0 else found[::-1]


@given(COUNTS, DIFFERENCES)
def test_likeliest_shares_are_shares_of_that_difference(
    counts: PairedCounts, difference: float
) -> None:
    shares = likeliest(counts, difference)
    assert sum(shares) == pytest.approx(1, abs=1e-12)
    assert shares[0] - shares[2] == pytest.approx(difference, abs=1e-12)
    assert min(shares) >= 0


@pytest.mark.slow
@settings(max_examples=50)
@given(SOME, DIFFERENCES)
def test_likeliest_shares_are_scipys(counts: PairedCounts, difference: float) -> None:
    assert likeliest(counts, difference) == pytest.approx(
        likeliest_by_scipy(counts, difference), abs=1e-9
    )


@given(COUNTS, DIFFERENCES, st.floats(0, 1))
def test_no_other_shares_of_that_difference_are_likelier(
    counts: PairedCounts, difference: float, where: float
) -> None:
    low, high = max(0.0, -difference), (1 - difference) / 2
    only_b = low + where * (high - low)
    other = only_b + difference, 1 - difference - 2 * only_b, only_b
    best = likelihood(counts, likeliest(counts, difference))
    assert likelihood(counts, other) <= best + 1e-7 * max(1.0, abs(best))


def likelihood(counts: PairedCounts, shares: tuple[float, float, float]) -> float:
    numbers = counts.only_a, counts.ties, counts.only_b
    return sum(
        n * (log(share) if share > 0 else -inf)
        for n, share in zip(numbers, shares, strict=True)
        if n
    )


def test_interval_is_the_one_published() -> None:
    """Airway hyper-responsiveness before and after stem cell transplantation, as in M. Fagerland,
    S. Lydersen, P. Laake (2014), "Recommended tests and confidence intervals for paired binomial
    proportions"."""
    low, high = difference_interval(PairedCounts(1, 1 + 12, 7))
    assert (round(low, 3), round(high, 3)) == (-0.517, -0.026)


@pytest.mark.slow
@settings(max_examples=30)
@given(SOME, st.sampled_from([0.8, 0.95, 0.99]))
def test_ends_of_the_interval_are_where_scipys_score_is_the_quantile(
    counts: PairedCounts, confidence: float
) -> None:
    from scipy.optimize import brentq
    from scipy.stats import norm

    z, n = norm.ppf((1 + confidence) / 2), counts.deals

    def score(d: float) -> float:
        only_a, _, only_b = likeliest_by_scipy(counts, d)
        variance = n * (only_a + only_b - d * d)
        return float((counts.only_a - counts.only_b - n * d) / sqrt(variance))

    seen = counts.difference
    low = brentq(lambda d: score(d) - z, -1 + 1e-9, seen, xtol=1e-13)
    high = brentq(lambda d: score(d) + z, seen, 1 - 1e-9, xtol=1e-13)
    assert difference_interval(counts, confidence) == pytest.approx((low, high), abs=1e-9)


@given(COUNTS, st.floats(0.5, 0.999))
def test_interval_lies_around_the_difference(counts: PairedCounts, confidence: float) -> None:
    low, high = difference_interval(counts, confidence)
    assert -1 <= low <= counts.difference <= high <= 1


@given(COUNTS)
def test_interval_turns_with_the_players(counts: PairedCounts) -> None:
    low, high = difference_interval(counts)
    turned = difference_interval(PairedCounts(counts.only_b, counts.ties, counts.only_a))
    assert turned == pytest.approx((-high, -low), abs=1e-12)


def test_interval_knows_nothing_without_deals() -> None:
    assert difference_interval(PairedCounts(0, 0, 0)) == (-1.0, 1.0)


@pytest.mark.parametrize("shares", [(0.1, 0.1), (0.2, 0.05), (0.3, 0.3), (0.02, 0.02), (0.5, 0.1)])
def test_interval_covers_the_truth_as_often_as_it_says(shares: tuple[float, float]) -> None:
    """Computed exactly over all outcomes of 40 deals. A score interval keeps its level on average,
    but may fall a little short in places."""
    n, (a, b) = 40, shares
    covered = 0.0
    for only_a in range(n + 1):
        for only_b in range(n + 1 - only_a):
            ties = n - only_a - only_b
            chance = comb(n, only_a) * comb(n - only_a, only_b) * a**only_a * b**only_b
            chance *= (1 - a - b) ** ties
            if chance > 1e-9:
                low, high = difference_interval(PairedCounts(only_a, ties, only_b))
                covered += chance * (low <= a - b <= high)
    assert 0.935 < covered < 0.995


@given(st.lists(st.floats(0, 1), max_size=4), st.floats(0.001, 0.5))
def test_holm_refuses_what_its_steps_refuse(p_values: list[float], level: float) -> None:
    raised = holm(p_values)
    assume(all(abs(p - level) > 1e-9 for p in raised))
    left = sorted(range(len(p_values)), key=p_values.__getitem__)
    refused = set()
    while left and p_values[left[0]] <= level / len(left):
        refused.add(left.pop(0))
    assert {i for i, p in enumerate(raised) if p <= level} == refused


def test_holm_does_not_mind_the_order() -> None:
    values = (0.01, 0.2, 0.03, 0.03)
    by_value = dict(zip(values, holm(values), strict=True))
    for order in permutations(values):
        assert holm(order) == tuple(by_value[p] for p in order)
