"""Replays in the binary formats of Arbiter (AVF), Metasweeper (EVF), Clone (MVF) and Viennasweeper
(RMV), read by ms-toollib in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any

from sapper.errors import InputError, NotationError
from sapper.game import Grid
from sapper.notation.replay import KINDS, MouseEvent, Replay

ENDINGS = ("avf", "evf", "mvf", "rmv")
SECONDS = 30.0  #: a replay may take on a busy machine


def read(data: bytes, ending: str) -> Replay:
    """The replay in a file whose name ends in one of ``ENDINGS``.

    Raises ``InputError`` where ms-toollib is missing, ``NotationError`` for a file that it cannot
    read.
    """
    kind = ending.upper()
    if find_spec("ms_toollib") is None:
        raise InputError(f"{kind} replays are read by ms-toollib: pip install 'sapper[replays]'")
    try:
        return _replay(json.loads(_worked(data, ending)))
    except subprocess.TimeoutExpired:
        raise NotationError(f"the {kind} replay was not read within {SECONDS:g} seconds") from None
    except NotationError:
        raise
    except (subprocess.CalledProcessError, ArithmeticError, ValueError, LookupError, TypeError):
        raise NotationError(f"the {kind} replay is damaged, or of an unknown version") from None


def _worked(data: bytes, ending: str) -> bytes:
    """What the worker says of a replay."""
    with TemporaryDirectory() as folder:
        worker = [sys.executable, "-m", "sapper.notation.replay_worker", ending, folder]
        done = subprocess.run(worker, input=data, capture_output=True, timeout=SECONDS, check=True)
    return done.stdout


def _replay(told: Any) -> Replay:
    rows, pixels = told["board"], told["pixels"]
    grid = Grid(len(rows[0]), len(rows))
    events = []
    for milliseconds, kind, x, y in told["events"]:
        if kind not in KINDS:
            raise NotationError(f"the replay has an unknown event {kind!r}")
        row, column = y // pixels, x // pixels
        inside = 0 <= row < grid.height and 0 <= column < grid.width
        events.append(MouseEvent(milliseconds, kind, (row, column) if inside else None))
    mines = frozenset(i for i, cell in enumerate("".join(rows)) if cell == "*")
    if len(mines) != told["mines"]:
        raise NotationError(f"the replay has {told['mines']} mines, but its board {len(mines)}")
    player, program = str(told["player"]), str(told["program"])
    return Replay(grid, mines, tuple(events), player, program)
