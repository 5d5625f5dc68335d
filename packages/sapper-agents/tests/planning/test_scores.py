"""Scores are the bounds of their papers, and widening is slow growth."""

from math import log, sqrt

import pytest

from sapper_agents.planning import Score, Ucb1, Ucb1Tuned, UcbV, Widening


def test_ucb1_tuned_is_the_bound_of_its_paper() -> None:
    spread = 0.01 + sqrt(2 * log(100) / 80)
    assert spread > 0.25
    assert Ucb1Tuned()(0.5, 0.01, 80, log(100)) == pytest.approx(0.5 + sqrt(log(100) / 80 * 0.25))
    spread = 0.01 + sqrt(2 * log(100) / 800)
    assert Ucb1Tuned()(0.5, 0.01, 800, log(100)) == pytest.approx(
        0.5 + sqrt(log(100) / 800 * spread)
    )


def test_ucb_v_is_the_bound_of_its_paper() -> None:
    e = 1.2 * log(100)
    found = UcbV()(0.5, 0.2, 10, log(100))
    assert found == pytest.approx(0.5 + sqrt(2 * 0.2 * e / 10) + 3 * e / 10)


def test_ucb1_ignores_the_variance() -> None:
    bounds = {Ucb1()(0.5, variance, 8, log(100)) for variance in (0.0, 0.2)}
    assert bounds == {0.5 + sqrt(2 * log(100) / 8)}


def test_a_larger_constant_explores_more() -> None:
    once, twice = (Ucb1Tuned(c=c)(0.5, 0.2, 10, 5.0) for c in (1.0, 2.0))
    assert twice - 0.5 == pytest.approx(2 * (once - 0.5))


@pytest.mark.parametrize("score", [Ucb1Tuned(), UcbV(), UcbV(zeta=0.3, c=0.1)])
def test_bounds_fall_with_visits_and_rise_with_time_and_variance(score: Score) -> None:
    assert score(0.5, 0.2, 10, 5.0) > score(0.5, 0.2, 20, 5.0) > 0.5
    assert score(0.5, 0.2, 10, 6.0) > score(0.5, 0.2, 10, 5.0)
    assert score(0.5, 0.2, 2000, 5.0) > score(0.5, 0.1, 2000, 5.0)


@pytest.mark.parametrize("score", [Ucb1, Ucb1Tuned, UcbV])
def test_bounds_scale_with_the_span_of_the_gains(score: type[Score]) -> None:
    small = score()(0.5, 0.2, 10, 5.0)
    assert score(span=7.0)(3.5, 0.2 * 49, 10, 5.0) == pytest.approx(7 * small)


def test_widening_allows_one_child_at_first_and_ever_more() -> None:
    most = [Widening(0.5).most(n) for n in range(1, 101)]
    assert most[0] == 1
    assert most[-1] == 10
    assert most == sorted(most)
    assert Widening(0.5, 3.0).most(1) == 3
