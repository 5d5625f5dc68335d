"""A puzzle: a position of a game, what is asked about it, and how hard it is.

The position has no mine in it, and nothing else that is stored gives a certain cell away: the
answer is computed from the position, except the best guess where playouts valued it.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Literal, get_args

from msgspec import Struct

from sapper.game import Cell, Position

#: ``safe``: find every safe cell; ``guess``: find the only good guess; ``certain``: find a safe
#: cell if there is one; ``ending``: play an ending out.
Kind = Literal["safe", "guess", "certain", "ending"]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: What is asked in each kind of puzzle.
TASKS: dict[Kind, str] = {
    "safe": "find every cell that is certainly safe",
    "guess": "no cell is certainly safe: find the best guess",
    "certain": "find a cell that is certainly safe, or answer that none is",
    "ending": "no cell is certainly safe: play the ending out, each guess as good as it can be",
}


class Puzzle(Struct, frozen=True, omit_defaults=True, rename={"text": "position"}, dict=True):
    """One puzzle.

    - ``text``: the position in one line, with ``/`` between the rows.
    - ``themes``: the level, what a solution uses, and how long it is; hidden until it is answered.
    - ``rating``: the first estimate of how hard it is, for ``glicko``.
    - ``best``: the best guess, and ``gap``: how much more it wins than any other, in games. Where
      playouts measured that, ``playouts`` is their number, and the gap is at least this large with
      a confidence of 95%.
    """

    id: str
    kind: Kind
    text: str
    themes: tuple[str, ...]
    rating: int
    best: Cell | None = None
    gap: float | None = None
    playouts: int = 0

    @property
    def columns(self) -> int:
        """The width of the board."""
        return int(self.text.partition("x")[0])

    @cached_property
    def position(self) -> Position:
        """The position."""
        return Position.parse(self.text.replace("/", "\n"))


def line_of(position: Position) -> str:
    """Return the text of a position in one line."""
    return str(position).replace("\n", "/")


def name_of(kind: Kind, text: str) -> str:
    """Return the id of a puzzle: its kind and a hash of its position."""
    return f"{kind}-{sha256(text.encode()).hexdigest()[:8]}"
