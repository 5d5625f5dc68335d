"""Replays in the binary formats of Arbiter (AVF), Metasweeper (EVF), Clone (MVF) and Viennasweeper
(RMV), which ms-toollib reads in a process of its own."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import Any

from sapper.errors import NotationError, require
from sapper.game import Grid
from sapper.notation.replays import toollib
from sapper.notation.replays.replay import KINDS, MouseEvent, Replay
from sapper.worker import ProcessLimits, StoppedError, Worker

ENDINGS = ("avf", "evf", "mvf", "rmv")
#: The libraries take a quarter of the memory; the seconds are enough for a busy machine.
LIMITS = ProcessLimits(memory=2_000_000_000, cpu_seconds=20, seconds=30.0)
DAMAGED = "the {} replay is damaged, or of an unknown version"


def read(data: bytes, ending: str) -> Replay:
    """Return the replay in a file whose name ends in one of ``ENDINGS``.

    Raises ``NotationError`` for a file that ms-toollib cannot read, and ``InputError`` where the
    extra ``replays`` is missing.
    """
    kind = ending.upper()
    require("ms_toollib", "replays", f"reading {kind} files")
    try:
        contents = _elsewhere(data, ending)
    except StoppedError:
        raise NotationError(
            f"the {kind} replay was not read within {LIMITS.seconds:g} seconds"
        ) from None
    except Exception:  # ms-toollib may raise anything
        raise NotationError(DAMAGED.format(kind)) from None
    try:
        return _replay(contents)
    except (ArithmeticError, ValueError, LookupError, TypeError):
        raise NotationError(DAMAGED.format(kind)) from None


def _elsewhere(data: bytes, ending: str) -> dict[str, Any]:
    """Read the contents of a replay in a process that is limited and may die."""
    worker = Worker(LIMITS)
    try:
        with TemporaryDirectory() as folder:
            return worker.call(toollib.contents, data, ending, folder)
    finally:
        worker.close()


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
