"""The clicks that open most: what a plan says is what the referee does."""

from math import exp

import pytest

from sapper.game import LEVELS, Deal, Move, Position, Referee, Rules
from sapper.inference.counting import Belief
from sapper.study.clicks import Plan, plans
from sapper.study.findings import find


def best(text: str) -> Plan:
    return plans(find(Position.parse(text)))[0]


def test_flags_decide_whether_chords_spare_clicks() -> None:
    flagged = best("6x2x2\nHFHHFH\n111111")
    assert flagged.moves == (Move("chord", (1, 1)), Move("chord", (1, 4)))
    assert flagged.opens == ((0, 0), (0, 2), (0, 3), (0, 5))
    assert flagged.saved == 2
    assert flagged.words == "chord [1, 1] and [1, 4]: 2 clicks for 4 safe cells"
    unflagged = plans(find(Position.parse("6x2x2\nHHHHHH\n111111")))
    assert {plan.saved for plan in unflagged} == {0}
    chord = next(plan for plan in unflagged if len(plan.moves) > 1)
    assert chord.words.startswith("flag [0, 1], then chord [1, ")


def test_a_clue_with_a_wrong_flag_is_not_chorded() -> None:
    found = plans(find(Position.parse("6x2x2\nFHHHFH\n111111")))
    assert all((1, 1) not in [move.cell for move in plan.moves] for plan in found)


def test_nothing_certain_and_the_end_of_a_game_have_no_plan() -> None:
    assert plans(find(Position.parse("2x2x1\nHH\n11"))) == ()
    assert plans(find(Position.parse("2x2x1\nH1\n11"))) == ()
    assert plans(find(Position.parse("2x2x1\n*1\nH1"))) == ()


@pytest.mark.parametrize("seed", range(6))
def test_plans_do_what_they_say(seed: int) -> None:
    level = LEVELS["intermediate"]
    deal, middle = Deal.seeded(level.grid, level.mines, seed), (8, 8)
    start = Referee(deal, Rules("opening"))
    start.play(Move("open", middle))
    findings = find(start.position)
    for plan in plans(findings):
        game = Referee(deal, Rules("opening"))
        game.play(Move("open", middle))
        for move in plan.moves:
            game.play(move)
        assert game.position.outcome == "playing"
        opened = {
            cell
            for cell in map(level.grid.cell, range(level.grid.size))
            if start.position[cell] != game.position[cell] and game.position[cell] < 9
        }
        assert set(plan.opens) <= opened
        if len(plan.opens) == 1 and plan.expected > 1.0:
            index = level.grid.index(plan.opens[0])
            cells = start.position.cells
            zero = start.position.shown(
                cells[:index] + b"\0" + cells[index + 1 :], start.position.signs
            )
            share = exp(Belief(zero).log_layouts - Belief(start.position).log_layouts)
            hidden = sum(j in start.position.hidden for j in level.grid.neighbours(index))
            assert plan.expected == pytest.approx(1 + share * hidden)
