"""What was opened since the last position, and when that question makes no sense."""

from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import turns
from sapper.game import BLOCKED, FLAGGED, HIDDEN, Deal, Position, Rules, changed
from sapper.inference import PositionTracker
from tests.players.worlds import WORLDS, luck


def opened(position: Position) -> list[int]:
    closed = (HIDDEN, FLAGGED, BLOCKED)
    return [i for i, code in enumerate(position.cells) if code not in closed]


def test_every_cell_of_a_game_is_told_once() -> None:
    for number, (grid, mines) in enumerate(WORLDS.values()):
        game = turns("random", Rules(lives=3), Deal.seeded(grid, mines, 611), luck(611, number))
        seen = PositionTracker()
        opened_cells: list[int] = []
        for k, turn in enumerate(game):
            goes_on, new = seen.advance(turn.before)
            assert goes_on == (k > 0)
            assert new == sorted(new)
            opened_cells += new
            assert sorted(opened_cells) == opened(turn.before)
        assert opened_cells


def test_flags_open_nothing() -> None:
    seen = PositionTracker()
    seen.advance(Position.parse("3x1x1\nH1H"))
    assert seen.advance(Position.parse("3x1x1\nF1H")) == (True, [])
    assert seen.advance(Position.parse("3x1x1\nH1H")) == (True, [])
    assert seen.advance(Position.parse("3x1x1\nF10")) == (True, [2])


def test_what_does_not_follow_is_a_new_game() -> None:
    here = "3x2x1\nHH1\nHHH"
    for other in (
        "3x2x1\nHHH\nHHH",  # taken back
        "3x2x1\nHH2\nHHH",  # another clue
        "3x2x2\nHH1\nHHH",  # another number of mines
        "2x3x1\nHH\n1H\nHH",  # another grid
        "3x2x1 grid=hex\nHH1\nHHH",
    ):
        seen = PositionTracker()
        seen.advance(Position.parse(here))
        position = Position.parse(other)
        assert seen.advance(position) == (False, opened(position)), other


@given(st.binary(max_size=900), st.lists(st.tuples(st.integers(0, 899), st.integers(1, 255))))
def test_changed_cells_are_those_that_differ(before: bytes, edits: list[tuple[int, int]]) -> None:
    after = bytearray(before)
    for i, change in edits:
        if i < len(after):
            after[i] ^= change
    differ = [i for i in range(len(before)) if before[i] != after[i]]
    assert changed(before, bytes(after)) == differ
