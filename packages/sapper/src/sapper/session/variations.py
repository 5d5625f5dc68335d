"""Converts a session to a tree of moves that people can read and edit, and back.

The text form of a session (``text``) is complete; a tree names the player of each move, but not the
reason.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from sapper.errors import InputError, NotationError, RecipeError, quoted
from sapper.game import Cell, Deal, Move, Position, World
from sapper.notation.variations import text as tree_text
from sapper.notation.variations.variations import Change, Entry, Variations, marks_of
from sapper.players import Decision, Player, Reason
from sapper.players import player as read_recipe
from sapper.records.game import YOU
from sapper.records.moves import own_move
from sapper.records.tree import Tree, change_between, variations_from
from sapper.session.decider import Decide
from sapper.session.session import Session

_KEYS = ("player", "name", "world", "seed", "number", "gold", "hints", "deal")
_FIELD = re.compile(rf"({'|'.join(_KEYS)}):[ \t]*(.*)")
_BOARD = re.compile(r"\d{1,7}x\d{1,7}x\d{1,7}\b", re.ASCII)
_CELL = re.compile(r"\[(\d{1,7}),\s*(\d{1,7})\]", re.ASCII)


def positions_of_game(session: Session) -> Variations:
    """Return the tree of a session as a tree of positions, without the mines: each change begins
    with the cell of the move."""
    start = session.start
    below, at = start.flat(session.tree.here)
    entries = []
    for parent, node in below:
        change = change_between(node.before.after, node.value.after)
        cell = node.value.step.decision.move.cell
        first = sorted(change.cells, key=lambda pair: pair[0] != cell)
        moved = Change(tuple(first), change.mines)
        entries.append(Entry.of(parent, moved, node.comment, node.marks))
    return variations_from(start, "position", str(start.value.after), entries, at)


def annotate(session: Session, tree: Tree[Position]) -> None:
    """Copy the comments and marks of a tree of positions to the moves of a session that lead to the
    same positions."""
    waiting = [(tree.root, session.start)]
    while waiting:
        note, node = waiting.pop()
        session.comment(node.number, note.comment)
        session.mark(node.number, note.marks)
        after = {child.value.after.cells: child for child in node.children}
        waiting += [
            (child, after[child.value.cells])
            for child in note.children
            if child.value.cells in after
        ]


def session_of(
    tree: Variations,
    places: list[str],
    player: Player | None = None,
    *,
    decide: Decide | None = None,
) -> Session:
    """Return the session of a tree, with ``player`` if the tree's own is not a recipe.

    ``places`` gives the place of each move in the text. Raises ``NotationError`` for an invalid
    heading, and for a move that its position does not allow.
    """
    session = _begun(tree.start, player, decide)
    numbers = [session.start.number]
    session.comment(numbers[0], tree.comment)
    session.mark(numbers[0], marks_of(tree.marks, tree.arrows))
    for entry, where in zip(tree.moves, places, strict=True):
        try:
            if session.tree.here.number != numbers[entry.parent]:
                session.visit(numbers[entry.parent])
            _make(session, entry)
            session.mark(session.tree.here.number, marks_of(entry.marks, entry.arrows))
        except InputError as error:
            raise NotationError(f"{where}: {error}") from None
        numbers.append(session.tree.here.number)
        if entry.comment:
            session.comment(numbers[-1], entry.comment)
    session.visit(numbers[tree.at])
    return session


def read(source: str, player: Player | None = None, *, decide: Decide | None = None) -> Session:
    """Read the text of a game with its variations. Raises ``NotationError``."""
    tree, places = tree_text.read(source)
    if tree.kind != "game":
        raise NotationError("line 1: expected 'sapper-game', this is a tree of positions")
    return session_of(tree, places, player, decide=decide)


def _make(session: Session, entry: Entry) -> None:
    move = entry.move
    if not isinstance(move, Move):
        raise NotationError("a game has moves such as 'open [3, 4]', not changes of cells")
    decision = own_move(move)
    if entry.by is not None:
        reason = Reason("text", "the text of the game does not give the reason")
        decision = Decision(move, entry.by, reason, None)
    session.take(replace(decision, seconds=entry.seconds), entry.by)


def _begun(heading: str, player: Player | None, decide: Decide | None) -> Session:
    """Return the session before its first move."""
    lines, fields = heading.split("\n"), dict[str, str]()
    while lines and not _BOARD.match(lines[0].strip()):
        where = f"line {len(fields) + 2}"
        field = _FIELD.match(lines[0].strip())
        if field is None:
            keys = ", ".join(_KEYS)
            raise NotationError(
                f"{where}: expected a board or one of {keys}, got {quoted(lines[0])}"
            )
        if field[1] in fields:
            raise NotationError(f"{where}: '{field[1]}' is given twice")
        fields[field[1]] = field[2].strip()
        lines.pop(0)
    try:
        board = Position.parse("\n".join(lines))
        if not board.untouched:
            raise NotationError("a game starts with every cell hidden; 'hints' are opened first")
        seed, number = _whole(fields, "seed", 39), _whole(fields, "number")
        order = tuple(_numbers(fields["deal"])) if "deal" in fields else ()
        deal = Deal.seeded(board.grid, board.mines, seed, number)
        deal = replace(deal, order=order or deal.order, gold=_whole(fields, "gold"))
        world = World(fields.get("world", ""), deal, board.rules, _cells(fields.get("hints", "")))
        session = Session(world, _player(fields, player), seed, number, decide=decide)
        session.name = fields.get("name") or YOU
        return session
    except InputError as error:
        raise NotationError(f"the start of the game: {error}") from None


def _player(fields: dict[str, str], player: Player | None) -> Player:
    if player is None:
        return read_recipe(fields.get("player", "swift"))
    with suppress(RecipeError):
        return read_recipe(fields.get("player", str(player)))
    return player


def _whole(fields: dict[str, str], key: str, digits: int = 18) -> int:
    text = fields.get(key, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise NotationError(f"'{key}': expected a whole number, got {quoted(text)}")
    return int(text)


def _numbers(text: str) -> list[int]:
    if not re.fullmatch(r"[\d ]*", text, re.ASCII) or max(map(len, text.split()), default=0) > 7:
        raise NotationError("'deal': expected indices of cells with spaces between")
    return list(map(int, text.split()))


def _cells(text: str) -> tuple[Cell, ...]:
    if _CELL.sub("", text).strip():
        raise NotationError("'hints': expected cells such as [3, 4]")
    return tuple((int(row), int(column)) for row, column in _CELL.findall(text))
