"""The text form of a session: JSON lines.

The first line holds the start of the game: its record without steps, and the hints of its world.
Every other line is an event; see ``events``. The server's journal has the same form, with a line
added for each event as it happens.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sapper.errors import InputError, NotationError
from sapper.game import Cell, World
from sapper.json_input import read_json, shown
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.records.game import YOU
from sapper.records.record import Record
from sapper.study.session.decider import Decide
from sapper.study.session.events import Event, apply, history
from sapper.study.session.session import Session

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
        world = session.world
        record = Record(
            player=str(session.player),
            rules=world.rules,
            deal=world.deal,
            steps=(),
            outcome="unfinished",
            seed=session.seed,
            number=session.number,
            world=world.name or None,
        )
        return {"start": record.to_json(), "hints": list(world.hints), "name": session.name}

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
            f"the session has version {shown(fields.get('version'))}, and this version of sapper"
            f" reads only version {VERSION}"
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
