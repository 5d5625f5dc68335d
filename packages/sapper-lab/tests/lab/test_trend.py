"""The effect of thinking time, compared with SciPy deal by deal."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sapper.arena import Trend, trend
from sapper_lab.plan import families

Wins = npt.NDArray[np.int64]


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[float], Wins]:
    """Budgets, and who won: one row for each deal and one column for each budget."""
    budgets = draw(st.lists(st.sampled_from([0.1, 0.5, 1, 2, 7, 100]), min_size=2, unique=True))
    row = st.lists(st.integers(0, 1), min_size=len(budgets), max_size=len(budgets))
    return budgets, np.array(draw(st.lists(row, min_size=2, max_size=40)))


def found(budgets: list[float], wins: Wins) -> Trend:
    return trend(budgets, (wins.T @ wins).tolist(), len(wins))


@settings(max_examples=50)
@given(tournaments())
def test_slope_is_the_mean_of_the_deals_own_slopes(given: tuple[list[float], Wins]) -> None:
    from scipy.stats import linregress, norm, sem

    budgets, wins = given
    slopes = [linregress(np.log2(budgets), row).slope for row in wins]
    here = found(budgets, wins)
    assert here.slope == pytest.approx(np.mean(slopes), abs=1e-9)
    scale = sem(slopes)
    low, high = norm.interval(0.95, np.mean(slopes), scale) if scale else (here.slope, here.slope)
    assert here.interval == pytest.approx((low, high), abs=1e-7)


@given(tournaments())
def test_p_value_is_that_of_shuffled_deals(given: tuple[list[float], Wins]) -> None:
    """Return mean and variance over all orders of the results of a deal, by enumeration."""
    from scipy.stats import chi2

    budgets, wins = given
    assume(len(budgets) < 5)
    weights = np.log2(budgets) - np.mean(np.log2(budgets))
    variance = sum(np.mean([(weights @ np.array(p)) ** 2 for p in permutations(w)]) for w in wins)
    total = float(np.sum(wins @ weights))
    p = chi2.sf(total**2 / variance, 1) if variance > 1e-12 else 1.0
    assert found(budgets, wins).p_value == pytest.approx(p, abs=1e-9)


@given(st.integers(0, 50), st.integers(1, 50), st.integers(0, 50), st.integers(0, 50))
def test_of_two_players_it_is_mcnemars_without_correction(
    both: int, only_a: int, only_b: int, neither: int
) -> None:
    from scipy.stats import chi2

    deals = both + only_a + only_b + neither
    here = trend([1, 4], [[both + only_a, both], [both, both + only_b]], deals)
    assert here.slope == pytest.approx((only_b - only_a) / deals / 2)
    p = chi2.sf((only_a - only_b) ** 2 / (only_a + only_b), 1)
    assert here.p_value == pytest.approx(p, abs=1e-9)


def test_where_budgets_make_no_difference_nothing_is_found() -> None:
    here = trend([1, 2, 3], [[5, 5, 5]] * 3, 9)
    assert (here.slope, here.p_value) == pytest.approx((0, 1))
    assert here.interval == pytest.approx((0, 0))
    assert trend([1, 2], [[1, 0], [0, 0]], 1).interval is None


def test_families_differ_in_one_number() -> None:
    recipes = ["champion(seconds=1)", "csp", "champion(seconds=0.1)", "champion(playouts=9)"]
    (family,) = families(recipes)
    assert (family.recipe, family.option) == ("champion(seconds=…)", "seconds")
    assert family.budgets == (0.1, 1.0)
    assert family.players == ("champion(seconds=0.1)", "champion(seconds=1)")


def test_a_player_may_be_of_two_families() -> None:
    recipes = ["start > uct(depth=2, playouts=10)", "start > uct(depth=2, playouts=20)"]
    recipes.append("start > uct(depth=3, playouts=10)")
    first, second = families(recipes)
    assert (first.option, first.players) == ("depth", (recipes[0], recipes[2]))
    assert (second.option, second.players) == ("playouts", (recipes[0], recipes[1]))


def test_nothing_is_no_budget() -> None:
    assert families(["limited(splits=0)", "limited(splits=1)", "csp", "swift"]) == ()
