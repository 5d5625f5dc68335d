"""Games, boards and positions in files of any format: reading, writing and replays."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sapper.arguments import checked
from sapper.errors import InputError, NotationError, RulesError, import_beside, plural
from sapper.files import decoded, naming_errors, read_bytes
from sapper.game import Deal, Position, Referee, Rules, World
from sapper.notation.deals import deal_lines, parse_deals
from sapper.notation.links.links import is_link, link_of_deal, link_of_position, read_link
from sapper.notation.mbf import deal_of_mbf, mbf_of_deal
from sapper.notation.pasted.board import ReadBoard, read_board
from sapper.notation.pasted.game_id import is_game_id, read_game_id
from sapper.notation.pasted.position import read_position
from sapper.notation.pictures import is_picture
from sapper.notation.replays.replay import (
    BINARY_ENDINGS,
    Kind,
    MouseEvent,
    Replay,
    clicks,
    pointer_path,
    presses,
)
from sapper.notation.variations.text import TREE, is_tree
from sapper.notation.variations.text import read as read_variations
from sapper.players import Decision, Reason
from sapper.records import journal
from sapper.records.game import Game
from sapper.records.record import Record, with_risks
from sapper.records.step import LONGEST_PATH, PEOPLE, Step
from sapper.records.tree import Tree, positions_of

Readable = Record | Position | Deal

_RAWVF = re.compile(rb"^(?:(?:Board|Events):\s*$|RawVF_Version:)", re.MULTILINE | re.IGNORECASE)


def read_any(data: bytes, name: str = "") -> Readable:
    """Read the bytes of a file; the suffix of its ``name`` identifies binary formats.

    A record of sapper or a replay (RAWVF with sapper-formats; AVF, EVF, MVF and RMV with ms-toollib
    too) gives a ``Record``; whatever ``read_position`` reads, a PNG picture too, gives a
    ``Position``; an MBF file, a deals file with one deal, a link to a board or a game ID of Simon
    Tatham's Mines gives a ``Deal``. Raises ``InputError`` with one sentence that says where the
    file is wrong.
    """
    if (replay := read_replay(data, name)) is not None:
        return record_of_replay(replay)
    ending = _ending(name)
    if ending == "mbf":
        return deal_of_mbf(data)
    if is_picture(data):
        return read_position(data).position
    return _of_text(decoded(data), ending)


def read_replay(data: bytes, name: str = "") -> Replay | None:
    """Read the bytes of a replay, which has every click; return None for another format.

    Raises ``NotationError`` for a replay that cannot be read.
    """
    ending = _ending(name)
    replay: Replay
    if ending in BINARY_ENDINGS:
        formats = import_beside("sapper_formats", f"reading {ending.upper()} files")
        replay = formats.read_replay(data, ending)
        return replay
    other = ending == "mbf" or is_picture(data)
    if not other and (ending == "rawvf" or _RAWVF.search(data)):
        # Names in headers may be in any encoding; everything else is ASCII.
        text = data.decode(errors="replace")
        replay = import_beside("sapper_formats", "reading RAWVF files").read_rawvf(text)
        return replay
    return None


def _ending(name: str) -> str:
    return Path(name).suffix.lower().removeprefix(".")


def _of_text(text: str, ending: str) -> Readable:
    record = ending == "json" or text.lstrip().startswith("{")
    if record or text.lstrip().startswith("#"):
        try:
            return Record.parse(text) if record else _lone(parse_deals(text.encode()))
        except NotationError:
            with suppress(InputError):  # an array, or rows of which the first starts with #
                return read_position(text).position
            raise
    if is_link(text):
        return read_link(text)
    if is_game_id(text):
        return read_game_id(text)[0]
    return read_position(text).position


def _lone(deals: list[Deal]) -> Deal:
    if len(deals) != 1:
        raise NotationError(f"the file has {plural(len(deals), 'deal')}, expected exactly one")
    return deals[0]


def read_file(path: str | Path) -> Readable:
    """Read a file like ``read_any``; ``-`` is standard input. Errors name the file."""
    data = read_bytes(path)
    with naming_errors(path):
        return read_any(data, "" if str(path) == "-" else str(path))


def board_in(data: bytes, name: str = "") -> ReadBoard:
    """Read the bytes of a file in which the mines of a board are known, and perhaps its first cell:
    a game, a replay, MBF, deals, or whatever ``read_board`` reads.

    Raises ``InputError`` with one sentence that says where the file is wrong.
    """
    tree = None if is_picture(data) else read_tree(data)
    ending = _ending(name)
    thing: Readable | Tree[Position] | None = tree.record if isinstance(tree, Game) else tree
    if thing is None and (is_picture(data) or read_replay(data, name) or ending == "mbf"):
        thing = read_any(data, name)
    if thing is None and (data.lstrip()[:1] in b"{#" or ending == "json"):
        with suppress(NotationError):  # an array, or a map of which the first row starts with #
            thing = read_any(data, name)
    if thing is None or isinstance(thing, Position | Tree):
        return read_board(decoded(data))
    if isinstance(thing, Deal):
        return ReadBoard(thing)
    first = (step.decision.move.cell for step in thing.steps if step.opened)
    return ReadBoard(board_of(thing), next(first, None))


def load_board(path: str | Path) -> ReadBoard:
    """Read the board in a file like ``board_in``; ``-`` is standard input. Errors name the file."""
    data = read_bytes(path)
    with naming_errors(path):
        return board_in(data, "" if str(path) == "-" else str(path))


LONGEST_LINK = 200_000  #: bytes; longer data is read as a tree only if it has the heading of one
_TREE = re.compile(rb"(?:\xef\xbb\xbf)?\s*sapper-(?:game|position)\b")


def read_tree(data: bytes) -> Game | Tree[Position] | None:
    """Read a journal, or a tree as text or as a link; return None for anything else.

    Raises ``InputError`` with a sentence that names the line at fault.
    """
    if journal.is_journal(data):
        return journal.read(data.decode(errors="replace"))
    if not _TREE.match(data) and len(data) > LONGEST_LINK:
        return None
    source = data.decode(errors="replace")
    if TREE.found(source):
        source = TREE.text(source)
    if not is_tree(source):
        return None
    tree, places = read_variations(source)
    return (Game.of_variations if tree.kind == "game" else positions_of)(tree, places)


def read_game(data: bytes, name: str = "") -> Game | Tree[Position] | Position:
    """Read the file called ``name``: a journal, a tree of moves or positions, a board to play, or
    any format that ``read_any`` reads.

    Raises ``InputError`` with a sentence that names the line at fault.
    """
    if (tree := read_tree(data)) is not None:
        return tree
    found = read_any(data, name)
    if isinstance(found, Deal):
        return Game(World("", found, Rules("any")))
    return Game.of_record(found) if isinstance(found, Record) else found


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
        found = read_game(data, "" if str(path) == "-" else str(path))
        if not isinstance(found, Game):
            raise NotationError("this is a position, not a game: sapper.Position reads it")
        return found


def text_of(thing: Readable) -> str:
    """Return the text form of a position, of the last position of a game, or of a deal."""
    if isinstance(thing, Record):
        *_, thing = thing.positions()
    return "\n".join(deal_lines([thing], whole=True)) if isinstance(thing, Deal) else str(thing)


def link_of(thing: Readable) -> str:
    """Return a link to a position, or to the board of a deal or a game."""
    return link_of_position(thing) if isinstance(thing, Position) else link_of_deal(board_of(thing))


def board_of(thing: Readable) -> Deal:
    """Return a deal whose mines are those of a board or a game, whatever the first cell.

    Raises ``RulesError`` if the mines are not known: for a position, and for a game in which no
    cell was opened.
    """
    if isinstance(thing, Deal):
        return thing
    if isinstance(thing, Position):
        raise RulesError("a position does not say where the mines are")
    grid = thing.deal.grid
    _check_begun(thing)
    mines, gold = (frozenset(map(grid.index, cells)) for cells in (thing.mines, thing.gold))
    return Deal.of_mines(grid, mines, gold)


def _check_begun(record: Record) -> None:
    if not record.begun:
        raise RulesError(
            "no cell is open, and the mines are only laid when the first one is opened"
        )


def _game(thing: Readable, what: str) -> Record:
    if not isinstance(thing, Record):
        kind = "a board" if isinstance(thing, Deal) else "a position"
        raise RulesError(f"{what} needs a game with its moves, this is {kind}")
    return thing


#: The formats by name. Texts do not end with a line break. Each raises ``RulesError`` for what it
#: cannot represent.
TEXTS: dict[str, Callable[[Readable], str]] = {
    "text": text_of,
    "link": link_of,
    "rawvf": lambda thing: _rawvf(replay_of_record(_game(thing, "a replay"))),
    "record": lambda thing: _game(thing, "a record").text,
}
BINARIES: dict[str, Callable[[Readable], bytes]] = {
    "mbf": lambda thing: mbf_of_deal(board_of(thing)),
    "evf": lambda thing: _evf(replay_of_record(_game(thing, "a replay"))),
}


def _rawvf(replay: Replay) -> str:
    written: str = import_beside("sapper_formats", "writing RAWVF files").write_rawvf(replay)
    return written


def _evf(replay: Replay) -> bytes:
    written: bytes = import_beside("sapper_formats", "writing EVF files").write_evf(replay)
    return written


PERSON = PEOPLE[1]  #: the strategy of a person's steps
NOBODY = "somebody"  #: the player of a replay without a name
#: The mouse events of each move, in order.
_BUTTONS: dict[str, tuple[Kind, Kind]] = {
    "open": ("lc", "lr"),
    "flag": ("rc", "rr"),
    "unflag": ("rc", "rr"),
    "chord": ("mc", "mr"),
}


def record_of_replay(replay: Replay) -> Record:
    """Return the game of a replay, ``unfinished`` if it was neither won nor lost.

    The player is the name of the person. Replays do not contain the first-move rule: the record has
    ``any`` if the first cell opened was a mine, else ``safe``. Raises ``NotationError`` like
    ``clicks``.
    """
    made, last = clicks(replay)
    path = pointer_path(replay)[:LONGEST_PATH]
    first = next((click.move.cell for click in made if click.move.action == "open"), None)
    hit = first is not None and replay.grid.index(first) in replay.mines
    rules = Rules("any" if hit else "safe", lives=replay.lives)
    referee = Referee(replay.deal, rules)
    steps: list[Step] = []
    clock = 0
    for click in made:
        now = max(click.milliseconds, clock)
        reason = Reason("replay", f"clicked {now / 1000:.3f} s after the start of the game")
        decision = Decision(click.move, PERSON, reason, None, (now - clock) / 1000)
        referee.play(click.move)
        since = [(now - at, cell) for at, cell in path if at <= now]
        path = path[len(since) :]
        steps.append(Step(decision, referee.opened, tuple(since)))
        clock = now
    outcome = "unfinished" if last.outcome == "playing" else last.outcome
    who = replay.player or NOBODY
    return with_risks(
        Record(
            who,
            rules,
            replay.deal,
            tuple(steps),
            outcome,
            ended=replay.ended,
            presses=presses(replay),
        )
    )


def replay_of_record(record: Record) -> Replay:
    """Return a replay of a game in which every move is one click, with the path of the pointer if
    the record has it.

    Raises ``RulesError`` for a game that a replay cannot represent, such as one without an open
    cell, because replays list the mines.
    """
    grid, rules = record.deal.grid, record.rules
    if grid.kind != "square" or grid.blocked:
        raise RulesError("replays only support square grids without blocked cells")
    if record.deal.gold or rules.signs != "none" or rules.gold_known:
        raise RulesError("replays do not support gold")
    if not rules.zeros_open or rules.won_by != "opening" or rules.lives != 1:
        raise RulesError(
            "replays only support games of one life, won by opening, in which a 0 opens others"
        )
    _check_begun(record)
    events, seconds = [], 0.0
    for step in record.steps:
        move = step.decision.move
        seconds += step.decision.seconds
        now = round(1000 * seconds)
        events += [MouseEvent(now - before, "mv", cell) for before, cell in step.path]
        events += [MouseEvent(now, button, move.cell) for button in _BUTTONS[move.action]]
    events.sort(key=lambda event: event.milliseconds)  # of equal ones, in the order of the moves
    mines = frozenset(grid.index(cell) for cell in record.mines)
    return Replay(grid, mines, tuple(events), record.player, "sapper", ended=record.ended)
