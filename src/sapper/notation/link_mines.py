"""``b=`` and ``m=``: where the mines lie, as several public pages exchange it.

``b`` is ``1``, ``2`` or ``3`` for a board of beginners (9×9), intermediates (16×16) and experts
(30×16), else width and height in as many decimal digits each. ``m`` has the cells row by row, five
to a character: digits of base 32 (``0``–``9``, ``a``–``v``), the first cell the most significant
bit, 1 a mine.
"""

from __future__ import annotations

from sapper.errors import NotationError, RulesError
from sapper.game import LEVELS, Deal, Grid

NAMES = {"1": LEVELS["beginner"], "2": LEVELS["intermediate"], "3": LEVELS["expert"]}
BASE32 = "0123456789abcdefghijklmnopqrstuv"
CELLS = 5  #: of a character


def write(deal: Deal) -> tuple[str, str]:
    """``b`` and ``m`` of a deal's mines, where the first move promises nothing.

    Raises ``RulesError`` for a grid that they cannot hold.
    """
    grid = deal.grid
    if grid.kind != "square" or grid.blocked:
        raise RulesError("a link 'b=' holds square grids without blocked cells only")
    if deal.gold:
        raise RulesError("a link 'b=' holds no gold")
    digits = max(len(str(grid.width)), len(str(grid.height)))
    size = f"{grid.width:0{digits}}{grid.height:0{digits}}"
    here = f"{grid.width}x{grid.height}x{deal.mines}"
    name = next((name for name, level in NAMES.items() if level.dimensions == here), size)
    mines = set(deal.order[: deal.mines])
    bits = "".join("1" if i in mines else "0" for i in range(grid.size))
    bits += "0" * (-grid.size % CELLS)
    return name, "".join(BASE32[int(bits[i : i + CELLS], 2)] for i in range(0, len(bits), CELLS))


def read(b: str, m: str) -> Deal:
    """The deal with exactly these mines where the first move promises nothing.

    Raises ``NotationError`` naming the character at fault.
    """
    grid = _grid(b)
    due = -(-grid.size // CELLS)
    if len(m) != due:
        raise NotationError(f"m= has {len(m)} characters, but {grid.size} cells make {due}")
    mines: set[int] = set()
    for place, character in enumerate(m):
        five = BASE32.find(character)
        if five < 0:
            raise NotationError(f"m=: character {place + 1} is {character!r}, not 0 to 9 or a to v")
        mines.update(CELLS * place + bit for bit in range(CELLS) if five & (16 >> bit))
    beyond = [i for i in mines if i >= grid.size]
    if beyond:
        raise NotationError(f"m=: character {due} has a mine beyond the last of {grid.size} cells")
    return Deal.of_mines(grid, frozenset(mines))


def _grid(b: str) -> Grid:
    if b in NAMES:
        return NAMES[b].grid
    if not (b.isascii() and b.isdigit() and 2 <= len(b) <= 14):
        raise NotationError(f"b={b[:20]} is not 1, 2, 3 or a width and a height such as 0810")
    # An odd number of digits: the page that wrote it counted those of the width alone.
    half = len(b) // 2
    try:
        return Grid(int(b[:half]), int(b[half:]))
    except RulesError as error:
        raise NotationError(f"b={b}: {error}") from None
