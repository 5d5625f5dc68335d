"""Positions: their counts, outcome, and each fault by name."""

import pickle
from typing import Any

import pytest
from hypothesis import given

import sapper
from sapper.errors import RulesError
from sapper.game import BLOCKED, FLAGGED, HIDDEN, MINE, Fault, Grid, Position, Rules
from tests.strategies import texts_of_cells


@given(texts_of_cells())
def test_counts_agree_with_the_cells(position: Position) -> None:
    cells = list(position.cells)
    hidden = tuple(i for i, code in enumerate(cells) if code in (HIDDEN, FLAGGED))
    assert position.hidden_indices == hidden
    assert position.mines_left == position.mines - cells.count(MINE)
    assert position.untouched == all(code in (HIDDEN, FLAGGED, BLOCKED) for code in cells)
    assert (position.outcome == "lost") == (position.lives_left <= 0)


@given(texts_of_cells())
def test_a_pickled_position_is_equal(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position


@given(texts_of_cells())
def test_a_position_changes_only_where_it_is_told(position: Position) -> None:
    index = position.grid.playable[0]
    changed = position.with_cell(position.grid.cell(index), FLAGGED)
    assert changed[position.grid.cell(index)] == FLAGGED
    assert changed.cells[index + 1 :] == position.cells[index + 1 :]
    assert (changed.grid, changed.rules, changed.mines) == (
        position.grid, position.rules, position.mines,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("2x1x1\nHH", "playing"),
        ("2x1x1\n1H", "won"),
        ("2x1x1\n1F", "won"),
        ("2x1x1 won=flagging\n1H", "playing"),
        ("2x1x1 won=flagging\n1F", "won"),
        ("2x1x1\n*H", "lost"),
        ("2x1x1 lives=2\n*H", "playing"),
        ("2x1x1 lives=2\n*1", "won"),
        ("3x1x1\n*HG", "playing"),
    ],
)
def test_the_outcome_is_read_off_the_position(text: str, outcome: str) -> None:
    assert Position.parse(text).outcome == outcome


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("2x1x2\n1H", "too many mines", "2 mines left for 1 hidden cell"),
        ("3x1x1 lives=9\n*1*", "too many open mines", "2 open mines, but the board has only 1"),
        ("3x1x1\nFFH", "too many flags", "2 flags for 1 mine left"),
        ("3x1x3\n*H*", "too few lives", "1 more open mine than lives"),
    ],
)
def test_status_names_each_fault_in_the_numbers(text: str, kind: str, sentence: str) -> None:
    assert Fault(kind, None, sentence) in Position.parse(text).faults()


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        (
            "3x2x2 lives=9\n1HH\n**H",
            "too many mines at clue",
            "clue 1 at [0, 0] touches 2 open mines",
        ),
        (
            "3x2x3\n311\nHHH",
            "too few cells at clue",
            "clue 3 at [0, 0] has only 2 neighbours that can be mines",
        ),
        ("3x2x3\n1FH\nFHH", "too many flags at clue", "clue 1 at [0, 0] touches 2 flags"),
        ("3x1x1\n0HH", "unopened zero", "clue 0 at [0, 0] should have opened its neighbours"),
        ("3x1x1\nGFH", "too many flags at clue", "gold at [0, 0] touches 1 flag"),
        ("3x1x1\nG*H", "too many mines at clue", "gold at [0, 0] touches 1 open mine"),
    ],
)
def test_status_names_each_fault_at_a_clue(text: str, kind: str, why: str) -> None:
    assert Fault(kind, (0, 0), why) in Position.parse(text).faults()


def test_status_names_a_clue_beyond_its_neighbours() -> None:
    position = Position(Grid(3, 1), Rules(), 2, bytes([2, HIDDEN, HIDDEN]))
    fault = Fault("clue too large", (0, 0), "clue 2 at [0, 0] has only 1 neighbour")
    assert position.faults() == (fault,)


@pytest.mark.parametrize(
    "text",
    [
        "3x2x3\n2H1\nHHH",
        "3x1x1 zeros=closed\n0HH",
        "3x1x1 zeros=closed\nGHH",
        "2x1x0\n00",
        "1x1x1\nH",
    ],
)
def test_status_is_empty_where_nothing_is_wrong(text: str) -> None:
    faults = Position.parse(text).faults()
    assert faults == ()


@pytest.mark.parametrize(
    ("mines", "cells", "sentence"),
    [
        (1, bytes([HIDDEN] * 3), "cells: expected a byte for each of 2 cells, not 3"),
        (-1, bytes([HIDDEN, BLOCKED]), "-1 mines do not fit on 1 cell"),
        (2, bytes([HIDDEN, BLOCKED]), "2 mines do not fit on 1 cell"),
        (1, bytes([HIDDEN] * 2), "cells: the blocked cells differ from those of the grid"),
        (1, bytes([BLOCKED, HIDDEN]), "cells: the blocked cells differ from those of the grid"),
    ],
)
def test_a_position_that_cannot_be_says_why(mines: int, cells: bytes, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Position(Grid(2, 1, blocked=frozenset({1})), Rules(), mines, cells)
    assert str(caught.value) == sentence


def test_a_cell_is_looked_up_by_row_and_column() -> None:
    position = Position.parse("2x2x1\n12\nHF")
    assert (position[0, 1], position[1, 0], position[1, 1]) == (2, HIDDEN, FLAGGED)
    with pytest.raises(RulesError, match=r"cell \[2, 0\] is outside the 2x2 grid"):
        position[2, 0]


@given(texts_of_cells())
def test_an_array_of_cell_codes_comes_back_equal(position: Position) -> None:
    codes = position.array()
    assert codes.shape == (position.grid.height, position.grid.width)
    for index, code in enumerate(position.cells):
        row, column = position.grid.cell(index)
        assert codes[row, column] == position[row, column] == code
    if position.grid.kind == "square" and position.rules == Rules():
        assert Position.from_array(codes, position.mines) == position


@pytest.mark.parametrize("codes", [[1, 2], [[1, 255]], [[-1, 1]], [[0.5, 1]], [["H", "1"]]])
def test_an_array_of_other_values_is_refused(codes: Any) -> None:
    with pytest.raises(RulesError, match=r"^codes: expected "):
        Position.from_array(codes, 0)


def test_the_codes_are_exported() -> None:
    position = Position.parse("6x1x3 lives=9 signs=none\nHF*#G1")
    codes = [sapper.HIDDEN, sapper.FLAGGED, sapper.MINE, sapper.BLOCKED, sapper.GOLD, 1]
    assert position.array().tolist() == [codes]


@given(texts_of_cells())
def test_cells_are_found_by_row_and_column(position: Position) -> None:
    grid = position.grid
    assert [grid.index(cell) for cell in position.hidden] == list(position.hidden_indices)
    for index in range(grid.size):
        near = position.neighbours(grid.cell(index))
        assert tuple(map(grid.index, near)) == grid.neighbour_indices(index)
