"""Clues as constraints."""

from sapper.game import Position
from sapper.inference import Constraint
from sapper.inference.constraints import constraints
from tests.inference.positions import small_positions


def test_open_mines_are_subtracted_and_flags_are_hidden_cells() -> None:
    position = Position.parse("3x2x3 lives=2\nH2F\n*HG")
    assert constraints(position) == (
        Constraint(1, frozenset({0, 2, 4}), 1),
        Constraint(5, frozenset({2, 4}), 0),
    )


def test_a_clue_with_nothing_left_to_say_says_nothing() -> None:
    assert constraints(Position.parse("3x1x1 lives=2\n*1G")) == ()


def test_a_clue_that_is_wrong_still_speaks() -> None:
    broken = Constraint(1, frozenset(), 1)
    assert constraints(Position.parse("3x1x2 lives=2\n*2G")) == (broken,)
    assert not broken.possible


def test_flags_change_nothing() -> None:
    for position in small_positions(21, 200):
        bare = position
        for i in position.hidden_indices:
            bare = bare.with_cell(position.grid.cell(i), 250)
        assert constraints(bare) == constraints(position)
