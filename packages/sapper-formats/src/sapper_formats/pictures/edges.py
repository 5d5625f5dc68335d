"""The edges in a picture: where the grey of a pixel differs from that of the pixel before it.

The greys of all pixels are compared at once, without arrays: a string of bytes is one long
integer. Each byte has a lane of 16 bits, every second byte in one integer and the others in
another, so that carries stay in their lane. Operations on integers of a million bytes take
milliseconds, compiled or not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sapper.lazy import cached_property
from sapper_formats.pictures.png import Picture

MIN_EDGE = 4  #: minimum colour difference of an edge
FAINT = range(2, 6)  #: differences that are more often noise than edges if there are many, of
MAX_FAINT = 0.08  #: more than this share of the pixels
MIN_EDGE_FAINT = 10  #: minimum difference of an edge in such a picture
NOISE_QUANTILE = 0.6  #: share of the pixels that have no edge beside them
NOISE_FACTOR, MAX_NOISE = 4, 24  #: an edge is so much more than the noise, at most
SMOOTHED = 2  #: number of times that noisy lines are averaged with themselves, moved on
MIN_RUN = 4  #: minimum length of an edge, in samples
MIN_LONG = 0.6  #: minimum length of an edge between cells, as a share of their side
LARGE = 1_000_000, 3_000_000  #: pixels of a picture beyond which fewer of them are sampled
MANY = 200_000  #: samples of which a part tells the periods
PART = 4  #: every so many groups of eight samples, so long as there are many


@dataclass(frozen=True)
class Edges:
    """The edges between the lines of a picture, which are its columns or its rows.

    - ``bits``: whether there is an edge before each pixel, line by line, the first pixel of the
      second line in the highest bit. Only edges that run on for a few pixels count, which leaves
      out most of what is written.
    - ``lines``: the number of lines; ``length``: their bits, of which some at the end are padding.
    - ``stride``: along a line, every second pixel or so is sampled.
    """

    bits: int
    lines: int
    length: int
    stride: int

    @cached_property
    def wide(self) -> int:
        """The edges widened by a pixel on either side, since cells of scaled boards differ in size
        by one."""
        return self.bits | self.bits << self.length | self.bits >> self.length

    def recurring(self, shift: int) -> int:
        """Return the number of edges that have another edge ``shift`` lines before them, give or
        take one; those that have it right there count three times."""
        wide, exact = (each >> shift * self.length for each in (self.wide, self.bits))
        return (self.bits & wide).bit_count() + 2 * (self.bits & exact).bit_count()

    @cached_property
    def thin(self) -> Edges:
        """The edges at a part of the samples of each line, if there are many."""
        if self.lines * self.length < MANY:
            return self
        whole = self.bits.to_bytes(self.lines * self.length // 8)[::PART]
        return replace(self, bits=int.from_bytes(whole), length=self.length // PART)

    def long(self, side: int) -> Edges:
        """Return the edges that run on for much of ``side`` pixels: few of what is written do.
        Gaps of one sample do not end an edge."""
        bits = self.bits | self.bits << 1 & self.bits >> 1
        need = max(MIN_RUN, round(MIN_LONG * side / self.stride))
        return replace(self, bits=_opened(bits, need))

    def periodic(self, side: int) -> list[int]:
        """Return the edges that have another one ``side`` lines before or after, line by line."""
        shift = side * self.length
        return self.split(self.bits & (self.wide >> shift | self.wide << shift))

    def split(self, bits: int) -> list[int]:
        """Return such an integer as one for each line; the first one, before which there is no
        other line, is zero."""
        step = self.length // 8
        whole = (bits & (1 << self.length * (self.lines - 1)) - 1).to_bytes(step * (self.lines - 1))
        return [0, *(int.from_bytes(whole[at : at + step]) for at in range(0, len(whole), step))]

    @cached_property
    def each(self) -> list[int]:
        """The edges before each line."""
        return self.split(self.bits)

    def span(self, start: float, end: float) -> int:
        """Return the bits of the pixels from ``start`` to ``end`` of a line."""
        first, last = (min(max(round(at / self.stride), 0), self.length) for at in (start, end))
        return (1 << self.length - first) - (1 << self.length - last) if last > first else 0


def edges_of(picture: Picture) -> tuple[Edges, Edges]:
    """Return the edges between columns, the left and right sides of cells, and those between rows,
    the upper and lower ones."""
    red, green, blue = picture.planes
    grey = _mean(_mean(red, blue), green)
    width, stride = picture.width, 2 + sum(len(grey) > number for number in LARGE)
    columns = [grey[at :: width * stride] for at in range(width)]
    rows = [grey[at : at + width : stride] for at in range(0, len(grey), width)]
    return _edges(columns, stride), _edges(rows, stride)


def _edges(lines: list[bytes], stride: int) -> Edges:
    """Return the edges between lines of grey pixels."""
    length = -(-len(lines[0]) // (8 * PART)) * 8 * PART
    whole = b"".join(line.ljust(length, b"\0") for line in lines)
    steps = difference(whole[length:], whole[:-length])
    if noise := _noise(steps):
        for by in range(1, SMOOTHED + 1):
            whole = _mean(whole, whole[by:] + bytes(by))
        steps = difference(whole[length:], whole[:-length])
    least = max(MIN_EDGE, min(NOISE_FACTOR * _noise(steps), MAX_NOISE))
    if not noise and sum(map(steps.count, FAINT)) > MAX_FAINT * len(steps):
        least = max(least, MIN_EDGE_FAINT)
    digits = steps.translate(bytes(b"01"[step >= least] for step in range(256)))
    bits = int(digits or b"0", 2)
    run = MIN_RUN + (2 if noise else 0)
    return Edges(_opened(bits, run), len(lines), length, stride)


def _opened(bits: int, number: int) -> int:
    """Return the bits that are part of a run of at least this number of ones."""
    for shift in _doubling(number):
        bits &= bits >> shift
    for shift in _doubling(number):
        bits |= bits << shift
    return bits


def _doubling(number: int) -> list[int]:
    """Return shifts that together make runs of so many bits out of one: 1, 2, 4 and so on."""
    shifts, have = [], 1
    while have < number:
        shifts.append(min(have, number - have))
        have += shifts[-1]
    return shifts


def _mean(a: bytes, b: bytes) -> bytes:
    """Return the mean of each byte of two strings of the same length, rounded down."""
    one, other = int.from_bytes(a), int.from_bytes(b)
    halves = (one ^ other) >> 1 & int.from_bytes(b"\x7f" * len(a))
    return ((one & other) + halves).to_bytes(len(a))


def _noise(steps: bytes) -> int:
    """Return the usual difference between pixels without an edge between them."""
    least, seen = NOISE_QUANTILE * len(steps), 0
    for step in range(MAX_NOISE):
        seen += steps.count(step)
        if seen >= least:
            return step
    return MAX_NOISE


def difference(a: bytes, b: bytes) -> bytes:
    """Return the absolute value of a − b for each byte of two strings of the same length."""
    count = (len(a) + 1) // 2
    ones = int.from_bytes(b"\x01\x00" * count, "little")
    full = 255 * ones

    def lane(a: int, b: int) -> int:
        shifted = (a | ones << 8) - b  # no lane borrows from the next; bit 8 tells whether a ≥ b
        smaller = full ^ (shifted >> 8 & ones) * 255
        return (shifted & full ^ smaller) + (smaller & ones)  # −x is the complement of x, plus 1

    one, other = int.from_bytes(a, "little"), int.from_bytes(b, "little")
    even = lane(one & full, other & full)
    odd = lane(one >> 8 & full, other >> 8 & full)
    return (even | odd << 8).to_bytes(len(a) + 1, "little")[: len(a)]
