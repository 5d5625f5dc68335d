"""Reads the board in a picture as a position, with its doubtful cells."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.errors import NotationError, plural
from sapper.game import LEVELS, Cell, Grid, Position, Rules
from sapper.game.codes import HIDDEN

DENSITY = 0.2  #: mines per cell assumed if the size is not that of a level
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
    - ``level_mines``: the mines of the level with this size, None if there is no such level. No
      picture tells the number of mines by itself.
    """

    grid: Grid
    codes: bytes
    doubtful: tuple[Cell, ...]

    @property
    def level_mines(self) -> int | None:
        """The number of mines of the level of this size, or None for other sizes."""
        size = self.grid.width, self.grid.height
        mines = (x.mines for x in LEVELS.values() if (x.width, x.height) == size)
        return next(mines, None)

    def position(self, mines: int | None = None) -> Position:
        """Return the position with ``mines`` mines, by default those of the level.

        Raises ``NotationError`` if no level has this size, ``RulesError`` if they do not fit.
        """
        mines = self.level_mines if mines is None else mines
        if mines is None:
            size = f"{self.grid.width}x{self.grid.height}"
            raise NotationError(f"the picture does not show how many mines the {size} board has")
        return Position(self.grid, Rules(), mines, self.codes)

    def assumed(self) -> Position:
        """Return the position with a typical number of mines, for people to correct."""
        most = self.codes.count(HIDDEN)
        usual = min(most, round(DENSITY * self.grid.size))
        return self.position(usual if self.level_mines is None else None)

    @property
    def words(self) -> str:
        """A clause about the doubtful cells; empty without any."""
        if not self.doubtful:
            return ""
        cells = plural(len(self.doubtful), "cell")
        return f"{cells} may have been misread, such as {list(self.doubtful[0])}"


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
    cells = read_cells(picture, lattice)
    doubtful = tuple(grid.cell(i) for i, doubtful in enumerate(cells.doubtful) if doubtful)
    if len(doubtful) > MAX_DOUBTS * grid.size:
        raise NotationError("the picture shows no Minesweeper board that can be read")
    return PictureBoard(grid, cells.codes, doubtful)
