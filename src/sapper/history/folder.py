"""Where the history lies."""

from __future__ import annotations

import os
from pathlib import Path

NAME = "history.db"


def data_folder() -> Path:
    """Return sapper's folder in the user's folder for data (XDG Base Directory Specification)."""
    named = os.environ.get("XDG_DATA_HOME", "")
    base = Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"
    return base / "sapper"


def history_file() -> Path:
    """Return the default file of the history."""
    return data_folder() / NAME
