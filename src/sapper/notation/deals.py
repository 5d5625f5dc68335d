"""Deals files: a header, then one deal a line, read as they are needed.

The header is ``# WIDTH HEIGHT MINES`` and perhaps words after it: ``grid=torus``,
``blocked=3,7`` and ``edges=0-1,1-2`` say what grid it is, ``gold=4`` that there is gold, any
other word is a remark, and so is every later line that starts with ``#``. A deal is the first
cells of its ordering, as indices (row * width + column) with spaces between: as many as any first
move may need, so mines + 9, or all cells of a smaller grid or of one with gold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from sapper.errors import InputError, NotationError, RulesError
from sapper.game import Deal, Grid
from sapper.game.words import grid_of, grid_words, numbers
from sapper.notation.files import named

SQUARE = 9  #: cells that an opening on a square grid keeps free: the first and its neighbours
MAX_LINE = 20_000_000  #: bytes; a line of a file that has none must not fill the memory
_DIGITS_AND_SPACES = b"0123456789 \t\r\n\x0b\x0c"


@dataclass(frozen=True)
class Deals:
    """The deals of one file, read anew, line by line, each time they are iterated.

    Iterating raises ``NotationError`` naming the file's line at fault.
    """

    path: Path
    grid: Grid
    mines: int
    gold: int = 0

    def __iter__(self) -> Iterator[Deal]:
        with named(self.path), self.path.open("rb") as file:
            lines = _lines(file)
            next(lines, None)  # the header
            yield from _deals(lines, self.grid, self.mines, self.gold)


def open_deals(path: str | Path) -> Deals:
    """A deals file, its header read and its first deal tried.

    Raises ``InputError`` if it cannot be opened, ``NotationError`` naming the line at fault.
    """
    path = Path(path)
    with named(path):
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError("deals are read more than once, so only from a file on disk")
        with path.open("rb") as file:
            _, head = next(_lines(file), (1, b""))
        try:
            deals = Deals(path, *_header(head))
        except InputError as error:
            raise NotationError(f"line 1: {error}") from None
    if next(iter(deals), None) is None:
        raise NotationError(f"{path}: no deal follows the header")
    return deals


def parse_deals(data: bytes) -> list[Deal]:
    """The deals in the bytes of a file, all at once. Raises ``NotationError`` naming the line."""
    lines = _lines(BytesIO(data))
    _, head = next(lines, (1, b""))
    try:
        grid, mines, gold = _header(head)
    except InputError as error:
        raise NotationError(f"line 1: {error}") from None
    return list(_deals(lines, grid, mines, gold))


def cells_due(grid: Grid, mines: int, gold: int = 0) -> int:
    """How many cells of an ordering serve every rule and every first move."""
    if gold:
        return len(grid.playable)
    spared = SQUARE if grid.kind == "square" else grid.widest + 1
    return min(mines + spared, len(grid.playable))


def deal_lines(deals: Iterable[Deal], *, whole: bool = False) -> Iterator[str]:
    """The lines of a deals file, without line ends: header first.

    ``whole`` writes all of each ordering rather than what games may need of it. Raises
    ``RulesError`` if there is no deal, if two differ in grid, mines or gold, or if one is too
    short.
    """
    deals = iter(deals)
    first = next(deals, None)
    if first is None:
        raise RulesError("there are no deals to write")
    board = first.grid, first.mines, first.gold
    due = cells_due(*board)
    yield _header_line(*board)
    for number, deal in enumerate(chain([first], deals)):
        if (deal.grid, deal.mines, deal.gold) != board:
            raise RulesError(f"deal {number} is of another grid, mines or gold than deal 0")
        if len(deal.order) < due:
            raise RulesError(f"deal {number} names {len(deal.order)} cells, but {due} are needed")
        yield " ".join(map(str, deal.order if whole else deal.order[:due]))


def write_deals(path: str | Path, deals: Iterable[Deal], *, whole: bool = False) -> int:
    """Write a deals file as ``deal_lines`` says; the number of deals written.

    Raises ``RulesError`` as it does, ``InputError`` if the file cannot be written.
    """
    lines = deal_lines(deals, whole=whole)
    written = -1  # the header is no deal
    head = next(lines)  # before the file is touched
    with named(path), Path(path).open("w", encoding="ascii", newline="\n") as file:
        for line in chain([head], lines):
            file.write(line + "\n")
            written += 1
    return written


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Lines and their numbers from 1."""
    number = 1
    while line := file.readline(MAX_LINE):
        if len(line) == MAX_LINE:
            raise NotationError(f"line {number} is longer than any line of a deals file")
        yield number, line
        number += 1


def _deals(lines: Iterable[tuple[int, bytes]], grid: Grid, mines: int, gold: int) -> Iterator[Deal]:
    due = cells_due(grid, mines, gold)
    usual = 0  # cells of the first deal
    for number, line in lines:
        try:
            order = _ordering(line)
            if not order:
                continue
            if len(order) < due:
                raise NotationError(
                    f"the deal names {len(order)} cells, but {due} are needed{_cut(line)}"
                )
            if len(order) < usual and _cut(line):
                raise NotationError(
                    f"the deal names {len(order)} cells instead of {usual}{_cut(line)}"
                )
            usual = usual or len(order)
            deal = Deal(grid, mines, order, gold)
        except InputError as error:
            raise NotationError(f"line {number}: {error}") from None
        yield deal


def _ordering(line: bytes) -> tuple[int, ...]:
    """The cells on a line, none on an empty one and on a remark."""
    if line.lstrip().startswith(b"#"):
        return ()
    if line.translate(None, _DIGITS_AND_SPACES):
        junk = next(word for word in line.split() if not word.isdigit())
        raise NotationError(f"{_shown(junk)} is not a cell index")
    words = line.split()
    if max(map(len, words), default=0) > 9:
        raise NotationError(f"{_shown(max(words, key=len))} is beyond any grid")
    return tuple(map(int, words))


def _cut(line: bytes) -> str:
    """What a last line without its end suggests."""
    return "" if line.endswith(b"\n") else ": the file seems cut in the middle of a line"


def _header(line: bytes) -> tuple[Grid, int, int]:
    if not line:
        raise NotationError("the file is empty: it starts with '# WIDTH HEIGHT MINES'")
    match = re.match(rb"(?:\xef\xbb\xbf)?#\s*(\d{1,7})\s+(\d{1,7})\s+(\d{1,7})(?!\S)", line)
    if match is None:
        raise NotationError(f"{_shown(line)} is not the header '# WIDTH HEIGHT MINES'")
    width, height, mines = map(int, match.groups())
    words = line[match.end() :].decode("ascii", errors="replace").split()
    options = dict(word.split("=", 1) for word in words if "=" in word)
    blocked = numbers(options, "blocked", r"(\d{1,7}(,(?=\d)|$))*", "3,7")
    grid = grid_of(options, width, height, blocked)
    if mines > len(grid.playable):
        raise NotationError(f"{mines} mines do not fit on {len(grid.playable)} cells")
    gold = next(iter(numbers(options, "gold", r"\d{1,7}", "4")), 0)
    return grid, mines, gold


def _header_line(grid: Grid, mines: int, gold: int) -> str:
    words = [
        f"# {grid.width} {grid.height} {mines}",
        *grid_words(grid),
        "blocked=" + ",".join(map(str, sorted(grid.blocked))) if grid.blocked else "",
        f"gold={gold}" if gold else "",
    ]
    return " ".join(filter(None, words))


def _shown(junk: bytes) -> str:
    text = junk[:20].decode("ascii", errors="backslashreplace").strip()
    return ascii(text) + ("…" if len(junk) > 20 else "")
