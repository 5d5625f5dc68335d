"""Boards drawn in common skins: known colours and bevels, with digits and signs drawn here.

Everything is drawn with numpy at four times the size and averaged, so edges are smooth as on a
screen. The digits are strokes between points, flat or round, thin or bold: none is a font's.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sapper.game import FLAGGED, HIDDEN, MINE, Position

Picture = NDArray[np.uint8]
Canvas = NDArray[np.float64]
Colour = tuple[int, int, int]

FINE = 4  #: drawn pixels of each side of a pixel

#: The digits as strokes through points, across and down, from 0 to 1.
STROKES: dict[int, list[list[tuple[float, float]]]] = {
    1: [[(0.2, 0.2), (0.55, 0), (0.55, 1)], [(0.2, 1), (0.9, 1)]],
    2: [[(0, 0.2), (0.2, 0), (0.8, 0), (1, 0.2), (1, 0.4), (0, 1), (1, 1)]],
    3: [
        [(0, 0.1), (0.3, 0), (0.8, 0), (1, 0.2), (0.8, 0.47), (0.4, 0.47)],
        [(0.8, 0.47), (1, 0.75), (0.8, 1), (0.2, 1), (0, 0.88)],
    ],
    4: [[(0.8, 1), (0.8, 0), (0, 0.68), (1, 0.68)]],
    5: [[(1, 0), (0, 0), (0, 0.45), (0.75, 0.42), (1, 0.7), (0.75, 1), (0, 1)]],
    6: [
        [(0.9, 0), (0.3, 0.05), (0, 0.5), (0, 0.8), (0.2, 1), (0.8, 1), (1, 0.75), (0.8, 0.5)],
        [(0.8, 0.5), (0, 0.55)],
    ],
    7: [[(0, 0), (1, 0), (0.4, 1)]],
    8: [
        [(0.5, 0.48), (0.05, 0.25), (0.25, 0), (0.75, 0), (0.95, 0.25), (0.5, 0.48)],
        [(0.5, 0.48), (0, 0.75), (0.2, 1), (0.8, 1), (1, 0.75), (0.5, 0.48)],
    ],
}  # fmt: skip


@dataclass(frozen=True)
class Skin:
    """How a program draws its board: ``hidden`` and ``opened`` draw the ground of a cell."""

    name: str
    clues: tuple[str, ...]
    hidden: Callable[[Canvas, float, float], None]
    opened: Callable[[Canvas, float, float], None]
    flag: str = "ff0000"
    pole: str = "000000"
    mine: str = "000000"
    exploded: str = "ff0000"
    around: str = "c0c0c0"
    bold: float = 0.15
    size: tuple[float, float] = (0.4, 0.52)


def rgb(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def _fill(tile: Canvas, code: str) -> None:
    tile[:] = rgb(code)


def _bevel(
    face: str, light: str, dark: str, share: float
) -> Callable[[Canvas, float, float], None]:
    """A raised tile."""

    def draw(tile: Canvas, x: float, y: float) -> None:
        _fill(tile, face)
        n = len(tile)
        edge = max(FINE, round(n * share / FINE) * FINE)
        i, j = np.indices((n, n))
        tile[(i < edge) | (j < edge)] = rgb(light)
        tile[((i >= n - edge) | (j >= n - edge)) & (i + j >= n - 1)] = rgb(dark)

    return draw


def _floor(face: str, line: str) -> Callable[[Canvas, float, float], None]:
    """The ground of an open cell, with a line above it and to its left."""

    def draw(tile: Canvas, x: float, y: float) -> None:
        _fill(tile, face)
        tile[:FINE], tile[:, :FINE] = rgb(line), rgb(line)

    return draw


def _glass(tile: Canvas, x: float, y: float) -> None:
    """A tile of Windows 7: blue, lighter above and to the left, on the board and in itself."""
    n = len(tile)
    i, j = np.indices((n, n)) / n
    bright = (1.0 - 0.25 * (x + y) / 2 - 0.12 * (i + j) / 2)[..., None]
    tile[:] = np.array([110, 148, 222]) * bright + 20
    edge = FINE
    tile[:edge], tile[:, :edge] = (196, 214, 246), (196, 214, 246)
    tile[-edge:], tile[:, -edge:] = (40, 62, 120), (40, 62, 120)


def _paper(tile: Canvas, x: float, y: float) -> None:
    """An open cell of Windows 7."""
    n = len(tile)
    i, _ = np.indices((n, n)) / n
    tile[:] = np.array([206, 217, 235]) + (10 * i)[..., None]
    tile[:FINE], tile[:, :FINE] = (126, 148, 190), (126, 148, 190)


def _tablet(tile: Canvas, x: float, y: float) -> None:
    """A raised cell of sapper's page: a gap around it, and an edge inside that ends before it."""
    n = len(tile)
    gap, edge = max(FINE, n // 24), n // 8
    _fill(tile, "6fb0ba")
    tile[gap:-gap, gap:-gap] = rgb("92cbd3")
    tile[-edge:-gap, 2 * gap : -2 * gap] = rgb("5b98a3")


def _blank(tile: Canvas, x: float, y: float) -> None:
    """An open cell of sapper's page, which has no border; neighbours differ a little in colour."""
    _fill(tile, "fbf4e2" if round(30 * x + 16 * y) % 2 else "f6edd5")


CLASSIC = ("0000ff", "008000", "ff0000", "000080", "800000", "008080", "000000", "808080")
#: What the page draws on boards of 30×16.
SAPPER = Skin(
    "sapper",
    ("1d4db0", "1b6a2c", "b32020", "5b2a86", "83480c", "0b6470", "1f2326", "6b7176"),
    _tablet,
    _blank,
    flag="b32020",
    pole="404548",
    around="fffef9",
    bold=0.13,
    size=(0.34, 0.5),
)
SKINS = (
    Skin(
        "Windows XP",
        CLASSIC,
        _bevel("c0c0c0", "ffffff", "808080", 0.125),
        _floor("c0c0c0", "808080"),
    ),
    Skin(
        "Windows 7",
        ("404fbd", "1e6903", "ac0708", "020280", "7e0202", "067a7d", "ac0708", "ac0708"),
        _glass,
        _paper,
        flag="d21414",
        pole="303030",
        around="dfe8f5",
        bold=0.13,
        size=(0.36, 0.56),
    ),
    Skin(
        "minesweeper.online, light",
        ("0000f7", "007c00", "ec1f1f", "00007c", "7c0000", "007c7c", "000000", "7c7c7c"),
        _bevel("c6c6c6", "ffffff", "808080", 0.11),
        _floor("c6c6c6", "808080"),
        around="f4f4f4",
        bold=0.18,
        size=(0.42, 0.5),
    ),
    Skin(
        "minesweeper.online, dark",
        ("7cc7ff", "66c266", "ff7788", "ee88ff", "ddaa22", "66cccc", "999999", "d0d8e0"),
        _bevel("4c545c", "6e7881", "262b30", 0.11),
        _floor("384048", "22272c"),
        flag="ff4040",
        pole="101010",
        exploded="b32d2d",
        around="1e2226",
        bold=0.18,
        size=(0.42, 0.5),
    ),
    Skin(
        "Arbiter",
        CLASSIC,
        _bevel("c0c0c0", "ffffff", "808080", 0.07),
        _floor("c0c0c0", "9a9a9a"),
        around="d4d0c8",
        bold=0.19,
        size=(0.42, 0.5),
    ),
)  # fmt: skip


def drawn(position: Position, skin: Skin, side: int, window: bool = True) -> Picture:
    """A picture of a position, in a window with a title and a counter if ``window``."""
    grid = position.grid
    board = np.zeros((grid.height * side, grid.width * side, 3))
    for index, code in enumerate(position.cells):
        row, column = grid.cell(index)
        tile = _tile(code, skin, side, column / grid.width, row / grid.height)
        board[row * side : (row + 1) * side, column * side : (column + 1) * side] = tile
    if not window:
        return board.round().astype(np.uint8)
    left, top = side // 2 + 3, 3 * side + 5
    whole = np.zeros((len(board) + top + left, board.shape[1] + 2 * left, 3))
    whole[:] = rgb(skin.around)
    whole[: side + 4] = (20, 60, 160)  # the title bar
    whole[side + 10 : top - 6, left : left + 2 * side] = 0  # a counter
    for bar in range(3):
        x = left + 4 + bar * (side // 2)
        whole[side + 14 : top - 10, x : x + 3] = (255, 0, 0)
    whole[top - 3 : top + len(board) + 3, left - 3 : left + board.shape[1] + 3] = 128
    whole[top + len(board) : top + len(board) + 3, left - 3 : left + board.shape[1] + 3] = 250
    whole[top - 3 : top + len(board) + 3, left + board.shape[1] : left + board.shape[1] + 3] = 250
    whole[top : top + len(board), left : left + board.shape[1]] = board
    return whole.round().astype(np.uint8)


def _tile(code: int, skin: Skin, side: int, x: float, y: float) -> Canvas:
    """One cell."""
    fine = np.zeros((side * FINE, side * FINE, 3))
    (skin.hidden if code in (HIDDEN, FLAGGED) else skin.opened)(fine, x, y)
    if code == FLAGGED:
        _flag(fine, skin)
    elif code == MINE:
        fine[FINE:, FINE:] = rgb(skin.exploded)
        _mine(fine, skin)
    elif 1 <= code <= 8:
        _digit(fine, code, skin)
    shown: Canvas = fine.reshape(side, FINE, side, FINE, 3).mean(axis=(1, 3))
    return shown


def _digit(fine: Canvas, clue: int, skin: Skin) -> None:
    wide, tall = skin.size
    n = len(fine)
    left, top = (1 - wide) / 2, (1 - tall) / 2
    for stroke in STROKES[clue]:
        points = [((left + x * wide) * n, (top + y * tall) * n) for x, y in stroke]
        for start, end in pairwise(points):
            _line(fine, start, end, skin.bold * n / 2, rgb(skin.clues[clue - 1]))


def _line(
    fine: Canvas, start: tuple[float, float], end: tuple[float, float], half: float, colour: Colour
) -> None:
    y, x = np.indices(fine.shape[:2]) + 0.5
    (ax, ay), (bx, by) = start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    at = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1)
    near = (x - ax - at * (bx - ax)) ** 2 + (y - ay - at * (by - ay)) ** 2 <= half**2
    fine[near] = colour


def _flag(fine: Canvas, skin: Skin) -> None:
    n = len(fine)
    y, x = (np.indices(fine.shape[:2]) + 0.5) / n
    fine[(x >= 0.5) & (x < 0.58) & (y > 0.25) & (y < 0.75)] = rgb(skin.pole)
    fine[(x >= 0.3) & (x < 0.78) & (y > 0.7) & (y < 0.8)] = rgb(skin.pole)
    fine[(x >= 0.25) & (x < 0.58) & (abs(y - 0.36) < 0.17 * (x - 0.25) / 0.33)] = rgb(skin.flag)


def _mine(fine: Canvas, skin: Skin) -> None:
    n = len(fine)
    y, x = (np.indices(fine.shape[:2]) + 0.5) / n - 0.5
    fine[x**2 + y**2 < 0.26**2] = rgb(skin.mine)
    for cos, sin in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7)):
        across, along = x * sin - y * cos, x * cos + y * sin
        fine[(abs(across) < 0.04) & (abs(along) < 0.36)] = rgb(skin.mine)
    fine[(x + 0.1) ** 2 + (y + 0.1) ** 2 < 0.06**2] = 255


def png(picture: Picture, filters: int = 0) -> bytes:
    """A PNG file of a picture, its rows filtered in one way (0: not at all)."""
    height, width, _ = picture.shape
    rows = picture.reshape(height, width * 3).astype(np.int16)
    left = np.zeros_like(rows)
    left[:, 3:] = rows[:, :-3]
    up = np.zeros_like(rows)
    up[1:] = rows[:-1]
    corner = np.zeros_like(rows)
    corner[1:, 3:] = rows[:-1, :-3]
    guess = left + up - corner
    a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
    paeth = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
    base = [np.zeros_like(rows), left, up, (left + up) // 2, paeth][filters]
    filtered = ((rows - base) % 256).astype(np.uint8)
    raw = b"".join(bytes([filters]) + row.tobytes() for row in filtered)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(kind, body)
        for kind, body in ((b"IHDR", head), (b"IDAT", zlib.compress(raw)), (b"IEND", b""))
    )


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
