"""Boards without guesses: certainty alone finishes them, from the cell opened first."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import BudgetError, RulesError
from sapper.game import Chance, Deal, Level, Referee, Rules
from sapper.players import Decision, player
from sapper.study.session.no_guess import no_guess


@given(
    width=st.integers(4, 9),
    height=st.integers(4, 9),
    share=st.floats(0.05, 0.2),
    first=st.sampled_from(("any", "safe", "opening")),
    seed=st.integers(0, 10**6),
    place=st.randoms(use_true_random=False),
)
def test_satisfiability_finishes_them_without_a_guess(
    width: int, height: int, share: float, first: Any, seed: int, place: Any
) -> None:
    level = Level(width, height, max(1, int(share * width * height)))
    cell = level.grid.cell(place.randrange(level.grid.size))
    rules = Rules(first)
    number = no_guess(level, rules, cell, seed, 5)
    assert number >= 5
    referee = Referee(Deal.seeded(level.grid, level.mines, seed, number), rules)
    position = referee.open(cell)
    decide = player("single-point > sat(mark=false)").begin(Chance(0))
    while position.outcome == "playing":
        decision = decide(position)
        assert isinstance(decision, Decision)
        assert not decision.guess
        position = referee.play(decision.move)
    assert position.outcome == "won"


@given(seed=st.integers(0, 10**6), cell=st.tuples(st.integers(0, 8), st.integers(0, 8)))
def test_it_is_the_first_such_deal(seed: int, cell: tuple[int, int]) -> None:
    level, rules = Level(9, 9, 10), Rules("opening")
    number = no_guess(level, rules, cell, seed)
    for earlier in range(number):
        referee = Referee(Deal.seeded(level.grid, level.mines, seed, earlier), rules)
        position = referee.open(cell)
        decide = player("single-point > sat(mark=false)").begin(Chance(0))
        while position.outcome == "playing":
            decision = decide(position)
            if not isinstance(decision, Decision):
                break
            position = referee.play(decision.move)
        assert position.outcome == "playing"  # it came to a guess


def test_none_is_an_honest_answer() -> None:
    with pytest.raises(BudgetError, match=r"none of 50 deals of 8x8x40 .* without a guess"):
        no_guess(Level(8, 8, 40), Rules("safe"), (0, 0), 1, tries=50)
    with pytest.raises(BudgetError, match="none of 0 deals"):
        no_guess(Level(8, 8, 10), Rules("safe"), (0, 0), 1, seconds=0.0)


def test_rules_that_are_played_otherwise_are_refused() -> None:
    level = Level(8, 8, 10)
    for rules in (Rules(lives=2), Rules(won_by="flagging"), Rules(signs="marks")):
        with pytest.raises(RulesError):
            no_guess(level, rules, (0, 0), 1)
    with pytest.raises(RulesError, match="outside"):
        no_guess(level, Rules(), (8, 0), 1)
    with pytest.raises(RulesError, match="leaves too few cells for 5 mines"):
        no_guess(Level(3, 3, 5), Rules("opening"), (1, 1), 1)
