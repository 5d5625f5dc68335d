"""Files that are a position as text or as a picture."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import InputError
from sapper.files import decoded, named, read_bytes
from sapper.game import Position
from sapper.notation.pictures.board import is_picture, read_picture


def load_position_or_picture(path: str | Path, mines: int | None) -> tuple[Position, str]:
    """Return the position in a file, and what is doubtful about it: a clause, or nothing.

    ``mines`` are those of a picture; a text tells its own. Raises ``InputError`` naming the file.
    """
    data = read_bytes(path)
    with named(path):
        if is_picture(data):
            board = read_picture(data)
            if mines is None and board.level_mines is None:
                size = f"{board.grid.width}x{board.grid.height}"
                raise InputError(
                    f"the picture does not tell how many mines the {size} board has:"
                    " give them with --mines"
                )
            return board.position(mines), board.words
        if mines is not None:
            raise InputError("a position as text tells its mines: leave out --mines")
        return Position.parse(decoded(data)), ""
