"""Boards as text: every cell in its place, whatever the width."""

import re
from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sapper.game import Grid, Position, Rules
from sapper.reviews import explain
from sapper.terminal import LETTERS, BoardDrawing, Line, explanation_lines, lettered_board
from tests.strategies import positions, texts_of_cells


def drawn(position: Position, width: int | None = None, **options: Any) -> str:
    return text(BoardDrawing(position, **options).bands(width))


def text(lines: Iterable[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def test_small_board() -> None:
    position = Position.parse("12x2x3\n01H2*F345310\n3HHHHHHHHHH0")
    assert drawn(position) == (
        "                       1\n"
        "   0 1 2 3 4 5 6 7 8 9 0 1\n"
        "0  · 1 ■ 2 ✹ ⚑ 3 4 5 3 1 ·\n"
        "1  3 ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ·"
    )


def test_board_too_wide_is_cut_into_bands() -> None:
    position = Position.start(Grid(12, 2), 3)
    assert drawn(position, 20, cell=3) == (
        "    0  1  2  3  4  5\n"
        "0   ■  ■  ■  ■  ■  ■\n"
        "1   ■  ■  ■  ■  ■  ■\n"
        "\n"
        "    6  7  8  9 10 11\n"
        "0   ■  ■  ■  ■  ■  ■\n"
        "1   ■  ■  ■  ■  ■  ■"
    )


def test_signs_of_gold_have_columns_of_their_own() -> None:
    marks = Position.parse("4x2x1 signs=marks\nHaGb\n12H0")
    assert drawn(marks) == ("   0  1  2  3\n0  ■  0m G  1m\n1  1  2  ■  · ")
    counts = Position.parse("3x2x1 signs=counts\nH(1+2)G\n02H")
    assert drawn(counts, cell=3, symbols=LETTERS) == (
        "    0    1    2\n0   C    1+2  G  \n1   0    2    C  "
    )


def test_window_shows_its_rows_and_columns() -> None:
    position = Position.parse("12x3x3\n01H2*F345310\n3HHHHHHHHHH0\n0123H5123012")
    board = BoardDrawing(position, cell=3)
    assert text(board.lines(range(1, 3), range(8, 11))) == ("    8  9 10\n1   ■  ■  ■\n2   3  ·  1")


def test_rows_of_hexagons_are_shifted_by_half_a_cell() -> None:
    position = Position.start(Grid(2, 3, "hex"), 1)
    assert drawn(position) == ("     0 1\n0    ■ ■\n1   ■ ■\n2  ■ ■")


@given(texts_of_cells(), st.integers(2, 6), st.integers(1, 60))
def test_lines_keep_within_the_width(position: Position, cell: int, width: int) -> None:
    if position.grid.kind == "hex":
        return
    least = len(str(position.grid.height - 1)) + 1 + max(cell, 4) + len("+1")
    lines = drawn(position, width, cell=cell).splitlines()
    assert all(len(line) <= max(width, least) for line in lines)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    positions(
        st.sampled_from([Grid(6, 6), Grid(13, 4), Grid(5, 5, "hex"), Grid(5, 6, "torus")]),
        st.builds(Rules, first=st.just("opening"), lives=st.integers(1, 3)),
        max_moves=20,
    )
)
def test_every_letter_that_an_explanation_names_stands_on_its_board(position: Position) -> None:
    for cell in position.hidden[:8]:
        explanation = explain(position, cell)
        *said, _ = "\n".join(explanation_lines(explanation)).partition("\n\n")
        rows = {int(line.split()[0]): line for line in lettered_board(explanation)[1:]}
        for row, line in rows.items():
            own = sorted((c, sign) for c, sign in explanation.letters.items() if c[0] == row)
            assert re.findall(r"[A-Z](?=\S)", line) == [letter for _, letter in own]
        assert {row for row, _ in explanation.letters} <= rows.keys()
        assert set(re.findall(r"\b[A-Z]\b", said[0])) <= set(explanation.letters.values())
