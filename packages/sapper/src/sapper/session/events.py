"""The events of a session, caused by the user, players and the server, and their JSON form.

A session is its start and a sequence of events. Files, the server's journal and the page share
them, and only ``apply`` carries them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from sapper.game import Cell, Move
from sapper.game.move import Action
from sapper.notation.variations.variations import COMMENT, MARKS, marks_of
from sapper.records.game import LONGEST_PATH, Step
from sapper.records.moves import GameNode, own_move
from sapper.records.record import WholeDecision
from sapper.session.session import Session

#: The number of a node: 0 for the start, then 1, 2, … for hints and moves as they are made.
NodeNumber = Annotated[int, Meta(ge=0)]


#: See ``records.game.Path``.
PathField = Annotated[
    tuple[tuple[Annotated[int, Meta(ge=0)], Cell], ...], Meta(max_length=LONGEST_PATH)
]


class _Event(Struct, frozen=True, tag_field="do", kw_only=True, omit_defaults=True):
    #: the time in seconds since the epoch, 0 if unknown
    at: float = 0.0


class UserMoved(_Event, frozen=True, tag="move"):
    """The user made a move, after the pointer had come along a ``path``."""

    action: Action
    cell: Cell
    path: PathField = ()


class PlayerMoved(_Event, frozen=True, tag="take"):
    """A player's decision was carried out. The player is given by its recipe; None stands for a
    person whose game was recorded."""

    player: str | None
    decision: WholeDecision
    path: PathField = ()


class MoveUndone(_Event, frozen=True, tag="undo"):
    """The last move was undone."""


class MoveRedone(_Event, frozen=True, tag="redo"):
    """The move undone last was redone."""


class CursorMoved(_Event, frozen=True, tag="go"):
    """Moves were undone or redone until ``moves`` of them remained after the hints."""

    moves: int


class NodeVisited(_Event, frozen=True, tag="visit"):
    """The cursor went to a node of the tree, given by its number."""

    node: NodeNumber


class NodeCommented(_Event, frozen=True, tag="comment"):
    """The comment of a node was set; an empty text removed it."""

    node: NodeNumber
    text: Annotated[str, Meta(max_length=2 * COMMENT)]


class NodeMarked(_Event, frozen=True, tag="mark"):
    """The marked cells and the arrows of a node were replaced."""

    node: NodeNumber
    cells: Annotated[tuple[Cell, ...], Meta(max_length=MARKS)] = ()
    arrows: Annotated[tuple[tuple[Cell, Cell], ...], Meta(max_length=MARKS)] = ()


class VariationPromoted(_Event, frozen=True, tag="promote"):
    """The variation of a node became the main line of its fork."""

    node: NodeNumber


class VariationDeleted(_Event, frozen=True, tag="delete"):
    """A node and everything below it were deleted."""

    node: NodeNumber


class Redealt(_Event, frozen=True, tag="deal"):
    """Deal ``number`` of the seed replaced the first deal before any cell was open. ``mines``, if
    given, are the indices of its mines after a repair."""

    number: Annotated[int, Meta(ge=0)]
    mines: tuple[int, ...] = ()


class BoardShared(_Event, frozen=True, tag="share"):
    """Another game began on the same board, so the user may know the board from there."""


Event = (
    UserMoved
    | PlayerMoved
    | MoveUndone
    | MoveRedone
    | CursorMoved
    | NodeVisited
    | NodeCommented
    | NodeMarked
    | VariationPromoted
    | VariationDeleted
    | Redealt
    | BoardShared
)


def apply(session: Session, event: Event) -> Step | None:
    """Carry out an event, and return the step that it made, redid or undid, if any.

    Raises ``InputError`` if the event is not allowed here, and ``NotationError`` for an invalid
    decision; the session is then unchanged.
    """
    match event:
        case UserMoved():
            return session.play(Move(event.action, event.cell), event.at, event.path)
        case PlayerMoved():
            return session.take(event.decision.decision, event.player, event.at, event.path)
        case MoveUndone():
            return session.undo()
        case MoveRedone():
            return session.redo()
        case CursorMoved():
            session.go_to(event.moves)
        case NodeVisited():
            session.visit(event.node)
        case NodeCommented():
            session.comment(event.node, event.text)
        case NodeMarked():
            session.mark(event.node, marks_of(event.cells, event.arrows))
        case VariationPromoted():
            session.promote(event.node)
        case VariationDeleted():
            session.delete(event.node)
        case Redealt():
            session.redeal(event.number, event.mines)
        case BoardShared():
            session.set_origin(known=True)
    return None


def history(session: Session) -> Iterator[Event]:
    """Yield events that rebuild the tree and the cursor of a session from its start."""
    numbers: dict[int, int] = {}  # of nodes in the new session, by their numbers in this one
    here = 0
    waiting: list[tuple[GameNode, bool]] = [(session.tree.root, False)]
    while waiting:
        node, done = waiting.pop()
        if done:  # the subtree is complete: go back to the child visited last
            if node.latest is not None and node.latest is not node.children[-1]:
                here = numbers[node.latest.number]
                yield NodeVisited(node=here)
            continue
        numbers[node.number] = made = len(numbers)
        if node.depth > session.opening_steps:
            before = 0 if node.parent is None else numbers[node.parent.number]
            if here != before:
                yield NodeVisited(node=before)
            yield _made(node)
        if node.comment:
            yield NodeCommented(node=made, text=node.comment)
        if node.marks:
            yield NodeMarked(node=made, cells=node.marks.cells, arrows=node.marks.arrows)
        here = made
        waiting.append((node, True))
        waiting += [(child, False) for child in reversed(node.children)]
    at = numbers[session.tree.here.number]
    if here != at:
        yield NodeVisited(node=at)


def _made(node: GameNode) -> Event:
    step, at = node.value.step, node.value.at
    decision, move = step.decision, step.decision.move
    if decision == own_move(move):
        return UserMoved(at=at, action=move.action, cell=move.cell, path=step.path)
    whole = WholeDecision.of(decision)
    return PlayerMoved(at=at, player=node.value.player, decision=whole, path=step.path)
