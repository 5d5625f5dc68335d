"""The folders for the user's data and state, where each operating system expects them.

On Linux they follow the XDG Base Directory Specification, whose variables are read on every system.
They may not exist yet.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path, user_state_path

NAME = "sapper"


def data_folder() -> Path:
    """Return the folder for the user's data: histories and ratings."""
    return _named("XDG_DATA_HOME") or user_data_path(NAME, appauthor=False)


def state_folder() -> Path:
    """Return the folder for the state of programs: games that are still being played."""
    return _named("XDG_STATE_HOME") or user_state_path(NAME, appauthor=False)


def _named(variable: str) -> Path | None:
    base = Path(os.environ.get(variable, ""))
    return base / NAME if base.is_absolute() else None
