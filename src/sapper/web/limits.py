"""How much of everything a visitor may ask for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TypeVar

from sapper.errors import InputError
from sapper.game import Grid, Position
from sapper.inference.counting import counter_of

T = TypeVar("T")

COUNTING, MEGABYTES = 0.1, 64  #: seconds and memory that counting may take outside a worker
STEPS = 5_000_000  #: cells times steps of a game that is played through outside a worker


@dataclass(frozen=True)
class Limits:
    """Bounds that keep the server alive whatever is asked of it; times are in seconds.

    ``cells`` are those of any board, ``quick_cells`` of one that is looked at without a process of
    its own, ``quick_text`` the characters of a text that is; ``no_guess_cells`` are those of a
    board dealt so that nobody has to guess. ``memory`` is what one game may keep to be taken back,
    in bytes, and ``games_memory`` all those awake together; ``games`` are remembered on disk, for
    ``games_age``. ``workers`` compute what takes long, and ``queue`` requests wait for them. A
    body has ``body`` bytes at most, all within ``patience``; ``requests`` are answered at a time.
    """

    cells: int = 40_000
    quick_cells: int = 2_500
    quick_text: int = 50_000
    no_guess_cells: int = 2_500
    body: int = 1_000_000
    patience: float = 30.0
    requests: int = 500
    games: int = 1_000
    games_age: float = 30 * 24 * 3600.0
    memory: int = 256_000_000
    games_memory: int = 512_000_000
    events: int = 20_000
    workers: int = 3
    queue: int = 24
    worker_memory: int = 2_000_000_000
    decision_seconds: float = 60.0
    analysis_seconds: float = 10.0
    watch_seconds: float = 900.0
    review_seconds: float = 600.0
    report_seconds: float = 60.0
    learn_seconds: float = 300.0
    no_guess_seconds: float = 8.0

    def to_json(self) -> dict[str, int | float]:
        """Plain values, by name."""
        return asdict(self)

    def quickly(self, position: Position, work: Callable[[Position], T]) -> T | None:
        """What some work on a position comes to, if others may wait for it: where counting is soon
        done, and there is no need to find out why nothing fits. Else None."""
        if position.grid.size > self.quick_cells:
            return None
        counter = counter_of(position.grid)
        hard = counter.count(position.cells, position.mines, COUNTING, MEGABYTES, 0)
        return None if hard else work(position)

    def moves(self, cells: int) -> int:
        """Moves that a game on so many cells may have, taken back or not."""
        return min(self.events, self.memory // (2 * cells))


def check_size(grid: Grid, cells: int) -> None:
    """Raise ``InputError`` for a grid of more than so many cells."""
    if grid.size > cells:
        size = f"{grid.width:,}x{grid.height:,}"
        raise InputError(f"a board here has at most {cells:,} cells, not {size}")


def check_record(text: str, cells: int) -> None:
    """Raise ``InputError`` for a record that would take long to be played through, before it is."""
    try:
        found = json.loads(text)
        width, height, steps = found["width"], found["height"], len(found["steps"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError("this is no record of a game") from None
    if type(width) is not int or type(height) is not int:  # a text times a number fills memory
        raise InputError("this is no record of a game: its width and height are no whole numbers")
    size = width * height
    if size > cells:
        raise InputError(f"a board here has at most {cells:,} cells")
    if size * steps > STEPS:
        raise InputError(f"a game of {steps:,} steps is too long for a board of this size")
