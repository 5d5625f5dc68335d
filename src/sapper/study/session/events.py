"""The events of a session: what the user, players and the server do to it, and their JSON form.

A session is its start and its events in order. Files, the journal of the server and the page have
the same ones; ``apply`` alone carries them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from sapper.game import Cell, Move
from sapper.game.move import Action
from sapper.notation.variations.tree import COMMENT
from sapper.records.game import Step
from sapper.records.parsing import WholeDecision
from sapper.study.session.counts import GameNode
from sapper.study.session.session import Session, own_move

#: The number of a node: 0 is the start, then hints and new moves count on in order.
NodeNumber = Annotated[int, Meta(ge=0)]


class _Event(Struct, frozen=True, tag_field="do", kw_only=True, omit_defaults=True):
    #: when it happened, in seconds since the epoch; 0 where that is not known
    at: float = 0.0


class UserMoved(_Event, frozen=True, tag="move"):
    """The user made a move."""

    action: Action
    cell: Cell


class PlayerMoved(_Event, frozen=True, tag="take"):
    """A move was made that a player, given by its recipe, decided; None is a person whose game was
    recorded."""

    player: str | None
    decision: WholeDecision


class MoveUndone(_Event, frozen=True, tag="undo"):
    """The last move was undone."""


class MoveRedone(_Event, frozen=True, tag="redo"):
    """The move undone last was redone."""


class CursorMoved(_Event, frozen=True, tag="go"):
    """Moves were undone or redone until ``moves`` were made after the hints."""

    moves: int


class NodeVisited(_Event, frozen=True, tag="visit"):
    """The cursor went to a node of the tree, given by its number."""

    node: NodeNumber


class NodeCommented(_Event, frozen=True, tag="comment"):
    """The comment of a node was set; an empty text removed it."""

    node: NodeNumber
    text: Annotated[str, Meta(max_length=2 * COMMENT)]


class VariationPromoted(_Event, frozen=True, tag="promote"):
    """The variation of a node became the main line of its fork."""

    node: NodeNumber


class VariationDeleted(_Event, frozen=True, tag="delete"):
    """A node and all that follows it were deleted."""

    node: NodeNumber


class Redealt(_Event, frozen=True, tag="deal"):
    """Deal ``number`` of the seed replaced the first one before a cell was open; ``mines``, if
    there are any, are the indices of its mines after a repair."""

    number: Annotated[int, Meta(ge=0)]
    mines: tuple[int, ...] = ()


Event = (
    UserMoved
    | PlayerMoved
    | MoveUndone
    | MoveRedone
    | CursorMoved
    | NodeVisited
    | NodeCommented
    | VariationPromoted
    | VariationDeleted
    | Redealt
)


def apply(session: Session, event: Event) -> Step | None:
    """Carry out an event, and return the step that it made, made again or undid, if any.

    Raises ``InputError`` if it is not allowed here, ``NotationError`` for a wrong decision. Nothing
    changes then.
    """
    match event:
        case UserMoved():
            return session.user(Move(event.action, event.cell), event.at)
        case PlayerMoved():
            return session.take(event.decision.decision, event.player, event.at)
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
        case VariationPromoted():
            session.promote(event.node)
        case VariationDeleted():
            session.delete(event.node)
        case Redealt():
            session.redeal(event.number, event.mines)
    return None


def history(session: Session) -> Iterator[Event]:
    """Yield events that lead from the start of a session to its tree and its cursor."""
    numbers: dict[int, int] = {}  # of the nodes of the new session, in the order they are made
    here = 0
    waiting: list[tuple[GameNode, bool]] = [(session.tree.root, False)]
    while waiting:
        node, left = waiting.pop()
        if left:  # all below it are made: the child visited last is visited once more
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
        here = made
        waiting.append((node, True))
        waiting += [(child, False) for child in reversed(node.children)]
    at = numbers[session.tree.here.number]
    if here != at:
        yield NodeVisited(node=at)


def _made(node: GameNode) -> Event:
    decision, at = node.value.step.decision, node.value.at
    if decision == own_move(decision.move):
        return UserMoved(at=at, action=decision.move.action, cell=decision.move.cell)
    return PlayerMoved(at=at, player=node.value.player, decision=WholeDecision.of(decision))
