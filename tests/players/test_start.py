"""Where the first cell is opened, and what is said of it."""

import pytest

from sapper.game import Cell, Chance, Grid, Level, Position, Rules
from sapper.game.rules import First
from sapper.players import Decision, player
from sapper.players.start import best_start


@pytest.mark.parametrize(
    ("level", "first", "cell"),
    [
        ("expert", "opening", (3, 3)),
        ("expert", "safe", (0, 0)),
        ("expert", "any", (0, 0)),
        ("30x16x98", "opening", (2, 2)),
        ("intermediate", "opening", (2, 2)),
        ("4x4x3", "opening", (0, 0)),
    ],
)
def test_the_best_first_cell(level: str, first: First, cell: Cell) -> None:
    board = Level.parse(level)
    assert best_start(board.grid, board.mines, first) == cell
    start = Position.start(board.grid, board.mines, Rules(first))
    decision = player("swift").begin(Chance(1))(start)
    assert isinstance(decision, Decision)
    assert decision.move.cell == cell
    assert ("the rules promise" in decision.reason.words) == (first != "any")


def test_boards_with_blocked_cells_begin_as_others_do() -> None:
    assert best_start(Grid(30, 16, blocked=frozenset({95})), 99, "opening") == (2, 2)
    assert best_start(Grid(30, 16, blocked=frozenset({62})), 99, "opening") == (0, 0)
