"""Files that verbs write."""

from __future__ import annotations

from pathlib import Path
from typing import Literal


def write(file: str, text: str, mode: Literal["w", "a"]) -> None:
    """Write a text, or add it. Raises ``InputError`` naming the file if that is impossible."""
    from sapper.notation.files import named

    with named(file), Path(file).open(mode, encoding="utf-8") as opened:
        opened.write(text)
