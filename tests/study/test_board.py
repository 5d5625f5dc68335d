"""The board to analyse: any change can be taken back, and none breaks the position."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Position
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.study.board import AnalysisBoard
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
