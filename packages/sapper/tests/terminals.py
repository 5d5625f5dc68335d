"""Pseudo-terminals for tests of programs that run in a terminal."""

from __future__ import annotations

from typing import Any

import pytest


def open_terminal() -> tuple[int, int]:
    """Return both ends of a new pseudo-terminal, the user's and the program's.

    Skips the test if there are none, as on Windows or if ``/dev/pts`` is missing.
    """
    pty: Any = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    try:
        ends: tuple[int, int] = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal can be opened here: {error}")
    return ends
