"""Boards in pictures, which the package ``sapper_formats`` beside sapper reads."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.errors import import_beside, plural
from sapper.game import Cell, Grid

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
    without a board, and ``InputError`` where the extra ``formats`` is missing.
    """
    formats = import_beside("sapper_formats.pictures.picture", "reading a picture")
    board: PictureBoard = formats.read_picture(data)
    return board
