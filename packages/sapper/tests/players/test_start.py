"""Where the first cell is opened, and what is said of it."""

import pytest

from sapper.arena import play
from sapper.game import Cell, Chance, First, Grid, Level, Position, Rules
from sapper.players import MEASURED_STARTS, Decision, best_start, player


@pytest.mark.parametrize(
    ("level", "first", "cell"),
    [
        ("expert", "safe", (0, 0)),
        ("expert", "any", (0, 0)),
        ("expert", "opening", (3, 3)),
        ("intermediate", "opening", (2, 2)),
        ("intermediate", "safe", (0, 0)),
        ("beginner", "opening", (2, 2)),
        ("beginner8", "opening", (2, 2)),
        ("30x16x75", "opening", (2, 2)),
        ("16x16x53", "opening", (3, 3)),
        ("20x20x80", "opening", (3, 3)),
        ("8x8x13", "opening", (3, 3)),
        ("6x6x8", "opening", (2, 2)),
        ("5x5x8", "opening", (2, 2)),
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
    assert ("the rules guarantee" in decision.reason.words) == (first != "any")


def test_boards_with_blocked_cells_begin_as_others_do() -> None:
    assert best_start(Grid(30, 16, blocked=frozenset({95})), 60, "opening") == (2, 2)
    assert best_start(Grid(30, 16, blocked=frozenset({95})), 99, "opening") == (3, 3)
    assert best_start(Grid(30, 16, blocked=frozenset({93})), 99, "opening") == (0, 0)


def test_the_rule_for_other_boards_agrees_with_the_cells_measured() -> None:
    for (width, height, mines), cell in MEASURED_STARTS.items():
        other = Grid(width, height, blocked=frozenset({width * height - 1}))
        assert best_start(other, mines, "opening") == cell
        assert best_start(Grid(width, height), mines, "opening") == cell


def test_it_begins_where_the_mines_fit() -> None:
    """In the corner if they fit nowhere else."""
    assert best_start(Grid(5, 5), 16, "opening") == (2, 2)
    assert best_start(Grid(5, 5), 17, "opening") == (0, 0)
    assert play("swift", level="5x5x21", first="opening").outcome == "won"
