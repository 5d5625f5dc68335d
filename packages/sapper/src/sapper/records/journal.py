"""The journal of a game: its start and the events that the user, players and the server caused.

The text form is JSON lines. The first line holds the start: the record of the game without steps,
the hints of its world, and the name of the user. Every other line is an event, and only ``apply``
carries events out. Saved games, the journal of the server and the page share these events.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sapper.errors import InputError, NotationError
from sapper.game import Cell, Move, World
from sapper.game.move import Action
from sapper.json_input import describe_json, read_json
from sapper.notation.variations.variations import COMMENT, MARKS, marks_of
from sapper.records.game import Game, GameNode, own_move
from sapper.records.record import Record, WholeDecision
from sapper.records.step import LONGEST_PATH, YOU

#: The number of a node: 0 for the start, then 1, 2, … for hints and moves as they are made.
NodeNumber = Annotated[int, Meta(ge=0)]


#: See ``records.step.Path``.
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


def apply(game: Game, event: Event) -> None:
    """Carry out an event.

    Raises ``InputError`` if the event is not allowed here, and ``NotationError`` for an invalid
    decision; the game is then unchanged.
    """
    match event:
        case UserMoved():
            game.play(Move(event.action, event.cell), event.at, event.path)
        case PlayerMoved():
            game.take(event.decision.decision, event.player, event.at, event.path)
        case MoveUndone():
            game.undo()
        case MoveRedone():
            game.redo()
        case CursorMoved():
            game.go_to(event.moves)
        case NodeVisited():
            game.visit(event.node)
        case NodeCommented():
            game.comment(event.node, event.text)
        case NodeMarked():
            game.mark(event.node, marks_of(event.cells, event.arrows))
        case VariationPromoted():
            game.promote(event.node)
        case VariationDeleted():
            game.delete(event.node)
        case Redealt():
            game.redeal(event.number, event.mines)
        case BoardShared():
            game.set_origin(known=True)


def history(game: Game) -> Iterator[Event]:
    """Yield events that rebuild the tree and the cursor of a game from its start."""
    numbers: dict[int, int] = {}  # of nodes in the new game, by their numbers in this one
    here = 0
    waiting: list[tuple[GameNode, bool]] = [(game.tree.root, False)]
    while waiting:
        node, done = waiting.pop()
        if done:  # the subtree is complete: go back to the child visited last
            if node.latest is not None and node.latest is not node.children[-1]:
                here = numbers[node.latest.number]
                yield NodeVisited(node=here)
            continue
        numbers[node.number] = made = len(numbers)
        if node.depth > game.opening_steps:
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
    at = numbers[game.tree.here.number]
    if here != at:
        yield NodeVisited(node=at)


def _made(node: GameNode) -> Event:
    step, at = node.value.step, node.value.at
    decision, move = step.decision, step.decision.move
    if decision == own_move(move):
        return UserMoved(at=at, action=move.action, cell=move.cell, path=step.path)
    whole = WholeDecision.of(decision)
    return PlayerMoved(at=at, player=node.value.player, decision=whole, path=step.path)


VERSION: Literal[1] = 1


class SessionStart(Struct, frozen=True, kw_only=True):
    """The first line: the record of the game before its first step, the hints of its world, and
    the name of the user."""

    sapper: Literal["session"] = "session"
    version: Literal[1] = VERSION
    start: dict[str, Any]
    hints: list[Cell]
    name: str = YOU

    @classmethod
    def fields_of(cls, game: Game) -> dict[str, Any]:
        """Return the fields that describe the start of a game."""
        start, hints = game.record_of(()).to_json(), list(game.world.hints)
        return {"start": start, "hints": hints, "name": game.name}

    def game(self) -> Game:
        """Return the game before its first move."""
        record = Record.parse(json.dumps(self.start))
        world = World(record.world or "", record.deal, record.rules, tuple(self.hints))
        game = Game(world, record.seed or 0, record.number)
        game.name, game.recipe = self.name, record.player
        return game


def line_of(line: Struct) -> str:
    """Return a session's start or an event as a line of text."""
    return msgspec.json.encode(line).decode()


def write(game: Game) -> str:
    """Return a game as text: all its moves, undone ones included, and its cursor."""
    start = SessionStart(**SessionStart.fields_of(game))
    return "\n".join(map(line_of, (start, *history(game))))


def read(source: str) -> Game:
    """Read the text of a journal, or of a record. Raises ``NotationError`` for any other text."""
    head, *lines = source.strip().split("\n")
    fields = _json(head)
    if not isinstance(fields, dict) or fields.get("sapper") != "session":
        return Game.of_record(source)
    if fields.get("version") != VERSION:
        raise NotationError(
            f"the session has version {describe_json(fields.get('version'))}, and this version of"
            f" sapper reads only version {VERSION}"
        )
    try:
        game = read_json(head, SessionStart, "the start").game()
    except NotationError as error:
        raise NotationError(f"line 1 of the session: {error}") from None
    for number, line in enumerate(lines, start=2):
        try:
            apply(game, read_event(line))
        except InputError as error:
            raise NotationError(f"line {number} of the session: {error}") from None
    return game


def read_event(line: str | bytes) -> Event:
    """Read the line of an event. Raises ``NotationError``."""
    event: Event = read_json(line, Event, "an event")  # type: ignore[arg-type]
    return event


def _json(source: str) -> Any:
    try:
        return json.loads(source)
    except (ValueError, RecursionError):
        return None  # the reader of records words the error


_JOURNAL = re.compile(rb'\s*\{\s*"sapper":\s*"session"')


def is_journal(data: bytes) -> bool:
    """Return whether data begins like the text of a journal."""
    return _JOURNAL.match(data) is not None
