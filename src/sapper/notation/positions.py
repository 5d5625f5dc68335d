"""Positions in text files."""

from __future__ import annotations

from pathlib import Path

from sapper.files import named, read_text
from sapper.game import Position


def load_position(path: str | Path) -> Position:
    """Return the position in a text file.

    Raises ``InputError`` naming the file, and the line if there is one at fault, if the file cannot
    be read or is not a position.
    """
    text = read_text(path)
    with named(path):
        return Position.parse(text)
