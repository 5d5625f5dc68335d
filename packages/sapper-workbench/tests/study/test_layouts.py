"""Games that go on from a position: they begin with it, and all its layouts are as likely."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import ImpossiblePositionError, RulesError
from sapper.game import HIDDEN, UNFLAGGED, Deal, Level, Position, Referee, Rules
from sapper.players import player
from sapper_workbench.session import Session
from sapper_workbench.study import supposed
from tests.inference.brute import layouts

RANDOM = player("random")


@given(seed=st.integers(0, 10**6), moves=st.integers(0, 20), lives=st.integers(1, 3))
def test_the_game_begins_with_the_position(seed: int, moves: int, lives: int) -> None:
    level = Level(6, 5, 6)
    referee = Referee(Deal.seeded(level.grid, level.mines, seed), Rules(lives=lives))
    for index in range(0, 30, 30 // (moves + 1)):
        position = referee.position
        if position.outcome == "playing" and position.cells[index] == HIDDEN:
            referee.open(level.grid.cell(index))
    position = referee.position
    if position.outcome != "playing":
        with pytest.raises(RulesError, match="the game is"):
            supposed(position, seed)
        return
    session = Session(supposed(position, seed), RANDOM, seed)
    assert session.position.cells == position.cells.translate(UNFLAGGED)
    assert session.position.lives_left == position.lives_left
    assert session.undoable == 0


def test_every_layout_is_as_likely() -> None:
    position = Position.parse("4x3x3\nHHHH\n1221\nHHHH")
    possible = {frozenset(layout) for layout in layouts(position)}
    drawn = Counter(
        supposed(position, seed).deal.mine_indices(0, "any") for seed in range(200 * len(possible))
    )
    assert set(drawn) == possible
    assert all(120 < count < 280 for count in drawn.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x1x0\n0HH", "touches a 0 but is not open"),
        ("2x1x1\n*H", "the game is lost"),
        ("2x2x1 signs=marks\nHH\nHH", "gold"),
    ],
)
def test_what_no_game_comes_to_is_refused(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        supposed(Position.parse(text), 1)


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(ImpossiblePositionError):
        supposed(Position.parse("3x3x1\nHHH\nH8H\nHHH"), 1)
