"""Limits for the mean of bounded values: on the right side, as close as they can be, and never
wrong more often than they say."""

import numpy as np
import pytest

from sapper.arena import lower_limit, upper_limit


def test_no_values_tell_nothing() -> None:
    assert upper_limit(np.empty(0), 0.05) == 1.0
    assert lower_limit(np.empty(0), 0.05) == 0.0


def test_limits_mirror_each_other() -> None:
    values = np.random.default_rng(1).random(200)
    assert lower_limit(values, 0.05) == pytest.approx(1.0 - upper_limit(1.0 - values, 0.05))
    assert lower_limit(values, 0.05) < values.mean() < upper_limit(values, 0.05)


def test_wins_only_can_be_luck_with_the_probability_of_the_error() -> None:
    """With n losses of n, every mean up to 1 - error ** (1 / n) is likely enough."""
    for n in (50, 500):
        assert upper_limit(np.zeros(n), 0.05) >= 1.0 - 0.05 ** (1 / n)
        assert upper_limit(np.zeros(n), 0.05) < 14.0 / n
        assert upper_limit(np.ones(n), 0.05) == 1.0


def test_a_smaller_variance_gives_a_closer_limit() -> None:
    wins = np.tile([0.0, 1.0], 500)
    middling = np.tile([0.4, 0.6], 500)
    assert upper_limit(middling, 0.05) - 0.5 < 0.4 * (upper_limit(wins, 0.05) - 0.5)
    assert 0.03 < upper_limit(wins, 0.05) - 0.5 < 0.07


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_limits_are_wrong_no_more_often_than_they_say(share: float) -> None:
    """They may be looked at after every value; looking at some sizes only makes errors rarer."""
    luck = np.random.default_rng(7)
    wrong = 0
    for _ in range(100):
        values = (luck.random(400) < share).astype(float)
        wrong += any(upper_limit(values[:n], 0.2) < share for n in (10, 40, 100, 400))
    assert wrong <= 20
