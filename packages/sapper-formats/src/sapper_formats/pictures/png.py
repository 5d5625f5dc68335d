"""Reads PNG pictures (ISO/IEC 15948), within limits.

Screenshots are PNG files, and browsers convert any other picture to PNG. So no imaging library is
needed, whose native decoders would run on untrusted files.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from sapper.errors import NotationError
from sapper_formats.pictures.kernel.filters import unfiltered

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_PIXELS = 9_000_000  #: a screen of 3840×2160 and a little more
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  #: by colour type
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
GREY, PALETTE, GREY_ALPHA = 0, 3, 4
DAMAGED = "the PNG picture is damaged"


@dataclass(frozen=True)
class Picture:
    """The pixels of a picture: the bytes of red, green and blue, row by row."""

    width: int
    height: int
    planes: tuple[bytes, bytes, bytes]


@dataclass(frozen=True)
class _Head:
    width: int
    height: int
    depth: int
    colour: int

    @property
    def row(self) -> int:
        """The bytes of a row of pixels."""
        return (self.width * self.depth * CHANNELS[self.colour] + 7) // 8

    @property
    def step(self) -> int:
        """The distance in bytes between pixels as filters use it, at least one."""
        return max(1, self.depth * CHANNELS[self.colour] // 8)


def read_png(data: bytes) -> Picture:
    """Return the pixels of a PNG file; transparency is ignored.

    Raises ``NotationError`` for a damaged or interlaced file, and for too many pixels.
    """
    head, palette, packed = _chunks(data)
    size = head.height * (1 + head.row)
    unpack = zlib.decompressobj()
    try:
        rows = unpack.decompress(packed, size)
    except zlib.error:
        raise NotationError(DAMAGED) from None
    if len(rows) < size:
        raise NotationError(f"{DAMAGED}: it ends too early")
    try:
        pixels = unfiltered(rows, head.row, head.step)
    except ValueError:
        raise NotationError(DAMAGED) from None
    return Picture(head.width, head.height, _planes(bytes(pixels), head, palette))


def _chunks(data: bytes) -> tuple[_Head, bytes | None, bytes]:
    """Return the header, the palette if there is one, and the compressed pixels."""
    if not data.startswith(SIGNATURE):
        raise NotationError("the picture is not a PNG file")
    place, head, palette, packed = len(SIGNATURE), None, None, bytearray()
    while True:
        if place + 12 > len(data):
            raise NotationError(f"{DAMAGED}: it ends too early")
        (length,) = struct.unpack_from(">I", data, place)
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        end = place + 8 + length
        if len(body) < length or zlib.crc32(kind + body) != int.from_bytes(data[end : end + 4]):
            raise NotationError(DAMAGED)
        place = end + 4
        if kind == b"IHDR":
            head = _head(body)
        elif kind == b"PLTE" and length % 3 == 0:
            palette = body
        elif kind == b"IDAT":
            packed += body
        elif kind == b"IEND":
            break
    if head is None or not packed or (head.colour == PALETTE and palette is None):
        raise NotationError(DAMAGED)
    return head, palette, bytes(packed)


def _head(body: bytes) -> _Head:
    if len(body) != 13:
        raise NotationError(DAMAGED)
    width, height, depth, colour, packing, filtering, interlaced = struct.unpack(">IIBBBBB", body)
    if colour not in DEPTHS or depth not in DEPTHS[colour] or packing or filtering:
        raise NotationError(DAMAGED)
    if not width or not height:
        raise NotationError("the picture is empty")
    if width * height > MAX_PIXELS:
        size = f"{width:,}×{height:,}"
        raise NotationError(
            f"a picture may have at most {MAX_PIXELS:,} pixels, but this one has {size}"
        )
    if interlaced:
        raise NotationError("the PNG picture is interlaced: save it without interlacing")
    return _Head(width, height, depth, colour)


def _planes(pixels: bytes, head: _Head, palette: bytes | None) -> tuple[bytes, bytes, bytes]:
    """Return the bytes of red, green and blue."""
    if head.depth < 8:
        pixels = _samples(pixels, head)
    each = max(1, head.depth // 8)  # the upper byte of 16 bits comes first
    step = each * CHANNELS[head.colour]
    first, second, third = (pixels[at * each :: step] for at in range(3))
    if head.colour == PALETTE:
        assert palette is not None
        if 3 * max(first) >= len(palette):
            raise NotationError(DAMAGED)
        red, green, blue = (palette[at : 3 * 256 : 3].ljust(256, b"\0") for at in range(3))
        return first.translate(red), first.translate(green), first.translate(blue)
    if head.colour in (GREY, GREY_ALPHA):
        return first, first, first
    return first, second, third


def _samples(pixels: bytes, head: _Head) -> bytes:
    """Return pixels of less than 8 bits as a byte each: an index of the palette, or a grey."""
    scale = 255 // (2**head.depth - 1) if head.colour == GREY else 1
    most, shifts = 2**head.depth - 1, range(8 - head.depth, -1, -head.depth)
    split = [bytes(scale * (byte >> shift & most) for shift in shifts) for byte in range(256)]
    rows = (pixels[at : at + head.row] for at in range(0, len(pixels), head.row))
    return b"".join(b"".join(map(split.__getitem__, row))[: head.width] for row in rows)
