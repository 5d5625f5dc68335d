"""Records: their text comes back equal, and no text that lies is believed."""

import contextlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import play
from sapper.errors import InputError, NotationError, plural
from sapper.game import Deal, Level, Rules
from sapper.players import Pass
from sapper.records import LONGEST_PATH, Game, Record
from tests.records.finished import played


@pytest.fixture(scope="module")
def record() -> Record:
    return play("csp", Deal.seeded(Level.parse("beginner").grid, 10, seed=1)).record


def test_record_counts_what_its_steps_say(record: Record) -> None:
    tally = record.tally()
    assert tally.moves == len(record.steps) == sum(tally.decisions.values())
    assert tally.won == (record.outcome == "won")
    assert len(record.mines) == 10
    assert json.loads(record.text)["mine_cells"] == [list(cell) for cell in record.mines]


def test_a_record_is_a_summary_for_people(record: Record) -> None:
    moves = ", ".join(f"{name} {count}" for name, count in record.decisions.items())
    board, ended = str(replace(record, seed=1, number=2)).splitlines()
    assert board == "csp on 9x9x10, seed 1, deal 2"
    assert ended == f"won with 0 guesses in {plural(len(record.steps), 'move')}: {moves}"
    hard = replace(
        record, seed=None, world="HARD 4", rules=Rules("any", lives=3), steps=record.steps[:1]
    )
    assert str(hard) == (
        "csp on HARD 4, 9x9x10 first=any lives=3\nwon with 0 guesses in 1 move: corner 1"
    )


def test_steps_and_decisions_are_sentences_for_people(record: Record) -> None:
    first = record.steps[0]
    decision = first.decision
    assert str(decision) == f"open [0, 0] – corner: {decision.reason.words}"
    assert str(first) == f"{decision} (opens {len(first.opened)} cells)"
    single = next(step for step in record.steps if len(step.opened) == 1)
    assert str(single) == str(single.decision)
    assert str(Pass("sat", "no cell is proved")) == "sat passes: no cell is proved"


def test_record_shows_its_positions(record: Record) -> None:
    shown = list(record.positions())
    assert len(shown) == len(record.steps) + 1
    assert shown[-1].outcome == record.outcome


def _forged(record: Record, **changes: Any) -> str:
    return json.dumps({**json.loads(record.text), **changes})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 2}, "version 2, and this version of sapper reads only version 1"),
        ({"version": 0}, "version 0"),
        ({"cells": ["0"] * 81}, "the record has a 'cells' that does not match the game"),
        ({"sapper": "diary"}, "not a record"),
        ({"player": 3}, "the record: 'player': expected a string, got 3"),
        ({"outcome": "passed"}, "but its steps end with"),
        ({"outcome": "drawn"}, "'outcome': expected lost, passed, unfinished or won, got 'drawn'"),
        ({"world": 3}, "'world': expected a string, got 3"),
        ({"mines": True}, "'mines': expected a whole number, got true"),
        ({"deal": [1, 2]}, "a deal of 10 mines"),
        ({"deal": [[1]]}, r"'deal\[0\]': expected a whole number, got a list of 1 value"),
        ({"width": 0}, "no cells"),
        ({"grid": "ring"}, "unknown grid"),
        ({"rules": []}, "'rules': expected a JSON object, got a list of 0 values"),
        (
            {"rules": {"first": "safe"}},
            "'rules': the field 'zeros_open' is missing: expected true or false",
        ),
        ({"steps": [1]}, "step 1 of the record: expected a JSON object, got 1"),
    ],
)
def test_forged_record_is_refused(record: Record, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        Record.parse(_forged(record, **changes))


def test_steps_that_open_other_cells_are_refused(record: Record) -> None:
    steps = json.loads(record.text)["steps"]
    steps[1]["opened"] = [[8, 8]]
    with pytest.raises(NotationError, match=r"step 2 .* opens other cells"):
        Record.parse(_forged(record, steps=steps))


def test_steps_that_cannot_be_made_are_refused(record: Record) -> None:
    steps = json.loads(record.text)["steps"]
    with pytest.raises(NotationError, match="step 2 of the record: cannot open"):
        Record.parse(_forged(record, steps=[steps[0], steps[0]]))


@pytest.mark.parametrize(
    "junk", ["", "{", "[]", "null", "9", "[" * 100_000, '{"a": NaN}', "9" * 5000, "\0", "{}"]
)
def test_junk_is_no_record(junk: str) -> None:
    with pytest.raises(NotationError):
        Record.parse(junk)


@given(st.integers(0, 5000), st.integers(1, 400))
def test_record_cut_or_torn_is_refused_in_a_sentence(start: int, length: int) -> None:
    text = play(
        "random", Deal.seeded(Level.parse("beginner").grid, 10, seed=1), rules=Rules()
    ).record.text
    torn = text[: start % len(text)] + text[start % len(text) + length :]
    with contextlib.suppress(InputError):
        Record.parse(torn)


def test_paths_of_the_pointer_are_part_of_a_record_and_bounded() -> None:
    record = played(1)
    first, *others = record.steps
    pointed = replace(record, steps=(replace(first, path=((250, (0, 1)), (0, (1, 1)))), *others))
    assert Record.parse(pointed.text) == pointed
    assert '"path": [250, 0, 1, 0, 1, 1]' in pointed.text
    assert '"path"' not in record.text
    for path, words in (
        ("[1, 2]", "three numbers"),
        ("[1, 0, 99]", "outside"),
        ("[-1, 0, 0]", "path"),
        (str([1, 0, 0] * (LONGEST_PATH + 1)), "path"),
    ):
        with pytest.raises(InputError, match=words):
            Record.parse(pointed.text.replace("[250, 0, 1, 0, 1, 1]", path))


def test_a_game_keeps_only_as_much_of_a_path_as_a_record_may_have() -> None:
    record = played(1)
    game = Game.of_record(replace(record, steps=(), outcome="unfinished"))
    path = ((0, (0, 0)),) * (LONGEST_PATH - 1)
    for step in record.steps:
        game.play(step.decision.move, path=path)
    kept = sum(len(step.path) for step in game.record.steps)
    assert kept == LONGEST_PATH


def test_a_record_has_the_date_of_its_game_if_that_is_known(record: Record) -> None:
    assert "date" not in record.to_json()
    dated = replace(record, ended=1_382_834_716.25)
    assert dated.to_json()["date"] == "2013-10-27T00:45:16.250+00:00"
    assert dated.to_json()["seconds"] == pytest.approx(record.seconds, abs=1e-3)
    assert Record.parse(dated.text) == dated
    for wrong in ("yesterday", "2013-10-27T00:45:16", 5):
        text = json.dumps({**dated.to_json(), "date": wrong})
        with pytest.raises(NotationError, match="'date'"):
            Record.parse(text)
