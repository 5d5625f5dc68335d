"""Pictures of positions for ``render_mode="rgb_array"``, drawn with numpy alone."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sapper.game import Cell, Position
from sapper.records import codes

Picture = NDArray[np.uint8]  #: (height, width, 3): red, green and blue of each pixel
Colour = tuple[int, int, int]

TILE = 24  #: side of a cell in pixels
MAX_SIDE = 2_000  #: maximum side of a picture in pixels; cells of larger boards are smaller
MIN_TILE = 2  #: minimum side of a cell in pixels
MIN_SYMBOL_TILE = 10  #: side below which cells are drawn without symbols

HIDDEN, LIGHT, DARK = (198, 202, 208), (232, 235, 239), (140, 147, 157)
OPEN, LINE, BLOCKED = (247, 248, 250), (208, 212, 218), (66, 72, 82)
STRUCK, LAST, BACKGROUND = (220, 70, 60), (255, 140, 0), (255, 255, 255)
INK: dict[str, Colour] = {
    "1": (35, 75, 220),
    "2": (20, 125, 50),
    "3": (205, 35, 35),
    "4": (65, 35, 150),
    "5": (130, 60, 20),
    "6": (0, 125, 130),
    "7": (25, 25, 25),
    "8": (110, 110, 110),
    "F": (200, 30, 40),
    "*": (20, 20, 20),
    "G": (190, 135, 0),
}
OTHER_INK = (60, 60, 60)  #: of clues beyond 8

#: The pixels of each symbol, row by row.
_FONT = {
    "0": ".###. #...# #..## #.#.# ##..# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": "..##. .#... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. .#... .#... .#...",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ...#. .##..",
    "+": "..... ..#.. ..#.. ##### ..#.. ..#.. .....",
    "F": ".##.... .####.. .#####. .####.. .##.... .#..... ###....",
    "*": "...#... .#.#.#. ..###.. ####### ..###.. .#.#.#. ...#...",
    "G": "...#... ..###.. .#####. ####### .#####. ..###.. ...#...",
}


def picture(position: Position, last: Cell | None = None) -> Picture:
    """Draw a position, with a frame around the cell of the ``last`` move.

    Both sides of the picture have an even number of pixels, as video formats require. Each row of a
    hex grid is shifted half a cell to the left of the row above.
    """
    grid = position.grid
    tile = max(MIN_TILE, min(TILE, MAX_SIDE // max(grid.width, grid.height) // 2 * 2))
    shown = codes(position)
    kinds = list(dict.fromkeys(shown))
    numbers = np.array(list(map({kind: i for i, kind in enumerate(kinds)}.__getitem__, shown)))
    cells = np.stack([_tile(kind, tile) for kind in kinds])[numbers]
    if last is not None:
        cells[grid.index(last)] = _framed(cells[grid.index(last)])
    rows = cells.reshape(grid.height, grid.width, tile, tile, 3).swapaxes(1, 2)
    if grid.kind != "hex":
        return np.ascontiguousarray(rows.reshape(grid.height * tile, grid.width * tile, 3))
    half = tile // 2
    width = grid.width * tile + (grid.height - 1) * half
    drawn = _filled(grid.height * tile, width + width % 2, BACKGROUND)
    for row, pixels in enumerate(rows.reshape(grid.height, tile, grid.width * tile, 3)):
        left = (grid.height - 1 - row) * half
        drawn[row * tile : (row + 1) * tile, left : left + grid.width * tile] = pixels
    return drawn


@cache
def _tile(code: str, side: int) -> Picture:
    """Return the picture of a cell code (see ``sapper.records.record.code``)."""
    if code in ("H", "F"):
        tile = _filled(side, side, HIDDEN)
        edge = max(1, side // 12)
        tile[:edge], tile[:, :edge] = LIGHT, LIGHT
        tile[-edge:], tile[:, -edge:] = DARK, DARK
    else:
        tile = _filled(side, side, {"#": BLOCKED, "*": STRUCK}.get(code, OPEN))
        tile[-1], tile[:, -1] = LINE, LINE
    if side < MIN_SYMBOL_TILE:
        if code not in ("H", "#", "*", "0"):
            tile[side // 4 : -(side // 4) or None, side // 4 : -(side // 4) or None] = _ink(code)
        return tile
    if code not in ("H", "#", "0"):
        symbol = _symbol(code)
        height, width = symbol.shape
        scale = max(1, min((side - 2) // width, (side - 6) // height))
        symbol = symbol.repeat(scale, axis=0).repeat(scale, axis=1)[: side - 2, : side - 2]
        top, left = ((side - size) // 2 for size in symbol.shape)
        tile[top : top + symbol.shape[0], left : left + symbol.shape[1]][symbol] = _ink(code)
    return tile


def _symbol(code: str) -> NDArray[np.bool_]:
    """Return the pixels of a code; its characters are one column apart."""
    parts = []
    for character in code:
        rows = [[pixel == "#" for pixel in row] for row in _FONT[character].split()]
        parts += [np.zeros((len(rows), 1), np.bool_), np.array(rows)]
    return np.concatenate(parts[1:], axis=1)


def _ink(code: str) -> Colour:
    return INK.get(code.partition("+")[0], OTHER_INK)


def _framed(tile: Picture) -> Picture:
    """Return a tile with a frame of one or two pixels."""
    edge = max(1, len(tile) // 12)
    framed = tile.copy()
    framed[:edge], framed[:, :edge] = LAST, LAST
    framed[-edge:], framed[:, -edge:] = LAST, LAST
    return framed


def _filled(height: int, width: int, colour: Colour) -> Picture:
    return np.full((height, width, 3), colour, np.uint8)
