"""``board=``, ``seed=`` and ``start=``: a board that the page JSMinesweeper deals from a seed.

The page shuffles the indices of the cells that may be mines with a Fisher–Yates shuffle, starting
at the end, and takes the first ones. Its random numbers come from R. Jenkins's small fast generator
("A small noncryptographic PRNG", 2007) with two rotations and 20 warm-up rounds, seeded with the
low half of the seed, the high half, and the low half again (``rng=old``: the low half three times).
Which cells may be mines depends on the first cell, ``start``, and on whether the page was set to
begin with an opening, which the link does not say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sapper.errors import InputError, NotationError
from sapper.game import Deal, Level
from sapper.game.rules import First

WORD = 0xFFFFFFFF
MOST_SEED = 2**53 - 1  #: the largest seed that is exact in the page


def read(fields: Mapping[str, str], first: First = "safe") -> Deal:
    """Return the board of a link, its mines in place, dealt under the first-move rule ``first``.

    Raises ``NotationError`` naming the field at fault.
    """
    board = fields.get("board", "")
    if not re.fullmatch(r"\d{1,4}x\d{1,4}x\d{1,7}", board, re.ASCII):
        raise NotationError(f"board={board[:20]} is not WIDTHxHEIGHTxMINES")
    try:
        level = Level.parse(board)
    except InputError as error:
        raise NotationError(f"board={board}: {error}") from None
    seed = _whole(fields, "seed", "without it the page deals at random", MOST_SEED)
    if seed == 0:
        raise NotationError("seed=0 makes the page deal at random")
    grid = level.grid
    start = _whole(fields, "start", "the board depends on the first cell", grid.size - 1)
    spared = {start} if first == "safe" else set()
    if first == "opening":
        spared = {start, *grid.neighbours(start)}
    cells = [i for i in range(grid.size) if i not in spared]
    if len(cells) < level.mines:
        raise NotationError(f"board={board}: start={start} leaves too few cells for the mines")
    shuffle(cells, generator(seed, old=fields.get("rng") == "old"))
    return Deal.of_mines(grid, frozenset(cells[: level.mines]))


def _whole(fields: Mapping[str, str], key: str, absent: str, most: int) -> int:
    if key not in fields:
        raise NotationError(f"the link has no '{key}=': {absent}")
    value = fields[key]
    if not re.fullmatch(r"\d{1,20}", value, re.ASCII) or int(value) > most:
        raise NotationError(f"{key}={value[:20]} is not a whole number from 0 to {most}")
    return int(value)


def shuffle(items: list[int], draw: Callable[[], int]) -> None:
    """Shuffle in place; ``draw`` returns random 32-bit words."""
    for i in range(len(items) - 1, 0, -1):
        j = draw() * (i + 1) >> 32
        items[i], items[j] = items[j], items[i]


def generator(seed: int, *, old: bool = False) -> Callable[[], int]:
    """Jenkins's generator, seeded as in the page: a function that returns the next 32-bit word."""
    low, high = seed & WORD, seed >> 32
    a, b, c, d = 0xF1EA5EED, low, low if old else high, low

    def draw() -> int:
        nonlocal a, b, c, d
        e = (a - _turned(b, 27)) & WORD
        a = b ^ _turned(c, 17)
        b = (c + d) & WORD
        c = (d + e) & WORD
        d = (e + a) & WORD
        return d

    for _ in range(20):
        draw()
    return draw


def _turned(word: int, bits: int) -> int:
    return (word << bits | word >> 32 - bits) & WORD
