"""Where the history lies."""

from __future__ import annotations

from pathlib import Path

from sapper.files import data_folder

NAME = "history.db"


def history_file() -> Path:
    """Return the default file of the history."""
    return data_folder() / NAME
