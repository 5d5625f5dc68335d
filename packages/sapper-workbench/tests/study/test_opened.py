"""What files open as, and what a game is begun from."""

from dataclasses import replace

import pytest

from sapper.errors import InputError, NotationError, RecipeError
from sapper.game import LEVELS, Deal, Position, Rules
from sapper.players import player
from sapper.records import Game, read_game
from sapper_workbench.session import Session, session_of
from sapper_workbench.study import GameSetup, boards
from tests.session.games import world

CSP = player("csp")


def played() -> Session:
    """Some moves of a game, one of them taken back."""
    session = Session(world(2, size="medium"), player("random"), 5)
    session.play_agent()
    session.play_agent()
    session.undo()
    return session


def test_game_of_a_person_goes_on_by_the_player_given() -> None:
    record = replace(played().record, player="Ann B.")
    game = read_game(record.text.encode())
    assert isinstance(game, Game)
    there = session_of(game, CSP)
    assert there.player == CSP
    assert there.steps == record.steps


def test_position_opens_as_itself_and_a_deal_as_a_board_to_play() -> None:
    text = "5x3x3\nHHHHH\n1222H\n0001H"
    assert read_game(text.encode(), "p.txt") == Position.parse(text)
    mbf = bytes([3, 2, 0, 1, 2, 1])  # 3 by 2, one mine in column 2, row 1
    there = read_game(mbf, "board.mbf")
    assert isinstance(there, Game)
    assert there.world.rules.first == "any"
    assert there.world.deal.mine_indices(0, "any") == frozenset({5})


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b'{"sapper": "session"}', b"{", b"5x5"])
def test_anything_else_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(NotationError) as refused:
        read_game(data, "x")
    assert "\n" not in str(refused.value)


def test_setup_deals_what_sapper_plays() -> None:
    for name, level in LEVELS.items():
        where = GameSetup(name, "csp", "opening", 7, 3).world()
        assert where.deal == Deal.seeded(level.grid, level.mines, 7, 3)
        assert where.rules == Rules("opening")


def test_every_board_has_a_game_and_the_next_is_another() -> None:
    for name in boards():
        setup = GameSetup(name, "random", "safe", 7)
        session = setup.session()
        assert session.position.outcome == "playing"
        after = setup.next().session()
        assert (after.world.deal, after.number) != (session.world.deal, session.number)


@pytest.mark.parametrize(
    ("setup", "error", "words"),
    [
        (GameSetup("nowhere"), InputError, "unknown board 'nowhere'"),
        (GameSetup("9x9x81"), InputError, "no cell is left"),
        (GameSetup("9x9"), InputError, "unknown level"),
        (GameSetup(""), InputError, "neither an example"),
        (GameSetup("expert", "nobody"), RecipeError, "unknown player"),
    ],
)
def test_what_is_no_setup_is_refused(setup: GameSetup, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        setup.session()
