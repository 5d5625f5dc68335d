"""Imports of files into a history."""

from __future__ import annotations

from sapper.game import cells_limited
from sapper_workbench.history import History, add, read_import


def import_bytes(history: History, data: bytes, name: str, at: float, cells: int) -> bool:
    """Add the game or study of a file; return False if the history already has it."""
    with cells_limited(cells):
        return add(history, read_import(data, name, at))
