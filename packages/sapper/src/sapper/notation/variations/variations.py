"""Trees of moves as plain values, which are also their JSON: the contents of files and links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from sapper.errors import InputError, NotationError
from sapper.game import Cell, Move
from sapper.game.move import Action

VERSION: Literal[1] = 1
Kind = Literal["game", "position"]

NODES = 20_000  #: maximum number of moves in a tree
COMMENT = 1_000  #: maximum length of a comment
MARKS = 100  #: maximum number of marked cells, and of arrows, in a position
BY = 500  #: maximum length of a player's name
CODE = r"[HF*G]|\d{1,3}(?:\+\d{1,3})?"  #: the code of a changed cell

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]")

Code = Annotated[str, Meta(pattern=f"^(?:{CODE})$", description="as in the text form")]
Comment = Annotated[str, Meta(max_length=2 * COMMENT)]
Cells = Annotated[tuple[Cell, ...], Meta(description="marked cells, which words call A, B, …")]
Arrows = Annotated[
    tuple[tuple[Cell, Cell], ...], Meta(description="arrows, each from one cell to another")
]
Number = Annotated[int, Meta(ge=0, le=NODES)]


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
    """What an author has marked in a position: cells, which words call A, B, … in this order, and
    arrows from one cell to another."""

    cells: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cells or self.arrows)


NO_MARKS = Marks()


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move of a tree: an ``action`` at a ``cell``, ``by`` a player or by a person in some
    ``seconds``, or the ``cells`` (and perhaps the number of ``mines``) that a change sets.
    ``parent`` counts the moves from 1; 0 is the start."""

    parent: Number
    action: Action | None = None
    cell: Cell | None = None
    by: Annotated[str, Meta(max_length=BY)] | None = None
    seconds: Annotated[float, Meta(ge=0, le=99_999_999)] = 0.0
    cells: tuple[tuple[Cell, Code], ...] = ()
    mines: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    comment: Comment = ""
    marks: Cells = ()
    arrows: Arrows = ()

    @classmethod
    def of(
        cls,
        parent: int,
        move: Move | Change,
        comment: str = "",
        marks: Marks = NO_MARKS,
        *,
        by: str | None = None,
        seconds: float = 0.0,
    ) -> Self:
        """Return the entry of a move of a game or of a change to a position."""
        change = move if isinstance(move, Change) else Change(())
        return cls(
            parent=parent,
            action=move.action if isinstance(move, Move) else None,
            cell=move.cell if isinstance(move, Move) else None,
            by=by if isinstance(move, Move) else None,
            seconds=seconds if isinstance(move, Move) else 0.0,
            cells=change.cells,
            mines=change.mines,
            comment=comment,
            marks=marks.cells,
            arrows=marks.arrows,
        )

    @property
    def move(self) -> Move | Change:
        """The move of a game, or the change to a position."""
        if self.action is not None and self.cell is not None:
            return Move(self.action, self.cell)
        return Change(self.cells, self.mines)


class Variations(Struct, frozen=True, kw_only=True):
    """A tree of moves.

    ``start`` is the text of the position, or of the game's heading and board, that the tree starts
    from. The ``moves`` are in preorder: each main line before its variations. ``at`` is the move
    at the cursor, counted from 1; 0 is the start. ``comment``, ``marks`` and ``arrows`` are those
    of the start.
    """

    sapper: Literal["tree"] = "tree"
    version: Literal[1] = VERSION
    kind: Kind
    start: Annotated[str, Meta(max_length=500_000)]
    moves: Annotated[tuple[Entry, ...], Meta(max_length=NODES)] = ()
    comment: Comment = ""
    at: Number = 0
    marks: Cells = ()
    arrows: Arrows = ()

    def children(self) -> list[list[int]]:
        """Return the moves that follow the start (0) and each move (from 1)."""
        children: list[list[int]] = [[] for _ in range(len(self.moves) + 1)]
        for number, entry in enumerate(self.moves, start=1):
            children[entry.parent].append(number)
        return children

    def checked(self) -> Variations:
        """Return a tree from outside as trees are stored: in preorder, with plain comments.

        Raises ``NotationError`` for a move whose parent does not precede it, or that is neither an
        action nor a change.
        """
        moves = tuple(_checked(number, entry) for number, entry in enumerate(self.moves, start=1))
        if self.at > len(moves):
            raise NotationError(f"'at': there is no move {self.at}")
        comment, marks = comment_of(self.comment), marks_of(self.marks, self.arrows)
        return ordered(
            replace(self, moves=moves, comment=comment, marks=marks.cells, arrows=marks.arrows)
        )[0]


def _checked(number: int, entry: Entry) -> Entry:
    place = f"move {number} of the tree"
    if entry.parent >= number:
        raise NotationError(f"{place}: its parent must be a move before it")
    changes = bool(entry.cells) or entry.mines is not None
    if not changes and (entry.action is None or entry.cell is None):
        raise NotationError(f"{place}: expected 'action' and 'cell', or 'cells'")
    try:
        notes = comment_of(entry.comment), marks_of(entry.marks, entry.arrows)
    except InputError as error:
        raise NotationError(f"{place}: {error}") from None
    return Entry.of(entry.parent, entry.move, *notes, by=entry.by, seconds=entry.seconds)


def ordered(tree: Variations) -> tuple[Variations, list[int]]:
    """Return a tree whose moves are in any order, each after its parent, in preorder; and the order
    as the old numbers of its moves, from 1."""
    order = list(_preorder(tree.children()))
    place = {0: 0} | {old: new for new, old in enumerate(order, start=1)}
    moves = (tree.moves[old - 1] for old in order)
    placed = tuple(replace(entry, parent=place[entry.parent]) for entry in moves)
    return replace(tree, moves=placed, at=place[tree.at]), order


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
