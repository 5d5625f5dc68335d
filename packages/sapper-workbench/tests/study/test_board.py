"""The board to analyse: any change can be taken back, and none breaks the position."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, InputError
from sapper.game import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE, Position
from sapper_workbench.study import AnalysisBoard
from tests.strategies import texts_of_cells

CODES = st.sampled_from([*range(9), HIDDEN, FLAGGED, MINE, BLOCKED, GOLD])


@given(texts_of_cells(), st.data())
def test_undo_and_redo_go_over_the_same_positions(position: Position, data: st.DataObject) -> None:
    board = AnalysisBoard(position)
    seen = [position]
    for _ in range(data.draw(st.integers(0, 6))):
        cell = position.grid.cell(data.draw(st.integers(0, position.grid.size - 1)))
        mines = board.position.mines + data.draw(st.integers(-1, 1))
        with contextlib.suppress(InputError):
            match data.draw(st.sampled_from(["put", "mines", "clear"])):
                case "put":
                    board.put(cell, data.draw(CODES))
                case "mines":
                    board.mines(mines)
                case "clear":
                    board.clear()
        if board.position != seen[-1]:
            seen.append(board.position)
        assert Position.parse(str(board.position)) == board.position
    assert board.undoable == len(seen) - 1
    for expected in reversed(seen[:-1]):
        board.undo()
        assert board.position == expected
    with pytest.raises(IllegalMoveError, match="no change to undo"):
        board.undo()
    for expected in seen[1:]:
        board.redo()
        assert board.position == expected
    with pytest.raises(IllegalMoveError, match="no change to redo"):
        board.redo()


def test_change_after_undo_drops_what_was_taken_back() -> None:
    board = AnalysisBoard(Position.parse("2x2x1\nHH\nHH"))
    board.put((0, 0), 1)
    board.undo()
    board.put((0, 0), 2)
    assert (board.undoable, board.redoable) == (1, 0)


@pytest.mark.parametrize(
    ("cell", "code", "words"),
    [
        ((0, 0), 4, r"clue 4 at \[0, 0\] has only 2 neighbours"),
        ((0, 9), 1, "outside"),
        ((1, 1), 1, "blocked"),
        ((0, 0), BLOCKED, "blocked"),
    ],
)
def test_change_that_cannot_be_is_refused(cell: tuple[int, int], code: int, words: str) -> None:
    board = AnalysisBoard(Position.parse("2x2x1\nHH\nH#"))
    with pytest.raises(InputError, match=words):
        board.put(cell, code)
    assert board.undoable == 0


def rows(board: AnalysisBoard) -> list[str]:
    return str(board.position).splitlines()[1:]


def test_mines_drawn_on_an_open_board_give_the_clues() -> None:
    board = AnalysisBoard(Position.parse("4x3x5\nHHHH\nHHHH\nHHHH"))
    board.open_all()
    board.put((0, 0), MINE)
    board.put((2, 2), MINE)
    assert rows(board) == ["H100", "1211", "01H1"]
    assert board.position.mines == 2
    board.put((0, 0), MINE)  # removes it
    assert (rows(board)[0], board.position.mines) == ("H000", 1)
    board.undo()
    assert (rows(board)[0], board.drawn) == ("H100", frozenset({0, 10}))


@given(texts_of_cells(), st.data())
def test_clues_of_drawn_mines_are_always_right(position: Position, data: st.DataObject) -> None:
    board = AnalysisBoard(position)
    board.draw()
    cells = st.tuples(
        st.integers(0, position.grid.height - 1), st.integers(0, position.grid.width - 1)
    )
    for cell, code in data.draw(st.lists(st.tuples(cells, CODES), max_size=8)):
        with contextlib.suppress(InputError):
            board.put(cell, code)
    assert board.drawn is not None
    assert board.position.mines == len(board.drawn)
    for index, code in enumerate(board.position.cells):
        near = board.position.grid.neighbour_indices(index)
        if code < HIDDEN:
            assert index not in board.drawn
            assert code == len(board.drawn.intersection(near))


def test_drawing_starts_with_the_mines_that_are_marked_and_ends_with_the_position() -> None:
    board = AnalysisBoard(Position.parse("3x2x1\n1F2\nH*H"))
    board.draw([(1, 2)])
    assert (rows(board), board.drawn) == (["2F3", "HHH"], frozenset({1, 4, 5}))
    with pytest.raises(InputError, match="drawn"):
        board.mines(2)
    shown = board.position
    board.draw()
    assert (board.drawn, board.position) == (None, shown)
