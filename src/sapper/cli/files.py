"""Files that the verbs read and write."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click


def is_file(name: str) -> bool:
    """Whether something with this name exists; a text that cannot be a name has no file."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # longer than a name can be, or with a null character
        return False


def write(file: str, text: str, mode: Literal["w", "a"]) -> None:
    """Write a text, or add it. Raises ``InputError`` naming the file if that is impossible."""
    from sapper.notation.files import named

    with named(file), Path(file).open(mode, encoding="utf-8") as opened:
        opened.write(text)


def spare(store: str, file: str) -> None:
    """Refuse to write over the store that is read."""
    if Path(file).exists() and Path(store).exists() and Path(file).samefile(store):
        raise click.UsageError(f"{file} is the store itself: what is written needs its own file")
