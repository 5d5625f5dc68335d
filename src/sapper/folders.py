"""The folders in which sapper keeps what belongs to its user (XDG Base Directory Specification).

They may not exist yet.
"""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for the user's data: histories and ratings."""
    return _folder("XDG_DATA_HOME", "share")


def state_folder() -> Path:
    """Return the folder for the state of programs: games that are still being played."""
    return _folder("XDG_STATE_HOME", "state")


def _folder(variable: str, usual: str) -> Path:
    named = os.environ.get(variable, "")
    base = Path(named) if Path(named).is_absolute() else Path.home() / ".local" / usual
    return base / "sapper"
