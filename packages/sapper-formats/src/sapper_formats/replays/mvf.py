"""Reads MVF, the replays of Minesweeper Clone, of the versions that ms-toollib does not read: 2006
and 2007, and 0.8 to 0.96.

All record the state of the mouse after each change: the time, the position in pixels, and which
buttons are down. Files of 2006 and 2007 have a header that names the version and the date. Their
events have 6 bytes, whose 48 bits are shuffled: the file has a number from which five functions
make 48 digits, and the bits are taken in the order of their digits. Files up to 0.96 have neither
header nor date; their events have 8 bytes in order. Numbers have the high byte first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from sapper.errors import NotationError
from sapper.game import Grid
from sapper.notation.replays.replay import Kind, MouseEvent, Replay

PROGRAM = "Minesweeper Clone"
SQUARE = 16  #: width of a cell in pixels
MARK = b"\x11\x4d"  #: the first bytes of files with a header
YEAR, VERSION, CONTENT = 27, 53, 71  #: offsets: of the year's last digit, the version, the rest
MARGIN = 32  #: pixels added to positions in files of 2006 and 2007
#: Of files up to 0.96, from the end: the time, the name and a checksum between two zeros.
TAIL, NAME, CHECKSUM = 125, 122, 22
CHANGES: tuple[tuple[int, Kind, Kind], ...] = ((0, "lc", "lr"), (1, "rc", "rr"), (2, "mc", "mr"))


@dataclass(frozen=True)
class State:
    """The mouse at one moment: the buttons are the left, the right and the middle one."""

    milliseconds: int
    x: int
    y: int
    buttons: tuple[bool, bool, bool]


class _Bytes:
    """The bytes of a file from a place on. Raises ``NotationError`` at the end of the file."""

    def __init__(self, data: bytes, place: int) -> None:
        self.data, self.place = data, place

    def take(self, size: int) -> bytes:
        part = self.data[self.place : self.place + size]
        if len(part) < size:
            raise NotationError("the MVF replay ends too early")
        self.place += size
        return part

    def number(self, size: int = 1) -> int:
        return int.from_bytes(self.take(size))


def version(data: bytes) -> str | None:
    """Return the version of a file that ``read`` reads, or None for other files.

    Raises ``NotationError`` for a version that nothing here reads.
    """
    if data[:2] == MARK:
        if data[YEAR : YEAR + 1] not in (b"6", b"7"):
            return None
        return data[VERSION + 1 : VERSION + 1 + data[VERSION]].decode("latin-1")
    if data[:2] in (b"\x08\x08", b"\x10\x10", b"\x1e\x10"):
        if len(data) > TAIL and data[-1] == data[-CHECKSUM] == 0:
            return "0.96 or earlier"
        raise NotationError("MVF replays of Minesweeper Clone 0.76 and earlier are not supported")
    return None


def read(data: bytes, decoded: str) -> tuple[Replay, bytes]:
    """Return a replay and the bytes of its player's name; ``decoded`` is the file's version.

    Raises ``NotationError`` for a damaged file.
    """
    newer = data[:2] == MARK
    start = _Bytes(data, CONTENT if newer else 0)
    ended, end = None, 0
    if newer:
        ended, end = _date(start)
        marks = start.number() > 0
        grid, mines = _board(start, 1)
        name = start.take(start.number())
        states = list(_shuffled(start))
    else:
        grid, mines = _board(start, 0)
        marks = start.number() > 0
        start.take(1)
        tail = _Bytes(data, len(data) - TAIL)
        end = 1000 * tail.number(2) + 10 * tail.number()
        name = data[-NAME:-CHECKSUM].rstrip(b" \0")
        states = list(_plain(start, len(data) - TAIL, end))
    events = tuple(_events(states, grid))
    about = {"program": f"{PROGRAM} {decoded}", "marks": marks, "ended": ended}
    return Replay(grid, mines, events, **about), name  # type: ignore[arg-type]


def _date(start: _Bytes) -> tuple[float | None, int]:
    """Read when the game ended, None if that is not a date, and its time in milliseconds.

    Files do not contain the time zone.
    """
    month, day, year = start.number(), start.number(), start.number(2)
    clock = start.number(), start.number(), start.number()
    start.take(2)  # level and mode
    end = start.number(3)
    with suppress(ValueError):  # some files have day 0
        return datetime(year, month, day, *clock, tzinfo=UTC).timestamp() + end / 1000, end
    return None, end


def _board(start: _Bytes, first: int) -> tuple[Grid, frozenset[int]]:
    """Read the board; ``first`` is the number of the first row and column."""
    width, height = start.number(), start.number()
    grid = Grid(width, height)
    places = [(start.number() - first, start.number() - first) for _ in range(start.number(2))]
    if any(not (0 <= column < width and 0 <= row < height) for column, row in places):
        raise NotationError("the MVF replay has a mine outside its board")
    return grid, frozenset(row * width + column for column, row in places)


def order(number: int) -> list[int]:
    """Return the order in which the bits of an event are taken."""
    root, more = math.sqrt(number), math.sqrt(number + 1000)
    third = math.sqrt(root + 1000)
    fourth = math.sqrt(more + 1000)
    values = (
        math.cos(third + 1000),
        math.sin(math.sqrt(more)),
        math.cos(third),
        math.sin(math.sqrt(root) + 1000),
        math.cos(fourth),
        math.sin(fourth),
    )
    digits = "".join(f"{round(abs(value) * 1e8):08}"[-8:] for value in values)
    return sorted(range(len(digits)), key=digits.__getitem__)


def _shuffled(start: _Bytes) -> Iterator[State]:
    places = order(start.number(2))
    for _ in range(start.number(3)):
        event = int.from_bytes(start.take(6), "little")
        bits = sum((event >> place & 1) << bit for bit, place in enumerate(places))
        right, middle, left = (bool(bits >> bit & 1) for bit in range(3))
        y, x = (bits >> bit & 0x7FF for bit in (3, 14))
        yield State(bits >> 25 & 0x3FFFFF, x - MARGIN, y - MARGIN, (left, right, middle))


def _plain(start: _Bytes, stop: int, end: int) -> Iterator[State]:
    """Yield the states until the time ``end``; what follows them is unknown."""
    before = State(0, 0, 0, (False, False, False))
    while start.place + 8 <= stop:
        seconds, hundredths, buttons = start.number(), start.number(), start.number()
        now = 1000 * seconds + 10 * hundredths
        if not before.milliseconds <= now <= end:
            break
        down = bool(buttons & 1), bool(buttons & 4), bool(buttons & 2)
        before = State(now, start.number(2), start.number(2), down)
        start.take(1)
        yield before
    yield State(before.milliseconds, before.x, before.y, (False, False, False))


def _events(states: list[State], grid: Grid) -> Iterator[MouseEvent]:
    """Yield the changes between states. What was pressed before the clock started is pressed with
    the first one."""
    buttons, place = (False, False, False), None
    for state in states:
        row, column = state.y // SQUARE, state.x // SQUARE
        inside = 0 <= row < grid.height and 0 <= column < grid.width
        cell = (row, column) if inside else None
        kinds: list[Kind] = [] if place in (None, (state.x, state.y)) else ["mv"]
        changed = [change for change in CHANGES if buttons[change[0]] != state.buttons[change[0]]]
        kinds += [pressed for button, pressed, _ in changed if state.buttons[button]]
        kinds += [released for button, _, released in changed if not state.buttons[button]]
        for kind in kinds:
            yield MouseEvent(state.milliseconds, kind, cell)
        buttons, place = state.buttons, (state.x, state.y)
