"""Cuts the cells out of a picture, and separates signs from their ground and their border."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter

from sapper_formats.pictures.lattice import Lattice, Lines
from sapper_formats.pictures.png import Picture

GRAIN = 32  #: side length in pixels to which cells are scaled
RING = (5, 6, 7, GRAIN - 8, GRAIN - 7, GRAIN - 6)  #: between the border of a cell and its sign
INNER = range(4, GRAIN - 4)
INSET = GRAIN // 4  #: the colours of a border are sampled at least this far from its ends
BEVEL = 4  #: outermost pixels, whose colours distinguish raised cells
MIN_CONTRAST = 16  #: minimum contrast of a sign, which is half the difference from the ground
#: Pixels connected to the outermost ones belong to the border, up to this distance.
RIM, BORDER = 2, 6
MIN_EDGE = 0.6  #: minimum length of an edge that does not reach them, as a share of the side

#: The colour of the ground, and how rows of the upper and of the lower border differ from it.
Look = tuple[float, ...]

#: A set of pixels of a tile: an integer with a bit for each, the first one the highest.
Mask = int

PIXELS = GRAIN * GRAIN
HIGHEST = int.from_bytes(b"\x80" * PIXELS)
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
        ground = tuple(middle(_ground_pixels(plane)) for plane in self.planes)
        upper, lower = range(BEVEL), range(GRAIN - BEVEL, GRAIN)
        return (*ground, *self._border(upper, ground), *self._border(lower, ground))

    def _border(self, rows: range, ground: Look) -> Look:
        """Return by how much rows are lighter than the ground, at most, and by how much darker."""
        spans = [(GRAIN * row + INSET, GRAIN * (row + 1) - INSET) for row in rows]
        found = [
            [middle(plane[at:end]) - colour for at, end in spans]
            for plane, colour in zip(self.planes, ground, strict=True)
        ]
        return (*(max(0, *each) for each in found), *(min(0, *each) for each in found))

    def contrast(self, colour: Look) -> bytes:
        """Return half of how much each pixel differs from a colour, in red, green or blue."""
        red, green, blue = (
            int.from_bytes(plane.translate(_apart(round(level))))
            for plane, level in zip(self.planes, colour, strict=False)
        )
        return _larger(_larger(red, green), blue).to_bytes(PIXELS)

    def parts(self, contrast: bytes) -> tuple[Mask, Mask]:
        """Return the pixels that differ from the ground: those of a sign, and those of the border
        and of what goes on beyond it."""
        mask = above(contrast, MIN_CONTRAST)
        border = _border(mask)
        return mask & ~border, border


@lru_cache(maxsize=256)
def _apart(ground: int) -> bytes:
    """Return half of the difference of each byte from the ground."""
    return bytes(abs(value - ground) >> 1 for value in range(256))


def _larger(a: int, b: int) -> int:
    """Return the larger of each two bytes below 128, those of a tile being one long integer."""
    reached = ((a | HIGHEST) - b) & HIGHEST  # the highest bit of a byte tells whether a ≥ b
    return b ^ (a ^ b) & (reached - (reached >> 7))


def middle(values: Iterable[int]) -> int:
    """Return the median of an odd number of values, or the upper one of two."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


@lru_cache(maxsize=256)
def _reached(least: int) -> bytes:
    return bytes(b"01"[value >= least] for value in range(256))


def above(contrast: bytes, least: int) -> Mask:
    """Return the pixels that reach a value."""
    return int(contrast.translate(_reached(least)), 2)


def widened(mask: Mask) -> Mask:
    """Return the pixels and those beside them, above and below."""
    left, right = (mask & ~COLUMNS[0]) << 1, (mask & ~COLUMNS[-1]) >> 1
    return (mask | left | right | mask << GRAIN | mask >> GRAIN) & (1 << PIXELS) - 1


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
        grown = widened(border) & reach
        if grown == border:
            return border
        border = grown


def tiles_of(picture: Picture, lattice: Lattice) -> list[Tile]:
    """Return the cells, row by row."""
    down = _places(lattice.rows, picture.height)
    across = _steps(_places(lattice.columns, picture.width))
    width = picture.width
    boards = []
    for plane in picture.planes:
        lines = {at: _sampled(plane[at * width : (at + 1) * width], across) for at in set(down)}
        boards.append([lines[at] for at in down])
    return [
        Tile((red, green, blue))
        for row in range(lattice.height)
        for red, green, blue in zip(*(_row(board, row) for board in boards), strict=True)
    ]


def _row(board: Sequence[bytes], row: int) -> list[bytes]:
    """Return one plane of the tiles in a row."""
    lines = board[GRAIN * row : GRAIN * (row + 1)]
    return [
        b"".join([line[at : at + GRAIN] for line in lines]) for at in range(0, len(lines[0]), GRAIN)
    ]


def _places(lines: Lines, length: int) -> list[int]:
    """Return the pixels, of ``length``, that are sampled between each two lines."""
    return [
        min(max(int(start + (end - start) * (i + 0.5) / GRAIN), 0), length - 1)
        for start, end in pairwise(lines)
        for i in range(GRAIN)
    ]


def _steps(places: Sequence[int]) -> list[tuple[int, bytes]]:
    """Return ascending places as stretches of 256 pixels, and the places in each."""
    steps: list[tuple[int, bytearray]] = []
    for place in places:
        if not steps or place - steps[-1][0] > 255:
            steps.append((place, bytearray()))
        steps[-1][1].append(place - steps[-1][0])
    return [(start, bytes(inside)) for start, inside in steps]


def _sampled(line: bytes, steps: Sequence[tuple[int, bytes]]) -> bytes:
    """Return these pixels of a line: a translation looks all of a stretch up at once."""
    return b"".join(
        [inside.translate(line[at : at + 256].ljust(256, b"\0")) for at, inside in steps]
    )
