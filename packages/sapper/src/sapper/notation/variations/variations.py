"""Trees of moves as plain values: the common contents of their text, JSON and link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sapper.errors import InputError
from sapper.game import Cell, Move

Kind = Literal["game", "position"]

NODES = 20_000  #: maximum number of moves in a tree
COMMENT = 1_000  #: maximum length of a comment
MARKS = 100  #: maximum number of marked cells, and of arrows, in a position

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]")


@dataclass(frozen=True)
class Change:
    """A change to a position: cells with their new codes, and the number of mines if it changed.

    A code is ``H``, ``F``, ``*``, ``G``, or a clue such as ``2`` or ``2+1``; see
    ``records.record``.
    """

    cells: tuple[tuple[Cell, str], ...]
    mines: int | None = None


@dataclass(frozen=True)
class Marks:
    """What an author has marked in a position: cells, which words call ①, ②, … in this order, and
    arrows from one cell to another."""

    cells: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cells or self.arrows)


NO_MARKS = Marks()


@dataclass(frozen=True)
class Entry:
    """A move of a tree.

    ``parent`` counts the moves from 1; 0 is the start. ``by`` is the player that decided the move
    of a game, None for a person. ``seconds`` is the person's thinking time, 0 if unknown.
    """

    parent: int
    move: Move | Change
    comment: str = ""
    by: str | None = None
    seconds: float = 0.0
    marks: Marks = NO_MARKS


@dataclass(frozen=True)
class Variations:
    """A tree of moves.

    ``start`` is the text of the position, or of the game's heading and board, that the tree starts
    from. The ``entries`` are in preorder: each main line before its variations. ``at`` is the move
    at the cursor, counted from 1; 0 is the start. ``comment`` and ``marks`` are those of the
    start.
    """

    kind: Kind
    start: str
    entries: tuple[Entry, ...] = ()
    comment: str = ""
    at: int = 0
    marks: Marks = NO_MARKS

    def children(self) -> list[list[int]]:
        """Return the moves that follow the start (0) and each move (from 1)."""
        children: list[list[int]] = [[] for _ in range(len(self.entries) + 1)]
        for number, entry in enumerate(self.entries, start=1):
            children[entry.parent].append(number)
        return children


def ordered(
    kind: Kind,
    start: str,
    entries: Iterable[Entry],
    comment: str = "",
    at: int = 0,
    marks: Marks = NO_MARKS,
) -> tuple[Variations, list[int]]:
    """Return the tree of entries given in any order, each after its parent, and their new order.

    The order has the old number of each move of the tree, both from 1.
    """
    given = Variations(kind, start, tuple(entries), comment, at)
    order = list(_preorder(given.children()))
    place = {0: 0} | {old: new for new, old in enumerate(order, start=1)}
    moves = (given.entries[old - 1] for old in order)
    placed = tuple(replace(entry, parent=place[entry.parent]) for entry in moves)
    return Variations(kind, start, placed, comment, place[at], marks), order


def _preorder(children: list[list[int]]) -> Iterator[int]:
    waiting = children[0][::-1]
    while waiting:
        number = waiting.pop()
        yield number
        waiting += reversed(children[number])


def comment_of(text: str) -> str:
    """Return a comment as trees store it: without control characters and surrounding spaces.

    Raises ``InputError`` if it is too long.
    """
    found = _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(found) > COMMENT:
        raise InputError(f"a comment has at most {COMMENT:,} characters, not {len(found):,}")
    return found


def marks_of(cells: Iterable[Cell], arrows: Iterable[tuple[Cell, Cell]]) -> Marks:
    """Return marks as trees store them: each once.

    Raises ``InputError`` for an arrow that ends where it starts, and for too many marks.
    """
    found = Marks(tuple(dict.fromkeys(cells)), tuple(dict.fromkeys(arrows)))
    for start, end in found.arrows:
        if start == end:
            raise InputError(f"the arrow at {list(start)} must end at another cell")
    if max(len(found.cells), len(found.arrows)) > MARKS:
        raise InputError(f"a position has at most {MARKS} marked cells and {MARKS} arrows")
    return found
