"""Pseudo-terminals, for tests of what runs in a terminal."""

from __future__ import annotations

from typing import Any

import pytest


def open_terminal() -> tuple[int, int]:
    """Both ends of a new one, the user's and the program's. Without any – on Windows, or where
    ``/dev/pts`` is missing – the test is skipped."""
    pty: Any = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    try:
        ends: tuple[int, int] = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal can be opened here: {error}")
    return ends
