"""MBF: boards in bytes, both ways, and what is wrong with other bytes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError, RulesError
from sapper.game import Deal, Grid
from sapper.notation import deal_of_mbf, mbf_of_deal, read_mbf, write_mbf
from tests.strategies import deals, grids

squares = grids(["square"], blocked=False)


@given(deals(squares, gold=False))
def test_the_mines_of_a_deal_come_back(deal: Deal) -> None:
    mines = frozenset(deal.order[: deal.mines])
    assert deal_of_mbf(mbf_of_deal(deal)) == Deal.of_mines(deal.grid, mines)


@given(st.binary(max_size=40))
def test_any_bytes_are_a_board_or_one_sentence(data: bytes) -> None:
    sentence = ""
    try:
        deal = deal_of_mbf(data)
    except NotationError as error:
        sentence = str(error)
    assert sentence or sorted(mbf_of_deal(deal)) == sorted(data)


def test_x_is_the_column() -> None:
    deal = deal_of_mbf(bytes([5, 3, 0, 2, 4, 0, 1, 2]))
    assert deal.grid == Grid(5, 3)
    assert {deal.grid.cell(i) for i in deal.order[:2]} == {(0, 4), (2, 1)}


def test_the_number_of_mines_has_two_bytes() -> None:
    deal = Deal.seeded(Grid(255, 255), 300, seed=1)
    data = mbf_of_deal(deal)
    assert data[:4] == bytes([255, 255, 1, 44])
    assert deal_of_mbf(data).mines == 300


def test_files_come_back(tmp_path: Path) -> None:
    deal = Deal.of_mines(Grid(9, 9), frozenset({0, 80}))
    write_mbf(tmp_path / "board.mbf", deal)
    assert read_mbf(tmp_path / "board.mbf") == deal


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "an MBF board has at least 4 bytes, but this one has 0"),
        (bytes([8, 8, 0]), "an MBF board has at least 4 bytes, but this one has 3"),
        (bytes([0, 8, 0, 0]), "byte 0: a board of 0x8 has no cells"),
        (bytes([8, 0, 0, 0]), "byte 1: a board of 8x0 has no cells"),
        (bytes([2, 2, 0, 5]), "byte 2: 5 mines do not fit on 2x2 cells"),
        (bytes([2, 2, 0, 2, 0, 0, 1]), "a board with 2 mines has 8 bytes, but this one has 7"),
        (bytes([2, 2, 0, 1, 0, 0, 9]), "a board with 1 mine has 6 bytes, but this one has 7"),
        (bytes([3, 2, 0, 1, 0, 2]), "byte 4: the mine at [2, 0] is outside the 3x2 board"),
        (bytes([3, 2, 0, 2, 0, 0, 3, 1]), "byte 6: the mine at [1, 3] is outside the 3x2 board"),
        (bytes([3, 2, 0, 2, 2, 1, 2, 1]), "byte 6: the mine at [1, 2] occurs twice"),
    ],
)
def test_every_mistake_names_its_byte(data: bytes, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError) as caught:
        deal_of_mbf(data)
    assert str(caught.value) == sentence
    (tmp_path / "x.mbf").write_bytes(data)
    with pytest.raises(NotationError) as caught:
        read_mbf(tmp_path / "x.mbf")
    assert str(caught.value) == f"{tmp_path / 'x.mbf'}: {sentence}"


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        (Grid(256, 1), "MBF only holds boards up to 255x255"),
        (Grid(3, 3, "torus"), "MBF only holds square grids without blocked cells"),
        (Grid(3, 3, blocked=frozenset({1})), "MBF only holds square grids without blocked cells"),
    ],
)
def test_a_grid_that_mbf_cannot_hold_is_refused(grid: Grid, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=f"^{sentence}$"):
        write_mbf(tmp_path / "x.mbf", Deal.seeded(grid, 1, seed=1))
    assert not (tmp_path / "x.mbf").exists()


def test_a_file_too_large_or_not_writable_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.mbf").write_bytes(bytes(200_000))
    with pytest.raises(InputError, match=r"x.mbf: the file is larger than 130,054 bytes"):
        read_mbf(tmp_path / "x.mbf")
    with pytest.raises(InputError, match=r"none/x.mbf: its folder does not exist"):
        write_mbf(tmp_path / "none" / "x.mbf", Deal.of_mines(Grid(1, 1), frozenset()))
