"""``b=`` and ``m=``: the places of the mines, as several public pages exchange them.

``b`` is ``1``, ``2`` or ``3`` for a beginner (9×9), intermediate (16×16) or expert (30×16) board,
otherwise width and height with the same number of decimal digits each. ``m`` has the cells row by
row, five per character: digits of base 32 (``0``–``9``, ``a``–``v``), with the first cell as the
most significant bit and 1 for a mine.
"""

from __future__ import annotations

from sapper.errors import NotationError, RulesError, plural
from sapper.game import LEVELS, Deal, Grid

NAMES = {"1": LEVELS["beginner"], "2": LEVELS["intermediate"], "3": LEVELS["expert"]}
BASE32 = "0123456789abcdefghijklmnopqrstuv"
CELLS = 5  #: cells per character


def write(deal: Deal) -> tuple[str, str]:
    """Return ``b`` and ``m`` for the mines of a deal under the first-move rule ``any``.

    Raises ``RulesError`` for a grid that they cannot describe.
    """
    grid = deal.grid
    if grid.kind != "square" or grid.blocked:
        raise RulesError("a link 'b=' only holds square grids without blocked cells")
    if deal.gold:
        raise RulesError("a link 'b=' cannot hold gold")
    digits = max(len(str(grid.width)), len(str(grid.height)))
    size = f"{grid.width:0{digits}}{grid.height:0{digits}}"
    here = f"{grid.width}x{grid.height}x{deal.mines}"
    name = next((name for name, level in NAMES.items() if level.dimensions == here), size)
    mines = set(deal.order[: deal.mines])
    bits = "".join("1" if i in mines else "0" for i in range(grid.size))
    bits += "0" * (-grid.size % CELLS)
    return name, "".join(BASE32[int(bits[i : i + CELLS], 2)] for i in range(0, len(bits), CELLS))


def read(b: str, m: str) -> Deal:
    """Return the deal that has exactly these mines under the first-move rule ``any``.

    Raises ``NotationError`` naming the character at fault.
    """
    grid = _grid(b)
    length = -(-grid.size // CELLS)
    if len(m) != length:
        raise NotationError(
            f"m= has {plural(len(m), 'character')}, but {grid.size} cells take {length}"
        )
    mines: set[int] = set()
    for place, character in enumerate(m):
        five = BASE32.find(character)
        if five < 0:
            raise NotationError(f"m=: character {place + 1} is {character!r}, not 0 to 9 or a to v")
        mines.update(CELLS * place + bit for bit in range(CELLS) if five & (16 >> bit))
    beyond = [i for i in mines if i >= grid.size]
    if beyond:
        raise NotationError(
            f"m=: character {length} has a mine beyond the last of {grid.size} cells"
        )
    return Deal.of_mines(grid, frozenset(mines))


def _grid(b: str) -> Grid:
    if b in NAMES:
        return NAMES[b].grid
    if not (b.isascii() and b.isdigit() and 2 <= len(b) <= 14):
        raise NotationError(f"b={b[:20]} is not 1, 2, 3 or a width and a height such as 0810")
    # If the number of digits is odd, the page that wrote it counted those of the width only.
    half = len(b) // 2
    try:
        return Grid(int(b[:half]), int(b[half:]))
    except RulesError as error:
        raise NotationError(f"b={b}: {error}") from None
