"""Trees of moves as JSON, and as links: their text, deflated, in URL-safe base64."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sapper.errors import InputError, NotationError
from sapper.game import Cell, Move
from sapper.game.move import Action
from sapper.notation.links.deflated import LinkField
from sapper.notation.variations.text import BY, CODE, write
from sapper.notation.variations.variations import (
    COMMENT,
    NODES,
    Change,
    Entry,
    Kind,
    Marks,
    Variations,
    comment_of,
    marks_of,
    ordered,
)

VERSION: Literal[1] = 1
Code = Annotated[str, Meta(pattern=f"^(?:{CODE})$", description="as in the text form")]
Comment = Annotated[str, Meta(max_length=2 * COMMENT)]
Cells = Annotated[list[Cell], Meta(description="marked cells, which words call ①, ②, …")]
Arrows = Annotated[
    list[tuple[Cell, Cell]], Meta(description="arrows, each from one cell to another")
]
Number = Annotated[int, Meta(ge=0, le=NODES)]


class EntryFields(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move of a tree: an ``action`` at a ``cell``, ``by`` a player or by a person in some
    ``seconds``, or the ``cells`` (and perhaps the number of ``mines``) that a change sets.
    ``parent`` counts the moves from 1."""

    parent: Number
    action: Action | None = None
    cell: Cell | None = None
    by: Annotated[str, Meta(max_length=BY)] | None = None
    seconds: Annotated[float, Meta(ge=0, le=99_999_999)] = 0.0
    cells: list[tuple[Cell, Code]] = []
    mines: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    comment: Comment = ""
    marks: Cells = []
    arrows: Arrows = []


class TreeFields(Struct, frozen=True, kw_only=True):
    """A tree of moves; ``at`` is the move at the cursor, 0 the start."""

    sapper: Literal["tree"] = "tree"
    version: Literal[1] = VERSION
    kind: Kind
    start: Annotated[str, Meta(max_length=500_000)]
    moves: Annotated[list[EntryFields], Meta(max_length=NODES)]
    comment: Comment = ""
    at: Number = 0
    marks: Cells = []
    arrows: Arrows = []


def fields_of(tree: Variations) -> TreeFields:
    """Return the fields of a tree."""
    return TreeFields(
        kind=tree.kind,
        start=tree.start,
        moves=[_fields(entry) for entry in tree.entries],
        comment=tree.comment,
        at=tree.at,
        marks=list(tree.marks.cells),
        arrows=list(tree.marks.arrows),
    )


def tree_of(fields: TreeFields) -> Variations:
    """Return the tree with these fields. Raises ``NotationError`` for a move whose parent does not
    precede it, or that is neither an action nor a change."""
    entries = [_entry(number, move) for number, move in enumerate(fields.moves, start=1)]
    if fields.at > len(entries):
        raise NotationError(f"'at': there is no move {fields.at}")
    comment, marks = comment_of(fields.comment), marks_of(fields.marks, fields.arrows)
    return ordered(fields.kind, fields.start, entries, comment, fields.at, marks)[0]


def _fields(entry: Entry) -> EntryFields:
    move, marks = entry.move, entry.marks
    own = isinstance(move, Move)
    return EntryFields(
        parent=entry.parent,
        action=move.action if isinstance(move, Move) else None,
        cell=move.cell if isinstance(move, Move) else None,
        by=entry.by if own else None,
        seconds=entry.seconds if own else 0.0,
        cells=list(move.cells) if isinstance(move, Change) else [],
        mines=move.mines if isinstance(move, Change) else None,
        comment=entry.comment,
        marks=list(marks.cells),
        arrows=list(marks.arrows),
    )


def _entry(number: int, fields: EntryFields) -> Entry:
    if fields.parent >= number:
        raise NotationError(f"move {number} of the tree: its parent must be a move before it")
    comment, marks = comment_of(fields.comment), _marks(number, fields)
    if fields.action is not None and fields.cell is not None:
        move = Move(fields.action, fields.cell)
        return Entry(fields.parent, move, comment, fields.by, fields.seconds, marks)
    if fields.cells or fields.mines is not None:
        change = Change(tuple(fields.cells), fields.mines)
        return Entry(fields.parent, change, comment, marks=marks)
    raise NotationError(f"move {number} of the tree: expected 'action' and 'cell', or 'cells'")


def _marks(number: int, fields: EntryFields) -> Marks:
    try:
        return marks_of(fields.marks, fields.arrows)
    except InputError as error:
        raise NotationError(f"move {number} of the tree: {error}") from None


#: The field of links that holds a tree.
TREE = LinkField("tree", "save it as a file")
VIEWS = {"game": "play", "position": "analyse"}


def link_of_tree(tree: Variations) -> str:
    """Return the link of a tree. Raises ``InputError`` if it would be too long."""
    return TREE.link(VIEWS[tree.kind], write(tree))
