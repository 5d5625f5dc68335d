"""Searches find the optimum of problems that have one, keep their books and their budgets."""

from __future__ import annotations

import time
from itertools import count

import pytest

from sapper.errors import InputError
from sapper.game import Chance
from sapper_agents.planning import (
    PLAIN,
    Budget,
    Luck,
    Search,
    Settings,
    Summary,
    Ucb1Tuned,
    UcbV,
    Uniform,
    Widening,
    playout,
)
from tests.planning.problems import Bandit, Cards, Deed, Door, Draw, Ear, Hand, Heard, Tiger

DECK = (1, 2, 3, 4, 5, 6, 7, 8)
WIDENED = Settings(Ucb1Tuned(), Widening(0.5), Widening(0.5, 4.0))


def bandit(settings: Settings, *pays: float) -> Search[bool, int, None, bool]:
    model = Bandit(*pays)
    return Search(model, False, playout(model, Uniform(model)), settings)


def tiger(settings: Settings, listens: int) -> Search[Ear, Deed, Door, Heard]:
    """Its playouts are myopic: they open the likelier door at once."""

    def open_now(state: Ear, luck: Luck) -> Deed:
        return "right" if state.tiger_left > 0.5 else "left"

    model = Tiger(listens)
    return Search(model, Ear(), playout(model, open_now), settings)


def cards(
    settings: Settings = PLAIN, hand: Hand | None = None, model: Cards | None = None
) -> Search[Hand, Draw, tuple[int, ...], int]:
    model = model or Cards(12)
    return Search(model, hand or Hand(0, DECK), playout(model, Uniform(model)), settings)


def test_the_better_arm_of_a_bandit_is_found() -> None:
    search = bandit(PLAIN, 0.4, 0.6)
    search.run(Budget(3000), Chance(1))
    assert search.best == 1
    means = {c.action: c.mean for c in search.summary().candidates}
    assert means[1] == pytest.approx(0.6, abs=0.05)
    assert search.summary().candidates[0].visits > 1500


def test_the_tiger_is_listened_to_as_often_as_it_pays() -> None:
    """The optimum, by expectimax over what was heard: listen until one side leads by two."""
    model = Tiger(3)
    best = max(model.optimum(Ear()).values())
    assert model.optimum(Ear())["listen"] == best
    search = tiger(Settings(Ucb1Tuned(112.0)), 3)
    search.run(Budget(20_000), Chance(2))
    assert search.best == "listen"
    assert search.summary().candidates[0].mean == pytest.approx(best, abs=1.0)
    assert search.advance("listen", "left")
    search.run(Budget(20_000), Chance(3))
    assert search.best == "listen"
    assert search.advance("listen", "left")
    search.run(Budget(20_000), Chance(4))
    after = model.optimum(Ear(2, 0))
    assert search.best == max(after, key=lambda deed: after[deed]) == "right"


@pytest.mark.slow
@pytest.mark.parametrize("settings", [PLAIN, WIDENED], ids=["plain", "widened"])
def test_drawing_cards_comes_near_the_optimum_as_simulations_grow(settings: Settings) -> None:
    model = Cards(12)
    errors = []
    for simulations in (100, 10_000):
        error = 0.0
        for hand in (Hand(0, DECK), Hand(5, (1, 2, 3, 4, 6, 7, 8)), Hand(7, (1, 2, 3, 5, 6, 8))):
            search = cards(settings, hand, model)
            search.run(Budget(simulations), Chance(5))
            worth = model.optimum(hand)
            if simulations == 10_000:
                assert worth[search.best] == max(worth.values())
            error += abs(search.summary().candidates[0].mean - max(worth.values()))
        errors.append(error / 3)
    assert errors[1] < errors[0]
    assert errors[1] < 0.03


def test_visits_add_up_to_the_simulations() -> None:
    def add_up(node: Summary[Draw, int]) -> None:
        if node.candidates:  # one visit more if it was new to a simulation
            assert node.visits - sum(c.visits for c in node.candidates) in (0, 1)
        for candidate in node.candidates:
            assert sum(reply.draws for reply in candidate.replies) == candidate.visits
            for reply in candidate.replies:
                assert reply.after.visits >= reply.draws  # it may be reached in several ways
                add_up(reply.after)

    for settings in (PLAIN, WIDENED):
        search = cards(settings)
        assert search.run(Budget(500), Chance(6)) in ("simulations", "decided")
        tree = search.summary(decisions=20)
        assert 0 < tree.visits == search.visits <= 500
        assert tree.visits == sum(c.visits for c in tree.candidates)
        add_up(tree)


def test_a_simulation_adds_one_decision() -> None:
    def decisions(node: Summary[Draw, int]) -> int:
        replies = [reply for c in node.candidates for reply in c.replies]
        return sum(reply.after.visits > 0 for reply in replies) + sum(
            decisions(reply.after) for reply in replies
        )

    search = cards()
    for done in range(1, 60):
        before = decisions(search.summary(decisions=20))
        search.run(Budget(1), Chance(7, done))
        assert decisions(search.summary(decisions=20)) - before in (0, 1)


def test_the_same_luck_grows_the_same_tree() -> None:
    trees = []
    for seed in (8, 8, 9):
        search = cards(WIDENED)
        search.run(Budget(300), Chance(seed))
        trees.append(search.summary(decisions=20))
    assert trees[0] == trees[1] != trees[2]


def test_widening_bounds_the_children() -> None:
    few, rare = Widening(0.3), Widening(0.2)
    search = bandit(Settings(Ucb1Tuned(), few), *[0.5] * 50)
    search.run(Budget(200), Chance(10))
    assert len(search.summary().candidates) == few.most(search.visits)
    cards_search = cards(Settings(Ucb1Tuned(), few, rare))
    cards_search.run(Budget(400), Chance(11))

    def check(node: Summary[Draw, int]) -> None:
        assert len(node.candidates) <= few.most(max(node.visits, 1))
        for candidate in node.candidates:
            assert len(candidate.replies) <= rare.most(candidate.visits)
            for reply in candidate.replies:
                check(reply.after)

    check(cards_search.summary(decisions=20))


def test_equal_states_are_one_node_however_they_were_reached() -> None:
    """3 and then 2, or 2 and then 3, leave the same hand: its visits are those of both ways."""
    search = cards()
    search.run(Budget(3000), Chance(20))
    ways, draws = [], 0
    for first, second in ((2, 3), (3, 2)):
        node = search.summary(decisions=4)
        for card in (first, second):
            draw = next(c for c in node.candidates if c.action == "draw")
            reply = next(r for r in draw.replies if r.outcome == card)
            node = reply.after
        ways.append(node)
        draws += reply.draws
    assert ways[0] == ways[1]
    assert ways[0].visits >= draws


def test_nodes_that_are_not_shared_have_the_visits_of_one_way() -> None:
    search = cards(Settings(shared=False))
    search.run(Budget(3000), Chance(20))

    def check(node: Summary[Draw, int]) -> None:
        for candidate in node.candidates:
            for reply in candidate.replies:
                assert reply.after.visits == reply.draws
                check(reply.after)

    check(search.summary(decisions=20))


def test_the_mean_backup_is_the_mean_of_all_simulations() -> None:
    """Without odds, the value of an arm is then the mean of its gains, which the search counts."""
    seen: list[float] = []
    model = Cards(12)
    uniform = playout(model, Uniform(model))

    def leaf(state: Hand, world: tuple[int, ...], luck: Luck) -> float:
        seen.append(uniform(state, world, luck))
        return seen[-1]

    hand = Hand(6, (1, 8))  # two cards: every simulation ends in a leaf or at the end of the game
    search = Search(model, hand, leaf, Settings(UcbV(), backup="mean", shared=False))
    search.run(Budget(400), Chance(21))
    for candidate in search.summary(decisions=9).candidates:
        (arm,) = [arm for arm in search._root.arms if arm.action == candidate.action]
        assert candidate.mean == pytest.approx(arm.total / arm.visits)


def test_advancing_keeps_the_subtree() -> None:
    search = cards()
    search.run(Budget(500), Chance(12))
    tree = search.summary(decisions=20)
    action, outcome = tree.candidates[0].action, tree.candidates[0].replies[0].outcome
    assert search.knows(action, outcome)
    assert search.advance(action, outcome)
    assert search.summary(decisions=19) == tree.candidates[0].replies[0].after
    kept = search.visits
    stop = search.run(Budget(100), Chance(13))
    assert search.visits == kept + 100 or stop == "decided"


def test_what_the_tree_has_not_met_starts_a_new_one() -> None:
    search = cards()
    assert not search.knows("draw", 3)
    assert not search.advance("draw", 3)
    assert search.state == Hand(3, (1, 2, 4, 5, 6, 7, 8))
    assert search.visits == 0
    assert search.best == "draw"


def test_forced_moves_are_not_searched() -> None:
    model = Cards(12, floor=6)
    search = cards(PLAIN, None, model)
    assert search.run(Budget(1000), Chance(14)) == "forced"
    assert search.best == "draw"
    assert search.visits == 0
    assert model.looked == []
    over = cards(PLAIN, Hand(13, (), over=True), model)
    assert over.run(Budget(1000), Chance(14)) == "forced"
    with pytest.raises(InputError, match="over"):
        _ = over.best


def test_forced_moves_in_the_tree_take_no_simulation() -> None:
    """With the last card drawn one has to stop: the first simulation goes through that, too."""
    search = cards(PLAIN, Hand(5, (1,)))
    search.run(Budget(1), Chance(15))
    (draw,) = search.summary(decisions=3).candidates
    (stop,) = draw.replies[0].after.candidates
    assert (draw.action, draw.replies[0].outcome, stop.action) == ("draw", 1, "stop")


def test_budgets_are_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of seconds on a clock that goes on a millisecond at every look."""
    search = bandit(PLAIN, 0.5, 0.5)
    assert search.run(Budget(37), Chance(16)) == "simulations"
    assert search.visits == 37
    looks = count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(looks) / 1000)
    assert search.run(Budget(seconds=0.05), Chance(16)) == "seconds"
    assert search.visits == 37 + 49


def test_a_search_stops_when_nothing_can_change_its_answer() -> None:
    search = bandit(PLAIN, 0.05, 0.95)
    assert search.run(Budget(1000), Chance(18)) == "decided"
    first, second = search.summary().candidates
    assert search.best == first.action == 1
    assert first.visits - second.visits > 1000 - search.visits


def test_a_budget_needs_a_bound_that_can_be_kept() -> None:
    for wrong in (
        {},
        {"simulations": 0},
        {"seconds": 0.0},
        {"seconds": float("inf")},
    ):
        with pytest.raises(InputError):
            Budget(**wrong)
