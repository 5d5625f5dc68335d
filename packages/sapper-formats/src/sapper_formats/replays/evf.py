"""Writes EVF, the binary replays of Metasweeper (version 0.1 of the format, specified by its
authors in ms-toollib: *evf标准*).

A file has the version, flags, the size of the board, the number of mines, the width of a cell in
pixels, the mode, the 3BV, the time; texts that end with a zero byte; a bit for each cell, set for
mines; eight bytes for each event; and 255 instead of a checksum. Numbers have the high byte first.
"""

from __future__ import annotations

import re

from sapper.errors import RulesError
from sapper.game.grid import regions
from sapper.notation.replays.replay import MouseEvent, Replay, clicks

VERSION = 1
WON, NO_FLAGS = 0x80, 0x10  #: flags: the game was won; the right button was not used
SQUARE = 16  #: width of a cell in pixels
MAX_SIDE = 255
MAX_MILLISECONDS = 2**24 - 1  #: milliseconds
CODES = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7, "pf": 8, "cc": 9}
NO_CHECKSUM = 255
HEAD, END = 14, 5  #: the length of the numbers, and which text has the end of the game


def write_evf(replay: Replay) -> bytes:
    """Return the EVF file of a replay. Times before the clock started become 0.

    Raises ``RulesError`` for boards, settings, times and events that EVF cannot hold.
    """
    grid = replay.grid
    if max(grid.width, grid.height) > MAX_SIDE:
        raise RulesError(f"EVF only holds boards up to {MAX_SIDE}x{MAX_SIDE}")
    if replay.lives != 1 or replay.marks or replay.super_click or replay.at_once:
        raise RulesError("EVF only holds games of one life with the usual buttons")
    kinds = {event.kind for event in replay.events}
    if unknown := sorted(kinds - CODES.keys()):
        raise RulesError(f"EVF does not hold events '{unknown[0]}'")
    made, last = clicks(replay)
    end = max((event.milliseconds for event in replay.events), default=0)
    if end > MAX_MILLISECONDS:
        raise RulesError(f"EVF only holds games up to {MAX_MILLISECONDS // 1000:,} seconds")
    won = last.outcome == "won"
    if made and last.outcome != "playing":
        end = made[-1].milliseconds
    flags = WON * won | NO_FLAGS * kinds.isdisjoint({"rc", "cc", "pf"})
    head = bytes([VERSION, flags, grid.height, grid.width])
    head += len(replay.mines).to_bytes(2) + bytes([SQUARE, 0, 0])
    head += regions(grid, replay.mines).bbbv.to_bytes(2) + max(0, end).to_bytes(3)
    dates = ["0", "0"]  # in microseconds
    if replay.ended is not None:
        dates = [str(max(0, round(1e6 * replay.ended) - before)) for before in (1000 * end, 0)]
    texts = (
        replay.program,
        replay.player,
        "",
        "",
        *dates,
        "",
    )  # with race, id, start, end, country
    words = b"".join(text.replace("\0", "").encode() + b"\0" for text in texts)
    events = b"".join(_event(event, grid.width, grid.height) for event in replay.events)
    return head + words + _board(replay) + events + bytes([NO_CHECKSUM])


def ended(data: bytes) -> float | None:
    """Return when the game of a file that ``write`` wrote ended, None if it does not say.

    ms-toollib reads only the dates of certain programs.
    """
    if data[:1] != bytes([VERSION]):
        return None
    texts = data[HEAD:].split(b"\0", END + 1)
    if len(texts) <= END or not re.fullmatch(rb"\d{1,17}", texts[END]):
        return None
    return int(texts[END]) / 1e6 or None


def _board(replay: Replay) -> bytes:
    """Return a bit for each cell, row by row, the highest bit of a byte first."""
    size = replay.grid.size
    bits = sum(1 << (-i - 1) % 8 << 8 * (-(-size // 8) - 1 - i // 8) for i in replay.mines)
    return bits.to_bytes(-(-size // 8))


def _event(event: MouseEvent, width: int, height: int) -> bytes:
    """Return an event in the middle of its cell or, without one, beyond the board's corner."""
    row, column = (height, width) if event.cell is None else event.cell
    x, y = (SQUARE * place + SQUARE // 2 for place in (column, row))
    time = max(0, event.milliseconds).to_bytes(3)
    return bytes([CODES[event.kind]]) + time + x.to_bytes(2) + y.to_bytes(2)
