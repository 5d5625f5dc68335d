"""What a record says the board showed: enough to draw every step without knowing the rules."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import NotationError
from sapper.game import Deal, Grid, Position, Referee, Rules
from sapper.records import Record, changes, code, codes
from tests.records.games import recorded
from tests.strategies import games, texts_of_cells

FOLDER = Path(__file__).parent


@given(games(max_moves=0), st.integers(0, 99))
def test_a_viewer_that_knows_no_rules_shows_every_position(game: Referee, luck: int) -> None:
    record = recorded(game, luck)
    read = json.loads(record.text)
    shown = {
        (row, column): read["cells"][row * read["width"] + column]
        for row in range(read["height"])
        for column in range(read["width"])
    }
    first, *after = record.positions()
    assert list(shown.values()) == codes(first)
    for step, position in zip(read["steps"], after, strict=True):
        shown |= {tuple(cell): what for cell, what in step["changed"]}
        assert list(shown.values()) == codes(position)
        assert step["lives_left"] == position.lives_left
        assert step["mines_left"] == position.mines_left
        assert step["outcome"] == position.outcome


@given(games(max_moves=0), st.integers(0, 99))
def test_records_with_flags_chords_and_gold_come_back_equal(game: Referee, luck: int) -> None:
    record = recorded(game, luck)
    assert Record.parse(record.text) == record


@given(texts_of_cells())
def test_codes_tell_all_cells_apart(position: Position) -> None:
    found: dict[str, set[tuple[int, int]]] = {}
    for index, cell in enumerate(position.cells):
        sign = position.signs[index] if position.signs else 0
        found.setdefault(code(position, index), set()).add((cell, sign))
    assert all(len(cells) == 1 for cells in found.values())


@given(texts_of_cells())
def test_nothing_changed_between_equal_positions(position: Position) -> None:
    assert changes(position, position) == []


def test_codes_of_every_kind() -> None:
    position = Position.parse("6x1x2 lives=2 signs=counts\nHF*(1+2)G#".replace("(1+2)", "b"))
    assert codes(position) == ["H", "F", "*", "1+1", "G", "#"]


def test_the_golden_record_is_read_and_written_alike() -> None:
    golden = (FOLDER / "golden.json").read_text(encoding="utf-8")
    assert f"{Record.parse(golden).text}\n" == golden


@pytest.mark.parametrize(
    ("field", "lie"),
    [
        ("changed", []),
        ("changed", [[[0, 0], "0"]]),
        ("lives_left", 7),
        ("lives_left", True),
        ("mines_left", None),
        ("outcome", "lost"),
    ],
)
def test_a_record_that_lies_about_what_showed_is_refused(field: str, lie: object) -> None:
    read = json.loads((FOLDER / "golden.json").read_text(encoding="utf-8"))
    read["steps"][1][field] = lie
    with pytest.raises(NotationError, match=f"step 2 of the record has a '{field}' that does not"):
        Record.parse(json.dumps(read))
    del read["steps"][1][field]
    with pytest.raises(NotationError, match=f"step 2 of the record has no '{field}'"):
        Record.parse(json.dumps(read))


def test_a_record_of_a_position_that_never_was_is_refused() -> None:
    record = Record("any", Rules("any"), Deal.of_mines(Grid(2, 1), frozenset({0})), (), "passed")
    read = json.loads(record.text)
    read["cells"][0] = "F"
    with pytest.raises(
        NotationError, match="the record has a 'cells' that does not match the game"
    ):
        Record.parse(json.dumps(read))
