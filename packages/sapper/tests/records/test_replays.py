"""Replays and records: the same moves at the same times, there and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import RulesError
from sapper.game import Deal, Grid, Referee, Rules
from sapper.notation import MouseEvent, Replay
from sapper.records import PERSON, Record, Step, record_of_replay, replay_of_record
from sapper_formats import read_rawvf, write_rawvf
from tests.notation.replays import on, replays
from tests.records.games import recorded
from tests.strategies import games, grids

squares = grids(["square"], blocked=False)


@given(replays())
def test_the_record_of_a_replay_could_have_been_played(replay: Replay) -> None:
    record = record_of_replay(replay)
    assert Record.parse(record.text) == record
    assert all(step.decision.strategy == PERSON for step in record.steps)
    assert all(step.decision.seconds >= 0 for step in record.steps)


def moves(record: Record) -> list[tuple[str, int]]:
    """The moves of a record, and the milliseconds on the clock."""
    clock, found = 0.0, []
    for step in record.steps:
        clock += step.decision.seconds
        found.append((str(step.decision.move), round(1000 * clock)))
    return found


@given(games(squares, st.sampled_from([Rules("any"), Rules()]), max_moves=0), st.data())
def test_a_game_comes_back_from_its_replay(referee: Referee, data: st.DataObject) -> None:
    deal = replace(referee.deal, gold=0)
    record = recorded(Referee(deal, referee.rules), data.draw(st.integers(0, 99)))
    waits = data.draw(
        st.lists(st.integers(0, 99_999), min_size=len(record.steps), max_size=len(record.steps))
    )
    steps = tuple(
        Step(replace(step.decision, seconds=wait / 1000), step.opened)
        for step, wait in zip(record.steps, waits, strict=True)
    )
    record = replace(record, steps=steps)
    if not record.begun:
        return
    back = record_of_replay(read_rawvf(write_rawvf(replay_of_record(record))))
    assert moves(back) == moves(record)
    assert (back.player, back.outcome, back.mines) == (record.player, record.outcome, record.mines)
    assert list(back.positions())[-1].cells == list(record.positions())[-1].cells


def test_a_game_without_an_open_cell_has_no_mines_for_a_replay() -> None:
    record = Record("any", Rules(), Deal.of_mines(Grid(3, 3), frozenset({0})), (), "unfinished")
    with pytest.raises(RulesError, match="laid when the first one is opened"):
        replay_of_record(record)


def test_the_clock_is_the_sum_of_what_the_moves_took() -> None:
    events = [
        MouseEvent(-40, "rc", (0, 0)),
        MouseEvent(-30, "rr", (0, 0)),
        MouseEvent(0, "lc", (1, 1)),
        MouseEvent(70, "lr", (1, 1)),
        MouseEvent(1500, "mc", (1, 1)),
        MouseEvent(2750, "mr", (1, 1)),
    ]
    record = record_of_replay(Replay(Grid(2, 2), frozenset({0}), tuple(events), "Ada"))
    assert [step.decision.seconds for step in record.steps] == [0.0, 0.07, 2.68]
    assert (record.player, record.outcome, record.rules) == ("Ada", "won", Rules("safe"))
    assert record.steps[2].decision.reason.words == "clicked 2.750 s after the start of the game"


def test_a_first_cell_with_a_mine_was_not_promised_anything() -> None:
    record = record_of_replay(Replay(Grid(2, 2), frozenset({0}), tuple(on((0, 0), "left"))))
    assert (record.outcome, record.rules.first, record.player) == ("lost", "any", "somebody")


@pytest.mark.parametrize(
    ("rules", "grid", "sentence"),
    [
        (Rules(lives=2), Grid(3, 3), "replays only support games of one life"),
        (Rules(zeros_open=False), Grid(3, 3), "replays only support games of one life"),
        (Rules(won_by="flagging"), Grid(3, 3), "replays only support games of one life"),
        (Rules(), Grid(3, 3, "hex"), "replays only support square grids without blocked"),
        (Rules(signs="marks"), Grid(3, 3), "replays do not support gold"),
    ],
)
def test_games_that_no_replay_holds_are_refused(rules: Rules, grid: Grid, sentence: str) -> None:
    record = Record("any", rules, Deal.of_mines(grid, frozenset({0})), (), "unfinished")
    with pytest.raises(RulesError, match=f"^{sentence}"):
        replay_of_record(record)
