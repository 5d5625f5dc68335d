"""Boards as text: every cell in its place, whatever the width."""

from hypothesis import given
from hypothesis import strategies as st

from sapper.cli.board import drawn, faces
from sapper.game import Grid, Position
from tests.strategies import texts_of_cells


def test_small_board() -> None:
    position = Position.parse("12x2x3\n01H2*F345310\n3HHHHHHHHHH0")
    assert drawn(position.grid, faces(position)).plain == (
        "                       1\n"
        "   0 1 2 3 4 5 6 7 8 9 0 1\n"
        "0  · 1 ■ 2 ✹ ⚑ 3 4 5 3 1 ·\n"
        "1  3 ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ·"
    )


def test_board_too_wide_is_cut_into_bands() -> None:
    position = Position.start(Grid(12, 2), 3)
    assert drawn(position.grid, faces(position), 3, 20).plain == (
        "    0  1  2  3  4  5\n"
        "0   ■  ■  ■  ■  ■  ■\n"
        "1   ■  ■  ■  ■  ■  ■\n"
        "\n"
        "    6  7  8  9 10 11\n"
        "0   ■  ■  ■  ■  ■  ■\n"
        "1   ■  ■  ■  ■  ■  ■"
    )


def test_rows_of_hexagons_are_shifted_by_half_a_cell() -> None:
    position = Position.start(Grid(2, 3, "hex"), 1)
    assert drawn(position.grid, faces(position)).plain == ("     0 1\n0    ■ ■\n1   ■ ■\n2  ■ ■")


@given(texts_of_cells(), st.integers(2, 6), st.integers(1, 60))
def test_lines_keep_within_the_width(position: Position, cell: int, width: int) -> None:
    if position.grid.kind == "hex":
        return
    least = len(str(position.grid.height - 1)) + 1 + max(cell, 4)
    lines = drawn(position.grid, faces(position), cell, width).plain.splitlines()
    assert all(len(line) <= max(width, least) for line in lines)
