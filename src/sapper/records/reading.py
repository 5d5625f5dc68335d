"""Reading a file with a game, a board or a position, in any format."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import NotationError, plural
from sapper.files import decoded, named, read_bytes
from sapper.game import Deal, Position
from sapper.notation.deals import parse_deals
from sapper.notation.links.links import is_link, read_link
from sapper.notation.mbf import deal_of_mbf
from sapper.notation.pictures.board import is_picture, read_picture
from sapper.notation.replays import binary as binary_replays
from sapper.notation.replays import rawvf
from sapper.notation.replays.replay import Replay
from sapper.records.record import Record
from sapper.records.replays import record_of_replay

Readable = Record | Position | Deal


def read_any(data: bytes, name: str = "") -> Readable:
    """Read the bytes of a file; the ending of its ``name`` tells which binary format it has.

    A record of sapper or a replay (RAWVF; AVF, EVF, MVF and RMV with ms-toollib) gives a
    ``Record``; the text of a position or a link to one gives a ``Position``; an MBF file, a deals
    file with one deal, or a link to a board gives a ``Deal``. A picture of a board, in PNG, gives a
    ``Position`` with the mines of the level of its size. Raises ``InputError`` with one
    sentence that says where the file is wrong.
    """
    if (replay := read_replay(data, name)) is not None:
        return record_of_replay(replay)
    ending = _ending(name)
    if ending == "mbf":
        return deal_of_mbf(data)
    if is_picture(data):
        return read_picture(data).position()
    return _of_text(decoded(data), ending)


def read_replay(data: bytes, name: str = "") -> Replay | None:
    """Read the bytes of a replay, which has every click; None for a file of another format.

    Raises ``NotationError`` for a replay that cannot be read.
    """
    ending = _ending(name)
    if ending in binary_replays.ENDINGS:
        return binary_replays.read(data, ending)
    other = ending == "mbf" or is_picture(data)
    if not other and (ending == "rawvf" or rawvf.is_rawvf(data.decode("latin-1"))):
        # Names in headers may be in any encoding; everything else is ASCII.
        return rawvf.read(data.decode(errors="replace"))
    return None


def _ending(name: str) -> str:
    return Path(name).suffix.lower().removeprefix(".")


def _of_text(text: str, ending: str) -> Readable:
    if ending == "json" or text.lstrip().startswith("{"):
        return Record.parse(text)
    if text.lstrip().startswith("#"):
        return _lone(parse_deals(text.encode()))
    if is_link(text):
        return read_link(text)
    return Position.parse(text)


def _lone(deals: list[Deal]) -> Deal:
    if len(deals) != 1:
        raise NotationError(f"the file has {plural(len(deals), 'deal')}, expected exactly one")
    return deals[0]


def read_file(path: str | Path) -> Readable:
    """Read a file, as ``read_any``; ``-`` is the standard input. Errors name the file."""
    data = read_bytes(path)
    with named(path):
        return read_any(data, "" if str(path) == "-" else str(path))
