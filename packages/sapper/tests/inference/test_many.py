"""Many positions at once: the same figures as one at a time, and a bad one spoils no other."""

from typing import Any

import numpy as np
import pytest

from sapper.arena import turns
from sapper.errors import ImpossiblePositionError, InputError, RulesError
from sapper.game import BLOCKED, FLAGGED, HIDDEN, Deal, Grid, Level, Position, Rules
from sapper.inference import Analyses, analyse, analyse_many
from tests.inference.positions import small_positions

pytestmark = pytest.mark.kernel


def games(level: str, count: int) -> list[Position]:
    """Positions of whole games, in order."""
    board = Level.parse(level)
    deals = [Deal.seeded(board.grid, board.mines, 8, number) for number in range(count)]
    return [turn.before for deal in deals for turn in turns("single-point > csp", Rules(), deal)]


def check(found: Analyses, positions: list[Position]) -> None:
    assert len(found) == len(positions)
    for index, position in enumerate(positions):
        if index in found.errors:
            with pytest.raises(ImpossiblePositionError) as refused:
                analyse(position)
            assert str(found.errors[index]) == str(refused.value)
            assert np.isnan(found.mine_probability[index]).all()
            assert np.isnan(found.log10_layouts[index])
            assert not found.exact[index]
            assert not found.safe[index].any()
            continue
        one = analyse(position)
        assert np.array_equal(found.mine_probability[index], one.mine_probability, equal_nan=True)
        assert np.array_equal(found.log10_layouts[index], one.log10_layouts, equal_nan=True)
        assert found.exact[index] == one.exact
        for array, cells in ((found.safe, one.safe), (found.certain_mines, one.certain_mines)):
            assert [tuple(cell) for cell in np.argwhere(array[index])] == list(cells)


@pytest.mark.parametrize("workers", [1, 3])
def test_positions_of_games_get_the_figures_of_analyse(workers: int) -> None:
    positions = games("16x16x40", 12)
    assert len(positions) > 600  # several chunks
    check(analyse_many(positions, workers=workers), positions)


def test_possible_and_impossible_positions_of_every_grid() -> None:
    by_grid: dict[Grid, list[Position]] = {}
    for position in small_positions(5, 400, max_hidden=9):
        by_grid.setdefault(position.grid, []).append(position)
    wrong = Position.parse("3x2x1\n1HH\nH2H")
    by_grid.setdefault(wrong.grid, []).append(wrong)
    faults = 0
    for positions in by_grid.values():
        found = analyse_many(positions)
        check(found, positions)
        faults += len(found.errors)
    assert faults


def test_signs_of_gold_are_used() -> None:
    text = "3x2x1 signs=marks gold=1\naHH\n0HH"
    positions = [Position.parse(text)] * 2
    found = analyse_many(positions)
    check(found, positions)
    assert not found.exact.any()


def test_an_array_of_codes_is_read_as_positions_are() -> None:
    positions = games("9x9x10", 4)
    codes = np.array([list(one.cells) for one in positions], np.uint8).reshape(-1, 9, 9)
    flags = np.random.default_rng(1).random(codes.shape) < 0.3
    codes[(codes == HIDDEN) & flags] = FLAGGED  # flags are only marks
    for mines in (10, np.full(len(positions), 10)):
        check(analyse_many(codes, mines=mines, workers=2), positions)


def test_a_torus_and_blocked_cells() -> None:
    grid = Grid(5, 4, "torus", blocked=frozenset({7}))
    start = Position.start(grid, 4)
    codes = np.frombuffer(start.cells, np.uint8).reshape(1, 4, 5).repeat(3, axis=0)
    codes[1, 0, 0] = 1
    positions = [Position(grid, Rules(), 4, row.tobytes()) for row in codes]
    check(analyse_many(codes, mines=4, grid=grid), positions)


def test_a_bad_position_is_named_and_the_others_are_answered() -> None:
    good = Position.parse("4x3x2\nHHHH\n1221\n0000")
    codes = np.frombuffer(good.cells, np.uint8).reshape(1, 3, 4).repeat(7, axis=0)
    codes[1, 2, 3] = 8  # touches fewer cells
    codes[2, 1, 1] = 255
    codes[3, 0, 0] = BLOCKED
    mines = np.full(7, 2)
    mines[4], mines[5] = -1, 13
    found = analyse_many(codes, mines=mines)
    assert sorted(found.errors) == [1, 2, 3, 4, 5]
    assert isinstance(found.errors[1], ImpossiblePositionError)
    assert "cell code 255 at [1, 1] is not one of" in str(found.errors[2])
    assert isinstance(found.errors[3], RulesError)
    assert "-1 mines do not fit" in str(found.errors[4])
    assert "13 mines do not fit" in str(found.errors[5])
    assert found.exact.tolist() == [True, False, False, False, False, False, True]
    assert np.isnan(found.mine_probability[1:6]).all()
    check(analyse_many(codes[[0, 6]], mines=2), [good, good])


def test_a_position_beyond_the_budget_is_not_exact() -> None:
    positions = games("16x16x40", 1)
    found = analyse_many(positions, steps=1)
    assert not found.exact.all()
    assert not found.errors
    alone = [analyse(position, steps=1) for position in positions]
    assert [one.exact for one in alone] == found.exact.tolist()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((np.zeros((2, 3), np.uint8),), r"expected whole numbers of the shape \(n, h"),
        ((np.zeros((2, 3, 3)),), "not float64"),
        ((np.zeros((2, 3, 3), np.uint8),), "mines: an array of cell codes needs the number"),
    ],
)
def test_wrong_arguments_are_named(arguments: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        analyse_many(*arguments)


def test_arguments_that_do_not_fit_each_other_are_named() -> None:
    codes = np.full((2, 3, 3), HIDDEN, np.uint8)
    one, other = Position.parse("2x1x1\nHH"), Position.parse("1x2x1\nH\nH")
    with pytest.raises(InputError, match="position 1 is of another grid"):
        analyse_many([one, other])
    with pytest.raises(InputError, match="'mines' and 'grid' belong to an array"):
        analyse_many([one], mines=1)
    with pytest.raises(InputError, match="or one for each of 2 positions"):
        analyse_many(codes, mines=[1, 2, 3])
    with pytest.raises(InputError, match="grid: expected 3x3, got 4x3"):
        analyse_many(codes, mines=1, grid=Grid(4, 3))
    with pytest.raises(InputError, match="workers: expected 1 to 1024, got 0"):
        analyse_many([one], workers=0)


def test_arrays_of_any_whole_numbers_and_empty_batches_are_batches() -> None:
    position = Position.parse("4x3x2\nHHHH\n1221\n0000")
    for kind in (np.uint8, np.int16, np.int32, np.int64):
        found = analyse_many(position.array()[None].astype(kind), mines=2)
        assert np.argwhere(found.safe[0]).tolist() == [[0, 0], [0, 3]]
        assert Position.from_array(position.array().astype(kind), 2) == position
    empty = analyse_many(np.zeros((0, 3, 4), np.uint8), mines=2)
    assert empty.mine_probability.shape == (0, 3, 4)
    assert len(empty) == len(analyse_many([])) == 0


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(InputError, match=r"^codes: expected an array of the shape"):
        Position.from_array([[1], [1, 2]], 0)
