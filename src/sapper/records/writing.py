"""Writing a game, a board or a position in any format that can represent it."""

from __future__ import annotations

from collections.abc import Callable

from sapper.errors import RulesError
from sapper.game import Deal, Position
from sapper.notation.deals import deal_lines
from sapper.notation.links.links import link_of_deal, link_of_position
from sapper.notation.mbf import mbf_of_deal
from sapper.notation.replays import evf, rawvf
from sapper.records.reading import Readable
from sapper.records.record import Record
from sapper.records.replays import replay_of_record


def text_of(thing: Readable) -> str:
    """Return sapper's text of a position, of the last position of a game, or of a single deal."""
    if isinstance(thing, Record):
        *_, thing = thing.positions()
    return "\n".join(deal_lines([thing], whole=True)) if isinstance(thing, Deal) else str(thing)


def link_of(thing: Readable) -> str:
    """Return a link to a position, or to the board of a deal or a game."""
    return link_of_position(thing) if isinstance(thing, Position) else link_of_deal(board_of(thing))


def rawvf_of(thing: Readable) -> str:
    """Return the replay of a game. Raises ``RulesError`` if a replay cannot represent it."""
    return rawvf.write(replay_of_record(_game(thing, "a replay")))


def evf_of(thing: Readable) -> bytes:
    """Return the EVF replay of a game. Raises ``RulesError`` if it cannot represent the game."""
    return evf.write(replay_of_record(_game(thing, "a replay")))


def record_of(thing: Readable) -> str:
    """Return the record of a game. Raises ``RulesError`` for a board or a position."""
    return _game(thing, "a record").text


def mbf_of(thing: Readable) -> bytes:
    """Return the MBF file of a board, or of the board of a game."""
    return mbf_of_deal(board_of(thing))


def board_of(thing: Readable) -> Deal:
    """Return a deal with the mines of a board or a game in the same places, without any promise.

    Raises ``RulesError`` if the mines are not known: for a position, and for a game in which no
    cell was opened.
    """
    if isinstance(thing, Deal):
        return thing
    if isinstance(thing, Position):
        raise RulesError("a position does not say where the mines are")
    grid = thing.deal.grid
    if not thing.begun:
        raise RulesError(
            "no cell is open, and the mines are only laid when the first one is opened"
        )
    mines, gold = (frozenset(map(grid.index, cells)) for cells in (thing.mines, thing.gold))
    return Deal.of_mines(grid, mines, gold)


def _game(thing: Readable, what: str) -> Record:
    if not isinstance(thing, Record):
        kind = "a board" if isinstance(thing, Deal) else "a position"
        raise RulesError(f"{what} needs a game with its moves, this is {kind}")
    return thing


#: The formats by name. Texts do not end with a line break.
TEXTS: dict[str, Callable[[Readable], str]] = {
    "text": text_of,
    "link": link_of,
    "rawvf": rawvf_of,
    "record": record_of,
}
BINARIES: dict[str, Callable[[Readable], bytes]] = {"mbf": mbf_of, "evf": evf_of}
