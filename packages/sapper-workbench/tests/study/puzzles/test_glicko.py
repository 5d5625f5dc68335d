"""Glicko-2: the worked example of the paper, and players of known strength."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.studies.ratings import simulate
from sapper.kernel import Chance
from sapper_workbench.study import (
    FIRST_RATING,
    MAX_DEVIATION,
    MAX_STEP,
    Collection,
    Puzzle,
    Rating,
    expected,
    moved,
    rated,
)


def test_the_example_of_the_paper() -> None:
    """Glickman (2013): a player of 1500 ± 200 wins against one opponent and loses against two."""
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), results)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_games_only_the_deviation_grows() -> None:
    idle = rated(Rating(1600, 50, 0.06), [])
    assert (idle.value, idle.volatility) == (1600, 0.06)
    assert 50 < idle.deviation < 52
    assert rated(Rating(1600, 350), []).deviation == 350


def test_a_surprise_raises_the_volatility() -> None:
    surprised = rated(Rating(1500, 30, 0.06), [(Rating(2200, 30), 1.0)] * 5)
    assert surprised.volatility > 0.06


def test_chances_add_up() -> None:
    one, other = Rating(1520, 40), Rating(1700, 40)
    assert expected(one, other) + expected(other, one) == pytest.approx(1.0)
    assert expected(one, one) == pytest.approx(0.5)


RATINGS = st.builds(
    Rating, st.floats(400, 2800), st.floats(30, MAX_DEVIATION), st.floats(0.03, 0.1)
)


@given(RATINGS, RATINGS, st.floats(0, 1), st.floats(0, 1))
def test_a_better_answer_never_earns_less_and_no_answer_costs_much(
    own: Rating, puzzle: Rating, one: float, other: float
) -> None:
    low, high = (moved(own, puzzle, score) for score in sorted((one, other)))
    assert low.value <= high.value + 1e-6
    assert own.value - MAX_STEP <= low.value
    assert high.value <= own.value + MAX_STEP
    assert moved(own, puzzle, 0.0).value < own.value < moved(own, puzzle, 1.0).value


@pytest.mark.parametrize("strength", [800, 1100, 1500, 1900])
def test_ratings_converge_to_known_strengths(strength: float) -> None:
    """A player of a known strength solves puzzles of known ratings near its own."""
    chance, own = Chance(7, int(strength)), FIRST_RATING
    for _ in range(150):
        puzzle = Rating(own.value - 150 + 300 * chance.random(), 60)
        solved = chance.random() < 1 / (1 + 10 ** ((puzzle.value - strength) / 400))
        own = moved(own, puzzle, float(solved))
    assert abs(own.value - strength) < 3 * own.deviation
    assert own.deviation < 75


def test_players_and_puzzles_that_play_each_other_find_their_ratings() -> None:
    """That of ``papers.studies.ratings``, small: first estimates are wrong by 150 points."""
    among = Collection(
        Puzzle(f"safe-{n}", "safe", "2x1x1/H1", ("1-1",), 900 + 12 * n) for n in range(100)
    )
    players, before, after = simulate(among, 15, 50, 150.0, 3)
    assert players[50].rms < players[10].rms < 250
    assert players[50].rms < 100
    assert players[50].within > 0.8
    assert after.rms < before.rms


def test_puzzles_that_were_estimated_badly_find_their_rating() -> None:
    chance, puzzle = Chance(3), Rating(1200, 120)
    for _ in range(120):
        player = Rating(1300 + 400 * chance.random(), 70)
        fails = chance.random() < 1 / (1 + 10 ** ((player.value - 1600) / 400))
        puzzle = rated(puzzle, [(player, float(fails))])
    assert abs(puzzle.value - 1600) < 3 * puzzle.deviation
