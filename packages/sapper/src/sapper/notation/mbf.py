"""MBF, the board files of Minesweeper Clone and others, which list the mines in bytes.

A file has the width, the height, the number of mines (high byte, low byte), then x and y of every
mine: x is the column, y the row, both from 0.
"""

from __future__ import annotations

from pathlib import Path

from sapper.errors import NotationError, RulesError, plural
from sapper.files import naming_errors, read_bytes, write_file
from sapper.game import Deal, Grid
from sapper.game.grid import check_cells

HEAD = 4  #: bytes before the first mine
MAX_SIDE = 255


def deal_of_mbf(data: bytes) -> Deal:
    """Return the deal that has exactly these mines under the first-move rule ``any``.

    Raises ``NotationError`` naming the byte or the mine at fault.
    """
    if len(data) < HEAD:
        raise NotationError(f"an MBF board has at least {HEAD} bytes, but this one has {len(data)}")
    width, height = data[0], data[1]
    check_cells(width, height)
    mines = data[2] << 8 | data[3]
    if not width or not height:
        raise NotationError(
            f"byte {0 if not width else 1}: a board of {width}x{height} has no cells"
        )
    if mines > width * height:
        raise NotationError(f"byte 2: {mines} mines do not fit on {width}x{height} cells")
    length = HEAD + 2 * mines
    if len(data) != length:
        raise NotationError(
            f"a board with {plural(mines, 'mine')} has {length} bytes, but this one has {len(data)}"
        )
    cells: set[int] = set()
    for start in range(HEAD, length, 2):
        x, y = data[start], data[start + 1]
        if x >= width or y >= height:
            raise NotationError(
                f"byte {start}: the mine at [{y}, {x}] is outside the {width}x{height} board"
            )
        if y * width + x in cells:
            raise NotationError(f"byte {start}: the mine at [{y}, {x}] occurs twice")
        cells.add(y * width + x)
    return Deal.of_mines(Grid(width, height), frozenset(cells))


def mbf_of_deal(deal: Deal) -> bytes:
    """Return the MBF file of a deal's mines under the first-move rule ``any``.

    To write the mines of a game, whatever its rule, pass ``Deal.of_mines``. Raises ``RulesError``
    for a grid that MBF cannot describe.
    """
    grid = deal.grid
    if grid.kind != "square" or grid.blocked:
        raise RulesError("MBF only holds square grids without blocked cells")
    if deal.gold:
        raise RulesError("MBF cannot hold gold")
    if max(grid.width, grid.height) > MAX_SIDE:
        raise RulesError(f"MBF only holds boards up to {MAX_SIDE}x{MAX_SIDE}")
    head = bytes([grid.width, grid.height, deal.mines >> 8, deal.mines & 255])
    mines = sorted(deal.order[: deal.mines])
    return head + bytes(i for mine in mines for i in (mine % grid.width, mine // grid.width))


def read_mbf(path: str | Path) -> Deal:
    """Read the deal in an MBF file. Raises ``InputError`` naming the file, as ``deal_of_mbf``."""
    data = read_bytes(path, limit=HEAD + 2 * MAX_SIDE * MAX_SIDE)
    with naming_errors(path):
        return deal_of_mbf(data)


def write_mbf(path: str | Path, deal: Deal) -> None:
    """Write a deal's mines to an MBF file.

    Raises ``RulesError`` as ``mbf_of_deal`` does, ``InputError`` if the file cannot be written.
    """
    write_file(path, mbf_of_deal(deal))
