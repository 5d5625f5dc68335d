"""Reads PNG pictures (ISO/IEC 15948) with numpy alone, within limits.

Screenshots are PNG files, and browsers convert any other picture to PNG. So no imaging library is
needed, whose native decoders would run on untrusted files.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.errors import NotationError

Picture = NDArray[np.uint8]  #: (height, width, 3): red, green and blue of each pixel

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_PIXELS = 9_000_000  #: a screen of 3840×2160 and a little more
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  #: by colour type
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
GREY, PALETTE, GREY_ALPHA = 0, 3, 4
SUB, UP, AVERAGE, PAETH = 1, 2, 3, 4
DAMAGED = "the PNG picture is damaged"


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


def is_png(data: bytes) -> bool:
    """Return whether the bytes start like a PNG file."""
    return data.startswith(SIGNATURE)


def read_png(data: bytes) -> Picture:
    """Return the pixels of a PNG file; transparency is ignored.

    Raises ``NotationError`` for a damaged or interlaced file, and for too many pixels.
    """
    head, palette, packed = _chunks(data)
    size = head.height * (1 + head.row)
    unpack = zlib.decompressobj()
    try:
        raw = unpack.decompress(packed, size)
    except zlib.error:
        raise NotationError(DAMAGED) from None
    if len(raw) < size:
        raise NotationError(f"{DAMAGED}: it ends too early")
    rows = np.frombuffer(raw, np.uint8).reshape(head.height, 1 + head.row)
    if rows[:, 0].max() > PAETH:
        raise NotationError(DAMAGED)
    return _colours(_unfiltered(rows[:, 0], rows[:, 1:], head.step), head, palette)


def _chunks(data: bytes) -> tuple[_Head, Picture | None, bytes]:
    """Return the header, the palette if there is one, and the compressed pixels."""
    if not is_png(data):
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
            palette = np.frombuffer(body, np.uint8).reshape(-1, 3)
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
    if width * height > MOST_PIXELS:
        size = f"{width:,}×{height:,}"
        raise NotationError(
            f"a picture may have at most {MOST_PIXELS:,} pixels, but this one has {size}"
        )
    if interlaced:
        raise NotationError("the PNG picture is interlaced: save it without interlacing")
    return _Head(width, height, depth, colour)


def _unfiltered(
    kinds: NDArray[np.uint8], filtered: NDArray[np.uint8], step: int
) -> NDArray[np.uint8]:
    """Undo the filters of all rows, given by ``kinds``.

    A byte depends on its neighbours to the left, above, and above left. The bytes on a diagonal,
    one pixel further left in each row, are therefore independent and computed together.
    """
    height, width = filtered.shape[0], filtered.shape[1] // step
    skewed = np.zeros((width + height + 1, height + 1, step), np.uint8)
    for row, pixels in enumerate(filtered.reshape(height, width, step)):
        skewed[row + 2 : row + 2 + width, row + 1] = pixels
    of_row = np.concatenate([[0], kinds])[:, None]
    for time in range(2, width + height + 1):
        low, high = max(1, time - width), min(height, time - 1) + 1
        kind = of_row[low:high]
        left = skewed[time - 1, low:high].astype(np.int16)
        up = skewed[time - 1, low - 1 : high - 1].astype(np.int16)
        corner = skewed[time - 2, low - 1 : high - 1].astype(np.int16)
        guess = left + up - corner
        by_left, by_up, by_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
        nearest = np.where(
            (by_left <= by_up) & (by_left <= by_corner),
            left,
            np.where(by_up <= by_corner, up, corner),
        )
        plain = np.where(kind == SUB, left, np.where(kind == UP, up, 0))
        mixed = np.where(kind == AVERAGE, (left + up) >> 1, nearest)
        skewed[time, low:high] += np.where(kind >= AVERAGE, mixed, plain).astype(np.uint8)
    rows = [skewed[row + 2 : row + 2 + width, row + 1] for row in range(height)]
    return np.stack(rows).reshape(height, width * step)


def _colours(rows: NDArray[np.uint8], head: _Head, palette: Picture | None) -> Picture:
    """Return the colours of all pixels."""
    if head.depth < 8:
        bits = np.unpackbits(rows, axis=1).reshape(head.height, -1, head.depth)
        weights = 1 << np.arange(head.depth - 1, -1, -1)
        values = (bits * weights).sum(axis=2)[:, : head.width, None]
        if head.colour == GREY:
            values = values * 255 // (2**head.depth - 1)
        values = values.astype(np.uint8)
    else:
        values = rows.reshape(head.height, head.width, -1)[:, :, :: head.depth // 8]
    if head.colour == PALETTE:
        assert palette is not None
        if int(values.max()) >= len(palette):
            raise NotationError(DAMAGED)
        colours: Picture = palette[values[:, :, 0]]
        return colours
    if head.colour in (GREY, GREY_ALPHA):
        return np.repeat(values[:, :, :1], 3, axis=2)
    return np.ascontiguousarray(values[:, :, :3])
