"""Searches that know the odds: estimates are better, and in the end they are no estimates."""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.game import Chance
from sapper_agents.planning import (
    PLAIN,
    Arm,
    Budget,
    DecisionNode,
    Luck,
    Reply,
    Search,
    Settings,
    Summary,
    Ucb1Tuned,
    Uniform,
    Widening,
    playout,
)
from tests.planning.problems import Bandit, Cards, Draw, Ear, Hand, Tiger

DECK = (1, 2, 3, 4, 5, 6, 7, 8)


def informed(model: Any, state: Any, chosen: Settings = PLAIN) -> Search[Any, Any, Any, Any]:
    """A search that knows the odds of its model."""
    return Search(model, state, playout(model, Uniform(model)), chosen, model)


def cards(hand: Hand, chosen: Settings = PLAIN) -> Search[Any, Any, Any, Any]:
    return informed(Cards(12), hand, chosen)


@settings(max_examples=25, deadline=None)
@given(
    st.sets(st.integers(1, 8), min_size=1, max_size=5),
    st.integers(0, 11),
    st.integers(0, 2**32),
)
def test_what_is_proved_is_exact_expectimax(deck: set[int], points: int, seed: int) -> None:
    hand = Hand(points, tuple(sorted(deck)))
    search = cards(hand)
    assert search.run(Budget(200_000), Chance(seed)) == "proved"
    worth = Cards(12).optimum(hand)
    assert worth[search.best] == pytest.approx(max(worth.values()))
    for candidate in search.summary().candidates:
        assert candidate.low - 1e-9 <= worth[candidate.action] <= candidate.high + 1e-9
        if candidate.proved:
            assert candidate.mean == pytest.approx(worth[candidate.action])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 400))
def test_bounds_enclose_the_optimum_at_all_times(seed: int, visits: int) -> None:
    model = Cards(12)

    def check(node: Summary[Draw, int], hand: Hand) -> None:
        worth = model.optimum(hand)
        for candidate in node.candidates:
            assert candidate.low - 1e-9 <= worth[candidate.action] <= candidate.high + 1e-9
            assert candidate.low - 1e-9 <= candidate.mean <= candidate.high + 1e-9
            for reply in candidate.replies:
                check(reply.after, model.after(hand, candidate.action, reply.outcome))

    search = cards(Hand(0, DECK))
    search.run(Budget(visits), Chance(seed))
    check(search.summary(decisions=20), Hand(0, DECK))


@pytest.mark.parametrize("listens", [1, 2, 3])
def test_the_tiger_is_solved(listens: int) -> None:
    model = Tiger(listens)
    search = informed(model, Ear(), Settings(Ucb1Tuned(112.0)))
    assert search.run(Budget(200_000), Chance(2)) == "proved"
    worth = model.optimum(Ear())
    best = next(c for c in search.summary().candidates if c.action == search.best)
    assert worth[search.best] == max(worth.values())
    assert best.low - 1e-6 <= worth[search.best] <= best.high + 1e-6


def test_both_arms_of_a_bandit_are_known_once_they_paid_and_did_not() -> None:
    search = informed(Bandit(0.45, 0.55), False)
    assert search.run(Budget(1000), Chance(3)) == "proved"
    assert search.best == 1
    assert search.visits < 100
    assert {c.action: c.mean for c in search.summary().candidates} == pytest.approx(
        {0: 0.45, 1: 0.55}
    )


def test_with_odds_estimates_come_nearer_to_the_optimum() -> None:
    hand, model = Hand(5, (1, 2, 3, 4, 6, 7, 8)), Cards(12)
    errors = {}
    for odds in (None, model):
        found = []
        for seed in range(20):
            search = Search(model, hand, playout(model, Uniform(model)), PLAIN, odds)
            search.run(Budget(40), Chance(4, seed))
            best = search.summary().candidates[0]
            found.append(abs(best.mean - model.best(hand)))
        errors[odds is model] = fmean(found)
    assert errors[True] < 0.5 * errors[False]


def test_a_bound_spares_an_action_that_cannot_be_better() -> None:
    """The second arm may pay at most .3, the first is found to pay .5: it is not tried again."""

    class Bounded(Bandit):
        def bounds(self, state: bool, action: int) -> tuple[float, float]:
            return (0.0, 0.3) if action else (0.0, 1.0)

    search = informed(Bounded(0.5, 0.2), False, Settings(Ucb1Tuned(), Widening(0.5)))
    assert search.run(Budget(1000), Chance(5)) == "proved"
    assert search.best == 0
    tried = {c.action: c for c in search.summary().candidates}
    assert tried[0].proved
    assert 1 not in tried or not tried[1].proved


@pytest.mark.slow
@pytest.mark.parametrize("visits", [1, 3, 10, 40])
def test_replies_that_nobody_met_count_as_those_as_rare(visits: int) -> None:
    """One outcome in four is the end, the others are a hundred rare ones, all worth 1. Weighed
    by odds alone the end would count for far more than a quarter before the others are met; the
    estimate here is right on average."""
    chance = Chance(6)
    found = []
    for _ in range(4000):
        arm = Arm[int, int, int](0, 0.0, 1.0)
        for _ in range(visits):
            outcome = 0 if chance.random() < 0.25 else 1 + chance.below(100)
            reply = arm.replies.get(outcome)
            if reply is None:
                odds = 0.75 / 100 if outcome else 0.25
                reply = Reply(
                    DecisionNode[int, int, int](outcome, (), 0.0, 0.0), float(outcome > 0), odds
                )
                arm.replies[outcome] = reply
                arm.seen += odds
            reply.draws += 1
            arm.count(reply.reward)
            arm.by_odds(reply, (0.0, 1.0))
        found.append(arm.worth)
    assert fmean(found) == pytest.approx(0.75, abs=0.03)


def test_an_answer_that_is_proved_needs_no_simulation() -> None:
    search = cards(Hand(11, (2, 3)))
    assert search.run(Budget(1000), Chance(7)) == "proved"
    done = search.visits
    assert search.run(Budget(1000), Chance(8)) == "proved"
    assert search.visits == done
    assert any(candidate.proved for candidate in search.summary().candidates)


def test_what_the_bounds_prove_at_once_takes_no_simulation() -> None:
    class Told(Bandit):
        def bounds(self, state: bool, action: int) -> tuple[float, float]:
            return (0.5, 0.5) if action == 0 else (0.0, 0.5)

    search = informed(Told(0.5, 0.2), False)
    assert search.run(Budget(1000), Chance(10)) == "proved"
    assert search.best == 0
    assert search.visits == 0


def test_nothing_is_simulated_past_what_is_proved() -> None:
    """Once a hand is proved no playout starts below it: leaves are asked for open hands only."""
    model = Cards(12)
    uniform = playout(model, Uniform(model))
    asked = Counter[Hand]()

    def leaf(state: Hand, world: tuple[int, ...], luck: Luck) -> float:
        asked[state] += 1
        return uniform(state, world, luck)

    search = Search(model, Hand(0, DECK), leaf, PLAIN, model)
    search.run(Budget(5000), Chance(9))
    assert max(asked.values()) == 1
    assert search.visits > len(asked)
