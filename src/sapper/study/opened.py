"""What a file opens as: a game to step through and go on with, or a position to analyse."""

from __future__ import annotations

import re
from contextlib import suppress

from sapper.errors import RecipeError
from sapper.game import Deal, Position, Rules, World
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.records.reading import read_any
from sapper.records.record import Record
from sapper.study import text
from sapper.study.mind import Mind, Minds
from sapper.study.session import Session

_SESSION = re.compile(rb'\s*\{\s*"sapper":\s*"session"')


def opened(data: bytes, name: str, player: Player, *, minds: Minds = Mind) -> Session | Position:
    """The bytes of a file of some name: a session, anything ``records.read_any`` reads, or a board
    to play.

    A record goes on by its own player; a replay, whose player is a person, and a board by
    ``player``. Raises ``InputError``, one sentence that says where it is wrong.
    """
    if _SESSION.match(data):
        return text.read(data.decode(errors="replace"), minds=minds)
    found = read_any(data, name)
    if isinstance(found, Position):
        return found
    if isinstance(found, Deal):
        return Session(World("", found, Rules("any")), player, minds=minds)
    return session_of(found, player, minds=minds)


def session_of(record: Record, player: Player, *, minds: Minds = Mind) -> Session:
    """The session of a record, by ``player`` where its own is no recipe."""
    with suppress(RecipeError):
        player = read_recipe(record.player)
    return Session.of_record(record, player, minds=minds)
