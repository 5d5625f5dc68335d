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
from sapper.records.parsing import WholeDecision
from sapper.records.step import Step
from sapper.study.session.session import Session, own_move
from sapper.study.session.tree import GameNode


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


class Redealt(_Event, frozen=True, tag="deal"):
    """Deal ``number`` of the seed replaced the first one before a cell was open."""

    number: Annotated[int, Meta(ge=0)]


Event = UserMoved | PlayerMoved | MoveUndone | MoveRedone | CursorMoved | Redealt


def apply(session: Session, event: Event) -> Step | None:
    """Carry out an event, and return the step that it made, made again or undid, if any.

    Raises ``IllegalMoveError`` or ``RulesError`` if it is not allowed here, ``NotationError`` for a
    wrong decision. Nothing changes then.
    """
    match event:
        case UserMoved():
            return session.user(Move(event.action, event.cell))
        case PlayerMoved():
            return session.take(event.decision.decision, event.player)
        case MoveUndone():
            return session.undo()
        case MoveRedone():
            return session.redo()
        case CursorMoved():
            session.go_to(event.moves)
        case Redealt():
            session.redeal(event.number)
    return None


def history(session: Session) -> Iterator[Event]:
    """Yield events that lead from the start of a session to its tree and its cursor."""
    before: list[GameNode] = []
    for line in session.root.lines():
        line = line[session.hints :]
        pairs = enumerate(zip(before, line, strict=False))
        shared = next((i for i, (a, b) in pairs if a is not b), min(len(before), len(line)))
        if shared < len(before):
            yield CursorMoved(moves=shared)
        yield from map(_made, line[shared:])
        before = line
    if session.undoable < len(before):
        yield CursorMoved(moves=session.undoable)


def _made(node: GameNode) -> Event:
    decision = node.step.decision
    if decision == own_move(decision.move):
        return UserMoved(action=decision.move.action, cell=decision.move.cell)
    return PlayerMoved(player=node.player, decision=WholeDecision.of(decision))
