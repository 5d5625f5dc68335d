"""Files that the verbs read and write."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click


def write(file: str, text: str, mode: Literal["w", "a"]) -> None:
    """Write or append a text. Raises ``InputError`` naming the file if that is impossible."""
    from sapper.files import named

    with named(file), Path(file).open(mode, encoding="utf-8") as opened:
        opened.write(text)


def check_writable(file: str) -> None:
    """Raise ``InputError`` if a file cannot be written, and leave everything as it is."""
    new = not Path(file).exists()
    write(file, "", "a")
    if new:
        Path(file).unlink(missing_ok=True)


def spare(store: str, file: str) -> None:
    """Raise a usage error if ``file`` is the store that is read."""
    if Path(file).exists() and Path(store).exists() and Path(file).samefile(store):
        raise click.UsageError(f"{file} is the store that is read: choose another file to write")
