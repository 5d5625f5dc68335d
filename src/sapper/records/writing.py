"""Writing a game, a board or a position in the format asked for, as far as that can hold it."""

from __future__ import annotations

from collections.abc import Callable

from sapper.errors import RulesError
from sapper.game import Deal, Position
from sapper.notation import rawvf
from sapper.notation.deals import deal_lines
from sapper.notation.links import link_of_deal, link_of_position
from sapper.notation.mbf import mbf_of_deal
from sapper.records.reading import Readable
from sapper.records.record import Record
from sapper.records.replays import replay_of_record


def text_of(thing: Readable) -> str:
    """Sapper's own text: of a position, of the last position of a game, or a file of one deal."""
    if isinstance(thing, Record):
        *_, thing = thing.positions()
    return "\n".join(deal_lines([thing], whole=True)) if isinstance(thing, Deal) else str(thing)


def link_of(thing: Readable) -> str:
    """A link to a position, or to where the mines lie on a board or did in a game."""
    return link_of_position(thing) if isinstance(thing, Position) else link_of_deal(board_of(thing))


def rawvf_of(thing: Readable) -> str:
    """The replay of a game. Raises ``RulesError`` for what is none or cannot be one."""
    return rawvf.write(replay_of_record(_game(thing, "a replay")))


def record_of(thing: Readable) -> str:
    """The record of a game. Raises ``RulesError`` for what is none."""
    return str(_game(thing, "a record"))


def mbf_of(thing: Readable) -> bytes:
    """The MBF file of a board, or of a game's."""
    return mbf_of_deal(board_of(thing))


def board_of(thing: Readable) -> Deal:
    """The deal whose mines lie, without any promise, where they do on a board or did in a game.

    Raises ``RulesError`` where nobody knows: of a position, and before a game's first open cell.
    """
    if isinstance(thing, Deal):
        return thing
    if isinstance(thing, Position):
        raise RulesError("a position does not tell where the mines lie")
    grid = thing.deal.grid
    if not thing.begun:
        raise RulesError("the mines of a game are laid when the first cell is opened, none is")
    mines, gold = (frozenset(map(grid.index, cells)) for cells in (thing.mines, thing.gold))
    return Deal.of_mines(grid, mines, gold)


def _game(thing: Readable, what: str) -> Record:
    if not isinstance(thing, Record):
        kind = "a board" if isinstance(thing, Deal) else "a position"
        raise RulesError(f"{what} is of a game with its moves, this is {kind}")
    return thing


#: The formats by name; those of text end without a line break.
TEXTS: dict[str, Callable[[Readable], str]] = {
    "text": text_of,
    "link": link_of,
    "rawvf": rawvf_of,
    "record": record_of,
}
BINARIES: dict[str, Callable[[Readable], bytes]] = {"mbf": mbf_of}
