"""Open a file as a game or a position, and play on from a position in a layout that fits it."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from sapper.errors import RecipeError, RulesError
from sapper.game import Chance, Deal, Position, Referee, Rules, World
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import MEGABYTES, SECONDS, Belief
from sapper.notation.variations.parsing import is_tree
from sapper.notation.variations.parsing import read as read_variations
from sapper.notation.variations.plain import is_tree_link, text_of_link
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.records.files import read_any
from sapper.records.record import Record
from sapper.study.session import text, variations
from sapper.study.session.decider import Decide
from sapper.study.session.session import Session
from sapper.study.tree import Tree, positions_of

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
    to play, or any format that ``records.files.read_any`` reads.

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


def supposed(
    position: Position, seed: int, *, seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> World:
    """Return a world whose game starts with this position; all layouts that fit are equally likely.

    Its hints are the open cells; flags are removed. ``seconds`` and ``megabytes`` limit the
    counting. Raises ``RulesError`` for a game that is over, a game with gold, or a position that no
    game can reach, and ``ImpossiblePositionError`` and ``BudgetError`` as counting does.
    """
    grid, rules = position.grid, position.rules
    if position.outcome != "playing":
        raise RulesError(f"the game is {position.outcome}, so it cannot be played on")
    if rules.signs != "none" or rules.gold_known or position.lives_left > rules.lives:
        raise RulesError("a game with gold cannot be played on from a position")
    if position.untouched:
        return World("", Deal.seeded(grid, position.mines, seed), rules)
    belief, chance = Belief(position, seconds=seconds, megabytes=megabytes), Chance(seed)
    opened = [i for i in grid.playable if position.cells[i] < HIDDEN]
    blown = [i for i in grid.playable if position.cells[i] == MINE]
    mines = belief.sample(chance) | frozenset(blown)
    deal = Deal.of_mines(grid, mines)
    laid = replace(rules, first="any")
    hints = tuple(map(grid.cell, (*opened, *blown)))
    referee = Referee(deal, laid)
    for index, cell in zip((*opened, *blown), hints, strict=True):
        if referee.position.cells[index] == HIDDEN:
            referee.open(cell)
    wanted = position.cells.translate(UNFLAGGED)
    for index, (found, expected) in enumerate(zip(referee.position.cells, wanted, strict=True)):
        if found != expected:
            where = list(grid.cell(index))
            raise RulesError(f"no game reaches this position: {where} touches a 0 but is not open")
    return World("", deal, laid, hints)
