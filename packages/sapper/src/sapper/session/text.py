"""The text form of a session, which is JSON lines; and files opened as games or positions.

The first line holds the start of the game: its record without steps, and the hints of its world.
Every other line is an event; see ``events``. The server's journal has the same form, with a line
added for each event as it happens.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sapper.arguments import checked
from sapper.errors import InputError, NotationError, RecipeError, RulesError
from sapper.files import naming_errors, read_bytes
from sapper.game import Cell, Chance, Deal, Position, Referee, Rules, World
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import MEGABYTES, SECONDS, Belief
from sapper.json_input import describe_json, read_json
from sapper.notation.variations.text import TREE, is_tree
from sapper.notation.variations.text import read as read_variations
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.records.files import read_any
from sapper.records.game import YOU
from sapper.records.moves import Game
from sapper.records.record import Record
from sapper.records.tree import Tree, positions_of
from sapper.session import variations
from sapper.session.decider import Decide
from sapper.session.events import Event, apply, history
from sapper.session.session import ADVISER, Session

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
    def fields_of(cls, session: Session) -> dict[str, Any]:
        """Return the fields that describe the start of a session."""
        start, hints = session.record_of(()).to_json(), list(session.world.hints)
        return {"start": start, "hints": hints, "name": session.name}

    def session(self, player: Player | None = None, *, decide: Decide | None = None) -> Session:
        """Return the session before its first move; ``player``, if given, replaces its own."""
        record = Record.parse(json.dumps(self.start))
        session = Session(
            World(record.world or "", record.deal, record.rules, tuple(self.hints)),
            player or read_recipe(record.player),
            record.seed or 0,
            record.number,
            decide=decide,
        )
        session.name = self.name
        return session


def line_of(line: Struct) -> str:
    """Return a session's start or an event as a line of text."""
    return msgspec.json.encode(line).decode()


def write(session: Session) -> str:
    """Return a session as text: all its moves, undone ones included, and its cursor."""
    start = SessionStart(**SessionStart.fields_of(session))
    return "\n".join(map(line_of, (start, *history(session))))


def read(source: str, player: Player | None = None, *, decide: Decide | None = None) -> Session:
    """Read the text of a session or a record; ``player``, if given, replaces its own.

    Raises ``NotationError`` for any other text, and ``RecipeError`` if the player of the text is
    not a recipe and none is given.
    """
    head, *lines = source.strip().split("\n")
    fields = _json(head)
    if not isinstance(fields, dict) or fields.get("sapper") != "session":
        return Session.of_record(Record.parse(source), player, decide=decide)
    if fields.get("version") != VERSION:
        raise NotationError(
            f"the session has version {describe_json(fields.get('version'))}, and this version of"
            f" sapper reads only version {VERSION}"
        )
    try:
        session = read_json(head, SessionStart, "the start").session(player, decide=decide)
    except NotationError as error:
        raise NotationError(f"line 1 of the session: {error}") from None
    for number, line in enumerate(lines, start=2):
        try:
            apply(session, read_event(line))
        except InputError as error:
            raise NotationError(f"line {number} of the session: {error}") from None
    return session


def read_event(line: str | bytes) -> Event:
    """Read the line of an event. Raises ``NotationError``."""
    event: Event = read_json(line, Event, "an event")  # type: ignore[arg-type]
    return event


def _json(source: str) -> Any:
    try:
        return json.loads(source)
    except (ValueError, RecursionError):
        return None  # the reader of records words the error


LONGEST_LINK = 200_000  #: bytes; longer data is read as a tree only if it has the heading of one
_SESSION = re.compile(rb'\s*\{\s*"sapper":\s*"session"')
_TREE = re.compile(rb"(?:\xef\xbb\xbf)?\s*sapper-(?:game|position)\b")


def is_session(data: bytes) -> bool:
    """Return whether data begins like the text of a session."""
    return _SESSION.match(data) is not None


def opened_tree(
    data: bytes, player: Player, *, decide: Decide | None = None
) -> Session | Tree[Position] | None:
    """Read a session, or a tree as text or as a link; return None for anything else.

    Raises ``InputError`` with a sentence that names the line at fault.
    """
    if is_session(data):
        return read(data.decode(errors="replace"), decide=decide)
    if not _TREE.match(data) and len(data) > LONGEST_LINK:
        return None
    source = data.decode(errors="replace")
    if TREE.found(source):
        source = TREE.text(source)
    if not is_tree(source):
        return None
    tree, places = read_variations(source)
    if tree.kind == "game":
        return variations.session_of(tree, places, player, decide=decide)
    return positions_of(tree, places)


def opened(
    data: bytes, name: str, player: Player, *, decide: Decide | None = None
) -> Session | Tree[Position] | Position:
    """Read the file called ``name``: a session, a tree of moves or positions, a board to play, or
    any format that ``records.files.read_any`` reads.

    A record keeps its own player; a replay, which a person played, and a board get ``player``.
    Raises ``InputError`` with a sentence that names the line at fault.
    """
    if (tree := opened_tree(data, player, decide=decide)) is not None:
        return tree
    record = read_any(data, name)
    if isinstance(record, Position):
        return record
    if isinstance(record, Deal):
        return Session(World("", record, Rules("any")), player, decide=decide)
    return session_of(record, player, decide=decide)


@checked
def load(path: str | Path) -> Game:
    r"""Read a game from a file: what ``Game.save`` writes, a session, a replay, or a board to play.

    These are the formats of ``sapper convert``: records of sapper, trees of moves, RAWVF, AVF, EVF,
    MVF and RMV replays, MBF boards, links, and a deals file with one deal. ``-`` is standard input.
    Raises ``InputError`` with a sentence that names the file and the line at fault.

    >>> import sapper, tempfile
    >>> game = sapper.Game("beginner", seed=7)
    >>> step = game.open((4, 4))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game.save(f"{folder}/game.sapper")
    ...     sapper.load(f"{folder}/game.sapper") == game
    True
    """
    data = read_bytes(path)
    with naming_errors(path):
        found = opened(data, "" if str(path) == "-" else str(path), read_recipe(ADVISER))
        if not isinstance(found, Session):
            raise NotationError("this is a position, not a game: sapper.Position reads it")
        return found


def session_of(record: Record, player: Player, *, decide: Decide | None = None) -> Session:
    """Return the session of a record, with ``player`` if the record's own is not a recipe."""
    with suppress(RecipeError):
        player = read_recipe(record.player)
    return Session.of_record(record, player, decide=decide)


def supposed(
    position: Position, seed: int, *, seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> World:
    """Return a world whose game starts from a position: ``layout_of`` it, checked.

    Raises ``RulesError`` as that does, and for a position that no game can reach.
    """
    world = layout_of(position, seed, seconds=seconds, megabytes=megabytes)
    referee = Referee(world.deal, world.rules)
    for cell in world.hints:
        if referee.position[cell] == HIDDEN:
            referee.open(cell)
    wanted = position.cells.translate(UNFLAGGED)
    for index, (code, expected) in enumerate(zip(referee.position.cells, wanted, strict=True)):
        if code != expected:
            where = list(position.grid.cell(index))
            raise RulesError(f"no game reaches this position: {where} touches a 0 but is not open")
    return world


def layout_of(
    position: Position, seed: int, *, seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> World:
    """Return a world with a layout drawn uniformly from all that are consistent with a position.

    The open cells become hints, and flags are removed. ``seconds`` and ``megabytes`` limit the
    counting. Raises ``RulesError`` for a game that is over or a game with gold, and
    ``ImpossiblePositionError`` and ``BudgetError`` as counting does.
    """
    grid, rules = position.grid, position.rules
    if position.outcome != "playing":
        raise RulesError(f"the game is {position.outcome}, so it cannot be continued")
    if rules.signs != "none" or rules.gold_known or position.lives_left > rules.lives:
        raise RulesError("a game with gold cannot be continued from a position")
    if position.untouched:
        return World("", Deal.seeded(grid, position.mines, seed), rules)
    belief, chance = Belief(position, seconds=seconds, megabytes=megabytes), Chance(seed)
    opened = [i for i in grid.playable if position.cells[i] < HIDDEN]
    blown = [i for i in grid.playable if position.cells[i] == MINE]
    mines = belief.sample(chance) | frozenset(blown)
    hints = tuple(map(grid.cell, (*opened, *blown)))
    return World("", Deal.of_mines(grid, mines), replace(rules, first="any"), hints)
