"""Recognises the signs in cells by their shape: digits, flags, mines, crossed ones and the rest.

A sign is scaled to one size and goes through a small neural network, which ``bench/pictures``
trains on cells that it draws in many fonts and styles. Colours play no part, apart from whether the
sign has two.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import compress
from math import exp
from operator import add, itemgetter, mul
from statistics import median
from struct import unpack

from sapper.notation.pictures.tiles import GRAIN, PIXELS, Look, Mask, Tile, above

Colour = tuple[float, ...]  #: red, green and blue

FLAG, DISC, CROSSED, QUESTION, OTHER = range(9, 14)  #: what signs are, after the digits 1 to 8
KINDS = range(1, 14)

MIN_COVER = 0.008  #: minimum share of a cell that a sign covers
STRONG = 0.4  #: minimum contrast of a pixel of a sign, relative to its clearest pixels
CLEAREST = 0.85  #: quantile of the contrast of a sign that counts as its clearest pixels
CORE = 0.7  #: quantile of the contrast from which pixels have the colour of a sign
CLEARLY = 0.75  #: minimum contrast of a pixel that is not at the edge of a sign, in the same way
TWO_COLOURS = 75  #: minimum colour difference of a pixel of another colour
MIN_CROSS = 0.1  #: minimum share of a crossed mine that has another colour
SIZE, COARSE = 12, 6  #: side lengths to which the shape and the other colour are scaled


@dataclass(frozen=True)
class Sign:
    """A sign: the colour of most of it, the share of it that clearly has another one, which leaves
    out smooth edges, and what the network sees, from 0 to 1."""

    core: Colour
    other: float
    features: tuple[float, ...]


def sign_in(tile: Tile, look: Look) -> Sign | None:
    """Return the sign in a cell, None if it is empty."""
    contrast = tile.contrast(look)
    mask = tile.sign(contrast)
    if mask.bit_count() < MIN_COVER * PIXELS:
        return None
    strength = sorted(compress(contrast, _bits(mask)))
    peak = strength[int(CLEAREST * len(strength))]
    mask &= above(contrast, max(1, round(STRONG * peak)))
    if mask.bit_count() < MIN_COVER * PIXELS:
        return None
    clear = _bits(mask & above(contrast, max(1, strength[int(CORE * len(strength))])))
    core = tuple(median(compress(plane, clear)) for plane in tile.planes)
    other = mask & above(tile.contrast(core), TWO_COLOURS)
    clearly = (other & above(contrast, round(CLEARLY * peak))).bit_count() / mask.bit_count()
    return Sign(core, clearly, _features(contrast, peak, mask, other))


def _features(contrast: bytes, peak: int, mask: Mask, other: Mask) -> tuple[float, ...]:
    """Return the shape of a sign and the pixels of another colour in it, both in a square that
    contains it, and its size and place in the cell."""
    bits = format(mask, f"0{PIXELS}b")
    rows = [bits[at : at + GRAIN] for at in range(0, PIXELS, GRAIN)]
    top, height = _range("1" in row for row in rows)
    left, width = _range("1" in bits[at::GRAIN] for at in range(GRAIN))
    side = max(height, width)
    box = (top - (side - height) / 2, left - (side - width) / 2, side)
    # Pixels beside the sign count as far as they differ from the ground, which smooths its edges.
    near = mask | mask << 1 | mask >> 1 | mask << GRAIN | mask >> GRAIN
    near &= (1 << PIXELS) - 1
    scale = 255 / peak
    grey = bytes(min(255, int(scale * each)) for each in range(256))
    shown = bytes(map(mul, contrast.translate(grey), _bits(near)))
    second = bytes(255 * bit for bit in _bits(other))
    number = mask.bit_count()
    return (
        *_scaled(shown, *box, SIZE),
        *_scaled(second, *box, COARSE),
        top / GRAIN,
        left / GRAIN,
        height / GRAIN,
        width / GRAIN,
        number / (height * width),
        other.bit_count() / number,
    )


def _bits(mask: Mask) -> bytes:
    """Return the bit of each pixel as a byte."""
    return format(mask, f"0{PIXELS}b").encode().translate(_VALUE)


_VALUE = bytes(value & 1 for value in range(256))


def _scaled(pixels: bytes, top: float, left: float, side: int, size: int) -> list[float]:
    """Return the means, from 0 to 1, of the parts of a square that may reach out of the tile."""
    steps = range(FINE * size)
    down, across = (
        [int(start + (step + 0.5) * side / (FINE * size) + GRAIN) for step in steps]
        for start in (top, left)
    )
    choose = itemgetter(*across)
    empty = bytes(3 * GRAIN)
    padded = [empty] * GRAIN
    padded += [
        empty[:GRAIN] + pixels[at : at + GRAIN] + empty[:GRAIN] for at in range(0, PIXELS, GRAIN)
    ]
    padded += [empty] * GRAIN
    means = []
    for at in range(0, FINE * size, FINE):
        total = choose(padded[down[at]])
        for step in range(1, FINE):
            total = tuple(map(add, total, choose(padded[down[at + step]])))
        means += [sum(total[by : by + FINE]) / PART for by in range(0, FINE * size, FINE)]
    return means


FINE = 3  #: samples in each direction of a part of a scaled shape
PART = 255.0 * FINE * FINE


def _range(covered: Iterable[bool]) -> tuple[int, int]:
    """Return where the lines that a sign covers begin, and how many they are."""
    places = [at for at, each in enumerate(covered) if each]
    return places[0], places[-1] + 1 - places[0]


@lru_cache(maxsize=1)
def _network() -> tuple[list[list[float]], list[list[float]]]:
    """Return the weights of the two layers: for each unit those of its inputs, and its bias."""
    kept = json.loads(files("sapper.notation.pictures").joinpath("signs.json").read_bytes())
    return _layer(kept["hidden"]), _layer(kept["kinds"])


def _layer(units: Sequence[tuple[float, float, str]]) -> list[list[float]]:
    layer = []
    for scale, bias, packed in units:
        weights = b64decode(packed)
        layer.append([*(scale * each for each in unpack(f"{len(weights)}b", weights)), bias])
    return layer


def kinds_of(sign: Sign) -> list[float]:
    """Return the probability of each of ``KINDS``."""
    hidden, last = _network()
    inputs = (*sign.features, 1.0)
    active = [max(0.0, sum(map(mul, weights, inputs))) for weights in hidden]
    active.append(1.0)
    values = [sum(map(mul, weights, active)) for weights in last]
    most = max(values)
    shares = [exp(value - most) for value in values]
    total = sum(shares)
    shares = [share / total for share in shares]
    if sign.other < MIN_CROSS:
        # What has one colour is not crossed, but the spikes of a mine look like a cross.
        crossed, shares[CROSSED - 1] = shares[CROSSED - 1], 0.0
        if max(shares) == shares[DISC - 1]:
            shares[DISC - 1] += crossed
    return shares
