"""The edges in a picture: where the colour of a pixel differs from that of the pixel before it.

The colours of all pixels are compared at once, without arrays: a string of bytes is one long
integer. Each byte has a lane of 16 bits, every second byte in one integer and the others in
another, so that carries stay in their lane. Operations on integers of a million bytes take
milliseconds, compiled or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sapper.lazy import cached_property
from sapper.notation.pictures.png import Picture

MIN_SIDE, MAX_SIDE = 8, 128  #: side length of a cell, in pixels
MIN_EDGE = 7  #: minimum colour difference of an edge
MAX_STEP = 128  #: colour difference beyond which edges count the same

#: For each colour difference, whether it is an edge, as the digit of a bit.
_DIGITS = bytes(b"01"[step >= MIN_EDGE] for step in range(256))
_CAPPED = bytes(min(step, MAX_STEP) for step in range(256))


@dataclass(frozen=True)
class Edges:
    """The edges that the lines of pixels in one direction cross.

    - ``steps``: how much each pixel differs from the one before it, line by line, at most 255.
    - ``length``: the pixels of a line. ``lines``: the number of lines.

    The picture is surrounded by pixels of a colour that no pixel has, because its own edges bound
    the cells of a picture that shows nothing but the board. They are the first and the last pixels
    of each line, and the first and the last line.
    """

    steps: bytes
    length: int
    lines: int

    @property
    def _stride(self) -> int:
        """The bits of a line: its pixels, and enough zeros that no shift reaches the next line."""
        return self.length + MAX_SIDE + 2

    @cached_property
    def bits(self) -> int:
        """The edges as one integer, the first pixel in its highest bit."""
        digits, apart = self.steps.translate(_DIGITS), b"0" * (self._stride - self.length)
        return int(apart.join([*_split(digits, self.length), b""]) or b"0", 2)

    @cached_property
    def wide(self) -> int:
        """The edges widened by a pixel on either side, since cells of scaled boards differ in size
        by one."""
        line = "1" * self.length + "0" * (self._stride - self.length)
        return (self.bits | self.bits << 1 | self.bits >> 1) & int(line * self.lines, 2)

    def columns(self, bits: int) -> list[str]:
        """Return the digits of such an integer across all lines, for each pixel of a line."""
        digits = format(bits, f"0{self._stride * self.lines}b")
        return [digits[at :: self._stride] for at in range(self.length)]

    def recurring(self, shift: int) -> int:
        """Return the number of edges that have another edge ``shift`` pixels before them."""
        return (self.bits & self.wide >> shift).bit_count()

    def periodic(self, side: int) -> list[int]:
        """Return, for each pixel of a line, the number of edges with another one ``side`` pixels
        before or after."""
        periodic = self.bits & (self.wide >> side | self.wide << side)
        return [column.count("1") for column in self.columns(periodic)]

    @cached_property
    def _wide_columns(self) -> list[str]:
        return self.columns(self.wide)

    def shares(self, places: Sequence[float]) -> list[float]:
        """Return the share of the pixels at ``places`` that are at an edge, for each line."""
        last = self.length - 1
        columns = [self._wide_columns[min(round(at), last)] for at in places]
        return [line.count("1") / len(places) for line in zip(*columns, strict=True)]

    def strengths(self, start: int, end: int) -> tuple[list[float], list[float]]:
        """Return the share of lines from ``start`` to ``end`` with an edge, and how clear their
        edges are on average, from 0 to 1, for each pixel of a line."""
        share, clear = [], []
        part = self.steps[start * self.length : end * self.length]
        for at in range(self.length):
            column = part[at :: self.length]
            share.append(column.translate(_DIGITS).count(b"1") / len(column))
            clear.append(sum(column.translate(_CAPPED)) / len(column) / MAX_STEP)
        return share, clear


def edges_across(picture: Picture) -> Edges:
    """Return the edges that rows of pixels cross: the left and right sides of cells."""
    return _edges(picture.planes, picture.width, picture.height)


def edges_down(picture: Picture) -> Edges:
    """Return the edges that columns of pixels cross: the upper and lower sides of cells."""
    width, height = picture.width, picture.height
    turned = [b"".join(plane[at::width] for at in range(width)) for plane in picture.planes]
    return _edges(turned, height, width)


def _edges(planes: Sequence[bytes], length: int, lines: int) -> Edges:
    """Return the edges along the lines of a picture that has ``length`` pixels in each."""
    steps = b""
    for plane in planes:
        step = difference(plane[1:], plane[:-1])
        steps = maximum(steps, step) if steps else step
    # From one line to the next there is no step, but one from and to the pixels around.
    inside = _split(steps.ljust(length * lines, b"\xff"), length)
    framed = (b"\0\xff" + line[:-1] + b"\xff" for line in inside)
    around = bytes(length + 2)
    return Edges(b"".join([around, *framed, around]), length + 2, lines + 2)


def _split(data: bytes, length: int) -> Iterator[bytes]:
    """Yield the lines of data."""
    return (data[at : at + length] for at in range(0, len(data), length))


@lru_cache(maxsize=4)
def _lanes(count: int) -> tuple[int, int]:
    """Return integers of ``count`` lanes that each contain 1, and 255."""
    ones = int.from_bytes(b"\x01\x00" * count, "little")
    return ones, 255 * ones


def _compared(a: int, b: int, ones: int, full: int) -> tuple[int, int]:
    """Return a − b modulo 256 in each lane, and 255 in the lanes in which a ≥ b."""
    shifted = (a | ones << 8) - b  # no lane borrows from the next, and bit 8 tells whether a ≥ b
    larger = (shifted >> 8 & ones) * 255
    return shifted & full, larger


def difference(a: bytes, b: bytes) -> bytes:
    """Return the absolute value of a − b for each byte of two strings of the same length."""
    ones, full = _lanes((len(a) + 1) // 2)

    def lane(a: int, b: int) -> int:
        minus, larger = _compared(a, b, ones, full)
        smaller = full ^ larger
        return (minus ^ smaller) + (smaller & ones)  # −x is the complement of x, plus 1

    return _in_lanes(lane, a, b, full)


def maximum(a: bytes, b: bytes) -> bytes:
    """Return the larger byte at each place of two strings of the same length."""
    ones, full = _lanes((len(a) + 1) // 2)

    def lane(a: int, b: int) -> int:
        minus, larger = _compared(a, b, ones, full)
        return b + (minus & larger)

    return _in_lanes(lane, a, b, full)


def _in_lanes(lane: Callable[[int, int], int], a: bytes, b: bytes, full: int) -> bytes:
    """Return the results of an operation on lanes for all bytes."""
    one, other = int.from_bytes(a, "little"), int.from_bytes(b, "little")
    even = lane(one & full, other & full)
    odd = lane(one >> 8 & full, other >> 8 & full)
    return (even | odd << 8).to_bytes(len(a) + 1, "little")[: len(a)]
