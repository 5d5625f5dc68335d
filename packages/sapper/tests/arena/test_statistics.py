"""The statistics of a match, compared with SciPy and with their definitions."""

from math import comb

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.arena import mcnemar, wilson

COUNTS = st.integers(0, 3000)


@given(COUNTS, COUNTS)
@example(0, 1)
@example(1, 0)
def test_wilson_interval_is_scipys(wins: int, losses: int) -> None:
    from scipy.stats import binomtest

    if wins + losses:
        there = binomtest(wins, wins + losses).proportion_ci(0.95, method="wilson")
        assert wilson(wins, wins + losses) == pytest.approx((there.low, there.high), abs=1e-12)


@given(COUNTS, COUNTS, st.floats(0.5, 0.999))
def test_wilson_interval_lies_around_the_share(wins: int, losses: int, confidence: float) -> None:
    low, high = wilson(wins, wins + losses, confidence)
    share = wins / (wins + losses) if wins + losses else 0.5
    assert 0 <= low <= share <= high <= 1


def test_wilson_interval_knows_nothing_without_trials() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@given(COUNTS, COUNTS)
def test_mcnemar_is_scipys_binomial_test(only_a: int, only_b: int) -> None:
    from scipy.stats import binomtest

    there = binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert mcnemar(only_a, only_b) == pytest.approx(there, rel=1e-9, abs=1e-250)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_its_definition(only_a: int, only_b: int) -> None:
    n, fewer = only_a + only_b, min(only_a, only_b)
    tail = sum(comb(n, k) for k in range(fewer + 1))
    assert mcnemar(only_a, only_b) == pytest.approx(min(1.0, 2 * tail / 2**n))


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_mcnemar_is_a_symmetric_probability(only_a: int, only_b: int) -> None:
    p = mcnemar(only_a, only_b)
    assert 0 <= p <= 1
    assert p == mcnemar(only_b, only_a)
