"""Boards as text: a face for every cell, row and column numbers around them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rich.text import Text

from sapper.game import Cell, Grid, Position
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.study.palette import STYLES, SYMBOLS, clue_style

#: The letters of the coursework, for terminals without Unicode; there a 0 is a 0, too.
LETTERS = {HIDDEN: "C", FLAGGED: "M", MINE: "D", GOLD: "G", BLOCKED: " "}
SIGN = "bold gold1"  #: what a clue shows of gold

MOVED = "bold black on gold1"  #: the cell of the last move
OPENED = "on grey27"  #: other cells it opened
CLUES = "bold black on dark_turquoise"  #: clues that its reason rests on
MINES = "bold red1"  #: hidden cells that its reason counts as mines


@dataclass(frozen=True)
class Face:
    """How one cell looks; ``sign`` is what it shows of gold, after the text."""

    text: str
    style: str = ""
    sign: str = ""


def face(code: int, sign: str = "", symbols: dict[int, str] = SYMBOLS) -> Face:
    """A cell as it is."""
    if code < HIDDEN:
        style = clue_style(code)
        return Face(str(code) if code or sign or symbols is LETTERS else "·", style, sign)
    return Face(symbols[code], STYLES.get(code, ""))


def faces(position: Position, symbols: dict[int, str] = SYMBOLS) -> list[Face]:
    """All cells as they are, by index: beside gold as ``2m``, where it is counted ``2+1``.

    Where there are signs every cell has room for one, so that boards keep their width.
    """
    signs = position.rules.signs
    if signs == "none":
        return [face(code, "", symbols) for code in position.cells]
    room = len("m" if signs == "marks" else "+1")
    told = [("m" if signs == "marks" else f"+{n}") if n else "" for n in position.signs]
    shown = map(partial(face, symbols=symbols), position.cells, told)
    return [replace(each, sign=each.sign.ljust(room)) for each in shown]


def mark(found: list[Face], grid: Grid, cells: Collection[Cell], style: str) -> None:
    """Change the style of some cells, keeping a clue's colour on a new background."""
    for cell in cells:
        index = grid.index(cell)
        old = found[index]
        mixed = f"{old.style} {style}" if style.startswith("on ") else style
        found[index] = Face(old.text, mixed, old.sign)


def put(found: list[Face], grid: Grid, cells: Collection[Cell], new: Face) -> None:
    """Give some cells another face."""
    for cell in cells:
        found[grid.index(cell)] = new


def room_of_signs(found: Sequence[Face]) -> int:
    """Columns that signs of gold take in every cell."""
    return max(len(shown.sign) for shown in found)


def drawn(
    grid: Grid,
    found: Sequence[Face],
    cell: int = 2,
    width: int | None = None,
    window: tuple[range, range] | None = None,
) -> Text:
    """The board as lines; ``cell`` columns for each cell, its face at the right of them, and
    signs of gold in columns of their own after it.

    Where ``width`` columns cannot hold it, it is cut into bands, one below the other. ``window``
    has the rows and columns to show, all if it is not given.
    """
    rows, columns = window or (range(grid.height), range(grid.width))
    label = len(str(grid.height - 1)) + 1
    whole = cell + room_of_signs(found)
    room = len(columns) if width is None else max(1, (width - label) // whole)
    bands = [columns[s : s + room] for s in range(0, len(columns), room)]
    text = Text(no_wrap=True)
    for band in bands:
        if band is not bands[0]:
            text.append("\n\n")
        _band(text, grid, found, cell, label, rows, band)
    return text


def _band(
    text: Text,
    grid: Grid,
    found: Sequence[Face],
    cell: int,
    label: int,
    rows: range,
    columns: range,
) -> None:
    signs = room_of_signs(found)
    # Each row of hexagons lies half a cell to the left of the one above.
    shift = (cell + signs) // 2 if grid.kind == "hex" else 0
    margin = " " * (label + shift * (len(rows) - 1))
    text.append("\n".join(margin + head for head in _heads(columns, cell, signs)), "grey50")
    for row in rows:
        text.append(f"\n{row:{label - 1}d} ", "grey50")
        text.append(" " * (shift * (rows[-1] - row)))
        for column in columns:
            _append(text, found[row * grid.width + column], cell, signs)


def _append(text: Text, shown: Face, cell: int, signs: int) -> None:
    """One cell; a background colours all its columns but the gap, if there is one."""
    gap = 1 if cell > len(shown.text) else 0
    text.append(" " * gap)
    text.append(shown.text.rjust(cell - gap), shown.style)
    text.append(shown.sign.ljust(signs), shown.style if "on " in shown.style else SIGN)


def _heads(band: range, cell: int, signs: int) -> list[str]:
    """Column numbers: in one line, or tens above units where they would touch."""
    after = " " * signs
    if len(str(band[-1])) < cell + min(signs, 1):
        return ["".join(f"{column:{cell}d}{after}" for column in band).rstrip()]
    powers = range(len(str(band[-1])) - 1, -1, -1)
    digits = [[_digit(column, power, band) for column in band] for power in powers]
    return ["".join(digit.rjust(cell) + after for digit in line).rstrip() for line in digits]


def _digit(column: int, power: int, band: range) -> str:
    """The digit of a column's number at a power of ten, where it changes."""
    step = 10**power
    if power and column % step and column != band.start:
        return ""
    return str(column // step % 10) if column >= step or not power else ""
