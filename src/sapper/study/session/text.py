"""The text form of a session: JSON, version 1, with the record of every line.

``moves`` is the number of moves made on the last line, without hints. ``others`` lists for each
line the indices of the steps that another player decided.
"""

from __future__ import annotations

import json

from sapper.errors import IllegalMoveError, NotationError
from sapper.players import Player
from sapper.records.record import Record
from sapper.study.session.mind import Mind, Minds
from sapper.study.session.session import Session

VERSION = 1
LINES = 10_000  #: the most lines; nobody tries more by hand


def write(session: Session) -> str:
    """Return a session as text: its moves, including undone ones, and the place of the cursor."""
    lines = session.lines()
    head = {
        "sapper": "session",
        "version": VERSION,
        "moves": session.undoable,
        "others": [others for _, others in lines],
    }
    records = ",\n".join(record.text for record, _ in lines)
    return f'{json.dumps(head)[:-1]}, "lines": [\n{records}\n]}}'


def read(source: str, player: Player | None = None, *, minds: Minds = Mind) -> Session:
    """Read the text of a session or a record; ``player`` continues it, if given.

    Raises ``NotationError`` for any other text, and ``RecipeError`` if the player of the text is
    not a recipe and none is given.
    """
    found = _json(source)
    if not isinstance(found, dict) or found.get("sapper") != "session":
        return Session.of_record(Record.parse(source), player, minds=minds)
    if found.get("version") != VERSION:
        raise NotationError(
            f"the session has version {found.get('version')!r:.20}, expected {VERSION}"
        )
    lines, others, moves = found.get("lines"), found.get("others"), found.get("moves")
    if not isinstance(lines, list) or not 1 <= len(lines) <= LINES:
        raise NotationError(f"the session: expected 'lines' to be a list of 1 to {LINES:,} records")
    if not isinstance(others, list) or [type(found) for found in others] != [list] * len(lines):
        raise NotationError(
            "the session: expected 'others' to be one list of step indices per line"
        )
    if type(moves) is not int:
        raise NotationError("the session: expected 'moves' to be a whole number")
    records = [_line(line, number) for number, line in enumerate(lines, start=1)]
    session = Session.of_record(records[0], player, minds=minds)
    own, shown = str(session.player) == records[0].player, session.steps[: session.hints]
    for number, (record, taken) in enumerate(zip(records, others, strict=True), start=1):
        game = (record.deal, record.rules, record.steps[: session.hints])
        if game != (session.world.deal, session.world.rules, shown):
            raise NotationError(f"line {number} of the session belongs to another game")
        try:
            session.retrace(record.steps, taken if own else range(len(record.steps)))
        except IllegalMoveError as error:
            raise NotationError(f"line {number} of the session: {error}") from None
    session.go_to(moves)
    return session


def _json(source: str) -> object:
    try:
        return json.loads(source)
    except (ValueError, RecursionError):
        return None  # the reader of records says what is wrong


def _line(line: object, number: int) -> Record:
    try:
        return Record.parse(json.dumps(line))
    except NotationError as error:
        raise NotationError(f"line {number} of the session: {error}") from None
