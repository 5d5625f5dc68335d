"""Limits on what visitors may request."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from msgspec import Raw, Struct

from sapper.errors import InputError
from sapper.game import Position
from sapper.game.grid import check_cells
from sapper.inference.counting import counter_of
from sapper.json_input import read_json
from sapper.reviews.review import PLAYOUTS

T = TypeVar("T")

COUNTING, MEGABYTES = 0.1, 64  #: limits on counting outside a worker, in seconds and MB
SITE_PLAYOUTS = 100  #: ``review_playouts`` of a static site, where a browser interprets the kernel
STEPS = 5_000_000  #: limit on cells times steps of a record that is replayed outside a worker
MOST_STEPS = 4_000  #: limit on the steps of such a record


@dataclass(frozen=True)
class Limits:
    """Limits that keep the server responsive, whatever visitors request; times are in seconds.

    Boards have at most ``cells`` cells: at most ``quick_cells`` without a worker,
    ``no_guess_cells`` if they need no guess, and ``match_cells`` in a match, which has at most
    ``match_players``. A worker reads texts of more than ``quick_text`` characters.

    A game has at most ``events`` moves, ``memory`` bytes for undo, and a file of ``game_disk``
    bytes; all games in memory share ``games_memory`` bytes. At most ``games`` are kept on disk, in
    ``games_disk`` bytes. On a shared server a visitor has at most ``visitor_games`` of them, in
    ``visitor_disk`` bytes, and ``visitor_history`` in the history, and at most ``visitors`` have a
    history.

    A request body has at most ``body`` bytes and must arrive within ``patience``; at most
    ``bodies`` may be incomplete. At most ``requests`` are answered concurrently, on a shared
    server half of them to one address, and at most ``connections`` are open.

    There are ``workers`` processes of at most ``worker_memory`` bytes for long computations; one
    that has more than ``worker_kept`` bytes after a request is replaced. At most ``queue`` short
    and as many long requests wait for a worker; on a shared server, at most ``share`` of a visitor.
    A review plays ``review_playouts`` games for each of two moves that it compares, unless the
    visitor asks for another number. On a shared server, a short request that has had a worker for
    ``turn_seconds`` ends if a visitor who has none waits for one.
    """

    cells: int = 40_000
    quick_cells: int = 2_500
    quick_text: int = 50_000
    no_guess_cells: int = 2_500
    body: int = 1_000_000
    patience: float = 30.0
    bodies: int = 100
    requests: int = 500
    connections: int = 1_000
    games: int = 1_000
    games_disk: int = 1_000_000_000
    visitor_games: int = 50
    visitor_disk: int = 100_000_000
    game_disk: int = 8_000_000
    visitor_history: int = 2_000
    visitors: int = 200
    memory: int = 256_000_000
    games_memory: int = 512_000_000
    events: int = 20_000
    workers: int = 3
    queue: int = 24
    share: int = 8
    worker_memory: int = 2_000_000_000
    worker_kept: int = 400_000_000
    turn_seconds: float = 10.0
    decision_seconds: float = 60.0
    analysis_seconds: float = 10.0
    candidates_seconds: float = 10.0
    watch_seconds: float = 900.0
    review_seconds: float = 600.0
    review_playouts: int = PLAYOUTS
    figures_seconds: float = 30.0
    import_seconds: float = 40.0
    report_seconds: float = 60.0
    learn_seconds: float = 300.0
    task_seconds: float = 60.0
    believe_seconds: float = 30.0
    variant_seconds: float = 60.0
    no_guess_seconds: float = 8.0
    match_seconds: float = 120.0
    match_players: int = 4
    match_cells: int = 2_500

    def quickly(self, position: Position, work: Callable[[Position], T]) -> T | None:
        """Return the result of ``work`` on a position, or None if it may take long.

        ``work`` is assumed to be quick if the position can be counted quickly and is possible.
        """
        if position.grid.size > self.quick_cells:
            return None
        counter = counter_of(position.grid)
        hard = counter.count(position.cells, position.mines, COUNTING, MEGABYTES, 0)
        return None if hard else work(position)

    def moves(self, cells: int) -> int:
        """Return the largest number of moves, with undone ones, of a game on this many cells."""
        return min(self.events, self.memory // (2 * cells))


_HEAD = 400_000  #: the size of a board must be within this many characters
_SIZE = re.compile(r"^(?P<width>\d{1,7})x(?P<height>\d{1,7})x\d", re.ASCII | re.MULTILINE)
_SIZES = re.compile(r'"width":\s*(?P<width>\d{1,7}),\s*"height":\s*(?P<height>\d{1,7})\b', re.ASCII)
_MOVE = re.compile(r"\b(?:open|flag|unflag|chord)\s*\[")


class _Shape(Struct):
    width: int
    height: int
    steps: list[Raw]


def check_record(text: str) -> None:
    """Raise ``InputError`` if replaying a record would take too long."""
    shape = read_json(text, _Shape, "a record")
    check_steps(shape.width, shape.height, len(shape.steps))


def check_moves(text: str) -> None:
    """Raise ``InputError`` if replaying the text of a session or of a game's tree would take too
    long. This only estimates the size of the board; reading the text checks it."""
    sizes = _SIZE.search(text, 0, _HEAD) or _SIZES.search(text, 0, _HEAD)
    if sizes is None:
        raise InputError("the text does not begin with the size of a board")
    steps = max(text.count('"do"'), len(_MOVE.findall(text)))
    check_steps(int(sizes["width"]), int(sizes["height"]), steps)


def check_steps(width: int, height: int, steps: int) -> None:
    """Raise ``InputError`` if a board is too large, or if replaying this many steps on it would
    take too long."""
    check_cells(width, height)
    if width * height * steps > STEPS or steps > MOST_STEPS:
        raise InputError(f"a game with {steps:,} steps is too long for a board of this size")
