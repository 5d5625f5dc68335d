"""Recognises the signs in cells: digits by their shape and their colour, flags and mines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from math import dist
from operator import itemgetter
from statistics import fmean, median, quantiles

from sapper.game.codes import FLAGGED, MINE
from sapper.notation.pictures.tiles import GRAIN, PIXELS, Mask, Tile

Colour = tuple[float, ...]  #: red, green and blue
#: A sign scaled to TALL×WIDE: how much of each pixel it covers, row by row.
Shape = tuple[float, ...]


@dataclass(frozen=True)
class Skin:
    """The colours of a program: the clues from 1 on, the cloth of a flag, a mine."""

    name: str
    clues: tuple[Colour, ...]
    flag: Colour
    mine: Colour


def _named(name: str, clues: str, flag: str, mine: str) -> Skin:
    return Skin(name, tuple(map(_colour, clues.split())), _colour(flag), _colour(mine))


def _colour(code: str) -> Colour:
    return tuple(bytes.fromhex(code))


SKINS = (
    # Windows XP, Arbiter, minesweeper.online and most others
    _named(
        "classic", "0000ff 008000 ff0000 000080 800000 008080 000000 808080", "ff0000", "000000"
    ),
    _named(
        "Windows 7", "4050be 1e6903 aa0607 010280 7b0101 057a7c aa0607 aa0607", "d01010", "202020"
    ),
    _named("dark", "7cc7ff 66c266 ff7788 ee88ff ddaa22 66cccc 999999 d0d8e0", "ff4040", "000000"),
    _named(
        "sapper, light",
        "2a52be 1e7034 bb2323 58278f 8a3d06 0b6a75 26282d 5d6068",
        "b0321f",
        "24262b",
    ),
    _named(
        "sapper, dark",
        "8fb4ff 7fd48f ff8f8f cfa6ff f2b26f 6fd6e0 f1f0eb b9bec8",
        "ff8d75",
        "f1f0eb",
    ),
    _named(
        "sapper_gym", "234bdc 147d32 cd2323 412396 823c14 007d82 191919 6e6e6e", "c81e28", "141414"
    ),
)

TALL, WIDE = 12, 8  #: size to which digits are scaled

#: The digits 1 to 8 in some fonts, as rows of eight bits, and the 1 without a foot.
_FONTS = """
3878d818181818181818ffff 3c7ee703070e1c387060ffff 3c7ee703061c1e0703e77f3c
0e1e1e36366646c6ffff0606 7e7e6060fcfe670303e77e3c 3c7e66c0ccfee7c3c3e77e3c
ffff03060e0c1c1838303030 3c7ee7e7663c7ee3c3e37f3c
f8f89818181818181818ffff 7cfecf07070e0e3c78f0ffff 7cfe07070e3c3e070787fefc
0e1e1e3e2e6ececeffff0e0e fefee0e0fcfe07070787fe7c 1e7e70e0fcfee7e7e3677e3c
ffff07060e0e1c1c18383870 3c7ee7e7663e7ee7e3e77e3c
f8f8181818181818181818ff 7cc6030303060c183060e0ff 7cc60303063c0603030386fc
0e0e1636266646c6ff060606 fec0c0c0fc4e03030303c6fc 1e7240c0dce6c3c3c343663c
ff030206060c0c0818183030 3c66c3c3423c66c3c3c3673c
1c3c7cfc1c1c1c1c1c1c1c1c
"""


def _unit(values: Sequence[float]) -> tuple[float, ...]:
    """Return the values less their mean, scaled to a length of 1 unless they are all equal."""
    mean = fmean(values)
    size = dist(values, [mean] * len(values))
    return tuple((value - mean) / (size or 1.0) for value in values)


def _bits(row: str) -> tuple[float, ...]:
    return _unit([int(bit) for byte in bytes.fromhex(row) for bit in f"{byte:08b}"])


_ROWS = [row for row in _FONTS.split() if len(row) == 2 * TALL]
#: The shapes by clue, each with mean 0 and length 1.
SHAPES: dict[int, list[tuple[float, ...]]] = {
    clue: [_bits(row) for row in _ROWS[clue - 1 : 24 : 8]]
    + ([_bits(_ROWS[24])] if clue == 1 else [])
    for clue in range(1, 9)
}

MIN_COVER = 0.02  #: minimum share of a cell that a sign covers
MAX_DISTANCE = 95.0  #: colour distance beyond which a digit is doubtful
MIN_LEAD = 12.0  #: lead over the second-best digit below which a digit is doubtful
SHAPE_COST = 110.0  #: cost of an unrelated shape, as a colour distance


@dataclass(frozen=True)
class Sign:
    """The sign in a cell: its pixels, their colours and rows, and the colour of its core."""

    mask: Mask
    colours: Sequence[Colour]
    rows: Sequence[int]
    core: Colour

    @property
    def cover(self) -> float:
        """The share of the cell that the sign covers."""
        return len(self.rows) / PIXELS


def sign_in(tile: Tile, mask: Mask, ground: Colour) -> Sign | None:
    """Return the sign in a cell, None if it is empty. ``mask`` has the pixels of the sign."""
    if mask.bit_count() < MIN_COVER * PIXELS:
        return None
    chosen = [bit == "1" for bit in _digits(mask)]
    colours = list(compress(zip(*tile.planes, strict=True), chosen))
    rows = [at // GRAIN for at in compress(range(PIXELS), chosen)]
    strength = [max(abs(a - b) for a, b in zip(each, ground, strict=True)) for each in colours]
    least = quantiles(strength, n=10, method="inclusive")[6]
    strongest = [each for each, by in zip(colours, strength, strict=True) if by >= least]
    return Sign(mask, colours, rows, tuple(median(part) for part in zip(*strongest, strict=True)))


def skin_of(signs: Sequence[Sign]) -> Skin:
    """Return the skin whose clue and flag colours match the signs."""

    def misfit(skin: Skin) -> float:
        colours = (*skin.clues, skin.flag)
        found = [min(100.0, *(dist(sign.core, each) for each in colours)) for sign in signs]
        return fmean(found) if found else 0.0

    return min(SKINS, key=misfit)


def meaning(sign: Sign, skin: Skin) -> tuple[int, bool]:
    """Return the code of a cell with a sign, and whether it is doubtful."""
    shape, ratio = _shape(sign.mask)
    if _is_mine(sign, shape, ratio, skin):
        return MINE, False
    if _is_flag(sign, skin):
        return FLAGGED, False
    colours = [dist(sign.core, colour) for colour in skin.clues]
    direction = _unit(shape)
    costs = [
        colours[clue - 1] + SHAPE_COST * min(_unlike(direction, each) for each in SHAPES[clue])
        for clue in range(1, 9)
    ]
    best, second = sorted(range(8), key=costs.__getitem__)[:2]
    doubt = (
        costs[second] - costs[best] < MIN_LEAD
        or colours[best] > MAX_DISTANCE
        or not 0.25 <= ratio <= 1.3
    )
    return best + 1, doubt


def _digits(mask: Mask) -> str:
    return format(mask, f"0{PIXELS}b")


def _shape(mask: Mask) -> tuple[Shape, float]:
    """Return the shape of a sign, and its aspect ratio."""
    digits = _digits(mask)
    rows = [digits[at : at + GRAIN] for at in range(0, PIXELS, GRAIN)]
    top, height = _range("1" in row for row in rows)
    left, width = _range("1" in digits[at::GRAIN] for at in range(GRAIN))
    down = [top + min(int((i + 0.5) * height / (4 * TALL)), height - 1) for i in range(4 * TALL)]
    across = itemgetter(
        *(left + min(int((i + 0.5) * width / (4 * WIDE)), width - 1) for i in range(4 * WIDE))
    )
    fine = ["".join(across(rows[at])) for at in down]
    blocks = ("".join(part) for at in range(0, 4 * TALL, 4) for part in _columns(fine[at : at + 4]))
    return tuple(block.count("1") / 16 for block in blocks), width / height


def _columns(rows: Sequence[str]) -> list[list[str]]:
    """Return four pixels of each of these rows for each column of a shape."""
    return [[row[at : at + 4] for row in rows] for at in range(0, 4 * WIDE, 4)]


def _range(covered: Iterable[bool]) -> tuple[int, int]:
    """Return where the lines that a sign covers begin, and how many they are."""
    places = [at for at, each in enumerate(covered) if each]
    return places[0], places[-1] + 1 - places[0]


def _unlike(one: Shape, other: Shape) -> float:
    """Return the difference between two shapes of length 1: 0 if equal, about 1 if unrelated."""
    return 1.0 - sum(a * b for a, b in zip(one, other, strict=True))


def _is_mine(sign: Sign, shape: Shape, ratio: float, skin: Skin) -> bool:
    """Return whether a sign is a mine: large, of the right colour, and the same upside down and on
    its side."""
    alike = sum(dist(skin.mine, colour) < 60.0 for colour in sign.colours)
    if alike < 0.5 * len(sign.colours) or not 0.8 <= ratio <= 1.25 or sign.cover < 0.14:
        return False
    rows = [shape[at : at + WIDE] for at in range(0, TALL * WIDE, WIDE)]
    upside_down = [value for row in reversed(rows) for value in row]
    mirrored = [value for row in rows for value in reversed(row)]
    turned = fmean(
        abs(a - b) + abs(a - c) for a, b, c in zip(shape, upside_down, mirrored, strict=True)
    )
    middle = [
        value for row in rows[TALL // 3 : -TALL // 3] for value in row[WIDE // 3 : -WIDE // 3]
    ]
    return turned < 0.35 and fmean(middle) > 0.6


def _is_flag(sign: Sign, skin: Skin) -> bool:
    """Return whether a sign is a flag: cloth of the right colour above a pole of another."""
    cloth = [dist(skin.flag, colour) < 85.0 for colour in sign.colours]
    if not 0.15 <= fmean(cloth) <= 0.92:
        return False
    pole = [not each for each in cloth]
    low = min(sign.rows) + 0.6 * (max(sign.rows) - min(sign.rows))
    below = [each for each, row in zip(pole, sign.rows, strict=True) if row >= low]
    height, foot = (fmean(compress(sign.rows, part)) for part in (cloth, pole))
    return height < foot - 1.0 and fmean(below) > 0.6
