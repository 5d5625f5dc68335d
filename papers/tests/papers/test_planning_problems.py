"""Tiger and RockSample are the problems of the literature, and planners come near perfect play."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from sapper.game import Chance
from sapper_papers.pomdp import (
    PLANNERS,
    PROBLEMS,
    DiscountedModel,
    Particles,
    RockSample,
    Rover,
    Tiger,
    play_game,
)
from tests.cli.runs import run, sentence


def visited(problem: Any, steps: int, seed: int) -> list[Any]:
    """Return what is known along a random game."""
    luck, known = Chance(31, seed), problem.start
    hidden, met = problem.draw(known, luck), []
    for _ in range(steps):
        actions = problem.actions(known)
        if not actions:
            break
        met.append(known)
        action = actions[luck.below(len(actions))]
        seen, _, hidden = problem.step(known, action, hidden, luck)
        known = problem.after(known, action, seen)
    return met


def test_the_optimum_of_tiger_is_that_of_its_best_policy() -> None:
    """Listen until one side leads by two, then open: four linear equations."""
    heard = 0.85 * 0.85 + 0.15 * 0.15  # the same side again
    roar = 0.15**2 / (0.15**2 + 0.85**2)
    leads = np.array([[1, -0.95, 0], [-0.95 * (1 - heard), 1, -0.95 * heard], [-0.95, 0, 1]])
    value = np.linalg.solve(leads, [-1.0, -1.0, 10.0 - 110.0 * roar])[0]
    assert Tiger().optimum == pytest.approx(value)
    assert round(value, 2) == 19.37  # as published for the discount .95
    assert [Tiger().cost(lead, "listen") == 0.0 for lead in range(4)] == [True, True, False, False]


@pytest.mark.parametrize("name", PROBLEMS)
def test_odds_are_the_frequencies_of_what_is_seen(name: str) -> None:
    problem, luck = PROBLEMS[name][0](), Chance(32)
    for known in visited(problem, 6, 2):
        for action in problem.actions(known):
            seen = Counter(
                problem.step(known, action, problem.draw(known, luck), luck)[0] for _ in range(300)
            )
            odds = {what: problem.odds(known, action, what) for what in seen}
            assert sum(odds.values()) <= 1.0 + 1e-6
            for what, share in odds.items():
                assert seen[what] / 300 == pytest.approx(share, abs=0.15)


def test_a_rover_learns_by_bayes_rule() -> None:
    problem = RockSample(3, ((1, 1), (2, 0)), (0, 1))
    known = problem.start
    checks = [("0", "good"), ("1", "bad"), ("e", ""), ("1", "bad"), ("sample", "good")]
    weights = dict.fromkeys(product((False, True), repeat=2), 1.0)
    for action, seen in checks:
        for rocks in weights:
            if action.isdigit():
                assert known.at is not None
                right = problem.accuracy(known.at, int(action))
                weights[rocks] *= right if rocks[int(action)] == (seen == "good") else 1 - right
        known = problem.after(known, action, seen)
    good = sum(weight for rocks, weight in weights.items() if rocks[1]) / sum(weights.values())
    assert known == Rover((1, 1), (None, pytest.approx(good)))  # type: ignore[arg-type]
    assert "sample" not in problem.actions(known)
    assert "0" not in problem.actions(known)


def test_leaving_at_once_is_worth_a_discounted_ten() -> None:
    sums = play_game(RockSample(), PLANNERS["myopic"], 1, Chance(33))
    assert sums.gained == pytest.approx(10.0 * 0.95**6)
    assert sums.decisions == 7


def test_particles_approach_the_exact_belief() -> None:
    problem, luck = Tiger(), Chance(34)
    particles, known = Particles(problem, luck), problem.start
    for seen in ("left", "left", "right"):
        particles.see(known, "listen", seen, luck)
        known = problem.after(known, "listen", seen)
    left = sum(particles.world(None, luck) == "left" for _ in range(2000)) / 2000  # type: ignore[arg-type]
    assert left == pytest.approx(problem.left(known), abs=0.06)


@pytest.mark.slow
def test_sappers_search_plays_tiger_almost_perfectly() -> None:
    sums = play_game(Tiger(), PLANNERS["sapper"], 3000, Chance(35))
    assert sums.mean == pytest.approx(Tiger().optimum, abs=1.0)


def test_a_search_looks_no_further_than_asked() -> None:
    model = DiscountedModel(Tiger(), 2)
    state = model.after(model.after(model.start, "listen", "left"), "listen", "left")
    assert state.known == 2
    assert model.actions(state) == ()
    assert model.step(model.start, "listen", "left", Chance(1))[1] == -1.0


def test_the_experiment_compares_planners() -> None:
    few = ("--games", "1", "--simulations", "5", "--problem", "tiger")
    found = json.loads(run("experiment", "planning", *few, "--json").stdout)
    assert [row["planner"] for row in found["rows"]] == list(PLANNERS)
    assert found["rows"][0]["mean"] == pytest.approx(Tiger().optimum)
    assert all(row["mean"] <= Tiger().optimum + 1e-9 for row in found["rows"])
    text = run("experiment", "planning", *few[:4], "--planner", "myopic").stdout
    for words in ("20.71 ± 0.21", "21.39 ± 0.01", "perfect play, by value iteration", "7.35"):
        assert words in text
    assert len(run("experiment", "planning", *few, "--csv").stdout.splitlines()) == 5
    assert "'chess' is not tiger" in sentence("experiment", "planning", "--problem", "chess")
