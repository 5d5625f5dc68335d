"""Game IDs of Mines, of Simon Tatham's Portable Puzzle Collection.

An ID is ``WxH:``, the column and row of the first cell, and the mines as bits in hexadecimal, most
significant first: ``u`` plain, ``m`` masked. The mask hides what the ID shows at a glance: to each
half of the bytes, SHA-1 hashes of the other half, followed by 0, 1, 2, …, are added (exclusive or).
"""

from __future__ import annotations

import re
from hashlib import sha1
from itertools import count

from sapper.errors import NotationError
from sapper.game import Cell, Deal, Grid

_GAME_ID = re.compile(
    r"(?:\S*#)?(\d{1,4})x(\d{1,4})(?:n\d+)?a?:(?:(\d{1,4}),(\d{1,4}),)?([mu]?)(\w+)"
)
_SEED_ID = re.compile(r"(?:\S*#)?\d{1,4}(?:x\d{1,4})?(?:n\d+%?)?a?#\w+|[^\s:]*:r\d+,\S+")


def is_game_id(text: str) -> bool:
    """Return whether a text is an ID of Mines, or a link that ends with one."""
    word = text.strip()
    return bool(_GAME_ID.fullmatch(word) or _SEED_ID.fullmatch(word))


def read_game_id(text: str) -> tuple[Deal, Cell | None]:
    """Return the board and the first cell of an ID, or of a link that ends with one.

    Raises ``NotationError``, also for an ID that only has the seed of the board.
    """
    match = _GAME_ID.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            "this ID does not contain the mines, which follow from its first cell: copy the "
            "specific game ID once a cell is open"
        )
    grid = Grid(int(match[1]), int(match[2]))
    start = None if match[3] is None else (int(match[4]), int(match[3]))
    if start is not None:
        grid.index(start)
    size, digits = -(-grid.size // 8), match[6]
    if not re.fullmatch(r"[0-9a-fA-F]*", digits) or len(digits) not in (
        2 * size,
        -(-grid.size // 4),
    ):
        raise NotationError(
            f"the ID has {len(digits)} digits after the first cell, but {grid.size} cells need "
            f"{-(-grid.size // 4)} hexadecimal ones"
        )
    data = bytes.fromhex(digits.ljust(2 * size, "0"))
    data = _unmasked(data, grid.size) if match[5] == "m" else data
    mines = frozenset(i for i in range(grid.size) if data[i // 8] & 128 >> i % 8)
    if any(data[i // 8] & 128 >> i % 8 for i in range(grid.size, 8 * size)):
        raise NotationError("the ID has mines beyond the last cell")
    return Deal.of_mines(grid, mines), start


def _unmasked(data: bytes, bits: int) -> bytes:
    half = len(data) // 2
    first, second = data[:half], data[half:]
    second = _added(second, first)
    if bits % 8:
        second = second[:-1] + bytes([second[-1] & 0xFF00 >> bits % 8 & 0xFF])
    return _added(first, second) + second


def _added(data: bytes, seed: bytes) -> bytes:
    mask = b""
    numbers = count()
    while len(mask) < len(data):
        mask += sha1(seed + str(next(numbers)).encode(), usedforsecurity=False).digest()
    return bytes(a ^ b for a, b in zip(data, mask, strict=False))
