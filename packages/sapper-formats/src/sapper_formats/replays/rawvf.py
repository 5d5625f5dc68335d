"""RAWVF, the common text format for replays of Minesweeper programs (revision 6, 2009 and later).

A file has lines ``Name: value``, then ``Board:`` and one line per row with ``*`` for mines and
``0`` for other cells, then ``Events:`` and one line per event: ``SECONDS KIND COLUMN ROW (X Y)``,
columns and rows from 1, x and y in pixels. If both are given, the pixels count, because programs
disagree on the rest; a cell is ``SquareSize`` pixels wide, 16 by default. Lines about the contents
of cells and the state of the game are skipped, because both follow from the rest.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from sapper.errors import NotationError, RulesError, quoted
from sapper.game import Cell, Grid
from sapper.notation.replays.replay import KINDS, MouseEvent, Replay, clicks

SQUARE = 16  #: default width of a cell, in pixels
PLACELESS = frozenset({"mt"})
LEVELS = {(8, 8, 10): "Beginner", (9, 9, 10): "Beginner", (16, 16, 40): "Intermediate"}
LEVELS |= {(30, 16, 99): "Expert"}
#: Settings of some programs that change what the buttons do.
UNKNOWN_SETTINGS = ("autoflag", "lawnmower", "nonomouse", "superflag")

_TIMED = re.compile(r"(-?)(\d{1,7})(?:\.(\d{1,3}))?\s+([A-Za-z]+)(.*)")
_PIXELS = re.compile(r".*?\((-?\d{1,7})[ ,]+(-?\d{1,7})\)")
_CELL = re.compile(r"\s*(\d{1,7})\s+(\d{1,7})(?:\s*\([lrm]*\))?\s*")
_OF_THE_BOARD = re.compile(r"[A-Za-z].*\s-?\d+\s+-?\d+\s*|nonstandard", re.ASCII)
_GAME = frozenset({"start", "boom", "won", "lost", "nonstandard", "blast", "sx", "sy", "solved"})
_ROW = re.compile(r"[*0]+")
_EPOCH = re.compile(r"\d{9,10}", re.ASCII)
#: Day, month, year and time of day, as Arbiter writes them.
_ARBITER = re.compile(
    r"(\d{1,2})\.(\d{1,2})\.(\d{4})\.(\d{1,2}):(\d{1,2}):(\d{1,2})(?::\d*)?", re.ASCII
)


def read_rawvf(text: str) -> Replay:
    """Parse a replay. Raises ``NotationError`` naming the line at fault."""
    lines = [line.rstrip() for line in text.lstrip("\ufeff").splitlines()]
    head = next((n for n, line in enumerate(lines) if line.lower() == "board:"), None)
    begin = head + 1 if head is not None else _first(lines, 0, row=True)
    if head is None and begin == len(lines):
        raise NotationError("a replay in RAWVF needs a line 'Board:'")
    fields = _fields(lines[: begin if head is None else head])
    named = (n for n, line in enumerate(lines) if n >= begin and line.lower() == "events:")
    end = next(named, _first(lines, begin, row=False))
    grid, mines = _board(lines[begin:end], begin + 1, fields)
    square = _number(fields, "squaresize", SQUARE)
    if not square:
        raise NotationError("the replay's SquareSize is 0 pixels")
    events = [
        event
        for number, line in enumerate(lines[end:], start=end + 1)
        if line and line.lower() != "events:" and (event := _event(line, number, grid, square))
    ]
    lives = _number(fields, "lives", 1)
    if not lives:
        raise NotationError("the replay has 0 lives")
    return Replay(
        grid,
        mines,
        tuple(events),
        player=fields.get("player", ""),
        program=fields.get("program", ""),
        lives=lives,
        marks=_on(fields, "marks"),
        super_click=_on(fields, "superclick"),
        at_once=_on(fields, "elmartechnique"),
        ended=_ended(fields, max((event.milliseconds for event in events), default=0)),
    )


def _first(lines: list[str], start: int, *, row: bool) -> int:
    """Return the number of the first line from ``start`` on that is a row of the board, or not;
    empty lines are neither."""
    for number, line in enumerate(lines[start:], start=start):
        if line and bool(_ROW.fullmatch(line)) == row:
            return number
    return len(lines)


def _ended(fields: dict[str, str], milliseconds: int) -> float | None:
    """Return when a game that took so long ended; None if the start is not a known form of date.

    Dates without a time zone are taken as UTC.
    """
    text = fields.get("timestamp", "")
    try:
        if _EPOCH.fullmatch(text):
            started = float(text)
        elif numbers := _ARBITER.fullmatch(text):
            day, month, year, hour, minute, second = map(int, numbers.groups())
            date = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
            started = date.timestamp()
        else:
            date = datetime.fromisoformat(text)
            started = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    return started + milliseconds / 1000 if started > 0 else None


def _fields(lines: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        name, colon, value = line.partition(":")
        if line and not colon:
            raise NotationError(f"line {number}: {quoted(line)} is not NAME: VALUE")
        fields.setdefault(name.strip().lower(), value.strip())
    for name in UNKNOWN_SETTINGS:
        if _on(fields, name):
            raise NotationError(f"the replay was played with {name}, which is not supported")
    return fields


def _on(fields: dict[str, str], name: str) -> bool:
    return fields.get(name, "").lower() == "on"


def _number(fields: dict[str, str], name: str, absent: int) -> int:
    value = fields.get(name, "")
    if not value:
        return absent
    if not re.fullmatch(r"\d{1,7}", value, re.ASCII):
        raise NotationError(f"the replay's {name} is {quoted(value)}, not a number")
    return int(value)


def _board(rows: list[str], first: int, fields: dict[str, str]) -> tuple[Grid, frozenset[int]]:
    """Return the grid and its mines; ``first`` is the line number of the first row."""
    while rows and not rows[-1]:
        rows.pop()
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=first):
        if len(row) != width:
            raise NotationError(f"line {number} has {len(row)} cells instead of {width}")
        if junk := row.strip("*0"):
            raise NotationError(f"line {number}: {junk[0]!r} is neither '*' nor '0'")
    try:
        grid = Grid(width, len(rows))
    except RulesError as error:
        raise NotationError(f"line {first}: {error}") from None
    mines = frozenset(i for i, cell in enumerate("".join(rows)) if cell == "*")
    for name, real in (("width", grid.width), ("height", grid.height), ("mines", len(mines))):
        if _number(fields, name, real) != real:
            raise NotationError(f"the replay's {name} is {fields[name]}, but its board has {real}")
    return grid, mines


def _event(line: str, number: int, grid: Grid, square: int) -> MouseEvent | None:
    """Return the mouse event on a line, or None if the line says something else."""
    match = _TIMED.match(line)
    if match is None:
        time_word, *words = line.split(maxsplit=2)
        if words and words[0] in KINDS:
            raise NotationError(
                f"line {number}: {quoted(time_word)} is not a time in seconds such as 12.345"
            )
        if _OF_THE_BOARD.fullmatch(line) or line.lower() in _GAME:
            return None
        raise NotationError(f"line {number}: {quoted(line)} is not an event")
    sign, seconds, fraction, kind, rest = match.groups()
    if kind not in KINDS:
        if kind.lower() in _GAME:
            return None
        raise NotationError(f"line {number}: unknown event {quoted(kind)}")
    time = int(seconds) * 1000 + int((fraction or "").ljust(3, "0"))
    place: Cell | None
    if pixels := _PIXELS.match(rest):
        x, y = map(int, pixels.groups())
        place = y // square, x // square
    elif cell := _CELL.fullmatch(rest):
        place = int(cell[2]) - 1, int(cell[1]) - 1
    elif kind in PLACELESS:
        place = None
    else:
        raise NotationError(f"line {number}: an event {kind!r} without a place")
    inside = place and 0 <= place[0] < grid.height and 0 <= place[1] < grid.width
    return MouseEvent(-time if sign else time, kind, place if inside else None)  # type: ignore[arg-type]


def write_rawvf(replay: Replay) -> str:
    """Return the text of a replay, which ``read`` reads back if its names have no line breaks.

    Raises ``RulesError`` for a board that RAWVF cannot describe.
    """
    grid = replay.grid
    if grid.kind != "square" or grid.blocked:
        raise RulesError("RAWVF only holds square grids without blocked cells")
    made, last = clicks(replay)
    over = bool(made) and last.outcome != "playing"
    end = made[-1].milliseconds if over else max([0, *(e.milliseconds for e in replay.events)])
    fields = {
        "RawVF_Version": "Rev6",
        "Program": _line(replay.program),
        "Player": _line(replay.player),
        "Level": LEVELS.get((grid.width, grid.height, len(replay.mines)), "Custom"),
        "Width": str(grid.width),
        "Height": str(grid.height),
        "Mines": str(len(replay.mines)),
        "Marks": "On" if replay.marks else "Off",
        "Lives": str(replay.lives) if replay.lives > 1 else "",
        "ElmarTechnique": "On" if replay.at_once else "",
        "SuperClick": "On" if replay.super_click else "",
        "Time": _seconds(end),
        "Status": last.outcome if over else "",
        "Timestamp": "" if replay.ended is None else str(int(replay.ended - end / 1000)),
        "Mode": "Classic",
    }
    letters = "".join("*" if i in replay.mines else "0" for i in range(grid.size))
    lines = [f"{name}: {value}" for name, value in fields.items() if value]
    lines += ["Board:", *(letters[i : i + grid.width] for i in range(0, grid.size, grid.width))]
    lines += ["Events:", "0.000 start", *map(_written, replay.events)]
    if over:  # without a time, which other programs do not expect
        lines.append("won" if last.outcome == "won" else "boom")
    return "\n".join(lines) + "\n"


def _written(event: MouseEvent) -> str:
    words = f"{_seconds(event.milliseconds)} {event.kind}"
    if event.cell is None:
        return words if event.kind in PLACELESS else f"{words} 0 0 (-1 -1)"
    row, column = event.cell
    half = SQUARE // 2
    x, y = column * SQUARE + half, row * SQUARE + half
    return f"{words} {column + 1} {row + 1} ({x} {y})"


def _seconds(milliseconds: int) -> str:
    seconds, rest = divmod(abs(milliseconds), 1000)
    return f"{'-' if milliseconds < 0 else ''}{seconds}.{rest:03}"


def _line(text: str) -> str:
    return " ".join(text.split())
