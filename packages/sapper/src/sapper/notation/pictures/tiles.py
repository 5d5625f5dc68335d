"""Cuts the cells out of a picture, and separates signs from their ground and their border."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from statistics import median

from sapper.notation.pictures.lattice import Lattice, Lines
from sapper.notation.pictures.png import Picture

GRAIN = 32  #: side length in pixels to which cells are scaled
RING = (5, 6, 7, GRAIN - 8, GRAIN - 7, GRAIN - 6)  #: between the border of a cell and its sign
INNER = range(4, GRAIN - 4)
INSET = GRAIN // 4  #: the colours of a border are sampled at least this far from its ends
BEVEL = 4  #: outermost pixels, whose colours distinguish raised cells
MIN_CONTRAST = 32  #: minimum difference of a sign from the ground
#: Pixels connected to the outermost ones belong to the border, up to this distance.
RIM, BORDER = 2, 6
MIN_EDGE = 0.6  #: minimum length of an edge that does not reach them, as a share of the side

#: The colour of the ground, and how the upper and the lower border differ from it, in a row.
Look = tuple[float, ...]

#: A set of pixels of a tile: an integer with a bit for each, the first one the highest.
Mask = int

PIXELS = GRAIN * GRAIN
ROWS = [((1 << GRAIN) - 1) << GRAIN * i for i in reversed(range(GRAIN))]
COLUMNS = [sum(1 << GRAIN * j for j in range(GRAIN)) << i for i in reversed(range(GRAIN))]
_ground_pixels = itemgetter(
    *(GRAIN * i + j for i in RING for j in INNER), *(GRAIN * i + j for i in INNER for j in RING)
)


@dataclass(frozen=True)
class Tile:
    """A cell of a picture: the bytes of red, green and blue, scaled to GRAIN×GRAIN pixels."""

    planes: tuple[bytes, bytes, bytes]

    @property
    def look(self) -> Look:
        """What distinguishes open cells from hidden ones."""
        ground = tuple(median(_ground_pixels(plane)) for plane in self.planes)
        upper, lower = range(BEVEL), range(GRAIN - BEVEL, GRAIN)
        return (*ground, *self._border(upper, ground), *self._border(lower, ground))

    def _border(self, rows: range, ground: Look) -> Look:
        """Return how the row that differs most from the ground differs from it."""
        differences = (
            tuple(
                median(plane[GRAIN * row + INSET : GRAIN * (row + 1) - INSET]) - colour
                for plane, colour in zip(self.planes, ground, strict=True)
            )
            for row in rows
        )
        return max(differences, key=lambda difference: max(map(abs, difference)))

    def contrast(self, look: Look) -> bytes:
        """Return how much each pixel differs from the ground."""
        planes = (
            plane.translate(_apart(round(ground)))
            for plane, ground in zip(self.planes, look, strict=False)
        )
        return bytes(map(max, *planes))

    def sign(self, contrast: bytes) -> Mask:
        """Return the pixels that differ from the ground but are not border."""
        mask = above(contrast, MIN_CONTRAST)
        return mask & ~_border(mask)


@lru_cache(maxsize=256)
def _apart(ground: int) -> bytes:
    """Return the difference of each byte from the ground."""
    return bytes(abs(value - ground) for value in range(256))


@lru_cache(maxsize=256)
def _reached(least: int) -> bytes:
    return bytes(b"01"[value >= least] for value in range(256))


def above(contrast: bytes, least: int) -> Mask:
    """Return the pixels that reach a value."""
    return int(contrast.translate(_reached(least)), 2)


def _inside(distance: int) -> Mask:
    """Return the pixels at least at this distance from the border of a tile."""
    rows, columns = (sum(lines[distance : GRAIN - distance]) for lines in (ROWS, COLUMNS))
    return rows & columns


OUTER, OUTERMOST = (((1 << PIXELS) - 1) & ~_inside(distance) for distance in (BORDER, RIM))


def _border(mask: Mask) -> Mask:
    """Return the pixels that belong to the border."""
    reach = mask & OUTER
    border = mask & OUTERMOST
    # An edge of a raised cell may end before the outermost pixels, but no sign is as long.
    for line in (*ROWS, *COLUMNS):
        if (reach & line).bit_count() > MIN_EDGE * GRAIN:
            border |= reach & line
    while True:
        left, right = (border & ~COLUMNS[0]) << 1, (border & ~COLUMNS[-1]) >> 1
        grown = (border | left | right | border << GRAIN | border >> GRAIN) & reach
        if grown == border:
            return border
        border = grown


def tiles_of(picture: Picture, lattice: Lattice) -> list[Tile]:
    """Return the cells, row by row."""
    down = _places(lattice.rows, picture.height)
    across = itemgetter(*_places(lattice.columns, picture.width))
    boards = []
    for plane in picture.planes:
        lines = (plane[at * picture.width : (at + 1) * picture.width] for at in down)
        boards.append([bytes(across(line)) for line in lines])
    return [
        Tile((red, green, blue))
        for row in range(lattice.height)
        for red, green, blue in zip(*(_row(board, row) for board in boards), strict=True)
    ]


def _row(board: Sequence[bytes], row: int) -> list[bytes]:
    """Return one plane of the tiles in a row."""
    lines = board[GRAIN * row : GRAIN * (row + 1)]
    return [
        b"".join(line[at : at + GRAIN] for line in lines) for at in range(0, len(lines[0]), GRAIN)
    ]


def _places(lines: Lines, length: int) -> list[int]:
    """Return the pixels, of ``length``, that are sampled between each two lines."""
    return [
        min(max(int(start + (end - start) * (i + 0.5) / GRAIN), 0), length - 1)
        for start, end in pairwise(lines)
        for i in range(GRAIN)
    ]
