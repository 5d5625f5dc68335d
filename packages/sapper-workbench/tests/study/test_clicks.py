"""The clicks that open most: what a plan says is what the referee does."""

import time
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.game import HIDDEN, LEVELS, Deal, Grid, Move, Position, Referee, Rules
from sapper.inference import Belief
from sapper.reviews import find
from sapper_workbench.study import Chains, Plan, plans


def best(text: str) -> Plan:
    return plans(find(Position.parse(text)))[0]


def test_flags_decide_whether_chords_spare_clicks() -> None:
    flagged = best("6x2x2\nHFHHFH\n111111")
    assert flagged.moves == (Move("chord", (1, 1)), Move("chord", (1, 4)))
    assert flagged.opens == ((0, 0), (0, 2), (0, 3), (0, 5))
    assert flagged.saved == 2
    assert flagged.words == "chord [1, 1] and [1, 4]: 2 clicks open 4 safe cells"
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
            zero = start.position.with_cells(
                cells[:index] + b"\0" + cells[index + 1 :], start.position.signs
            )
            share = exp(Belief(zero).log_layouts - Belief(start.position).log_layouts)
            hidden = sum(
                j in start.position.hidden_indices for j in level.grid.neighbour_indices(index)
            )
            assert plan.expected == pytest.approx(1 + share * hidden)


chords = st.dictionaries(
    st.integers(20, 40),  # the clues, each with the flags that it lacks and the cells that it opens
    st.tuples(
        st.sets(st.integers(0, 7), max_size=4), st.sets(st.integers(8, 19), min_size=1, max_size=6)
    ),
    min_size=1,
    max_size=12,
)


@given(chords)
def test_chains_add_the_chord_that_gains_most_at_each_step(
    chords: dict[int, tuple[set[int], set[int]]],
) -> None:
    for first in chords:
        order, flags, opens = [first], set(chords[first][0]), set(chords[first][1])
        while True:
            gains = {
                clue: len(more - opens) - len(lacks - flags) - 1
                for clue, (lacks, more) in chords.items()
                if clue not in order
            }
            best = max(gains, key=lambda clue: (gains[clue], -clue), default=None)
            if best is None or gains[best] <= 0:
                break
            order.append(best)
            flags |= chords[best][0]
            opens |= chords[best][1]
        draft = Chains(chords).after(first)
        assert (draft.chords, draft.flags, draft.opens) == (order, flags, opens)


def test_plans_on_a_large_solved_board_take_no_cubic_time() -> None:
    grid = Grid(50, 50)
    mines = Deal.seeded(grid, 375, 1).mine_indices(0, "any")
    codes = bytes(
        HIDDEN if i in mines or i % 3 == 0 else sum(j in mines for j in grid.neighbour_indices(i))
        for i in range(grid.size)
    )
    findings = find(Position(grid, Rules(), 375, codes))
    began = time.process_time()
    assert len(plans(findings)[0].moves) > 100
    assert time.process_time() - began < 5  # a tenth of a second; 30 if it is cubic
