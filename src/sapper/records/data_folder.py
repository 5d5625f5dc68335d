"""The folder in which sapper keeps what belongs to its user."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for the user's data (XDG Base Directory Specification); it may not exist
    yet."""
    named = os.environ.get("XDG_DATA_HOME", "")
    base = Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"
    return base / "sapper"
