"""Recognises the cells of a board in a picture.

Ground and border tell open cells from hidden ones: cells that look alike are of one kind, and kinds
with digits are open. Digits are recognised by their shape and by their colour, in the common skin
that matches the whole board best.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.notation.pictures.lattice import Lattice
from sapper.notation.pictures.png import Picture

Colour = tuple[int, int, int]


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
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


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
        "sapper.gym", "234bdc 147d32 cd2323 412396 823c14 007d82 191919 6e6e6e", "c81e28", "141414"
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


def _bits(row: str) -> NDArray[np.float64]:
    data = np.frombuffer(bytes.fromhex(row), np.uint8)[:, None]
    return np.unpackbits(data, axis=1).astype(np.float64)


_ROWS = [row for row in _FONTS.split() if len(row) == 2 * TALL]
#: The shapes by clue.
SHAPES: dict[int, list[NDArray[np.float64]]] = {
    clue: [_bits(row) for row in _ROWS[clue - 1 : 24 : 8]]
    + ([_bits(_ROWS[24])] if clue == 1 else [])
    for clue in range(1, 9)
}


GRAIN = 32  #: side length in pixels to which cells are scaled
RING = slice(5, 8)  #: where to sample the ground of a cell, between its border and its sign
INNER = slice(4, GRAIN - 4)
#: Pixels connected to the outermost ones belong to the border, up to this distance.
RIM, BORDER = 2, 6
EDGE = 0.6  #: minimum length of an edge that does not reach them, as a share of the side
BEVEL = 4  #: outermost pixels, whose colours distinguish raised cells
SEEN = 42  #: minimum difference of a sign from the ground
LEAST_SEEN = 0.02  #: minimum share of a cell that a sign covers
ALIKE = 14.0  #: maximum difference in look between two cells of one kind, in colour levels
FAR = 95.0  #: colour distance beyond which a digit is doubtful
LEAD = 12.0  #: lead over the second-best digit below which a digit is doubtful
SHAPE = 110.0  #: cost of an unrelated shape, as a colour distance

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Cells:
    """The codes of the cells, and whether each is doubtful, both by index."""

    codes: bytes
    doubtful: tuple[bool, ...]


@dataclass(frozen=True)
class _Sign:
    """The sign in a cell: its pixels, their colours as rows, and the colour of its core."""

    mask: Mask
    colours: Values
    core: Values


def read_cells(picture: Picture, lattice: Lattice) -> Cells:
    """Recognise the cells."""
    tiles = _tiles(picture, lattice)
    looks = _looks(tiles)
    masks = _masks(tiles, looks)
    signs = [
        _sign(tile, mask, look[:3]) for tile, mask, look in zip(tiles, masks, looks, strict=True)
    ]
    kinds = _kinds(looks)
    skin = _skin([sign for sign in signs if sign is not None])
    read = [(HIDDEN, False) if sign is None else _meaning(sign, skin) for sign in signs]
    hidden = _hidden_kinds(kinds, looks, read, signs)
    codes: list[tuple[int, bool]] = []
    for kind, sign, (code, doubt) in zip(kinds, signs, read, strict=True):
        if sign is None:
            codes.append((HIDDEN if kind in hidden else 0, False))
        elif kind in hidden:
            # only open cells have clues
            codes.append((code, doubt) if code in (FLAGGED, MINE) else (HIDDEN, True))
        else:
            codes.append((code, doubt or code == FLAGGED))
    return Cells(bytes(code for code, _ in codes), tuple(doubt for _, doubt in codes))


def _tiles(picture: Picture, lattice: Lattice) -> Values:
    """Return the cells as (cells, GRAIN, GRAIN, 3), each scaled to the same size."""
    share = (np.arange(GRAIN) + 0.5) / GRAIN
    down = _places(lattice.rows, share, picture.shape[0])
    across = _places(lattice.columns, share, picture.shape[1])
    sampled = picture[down][:, across].astype(np.float64)
    split = sampled.reshape(lattice.height, GRAIN, lattice.width, GRAIN, 3).swapaxes(1, 2)
    return split.reshape(-1, GRAIN, GRAIN, 3)


def _places(lines: tuple[float, ...], share: Values, most: int) -> NDArray[np.int64]:
    starts, ends = np.array(lines[:-1])[:, None], np.array(lines[1:])[:, None]
    places: NDArray[np.int64] = (starts + (ends - starts) * share).astype(np.int64)
    return np.clip(places, 0, most - 1).ravel()


def _looks(tiles: Values) -> Values:
    """Return the look of each cell: its ground, and the difference between its upper and lower
    borders."""
    n = len(tiles)
    ring = np.concatenate(
        [
            tiles[:, RING, INNER].reshape(n, -1, 3),
            tiles[:, GRAIN - RING.stop : GRAIN - RING.start, INNER].reshape(n, -1, 3),
            tiles[:, INNER, RING].reshape(n, -1, 3),
            tiles[:, INNER, GRAIN - RING.stop : GRAIN - RING.start].reshape(n, -1, 3),
        ],
        axis=1,
    )
    ground = np.median(ring, axis=1)
    middle = slice(GRAIN // 4, -GRAIN // 4)
    upper = np.median(tiles[:, :BEVEL, middle], axis=2) - ground[:, None]
    lower = np.median(tiles[:, -BEVEL:, middle], axis=2) - ground[:, None]
    return np.concatenate([ground, _strongest(upper), _strongest(lower)], axis=1)


def _strongest(lines: Values) -> Values:
    """Return the line of each cell that differs most from its ground; ``lines`` is (cells, lines,
    3)."""
    strongest = abs(lines).max(axis=2).argmax(axis=1)
    colours: Values = lines[np.arange(len(lines)), strongest]
    return colours


def _masks(tiles: Values, looks: Values) -> Mask:
    """Return the pixels of each cell that stand out from its ground but are not border."""
    masks: Mask = abs(tiles - looks[:, None, None, :3]).max(axis=3) > SEEN
    reach = masks.copy()
    reach[:, BORDER:-BORDER, BORDER:-BORDER] = False
    border = masks.copy()
    border[:, RIM:-RIM, RIM:-RIM] = False
    # An edge of a raised cell may end before the outermost pixels, but no sign is as long.
    border |= reach & (reach.mean(axis=2, keepdims=True) > EDGE)
    border |= reach & (reach.mean(axis=1, keepdims=True) > EDGE)
    while True:
        grown = border.copy()
        grown[:, 1:] |= border[:, :-1]
        grown[:, :-1] |= border[:, 1:]
        grown[:, :, 1:] |= border[:, :, :-1]
        grown[:, :, :-1] |= border[:, :, 1:]
        grown &= reach
        if (grown == border).all():
            return masks & ~border
        border = grown


def _sign(tile: Values, mask: Mask, ground: Values) -> _Sign | None:
    """Return the sign in a cell, None if it is empty."""
    if mask.mean() < LEAST_SEEN:
        return None
    strength = abs(tile - ground).max(axis=2)[mask]
    colours = tile[mask]
    core = np.median(colours[strength >= np.quantile(strength, 0.7)], axis=0)
    return _Sign(mask, colours, core)


def _kinds(looks: Values) -> list[int]:
    """Return the kind of each cell as a number, equal for cells that look alike, directly or
    through others."""
    rounded = np.rint(looks / 3.0).astype(np.int64)
    unique, where = np.unique(rounded, axis=0, return_inverse=True)
    values = unique * 3.0
    kind = np.full(len(unique), -1)
    count = 0
    for first in range(len(unique)):
        if kind[first] >= 0:
            continue
        waiting = [first]
        kind[first] = count
        while waiting:
            near = abs(values - values[waiting.pop()]).max(axis=1) <= ALIKE
            for other in np.flatnonzero(near & (kind < 0)):
                kind[other] = count
                waiting.append(int(other))
        count += 1
    return [int(kind[i]) for i in where.ravel()]


def _skin(signs: list[_Sign]) -> Skin:
    """Return the skin whose clue and flag colours match the signs."""

    def misfit(skin: Skin) -> float:
        colours = np.array([*skin.clues, skin.flag], np.float64)
        found = [float(_distances(sign.core, colours).min()) for sign in signs]
        return float(np.mean(np.minimum(found, 100.0))) if found else 0.0

    return min(SKINS, key=misfit)


def _distances(colour: Values, colours: Values) -> Values:
    distances: Values = np.sqrt(((colours - colour) ** 2).sum(axis=1))
    return distances


def _meaning(sign: _Sign, skin: Skin) -> tuple[int, bool]:
    """Return the code of a cell with a sign, and whether it is doubtful."""
    if _is_mine(sign, skin):
        return MINE, False
    if _is_flag(sign, skin):
        return FLAGGED, False
    shape, ratio = _shape(sign.mask)
    colours = _distances(sign.core, np.array(skin.clues, np.float64))
    costs = [
        float(colours[clue - 1]) + SHAPE * min(_unlike(shape, each) for each in SHAPES[clue])
        for clue in range(1, 9)
    ]
    best, second = sorted(range(8), key=costs.__getitem__)[:2]
    doubt = (
        costs[second] - costs[best] < LEAD or float(colours[best]) > FAR or not 0.25 <= ratio <= 1.3
    )
    return best + 1, doubt


def _shape(mask: Mask) -> tuple[Values, float]:
    """Return a sign scaled to the size of the shapes, and its aspect ratio."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    box = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = box.shape
    down = np.minimum(((np.arange(4 * TALL) + 0.5) * height / (4 * TALL)).astype(int), height - 1)
    across = np.minimum(((np.arange(4 * WIDE) + 0.5) * width / (4 * WIDE)).astype(int), width - 1)
    fine = box[down][:, across].astype(np.float64)
    return fine.reshape(TALL, 4, WIDE, 4).mean(axis=(1, 3)), width / height


def _unlike(one: Values, other: Values) -> float:
    """Return the difference between two shapes: 0 if equal, about 1 if unrelated."""
    a, b = one - one.mean(), other - other.mean()
    size = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return 1.0 - float((a * b).sum()) / size if size else 1.0


def _share(sign: _Sign, colour: tuple[int, int, int], reach: float) -> float:
    """Return the share of pixels of about this colour."""
    return float((_distances(np.array(colour, np.float64), sign.colours) < reach).mean())


def _is_mine(sign: _Sign, skin: Skin) -> bool:
    """Return whether a sign is a mine: large, of the right colour, and the same upside down and on
    its side."""
    if _share(sign, skin.mine, 60.0) < 0.5:
        return False
    box, ratio = _shape(sign.mask)
    if not 0.8 <= ratio <= 1.25 or sign.mask.mean() < 0.14:
        return False
    turned = float(abs(box - box[::-1]).mean()) + float(abs(box - box[:, ::-1]).mean())
    middle = float(box[TALL // 3 : -TALL // 3, WIDE // 3 : -WIDE // 3].mean())
    return turned < 0.35 and middle > 0.6


def _is_flag(sign: _Sign, skin: Skin) -> bool:
    """Return whether a sign is a flag: cloth of the right colour above a pole of another."""
    cloth = _distances(np.array(skin.flag, np.float64), sign.colours) < 85.0
    rows = np.nonzero(sign.mask)[0]
    if not 0.15 <= cloth.mean() <= 0.92:
        return False
    pole = rows[~cloth]
    low = rows.min() + 0.6 * (rows.max() - rows.min())
    below = rows >= low
    return bool(
        rows[cloth].mean() < pole.mean() - 1.0 and below.any() and (~cloth[below]).mean() > 0.6
    )


def _hidden_kinds(
    kinds: list[int],
    looks: Values,
    read: list[tuple[int, bool]],
    signs: list[_Sign | None],
) -> set[int]:
    """Return the hidden kinds: kinds with flags are hidden, kinds with digits open, and each other
    kind goes with the known kind that it resembles most."""
    of_kind: dict[int, list[int]] = {}
    for index, kind in enumerate(kinds):
        of_kind.setdefault(kind, []).append(index)
    hidden, open_, unknown = set(), set(), []
    for kind, members in of_kind.items():
        shown = [read[i] for i in members if signs[i] is not None]
        digits = sum(code <= 8 and not doubt for code, doubt in shown)
        flags = sum(code == FLAGGED for code, _ in shown)
        mines = sum(code == MINE for code, _ in shown)
        if flags and flags >= digits:
            hidden.add(kind)
        elif digits or mines == len(members):
            open_.add(kind)
        else:
            unknown.append(kind)
    if not open_ or not hidden:
        # the largest unknown kind is hidden: any board of interest has hidden cells
        rest = sorted(unknown, key=lambda kind: -len(of_kind[kind]))
        if not hidden and rest:
            first = _most_raised(rest, of_kind, looks) if open_ else rest[0]
            hidden.add(first)
    for kind in unknown:
        if kind in hidden:
            continue
        here = _typical(of_kind[kind], looks)
        nearest = min(
            hidden | open_, key=lambda known: _apart(here, _typical(of_kind[known], looks))
        )
        (hidden if nearest in hidden else open_).add(kind)
    return hidden


def _most_raised(kinds: list[int], of_kind: dict[int, list[int]], looks: Values) -> int:
    """Return the kind whose upper border differs most from its lower one."""

    def raised(kind: int) -> float:
        border = _typical(of_kind[kind], looks)[3:]
        return float(abs(border[:3] - border[3:]).max())

    return max(kinds, key=raised)


def _typical(members: list[int], looks: Values) -> Values:
    """Return the look of a kind of cells."""
    look: Values = np.median(looks[members], axis=0)
    return look


def _apart(one: Values, other: Values) -> float:
    """Return the difference between two looks; grounds count twice, since signs may touch
    borders."""
    difference = abs(one - other)
    return 2.0 * float(difference[:3].max()) + float(difference[3:].max())
