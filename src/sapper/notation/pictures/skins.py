"""The colours of clues, flags and mines in common skins, and the shapes of the digits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Skin:
    """The colours in which a program draws: the clues from 1, the cloth of a flag, a mine."""

    name: str
    clues: tuple[Colour, ...]
    flag: Colour
    mine: Colour


def _skin(name: str, clues: str, flag: str, mine: str) -> Skin:
    return Skin(name, tuple(map(_colour, clues.split())), _colour(flag), _colour(mine))


def _colour(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


SKINS = (
    # Windows XP, Arbiter, minesweeper.online and most others
    _skin("classic", "0000ff 008000 ff0000 000080 800000 008080 000000 808080", "ff0000", "000000"),
    _skin(
        "Windows 7", "4050be 1e6903 aa0607 010280 7b0101 057a7c aa0607 aa0607", "d01010", "202020"
    ),
    _skin("dark", "7cc7ff 66c266 ff7788 ee88ff ddaa22 66cccc 999999 d0d8e0", "ff4040", "000000"),
    _skin(
        "sapper, light",
        "2a52be 1e7034 bb2323 58278f 8a3d06 0b6a75 26282d 5d6068",
        "b0321f",
        "24262b",
    ),
    _skin(
        "sapper, dark",
        "8fb4ff 7fd48f ff8f8f cfa6ff f2b26f 6fd6e0 f1f0eb b9bec8",
        "ff8d75",
        "f1f0eb",
    ),
    _skin(
        "sapper.gym", "234bdc 147d32 cd2323 412396 823c14 007d82 191919 6e6e6e", "c81e28", "141414"
    ),
)

TALL, WIDE = 12, 8  #: the size to which the shape of a digit is scaled

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
