"""Reads the board in a picture as a position, with its doubtful cells."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from sapper.errors import BudgetError, NotationError, plural
from sapper.game import Cell, Grid, Position, Rules
from sapper.game.codes import HIDDEN, MINE

FIT_PROPAGATIONS = 200_000  #: work to find clues that no layout fits, the same on any machine
MAX_DOUBTS = 0.5  #: share of doubtful cells beyond which the picture does not count as a board
#: First bytes of other kinds of pictures.
OTHERS = {
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"RIFF": "WebP",
}


@dataclass(frozen=True)
class PictureBoard:
    """A board as read from a picture.

    - ``codes``: the cell codes by index; those of ``doubtful`` cells may be wrong.
    - ``cut``: the picture cuts off a row or column, which was left out.
    - ``clear``: it is clear where the board ends; otherwise rows or columns may be missing.

    The number of mines is not read: ``read_position`` assumes that of the level of this size.
    """

    grid: Grid
    codes: bytes
    doubtful: tuple[Cell, ...]
    cut: bool = False
    clear: bool = True

    @property
    def words(self) -> str:
        """A clause about doubtful cells and cells that were cut off; empty without any."""
        said = []
        if self.doubtful:
            cells = plural(len(self.doubtful), "cell")
            said.append(f"{cells} may have been misread, such as {list(self.doubtful[0])}")
        if self.cut:
            said.append("a row or column that the picture cuts off was left out")
        if not self.clear:
            said.append(
                f"check the size: where the {self.grid.width}x{self.grid.height} board ends is not "
                "clear"
            )
        return "; ".join(said)


def is_picture(data: bytes) -> bool:
    """Return whether the bytes of a file are a picture in any common format."""
    return data.startswith((b"\x89PNG", *OTHERS))


def read_picture(data: bytes) -> PictureBoard:
    """Read the board in the bytes of a PNG picture.

    Raises ``NotationError`` for a damaged picture, for other kinds of pictures, and for a picture
    without a board.
    """
    for start, kind in OTHERS.items():
        if data.startswith(start):
            raise NotationError(f"this is a {kind} picture: save it as PNG")
    # Loaded when there is a picture: commands that read any file would start more slowly.
    from sapper.notation.pictures.cells import read_cells
    from sapper.notation.pictures.lattice import find_lattice
    from sapper.notation.pictures.png import read_png

    picture = read_png(data)
    lattice = find_lattice(picture)
    grid = Grid(lattice.width, lattice.height)  # refuses too large ones before they are read
    cells = read_cells(picture, lattice, grid)
    doubts = {i for i, doubtful in enumerate(cells.doubtful) if doubtful}
    doubts |= _contradictory(grid, cells.codes, doubts)
    doubtful = tuple(map(grid.cell, sorted(doubts)))
    if len(doubtful) > MAX_DOUBTS * grid.size:
        raise NotationError("the picture shows no Minesweeper board that can be read")
    return PictureBoard(grid, cells.codes, doubtful, lattice.cut, lattice.clear)


def _contradictory(grid: Grid, codes: bytes, doubts: Collection[int]) -> set[int]:
    """Return the clues that no layout fits, with their neighbours: one of these was misread. It may
    be anything that lies under what is doubtful."""
    from sapper.inference import Refutation

    fault: set[int] = set()
    with suppress(BudgetError):
        while True:
            cells = bytearray(codes)
            for index in fault.union(doubts):
                cells[index] = HIDDEN
            rules = Rules(zeros_open=False, mines_known=False)
            position = Position(grid, rules, cells.count(MINE), bytes(cells))
            clues = Refutation(position, propagations=FIT_PROPAGATIONS)
            refutation = clues.refute(list(clues.constraints))
            if refutation is None:
                break
            found = clues.minimal(refutation)
            fault |= {*found, *(i for clue in found for i in grid.neighbour_indices(clue))}
    return fault
