"""Boards without guesses: certainty alone finishes them, from the cell opened first."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.arena import difficulty
from sapper.arena import no_guess as module
from sapper.arena.no_guess import no_guess
from sapper.errors import BudgetError, RulesError
from sapper.game import Chance, Deal, Level, Position, Referee, Rules
from sapper.players import STRENGTHS, CertainGame, Decision, player

pytestmark = pytest.mark.kernel


def finished(deal: Deal, rules: Rules, cell: tuple[int, int]) -> Position:
    """The position in which satisfiability (on large boards, counting) finds no certain cell."""
    referee = Referee(deal, rules)
    position = referee.open(cell)
    judge = "sat(mark=false)" if deal.grid.size < 300 else "csp"
    decide = player(f"single-point > {judge}").begin(Chance(0))
    while position.outcome == "playing":
        decision = decide(position)
        if not isinstance(decision, Decision) or decision.guess:
            break
        position = referee.play(decision.move)
    return position


@settings(max_examples=15)
@given(
    width=st.integers(4, 9),
    height=st.integers(4, 9),
    share=st.floats(0.05, 0.35),
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
    try:
        found = no_guess(level, rules, cell, seed, 5, tries=5_000)
    except (BudgetError, RulesError):
        return  # of small boards that are full of mines there may be none
    assert found.number >= 5
    assert finished(found.deal, rules, cell).outcome == "won"
    if not found.repaired:
        deal = Deal.seeded(level.grid, level.mines, seed, found.number)
        start = level.grid.index(cell)
        assert found.deal.mine_indices(start, first) == deal.mine_indices(start, first)


@pytest.mark.parametrize("size", ["16x16x99", "30x30x240"])
def test_dense_and_large_boards_are_repaired(size: str) -> None:
    level, rules = Level.parse(size), Rules("opening")
    cell = level.height // 2, level.width // 2
    found = no_guess(level, rules, cell, 2)
    assert found.repaired
    assert found == no_guess(level, rules, cell, 2)
    assert len(set(found.deal.order[: level.mines])) == level.mines
    assert finished(found.deal, rules, cell).outcome == "won"


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), cell=st.tuples(st.integers(0, 8), st.integers(0, 8)))
def test_it_is_the_first_such_deal(seed: int, cell: tuple[int, int]) -> None:
    level, rules = Level(9, 9, 10), Rules("opening")
    found = no_guess(level, rules, cell, seed)
    assert not found.repaired
    for earlier in range(found.number):
        deal = Deal.seeded(level.grid, level.mines, seed, earlier)
        assert finished(deal, rules, cell).outcome == "playing"  # it came to a guess


def test_a_stronger_player_sees_all_that_a_weaker_one_sees() -> None:
    level = Level.parse("intermediate")
    start = level.grid.index((8, 8))
    games = [CertainGame(level.grid, 40, 2, True, start, n) for n in range(len(STRENGTHS))]
    solved = [0] * len(games)
    for number in range(60):
        left = []
        for at, game in enumerate(games):
            game.deal(3, number)
            left.append(game.play())
            solved[at] += left[-1] == 0
        assert left == sorted(left, reverse=True)
    assert solved == sorted(solved)
    assert solved[0] < solved[1] < solved[3]  # so few need more than pairs, but not the number


def test_the_difficulty_of_boards_by_hand() -> None:
    def rated(text: str, cell: tuple[int, int]) -> tuple[str, int, bool]:
        rows = text.split()
        level = Level(len(rows[0]), len(rows), text.count("*"))
        mines = frozenset(i for i, sign in enumerate("".join(rows)) if sign == "*")
        found = difficulty(Deal.of_mines(level.grid, mines), Rules("any"), cell)
        return found.weakest, found.proof, found.mines_left

    assert rated("..*", (0, 0)) == ("single clues", 0, False)
    # 1-1 at an edge: the second 1 touches all that the first one touches, and one cell more
    assert rated("..... ....* .....", (0, 0)) == ("pairs of clues", 2, False)
    # behind a wall of mines, only the number of mines tells that a cell is safe
    assert rated(".*.", (0, 0)) == ("all clues and the number of mines", 1, True)
    with pytest.raises(RulesError, match=r"from \[0, 0\], this deal needs a guess"):
        rated(".. *.", (0, 0))


def test_none_is_an_honest_answer() -> None:
    with pytest.raises(BudgetError, match=r"no board of 8x8x62 .* without a guess among 50"):
        no_guess(Level(8, 8, 62), Rules("safe"), (0, 0), 1, tries=50)
    with pytest.raises(BudgetError, match="among 0 boards"):
        no_guess(Level(8, 8, 10), Rules("safe"), (0, 0), 1, seconds=0.0)


def test_repairs_leave_the_first_cell_and_its_neighbours_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "DEALS_FIRST", 0)  # so that every board is repaired
    level, rules, cell = Level(9, 9, 20), Rules("opening"), (4, 4)
    for seed in range(10):
        found = no_guess(level, rules, cell, seed)
        assert Referee(found.deal, rules).open(cell)[cell] == 0
        assert finished(found.deal, rules, cell).outcome == "won"


def test_rules_that_are_played_otherwise_are_refused() -> None:
    level = Level(8, 8, 10)
    for rules in (Rules(lives=2), Rules(won_by="flagging"), Rules(signs="marks")):
        with pytest.raises(RulesError):
            no_guess(level, rules, (0, 0), 1)
    with pytest.raises(RulesError, match="outside"):
        no_guess(level, Rules(), (8, 0), 1)
    with pytest.raises(RulesError, match="leaves too few cells for 5 mines"):
        no_guess(Level(3, 3, 5), Rules("opening"), (1, 1), 1)
