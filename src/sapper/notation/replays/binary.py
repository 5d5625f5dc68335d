"""Replays in the binary formats of Arbiter (AVF), Metasweeper (EVF), Clone (MVF) and Viennasweeper
(RMV), which ms-toollib reads in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from sapper.errors import NotationError
from sapper.game import Grid
from sapper.notation.replays.replay import KINDS, MouseEvent, Replay

ENDINGS = ("avf", "evf", "mvf", "rmv")
SECONDS = 30.0  #: time limit for reading a replay, long enough for a busy machine


def read(data: bytes, ending: str) -> Replay:
    """Return the replay in a file whose name ends in one of ``ENDINGS``.

    Raises ``NotationError`` for a file that ms-toollib cannot read.
    """
    kind = ending.upper()
    try:
        return _replay(json.loads(_worked(data, ending)))
    except subprocess.TimeoutExpired:
        raise NotationError(f"the {kind} replay was not read within {SECONDS:g} seconds") from None
    except NotationError:
        raise
    except (subprocess.CalledProcessError, ArithmeticError, ValueError, LookupError, TypeError):
        raise NotationError(f"the {kind} replay is damaged, or of an unknown version") from None


def _worked(data: bytes, ending: str) -> bytes:
    """The worker's output for a replay."""
    with TemporaryDirectory() as folder:
        worker = [sys.executable, "-m", "sapper.notation.replays.worker", ending, folder]
        done = subprocess.run(worker, input=data, capture_output=True, timeout=SECONDS, check=True)
    return done.stdout


def _replay(contents: Any) -> Replay:
    rows, pixels = contents["board"], contents["pixels"]
    grid = Grid(len(rows[0]), len(rows))
    events = []
    for milliseconds, kind, x, y in contents["events"]:
        if kind not in KINDS:
            raise NotationError(f"the replay has an unknown event {kind!r}")
        row, column = y // pixels, x // pixels
        inside = 0 <= row < grid.height and 0 <= column < grid.width
        events.append(MouseEvent(milliseconds, kind, (row, column) if inside else None))
    mines = frozenset(i for i, cell in enumerate("".join(rows)) if cell == "*")
    if len(mines) != contents["mines"]:
        raise NotationError(
            f"the replay says {contents['mines']} mines, but its board has {len(mines)}"
        )
    player, program = str(contents["player"]), str(contents["program"])
    return Replay(grid, mines, tuple(events), player, program)
