"""An impossible position is explained by a minimal set of clues at fault."""

import pytest

from sapper.game import Position
from sapper.inference import Satisfiability, explain
from tests.inference.positions import small_positions
from tests.inference.subsets import layouts, less


def test_clues_at_fault_contradict_each_other_and_none_is_idle() -> None:
    impossible = 0
    for position in small_positions(51, 400, consistent=False, max_hidden=7):
        if Satisfiability(position).possible():
            continue
        impossible += 1
        error = explain(position)
        clues = {position.grid.index(cell) for cell in error.clues}
        total = "left" in str(error) or "the board has only" in str(error)
        assert total == bool(layouts(position, clues, False)), (position, error)
        assert not layouts(position, clues, True), (position, error)
        possible = bool(layouts(position, set(), True))  # the number of mines alone
        for fewer in less(clues):
            assert layouts(position, fewer, possible), (position, error)
    assert impossible > 150


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2x2x1\n2H\n11", "the 2 at [0, 0] touches only 1 hidden cell"),
        ("3x1x1\n1G1", "the 1 at [0, 0] touches no hidden cell"),
        ("3x1x1 lives=2\n*0H", "the 0 at [0, 1] touches 1 open mine"),
        ("3x1x1 lives=2\n*GH", "the gold at [0, 1] touches 1 open mine"),
        ("2x2x3 lives=2\n*3\nHG", "the 3 at [0, 1] touches only 1 open mine and 1 hidden cell"),
        ("3x1x3\nH2H", "3 mines left for 2 hidden cells"),
        ("3x1x1 lives=3\n*2*", "2 open mines, but the board has only 1"),
        ("4x2x2\nHHHH\n10HH", "the 1 at [1, 0] and the 0 at [1, 1] contradict each other"),
        ("3x1x0\n1H0", "the 1 at [0, 0] needs more than the 0 mines left"),
        ("2x2x1\nHH\n10", "the 0 at [1, 1] leaves too few cells for the 1 mine left"),
        ("5x1x0\n1HHHH", "the 1 at [0, 0] needs more than the 0 mines left"),
        ("4x1x3\n0HHH", "the 0 at [0, 0] leaves too few cells for the 3 mines left"),
        (
            "6x1x1\nH1HH1H",
            "the 1 at [0, 1] and the 1 at [0, 4] together need more than the 1 mine left",
        ),
        (
            "7x1x2 grid=graph edges=0-4,3-4,1-5,3-5,2-6,3-6\nHHHH111",
            "the 1 at [0, 4], the 1 at [0, 5] and the 1 at [0, 6] together cannot be right with "
            "exactly 2 mines left",
        ),
        (
            "15x1x4\nH1HH1HH1HH1HH1H",
            "the 1 at [0, 1], the 1 at [0, 4], the 1 at [0, 7], the 1 at [0, 10] and 1 more clue "
            "together need more than the 4 mines left",
        ),
    ],
)
def test_the_sentence_names_who_is_at_fault(text: str, sentence: str) -> None:
    error = explain(Position.parse(text))
    assert str(error) == f"no layout fits: {sentence}"
    assert all(f"[{row}, {column}]" in sentence for row, column in error.clues[:4])


def test_a_position_with_layouts_needs_no_explanation() -> None:
    with pytest.raises(ValueError, match="has a layout"):
        explain(Position.parse("3x1x1\n1HH"))


def test_without_time_the_clues_stay_unnamed() -> None:
    error = explain(Position.parse("2x2x1\nHH\n10"), seconds=0)
    assert str(error).endswith("the clues at fault were not found within 0 seconds")
    assert error.clues == ()
