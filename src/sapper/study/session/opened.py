"""Open a file: a game to step through and continue, or a position to analyse."""

from __future__ import annotations

import re
from contextlib import suppress

from sapper.errors import RecipeError
from sapper.game import Deal, Position, Rules, World
from sapper.notation.variations.links import is_tree_link, text_of_link
from sapper.notation.variations.parsing import is_tree
from sapper.notation.variations.parsing import read as read_variations
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.records.reading import read_any
from sapper.records.record import Record
from sapper.study.changes import positions_of
from sapper.study.session import text, variations
from sapper.study.session.decider import Decide
from sapper.study.session.session import Session
from sapper.study.tree import Tree

LONGEST_LINK = 200_000  #: bytes; a longer text without the heading of a tree is not tried as a link
_SESSION = re.compile(rb'\s*\{\s*"sapper":\s*"session"')
_TREE = re.compile(rb"(?:\xef\xbb\xbf)?\s*sapper-(?:game|position)\b")


def is_session(data: bytes) -> bool:
    """Whether a file begins as the text of a session does."""
    return _SESSION.match(data) is not None


def opened_tree(
    data: bytes, player: Player, *, decide: Decide | None = None
) -> Session | Tree[Position] | None:
    """Read the bytes of a session, or of the text or the link of a tree; None for anything else.

    Raises ``InputError`` with a sentence that says where the file is wrong.
    """
    if is_session(data):
        return text.read(data.decode(errors="replace"), decide=decide)
    if not _TREE.match(data) and len(data) > LONGEST_LINK:
        return None
    source = data.decode(errors="replace")
    if is_tree_link(source):
        source = text_of_link(source)
    if not is_tree(source):
        return None
    found, places = read_variations(source)
    if found.kind == "game":
        return variations.session_of(found, places, player, decide=decide)
    return positions_of(found, places)


def opened(
    data: bytes, name: str, player: Player, *, decide: Decide | None = None
) -> Session | Tree[Position] | Position:
    """Read the bytes of a file called ``name``: a session, a tree of moves or positions, a board
    to play, or any format that ``records.reading.read_any`` reads.

    A record continues with its own player; a replay, which a person played, and a board continue
    with ``player``. Raises ``InputError`` with a sentence that says where the file is wrong.
    """
    if (tree := opened_tree(data, player, decide=decide)) is not None:
        return tree
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
