"""Recognises the signs in cells by their shape: digits, flags, mines, crossed ones and the rest.

A sign is scaled to one size and goes through a small neural network, which ``formats_bench``
trains on cells that it draws in many fonts and styles. Colours play no part, apart from whether the
sign has two.
"""

from __future__ import annotations

import json
from array import array
from base64 import b64decode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import compress
from math import exp
from operator import mul, sub
from struct import unpack

from sapper_formats.pictures.tiles import GRAIN, PIXELS, Look, Mask, Tile, above, middle, widened

Colour = tuple[float, ...]  #: red, green and blue

FLAG, DISC, CROSSED, QUESTION, OTHER = range(9, 14)  #: what signs are, after the digits 1 to 8
KINDS = range(1, 14)

MIN_COVER = 0.008  #: minimum share of a cell that a sign covers
STRONG = 0.4  #: minimum contrast of a pixel of a sign, relative to its clearest pixels
CLEAREST = 0.85  #: quantile of the contrast of a sign that counts as its clearest pixels
CORE = 0.7  #: quantile of the contrast from which pixels have the colour of a sign
CLEARLY = 0.75  #: minimum contrast of a pixel that is not at the edge of a sign, in the same way
TWO_COLOURS = 38  #: minimum contrast between the colours of a sign that has two
MIN_CROSS = 0.1  #: minimum share of a crossed mine that has another colour
MIN_FAINT_CROSS = 0.05  #: the same for a mine that may be crossed, but rather is not
FAINT_CROSS = 0.4  #: share of its probability that such a mine keeps
SIZE, COARSE = 14, 6  #: side lengths to which the shape and the other colour are scaled
MIN_CUT = 4  #: minimum number of pixels at the border of a sign that goes on beyond it
MAX_APART = 20  #: maximum mean difference of the features of two signs of about the same shape
LANE = 4  #: bytes for each value, where many are one long integer


@dataclass(frozen=True)
class Sign:
    """A sign: the colour of most of it, the share of it that clearly has another one, which leaves
    out smooth edges, what the network sees, a byte for each feature, and whether it goes on beyond
    the cell, as a pointer does."""

    core: Colour
    other: float
    features: bytes
    cut: bool

    def like(self, sign: Sign) -> bool:
        """Return whether the other sign has about the same shape."""
        apart: int = sum(map(abs, map(sub, self.features, sign.features)))
        return apart <= MAX_APART * len(self.features)


def sign_in(tile: Tile, look: Look) -> Sign | None:
    """Return the sign in a cell, None if it is empty."""
    contrast = tile.contrast(look)
    mask, border = tile.parts(contrast)
    if mask.bit_count() < MIN_COVER * PIXELS:
        return None
    strength = sorted(compress(contrast, _bits(mask)))
    peak = strength[int(CLEAREST * len(strength))]
    mask &= above(contrast, max(1, round(STRONG * peak)))
    if mask.bit_count() < MIN_COVER * PIXELS:
        return None
    clear = _bits(mask & above(contrast, max(1, strength[int(CORE * len(strength))])))
    core = tuple(middle(compress(plane, clear)) for plane in tile.planes)
    other = mask & above(tile.contrast(core), TWO_COLOURS)
    clearly = (other & above(contrast, round(CLEARLY * peak))).bit_count() / mask.bit_count()
    cut = (widened(mask) & border).bit_count() >= MIN_CUT
    return Sign(core, clearly, _features(contrast, peak, mask, other), cut)


def _features(contrast: bytes, peak: int, mask: Mask, other: Mask) -> bytes:
    """Return the shape of a sign and the pixels of another colour in it, both in a square that
    contains it, and its size and place in the cell."""
    bits = format(mask, f"0{PIXELS}b")
    top, height = _range([bits[at : at + GRAIN] for at in range(0, PIXELS, GRAIN)])
    left, width = _range([bits[at::GRAIN] for at in range(GRAIN)])
    side = max(height, width)
    # In halves, so that they are whole numbers.
    box = (2 * top - side + height, 2 * left - side + width, side)
    # Pixels beside the sign count as far as they differ from the ground, which smooths its edges.
    grey = int.from_bytes(contrast.translate(_grey(peak)))
    shown = grey & int.from_bytes(_bits(widened(mask)).translate(_FULL))
    number, whole = mask.bit_count(), 255.0 / GRAIN
    return bytes(
        (
            *_scaled(shown.to_bytes(PIXELS), *box, SIZE),
            *_scaled(_bits(other).translate(_FULL), *box, COARSE),
            *(int(whole * length) for length in (top, left, height, width)),
            255 * number // (height * width),
            255 * other.bit_count() // number,
        )
    )


@lru_cache(maxsize=128)
def _grey(peak: int) -> bytes:
    """Return the contrasts on a scale on which ``peak`` is white."""
    return bytes(min(255, 255 * each // peak) for each in range(256))


def _bits(mask: Mask) -> bytes:
    """Return the bit of each pixel as a byte."""
    return format(mask, f"0{PIXELS}b").encode().translate(_VALUE)


_VALUE = bytes(value & 1 for value in range(256))
_FULL = bytes(255 * value for value in (0, 1)) + bytes(254)


def _scaled(pixels: bytes, top: int, left: int, side: int, size: int) -> list[int]:
    """Return the means of the parts of a square that may reach out of the tile, column by column.
    Lines of pixels are one long integer each, which sums them with few operations."""
    wide = bytearray(LANE * PIXELS)
    wide[::LANE] = pixels
    rows = [
        int.from_bytes(wide[at : at + LANE * GRAIN], "little")
        for at in range(0, len(wide), LANE * GRAIN)
    ]
    summed = b"".join(
        sum([weight * rows[at] for at, weight in part]).to_bytes(LANE * GRAIN, "little")
        for part in _parts(top, side, size)
    )
    turned = array("I", summed)
    columns = [int.from_bytes(turned[at::GRAIN].tobytes(), "little") for at in range(GRAIN)]
    means = b"".join(
        sum([weight * columns[at] for at, weight in part]).to_bytes(LANE * size, "little")
        for part in _parts(left, side, size)
    )
    area = 4 * side * side
    return [total // area for total in unpack(f"<{size * size}I", means)]


@lru_cache(maxsize=1024)
def _parts(start: int, side: int, size: int) -> list[list[tuple[int, int]]]:
    """Return the lines in each of ``size`` equal parts of a square, and how much of them: so many
    of ``2 * size`` parts. Half a line is the unit of ``start``."""
    parts = []
    for part in range(size):
        first, end = start * size + 2 * part * side, start * size + 2 * (part + 1) * side
        parts.append(
            [
                (at, min(end, 2 * size * (at + 1)) - max(first, 2 * size * at))
                for at in range(max(0, first // (2 * size)), min(GRAIN, -(-end // (2 * size))))
            ]
        )
    return parts


def _range(lines: Sequence[str]) -> tuple[int, int]:
    """Return where the lines that a sign covers begin, and how many they are."""
    places = [at for at, line in enumerate(lines) if "1" in line]
    return places[0], places[-1] + 1 - places[0]


@dataclass(frozen=True)
class Layer:
    """A layer of the network: the weights of an input for all units are one long integer, ``LANE``
    bytes for each and 128 more than they are, so that a layer takes one product for each input."""

    weights: tuple[int, ...]
    scales: tuple[float, ...]
    biases: tuple[float, ...]

    def values(self, inputs: Iterable[int]) -> list[float]:
        """Return the values of the units."""
        inputs = list(inputs)
        units = len(self.scales)
        total = sum(map(mul, inputs, self.weights)).to_bytes(LANE * units, "little")
        excess = 128 * sum(inputs)
        return [
            scale * (each - excess) + bias
            for each, scale, bias in zip(
                unpack(f"<{units}I", total), self.scales, self.biases, strict=True
            )
        ]


ACTIVE, MOST_ACTIVE = 64, 4095  #: the unit in which units pass their value on, and the most


@lru_cache(maxsize=1)
def _network() -> list[Layer]:
    """Return the layers, the last of which has a unit for each kind."""
    layers = []
    for kept in json.loads(files("sapper_formats.pictures").joinpath("signs.json").read_bytes()):
        weights, units = b64decode(kept["weights"]), len(kept["scales"])
        wide = bytearray(LANE * len(weights))
        wide[::LANE] = weights
        step = LANE * units
        products = [
            int.from_bytes(wide[at : at + step], "little") for at in range(0, len(wide), step)
        ]
        layers.append(Layer(tuple(products), tuple(kept["scales"]), tuple(kept["biases"])))
    return layers


def kinds_of(sign: Sign) -> list[float]:
    """Return the probability of each of ``KINDS``."""
    first, *rest = _network()
    values = first.values(sign.features)
    for layer in rest:
        values = layer.values(
            min(int(ACTIVE * value), MOST_ACTIVE) if value > 0 else 0 for value in values
        )
    most = max(values)
    shares = [exp(value - most) for value in values]
    total = sum(shares)
    shares = [share / total for share in shares]
    if sign.other < MIN_CROSS:
        # What has one colour is not crossed, but the spikes of a mine look like a cross.
        crossed, shares[CROSSED - 1] = shares[CROSSED - 1], 0.0
        if max(shares) == shares[DISC - 1]:
            faint = FAINT_CROSS * crossed * (sign.other > MIN_FAINT_CROSS)
            shares[DISC - 1] += crossed - faint
            shares[CROSSED - 1] = faint
    return shares
