"""Beliefs about candidates: what they follow from, and which playouts are worth their price."""

import math
from array import array
from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest

from sapper.game import Grid, Position
from sapper.players import CandidateTrial, Prospect, Scale, best_purchase, improvement

MIDDLE = Scale(share=0.5, chance=0.5)


def trial(value: float, wins: list[float]) -> CandidateTrial:
    return CandidateTrial(Prospect(0, 0.9, value, value), array("d", wins))


def believed(own: CandidateTrial, first: CandidateTrial, scale: Scale = MIDDLE) -> CandidateTrial:
    return (own.compared(first) if own.values else own).believed(first, scale)


def test_few_playouts_leave_it_to_the_look_ahead_and_many_decide() -> None:
    first, lucky = [0.5, 0.4, 0.6, 0.5] * 2, [0.8, 0.3, 0.9, 0.4] * 2
    none, few, many = (
        believed(trial(0.79, lucky * n), trial(0.80, first * n)).gain for n in (0, 1, 10_000)
    )
    prior = -0.01 * 0.5 / 0.8
    mean = fmean(lucky) - fmean(first)
    assert none == pytest.approx(prior)
    assert prior < few < many < mean
    trust = MIDDLE.prior / (MIDDLE.prior + MIDDLE.bias)
    assert many == pytest.approx(trust * mean + (1.0 - trust) * prior, abs=1e-3)


def test_equal_playouts_do_not_make_it_certain() -> None:
    alike = believed(trial(0.79, [0.5]), trial(0.80, [0.5]))
    assert alike.noise > 0.0
    assert -0.01 * 0.5 / 0.8 < alike.gain < 0.0


def test_a_belief_varies_as_repeated_trials_do() -> None:
    """The variance that further playouts remove is that of the expectation they lead to."""
    draw = np.random.default_rng(7).normal
    n = 20_000
    true = draw(0.0, math.sqrt(MIDDLE.prior), n)
    errors = draw(0.0, math.sqrt(MIDDLE.bias + MIDDLE.noise / 200), n)
    expected = (true + errors) * MIDDLE.prior / (MIDDLE.prior + MIDDLE.bias + MIDDLE.noise / 200)
    new = believed(trial(0.8, []), trial(0.8, []))
    removed = new.variance(MIDDLE) - new.variance(MIDDLE, 200)
    assert expected.var() == pytest.approx(removed, rel=0.05)


def test_the_look_ahead_is_trusted_less_as_a_game_goes_on() -> None:
    position = Position.start(Grid(9, 9), 10)
    most = math.log(math.comb(81, 10))
    scales = [Scale.of(position, share * most) for share in (1.0, 0.9, 0.5, 0.0)]
    assert [scale.share for scale in scales] == pytest.approx([1.0, 0.9, 0.5, 0.0])
    priors = [scale.prior for scale in scales]
    assert priors == sorted(priors)
    assert priors[0] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("gap", "deviation"), [(0.0, 0.02), (0.01, 0.025), (0.03, 0.014)])
def test_what_is_to_be_won_by_knowing_more(gap: float, deviation: float) -> None:
    """By drawing what may be learned."""
    learned = np.random.default_rng(4).normal(-gap, deviation, 10**6)
    expected = np.maximum(learned, 0.0).mean()
    assert improvement(gap, deviation**2) == pytest.approx(expected, abs=6e-5)
    assert improvement(gap, 0.0) == 0.0


def test_playouts_go_to_close_candidates_until_they_cost_too_much() -> None:
    first = trial(0.8, [0.5, 0.3] * 50)
    near, far = (
        replace(trial(0.8, [0.4, 0.4] * 50), gain=gain, noise=MIDDLE.noise)
        for gain in (-0.005, -0.05)
    )
    bought = best_purchase(first, [far, near], MIDDLE, 1e-7, 10_000)
    assert bought is not None
    assert bought[0] is near
    assert best_purchase(first, [far, near], MIDDLE, 1e-3, 10_000) is None
    assert best_purchase(first, [far], MIDDLE, 1e-6, 10_000) is None


def test_purchases_stay_within_the_budget() -> None:
    """Playouts of the first candidate count as well."""
    first, other = trial(0.8, []), believed(trial(0.8, []), trial(0.8, []))
    for left in range(20):
        bought = best_purchase(first, [other], MIDDLE, 0.0, left)
        assert (bought is None) == (left < 2)
        if bought is not None:
            assert 1 <= bought[1] <= left // 2
