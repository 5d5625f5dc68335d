"""The sequential test: compared with SciPy, and its two kinds of error on simulated matches."""

from __future__ import annotations

from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.studies.false_alarms import first_answer
from sapper.arena import MARGIN, Gsprt, PairedCounts
from sapper.errors import InputError
from tests.arena.test_paired import DIFFERENCES, SOME, likeliest_by_scipy

MATCHES = 1000
LONGEST = 20_000  #: deals that a simulated match may have


@given(SOME, DIFFERENCES, DIFFERENCES)
def test_ratio_is_that_of_scipys_likelihoods(
    counts: PairedCounts, difference: float, null: float
) -> None:
    from scipy.stats import multinomial

    if difference == null:
        return

    def likelihood(d: float) -> float:
        numbers = [counts.only_a, counts.ties, counts.only_b]
        return float(multinomial.logpmf(numbers, counts.deals, likeliest_by_scipy(counts, d)))

    llr = Gsprt(difference, null).state(counts).llr
    there = likelihood(difference) - likelihood(null)
    assert llr == pytest.approx(there, rel=1e-9, abs=1e-6)


@given(st.builds(PairedCounts, *[st.integers(0, 300)] * 3), st.floats(0.001, 0.5))
def test_players_turned_around_turn_the_ratio(counts: PairedCounts, difference: float) -> None:
    test = Gsprt(difference, -difference)
    turned = PairedCounts(counts.only_b, counts.ties, counts.only_a)
    assert test.state(turned).llr == pytest.approx(-test.state(counts).llr, abs=1e-9)


def test_nothing_played_says_nothing() -> None:
    state = Gsprt(0.02).state(PairedCounts(0, 0, 0))
    assert (state.llr, state.verdict) == (0.0, "undecided")


def test_bounds_lie_beyond_the_levels() -> None:
    state = Gsprt(0.1, alpha=0.01, beta=0.2).state(PairedCounts(1, 1, 1))
    assert state.lower == pytest.approx(log(0.2) - MARGIN)
    assert state.upper == pytest.approx(log(100) + MARGIN)


def test_what_is_plain_is_seen() -> None:
    assert Gsprt(0.1).state(PairedCounts(60, 100, 10)).verdict == "difference"
    assert Gsprt(0.1).state(PairedCounts(30, 400, 40)).verdict == "null"
    assert Gsprt(-0.1).state(PairedCounts(10, 100, 60)).verdict == "difference"


@given(st.lists(st.sampled_from([1, 0, -1]), max_size=200), st.integers(1, 7))
def test_first_answer_is_the_first_that_recounting_gives(outcomes: list[int], every: int) -> None:
    test = Gsprt(0.3, alpha=0.2, beta=0.2)
    wanted = None
    for deals in range(every, len(outcomes) + 1, every):
        seen = outcomes[:deals]
        state = test.state(PairedCounts(seen.count(1), seen.count(0), seen.count(-1)))
        if state.verdict != "undecided":
            wanted = deals, state
            break
    assert first_answer(test, outcomes, every) == wanted


@pytest.mark.parametrize("bad", [1.0, -1.0, 2.0, float("nan")])
def test_differences_that_cannot_be_are_refused(bad: float) -> None:
    with pytest.raises(InputError, match="difference"):
        Gsprt(bad)
    with pytest.raises(InputError, match="null"):
        Gsprt(0.5, null=bad)


def test_other_questions_without_an_answer_are_refused() -> None:
    with pytest.raises(InputError, match="must not both be"):
        Gsprt(0.1, null=0.1)
    for bad in (0.0, 0.5, -1.0, float("nan")):
        with pytest.raises(InputError, match="alpha"):
            Gsprt(0.1, alpha=bad)
        with pytest.raises(InputError, match="beta"):
            Gsprt(0.1, beta=bad)


def answers(test: Gsprt, apart: float, difference: float) -> dict[str, int]:
    """Return how simulated matches end in which only one player wins ``apart`` of the deals."""
    found = {"null": 0, "difference": 0, "undecided": 0}
    for match in range(MATCHES):
        random = Random(match).random
        only_a, some = (apart + difference) / 2, apart
        draws = (random() for _ in range(LONGEST))
        outcomes = (1 if x < only_a else -1 if x < some else 0 for x in draws)
        answer = first_answer(test, outcomes)
        found[answer[1].verdict if answer else "undecided"] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("apart", "difference"), [(0.25, 0.1), (0.6, 0.2)])
def test_equals_are_seldom_found_to_differ(apart: float, difference: float) -> None:
    found = answers(Gsprt(difference), apart, 0.0)
    assert found["undecided"] == 0
    assert found["difference"] < 0.05 * MATCHES


@pytest.mark.slow
@pytest.mark.parametrize(("apart", "difference"), [(0.25, 0.1)])
def test_those_that_differ_are_seldom_found_equal(apart: float, difference: float) -> None:
    found = answers(Gsprt(difference), apart, difference)
    assert found["undecided"] == 0
    assert found["null"] < 0.05 * MATCHES
