"""Open a file: a game to step through and continue, or a position to analyse."""

from __future__ import annotations

import re
from contextlib import suppress

from sapper.errors import RecipeError
from sapper.game import Deal, Position, Rules, World
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.records.reading import read_any
from sapper.records.record import Record
from sapper.study.session import text
from sapper.study.session.decider import Decide
from sapper.study.session.session import Session

_SESSION = re.compile(rb'\s*\{\s*"sapper":\s*"session"')


def opened(
    data: bytes, name: str, player: Player, *, decide: Decide | None = None
) -> Session | Position:
    """Read the bytes of a file called ``name``: a session, a board to play, or any format that
    ``records.read_any`` reads.

    A record continues with its own player; a replay, which a person played, and a board continue
    with ``player``. Raises ``InputError`` with a sentence that says where the file is wrong.
    """
    if _SESSION.match(data):
        return text.read(data.decode(errors="replace"), decide=decide)
    found = read_any(data, name)
    if isinstance(found, Position):
        return found
    if isinstance(found, Deal):
        return Session(World("", found, Rules("any")), player, decide=decide)
    return session_of(found, player, decide=decide)


def session_of(record: Record, player: Player, *, decide: Decide | None = None) -> Session:
    """The session of a record; ``player`` continues it if its own player is not a recipe."""
    with suppress(RecipeError):
        player = read_recipe(record.player)
    return Session.of_record(record, player, decide=decide)
