"""Folders that one worker of a test session fills, and all of them read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def once(factory: pytest.TempPathFactory, name: str, fill: Callable[[Path], object]) -> Path:
    """Return a folder that ``fill`` has filled, in this worker or in another one."""
    own = factory.getbasetemp()
    shared = own.parent if own.name.startswith("popen-") else own
    folder, done = shared / name, shared / f"{name}.done"
    with _locked(shared / f"{name}.lock"):
        if not done.exists():
            folder.mkdir(exist_ok=True)
            fill(folder)
            done.touch()
    return folder


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        if sys.platform != "win32":  # tests there run in one process
            from fcntl import LOCK_EX, flock

            flock(file, LOCK_EX)
        yield
