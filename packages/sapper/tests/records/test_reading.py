"""One reader for every file: its content says what it holds."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import play
from sapper.errors import InputError, RulesError
from sapper.game import Deal, Grid, Position, Referee, Rules
from sapper.notation import deal_of_mbf
from sapper.records import BINARIES, TEXTS, Readable, Record, board_of, read_any, read_file
from tests.records.games import recorded
from tests.strategies import deals, games, grids, positions

squares = grids(["square"], blocked=False)


def game() -> Record:
    return play("csp", Deal.seeded(Grid(9, 9), 10, seed=1)).record


@given(positions())
def test_positions_come_back_from_every_format(position: Position) -> None:
    assert read_any(TEXTS["text"](position).encode()) == position
    assert read_any(TEXTS["link"](position).encode()) == position


@given(deals(squares, gold=False))
def test_boards_come_back_from_every_format(deal: Deal) -> None:
    board = Deal.of_mines(deal.grid, frozenset(deal.order[: deal.mines]))
    assert read_any(BINARIES["mbf"](deal), "a.mbf") == board
    assert read_any(TEXTS["link"](deal).encode()) == board


@given(deals())
def test_whole_deals_come_back_from_their_text(deal: Deal) -> None:
    assert read_any(TEXTS["text"](deal).encode()) == deal


def test_a_file_of_many_deals_is_refused() -> None:
    with pytest.raises(InputError, match=r"^the file has 2 deals, expected exactly one$"):
        read_any(b"# 2 1 1\n0 1\n1 0\n")


def test_games_come_back_from_every_format() -> None:
    record = game()
    assert read_any(TEXTS["record"](record).encode()) == record
    replay = read_any(TEXTS["rawvf"](record).encode("utf-8-sig"))
    assert isinstance(replay, Record)
    assert [step.decision.move for step in replay.steps] == [
        step.decision.move for step in record.steps
    ]
    *_, last = record.positions()
    assert read_any(TEXTS["text"](record).encode()) == last
    board = read_any(TEXTS["link"](record).encode())
    assert isinstance(board, Deal)
    assert board == deal_of_mbf(BINARIES["mbf"](record))
    assert {board.grid.cell(i) for i in board.order[: board.mines]} == {*record.mines}


def test_names_in_any_encoding_are_read() -> None:
    text = TEXTS["rawvf"](game()).replace("Player: csp", "Player: Ää")
    record = read_any(text.encode("latin-1"))
    assert isinstance(record, Record)
    assert record.player == "��"


@pytest.mark.parametrize("form", ["mbf", "rawvf", "record"])
def test_a_position_has_no_mines_and_no_moves(form: str) -> None:
    write = {**TEXTS, **BINARIES}[form]
    with pytest.raises(RulesError, match=r"position"):
        write(Position.parse("2x1x1\nHH"))


@pytest.mark.parametrize("form", ["rawvf", "record"])
def test_a_board_has_no_moves(form: str) -> None:
    with pytest.raises(RulesError, match=r"needs a game with its moves, this is a board"):
        TEXTS[form](Deal.of_mines(Grid(2, 1), frozenset({0})))


@pytest.mark.parametrize("form", ["link", "mbf", "rawvf"])
def test_a_game_not_begun_has_no_mines_yet(form: str) -> None:
    record = Record("any", Rules(), Deal.seeded(Grid(3, 3), 2, 1), (), "passed")
    with pytest.raises(RulesError, match=r"the mines are only laid when the first one is opened"):
        {**TEXTS, **BINARIES}[form](record)


@given(games(max_moves=0), st.integers(0, 99))
def test_the_board_of_a_game_has_its_mines_and_gold(referee: Referee, luck: int) -> None:
    record = recorded(referee, luck)
    if record.begun:
        board, grid = board_of(record), record.deal.grid
        mines = board.mine_indices(grid.playable[0], "any")
        assert {grid.cell(i) for i in mines} == {*record.mines}
        assert {grid.cell(i) for i in board.gold_indices(mines)} == {*record.gold}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a.rawvf", "a replay in RAWVF needs a line 'Board:'"),
        ("a.JSON", "line 1, column 1: expected a record as JSON, but this is not valid JSON"),
        ("a.mbf", "an MBF board has at least 4 bytes, but this one has 2"),
        (
            "a.txt",
            "line 1 should start with WIDTHxHEIGHTxMINES, or be the first of several rows, "
            "not 'no'",
        ),
    ],
)
def test_the_ending_of_a_name_says_what_was_meant(name: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read_any(b"no", name)
    assert str(caught.value) == sentence


def test_a_file_is_named_in_errors(tmp_path: Path) -> None:
    (tmp_path / "a.mbf").write_bytes(b"\1")
    with pytest.raises(InputError) as caught:
        read_file(tmp_path / "a.mbf")
    assert str(caught.value).startswith(f"{tmp_path}/a.mbf: an MBF board has at least 4 bytes")
    (tmp_path / "a.txt").write_text("?b=1&m=041004000042gh10g\n")
    assert isinstance(read_file(tmp_path / "a.txt"), Deal)


@given(st.binary(max_size=120), st.sampled_from(["", "a.mbf", "a.txt", "a.json", "a.rawvf"]))
def test_any_bytes_are_read_or_refused_in_one_sentence(data: bytes, name: str) -> None:
    try:
        read: Readable | None = read_any(data, name)
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert read is not None
