"""Boards read from pictures: drawn in the skins of programs, damaged, or no boards at all."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.errors import NotationError
from sapper.game import FLAGGED, HIDDEN, MINE, Grid, Position, Rules
from sapper.notation import read_picture, read_position
from sapper_formats import Picture, difference, read_png
from tests.formats.skins import SAPPER, SKINS, Skin, chunk, drawn, png

SIDES = (16, 24, 33)  #: pixels of a cell


def opened(grid: Grid, mines: set[int], start: Iterable[int], shown: bytes = b"") -> Position:
    """A position of a game in which some cells were opened, and with them the neighbours of zeros;
    ``shown`` are the codes of the first mines."""
    cells = bytearray([HIDDEN]) * grid.size
    waiting = [index for index in start if index not in mines]
    while waiting:
        index = waiting.pop()
        near = grid.neighbour_indices(index)
        cells[index] = sum(i in mines for i in near)
        if not cells[index]:
            waiting += [i for i in near if cells[i] == HIDDEN]
    for index, code in zip(sorted(mines), shown, strict=False):
        cells[index] = code
    return Position(grid, Rules(), len(mines), bytes(cells))


def some_position(seed: int, width: int = 16, height: int = 12) -> Position:
    """A position that shows everything: all clues, flags, open mines, zeros and hidden cells."""
    rnd = random.Random(seed)
    grid = Grid(width, height)
    dense = [i for i in range(grid.size) if max(grid.cell(i)) < 6]
    mines = {i for i in range(grid.size) if rnd.random() < (0.6 if i in dense else 0.12)}
    mines |= {grid.index((i, j)) for i in range(3) for j in range(5)} - {width + 1, width + 3, 4}
    start = {i for i in range(grid.size) if i < 0.6 * grid.size or rnd.random() < 0.2}
    return opened(grid, mines, start, bytes(rnd.choices((HIDDEN, FLAGGED, MINE), (4, 2, 1), k=40)))


def half_open(width: int, height: int, share: float) -> Position:
    """A position whose columns on the right are open, for a share of them, around some mines."""
    grid = Grid(width, height)
    mines = set(random.Random(7).sample(range(grid.size), grid.size // 6))
    return opened(
        grid, mines, [i for i in range(grid.size) if grid.cell(i)[1] >= (1 - share) * width]
    )


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: skin.name)
def test_every_sign_is_read_and_few_are_doubtful(skin: Skin, side: int) -> None:
    position = some_position(side)
    found = read_picture(png(drawn(position, skin, side)))
    assert (found.grid, found.codes) == (position.grid, position.cells)
    assert len(found.doubtful) <= 0.03 * position.grid.size


def test_a_slow_machine_reads_a_picture_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    position = some_position(16)
    cells = bytearray(position.cells)
    clue = next(i for i, code in enumerate(cells) if code == 2)
    cells[clue] = 3  # which contradicts its neighbours
    data = png(drawn(replace(position, cells=bytes(cells)), SKINS[0], 20))
    found = read_picture(data)
    hours = count(step=3600)
    monkeypatch.setattr("time.monotonic", lambda: float(next(hours)))
    assert read_picture(data) == found
    assert position.grid.cell(clue) in found.doubtful


@pytest.mark.parametrize("skin", SKINS[:2], ids=lambda skin: skin.name)
def test_a_picture_of_nothing_but_the_board_is_enough(skin: Skin) -> None:
    position = some_position(5, 9, 9)
    found = read_position(png(drawn(position, skin, 20, window=False))).position
    assert (found.grid, found.cells) == (position.grid, position.cells)
    assert not found.rules.mines_known  # it has more than the 10 of this level


@pytest.mark.slow
@pytest.mark.parametrize("side", [24, 40])
@pytest.mark.parametrize("share", [0.05, 0.4])
def test_edges_inside_raised_cells_are_neither_lines_of_the_board_nor_signs(
    side: int, share: float
) -> None:
    """Open cells of sapper's page have no edges, and raised ones an edge beside their border."""
    position = half_open(30, 16, share)
    found = read_picture(png(drawn(position, SAPPER, side)))
    assert (found.grid, found.codes) == (position.grid, position.cells)
    assert not found.doubtful


def test_an_untouched_board_of_no_level_is_hidden_and_its_mines_are_unknown() -> None:
    start = Position.start(Grid(12, 7), 15)
    data = png(drawn(start, SKINS[0], 16))
    found = read_position(data).position
    assert found.cells == start.cells
    assert not found.rules.mines_known
    assert read_position(data, mines=15).position.mines == 15


@given(
    st.binary(max_size=40).flatmap(
        lambda a: st.tuples(st.just(a), st.binary(min_size=len(a), max_size=len(a)))
    )
)
def test_bytes_are_compared_at_each_place(pair: tuple[bytes, bytes]) -> None:
    a, b = pair
    assert difference(a, b) == bytes(abs(x - y) for x, y in zip(a, b, strict=True))


def pixels(picture: Picture) -> list[list[list[int]]]:
    """The colours of a picture, row by row."""
    colours = [list(each) for each in zip(*picture.planes, strict=True)]
    return [colours[at : at + picture.width] for at in range(0, len(colours), picture.width)]


@pytest.mark.kernel
@settings(max_examples=8)
@given(st.integers(0, 4), st.integers(1, 9), st.integers(1, 9), st.integers(0, 999))
def test_png_files_are_decoded_with_every_filter(
    filters: int, width: int, height: int, seed: int
) -> None:
    picture = np.random.default_rng(seed).integers(0, 256, (height, width, 3)).astype(np.uint8)
    assert pixels(read_png(png(picture, filters))) == picture.tolist()


@pytest.mark.parametrize(
    ("depth", "colour", "row", "expected"),
    [
        (1, 0, b"\x40", [[0, 0, 0], [255, 255, 255]]),
        (4, 0, b"\x5f", [[85, 85, 85], [255, 255, 255]]),
        (2, 3, b"\x90", [[7, 8, 9], [4, 5, 6]]),
        (8, 4, b"\x09\xff\x0a\x00", [[9, 9, 9], [10, 10, 10]]),
        (8, 6, b"\x01\x02\x03\xff\x04\x05\x06\x00", [[1, 2, 3], [4, 5, 6]]),
        (16, 2, bytes([1, 0, 2, 0, 3, 0, 4, 9, 5, 9, 6, 9]), [[1, 2, 3], [4, 5, 6]]),
    ],
)
def test_png_files_of_every_kind(
    depth: int, colour: int, row: bytes, expected: list[list[int]]
) -> None:
    data = png_of(2, 1, b"\0" + row, depth, colour, bytes(range(1, 10)))
    assert pixels(read_png(data)) == [expected]


def png_of(
    width: int,
    height: int,
    raw: bytes,
    depth: int = 8,
    colour: int = 2,
    palette: bytes = b"",
    interlaced: int = 0,
) -> bytes:
    """A PNG file from its rows as they are."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    chunks = [(b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(raw)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(*each) for each in chunks if each[1] or each[0] == b"IEND"
    )


CAT = np.random.default_rng(1).normal(128, 40, (90, 120, 3)).clip(0, 255).astype(np.uint8)
GOOD = png(drawn(some_position(3, 6, 6), SKINS[0], 16))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (png(CAT), "shows no Minesweeper board"),
        (png(np.full((200, 200, 3), 90, np.uint8)), "shows no Minesweeper board"),
        (png(np.zeros((1, 1, 3), np.uint8)), "shows no Minesweeper board"),
        (GOOD[: len(GOOD) // 2], "damaged"),
        (GOOD[:200] + b"\0" + GOOD[201:], "damaged"),
        (png_of(2, 2, b"\0" * 3), "ends too early"),
        (png_of(2, 2, b"\5" + b"\0" * 13), "damaged"),
        (png_of(0, 2, b"\0"), "empty"),
        (png_of(100_000, 100_000, b"\0"), "pixels"),
        (png_of(2, 2, b"\0" * 14, interlaced=1), "interlaced"),
        (png_of(2, 1, b"\0\xff", 8, 3, b"abc"), "damaged"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"", "not a PNG"),
    ],
)
def test_what_is_no_board_is_said_in_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(NotationError, match=words) as error:
        read_picture(data)
    assert "\n" not in str(error.value)
