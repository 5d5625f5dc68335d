"""Deals files: a header, then one deal per line, read lazily.

The header is ``# WIDTH HEIGHT MINES``, optionally followed by words: ``grid=torus``,
``blocked=3,7`` and ``edges=0-1,1-2`` describe the grid, ``gold=4`` gives the number of gold, and
any other word is a comment, as is every later line that starts with ``#``. A deal is written as the
first cells of its ordering: indices (row * width + column) separated by spaces, as many as any
first move may need, which is mines + 9, or all cells if the grid is smaller or has gold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from sapper.errors import InputError, NotationError, RulesError, plural
from sapper.files import naming_errors, replacing
from sapper.game import Deal, Grid
from sapper.game.text import INDICES, WHOLE, grid_of, grid_words, numbers

SQUARE = 9  #: cells without mines in an opening on a square grid: the first and its neighbours
MAX_LINE = 20_000_000  #: bytes; without a limit, a file without line ends could fill the memory
_DIGITS_AND_SPACES = b"0123456789 \t\r\n\x0b\x0c"


@dataclass(frozen=True)
class Deals:
    """The deals of one file, read from it line by line each time you iterate over them.

    Iterating raises ``NotationError`` naming the line at fault.
    """

    path: Path
    grid: Grid
    mines: int
    gold: int = 0

    def __iter__(self) -> Iterator[Deal]:
        with naming_errors(self.path), self.path.open("rb") as file:
            lines = _lines(file)
            next(lines, None)  # the header
            yield from _deals(lines, self.grid, self.mines, self.gold)


def open_deals(path: str | Path) -> Deals:
    """Open a deals file; its header and its first deal are checked.

    Raises ``InputError`` if it cannot be opened, ``NotationError`` naming the line at fault.
    """
    path = Path(path)
    with naming_errors(path):
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError("deals are read more than once, so they have to be in a regular file")
        with path.open("rb") as file:
            deals = Deals(path, *_header(_lines(file)))
    if next(iter(deals), None) is None:
        raise NotationError(f"{path}: there are no deals after the header")
    return deals


def parse_deals(data: bytes) -> list[Deal]:
    """Return all deals in the bytes of a file. Raises ``NotationError`` naming the line."""
    lines = _lines(BytesIO(data))
    return list(_deals(lines, *_header(lines)))


def cells_due(grid: Grid, mines: int, gold: int = 0) -> int:
    """Return the number of cells of an ordering that suffices for every rule and first move."""
    if gold:
        return len(grid.playable)
    spared = SQUARE if grid.kind == "square" else grid.widest + 1
    return min(mines + spared, len(grid.playable))


def deal_lines(deals: Iterable[Deal], *, whole: bool = False) -> Iterator[str]:
    """Yield the lines of a deals file, the header first, without line ends.

    ``whole`` writes complete orderings rather than only the cells that games may need. Raises
    ``RulesError`` if there are no deals, if two differ in grid, mines or gold, or if one is too
    short.
    """
    deals = iter(deals)
    first = next(deals, None)
    if first is None:
        raise RulesError("there are no deals to write")
    board = first.grid, first.mines, first.gold
    needed = cells_due(*board)
    yield _header_line(*board)
    for number, deal in enumerate(chain([first], deals)):
        if (deal.grid, deal.mines, deal.gold) != board:
            raise RulesError(f"deal {number} differs from deal 0 in its grid, mines or gold")
        if len(deal.order) < needed:
            names = plural(len(deal.order), "cell")
            raise RulesError(f"deal {number} has {names}, but {needed} are needed")
        yield " ".join(map(str, deal.order if whole else deal.order[:needed]))


def write_deals(path: str | Path, deals: Iterable[Deal], *, whole: bool = False) -> int:
    """Write the lines of ``deal_lines`` to a file; return the number of deals written.

    Raises ``RulesError`` as ``deal_lines`` does, ``InputError`` if the file cannot be written.
    """
    lines = deal_lines(deals, whole=whole)
    written = 0
    head = next(lines)  # may raise, before the file is touched
    with replacing(path) as draft, draft.open("w", encoding="ascii", newline="\n") as file:
        file.write(head + "\n")
        for line in lines:
            file.write(line + "\n")
            written += 1
    return written


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield each line with its number, from 1."""
    number = 1
    while line := file.readline(MAX_LINE):
        if len(line) == MAX_LINE:
            raise NotationError(f"line {number} is too long for a deals file")
        yield number, line
        number += 1


def _deals(lines: Iterable[tuple[int, bytes]], grid: Grid, mines: int, gold: int) -> Iterator[Deal]:
    needed = cells_due(grid, mines, gold)
    usual = 0  # number of cells of the first deal
    for number, line in lines:
        try:
            order = _ordering(line)
            if not order:
                continue
            names = plural(len(order), "cell")
            if len(order) < needed:
                raise NotationError(f"the deal has {names}, but {needed} are needed{_cut(line)}")
            if len(order) < usual and _cut(line):
                raise NotationError(f"the deal has {names} instead of {usual}{_cut(line)}")
            usual = usual or len(order)
            deal = Deal(grid, mines, order, gold)
        except InputError as error:
            raise NotationError(f"line {number}: {error}") from None
        yield deal


def _ordering(line: bytes) -> tuple[int, ...]:
    """Return the cells on a line; none if it is empty or a comment."""
    if line.lstrip().startswith(b"#"):
        return ()
    if line.translate(None, _DIGITS_AND_SPACES):
        junk = next(word for word in line.split() if not word.isdigit())
        raise NotationError(f"{_shown(junk)} is not a cell index")
    words = line.split()
    if max(map(len, words), default=0) > 9:
        raise NotationError(f"{_shown(max(words, key=len))} is too large for a cell index")
    return tuple(map(int, words))


def _cut(line: bytes) -> str:
    """Return the end of a message about a last line without a line end."""
    return "" if line.endswith(b"\n") else ": the file seems to be cut off in the middle of a line"


def _header(lines: Iterator[tuple[int, bytes]]) -> tuple[Grid, int, int]:
    _, line = next(lines, (1, b""))
    try:
        return _read_header(line)
    except InputError as error:
        raise NotationError(f"line 1: {error}") from None


def _read_header(line: bytes) -> tuple[Grid, int, int]:
    if not line:
        raise NotationError("the file is empty: expected a header '# WIDTH HEIGHT MINES'")
    match = re.match(rb"(?:\xef\xbb\xbf)?#\s*(\d{1,7})\s+(\d{1,7})\s+(\d{1,7})(?!\S)", line)
    if match is None:
        raise NotationError(f"expected a header '# WIDTH HEIGHT MINES', got {_shown(line)}")
    width, height, mines = map(int, match.groups())
    words = line[match.end() :].decode("ascii", errors="replace").split()
    options = dict(word.split("=", 1) for word in words if "=" in word)
    blocked = numbers(options, "blocked", INDICES, "3,7")
    grid = grid_of(options, width, height, blocked)
    if mines > len(grid.playable):
        raise NotationError(
            f"{plural(mines, 'mine')} do not fit on {plural(len(grid.playable), 'cell')}"
        )
    gold = next(iter(numbers(options, "gold", WHOLE, "4")), 0)
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
    text = junk[:20].decode("utf-8", errors="replace").strip()
    return repr(text) + ("…" if len(junk) > 20 else "")
