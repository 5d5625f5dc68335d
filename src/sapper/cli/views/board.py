"""Boards as text: a face for every cell, with row and column numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rich.text import Text

from sapper.game import Cell, Grid, Position
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.study.screen.palette import STYLES, SYMBOLS, clue_style

#: The letters of the coursework, for terminals without Unicode. With them a 0 is shown as 0.
LETTERS = {HIDDEN: "C", FLAGGED: "M", MINE: "D", GOLD: "G", BLOCKED: " "}
SIGN = "bold gold1"  #: the gold sign of a clue

MOVED = "bold black on gold1"  #: the cell of the last move
OPENED = "on grey27"  #: other cells that the move opened
CLUES = "bold black on dark_turquoise"  #: clues that the reason uses
MINES = "bold red1"  #: hidden cells that the reason counts as mines


@dataclass(frozen=True)
class Face:
    """How one cell looks; ``sign`` is its gold sign, shown after the text."""

    text: str
    style: str = ""
    sign: str = ""


def face(code: int, sign: str = "", symbols: dict[int, str] = SYMBOLS) -> Face:
    """The face of a cell with this code."""
    if code < HIDDEN:
        style = clue_style(code)
        return Face(str(code) if code or sign or symbols is LETTERS else "·", style, sign)
    return Face(symbols[code], STYLES.get(code, ""))


def faces(position: Position, symbols: dict[int, str] = SYMBOLS) -> list[Face]:
    """The faces of all cells, by index. A clue next to gold is ``2m``, or ``2+1`` under rules that
    count gold.

    If the rules have gold signs, every cell has space for one, so that columns stay aligned.
    """
    signs = position.rules.signs
    if signs == "none":
        return [face(code, "", symbols) for code in position.cells]
    room = len("m" if signs == "marks" else "+1")
    signed = [("m" if signs == "marks" else f"+{n}") if n else "" for n in position.signs]
    shown = map(partial(face, symbols=symbols), position.cells, signed)
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
    """The number of columns that the gold sign takes in every cell."""
    return max(len(shown.sign) for shown in found)


def drawn(
    grid: Grid,
    found: Sequence[Face],
    cell: int = 2,
    width: int | None = None,
    window: tuple[range, range] | None = None,
) -> Text:
    """The board as lines of text. Each cell has ``cell`` columns with its face aligned right,
    followed by the columns of its gold sign.

    A board wider than ``width`` columns is cut into bands, one below the other. ``window`` has the
    rows and columns to show; by default all.
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
    # Each row of hexagons is shifted half a cell to the left of the row above.
    shift = (cell + signs) // 2 if grid.kind == "hex" else 0
    margin = " " * (label + shift * (len(rows) - 1))
    text.append("\n".join(margin + head for head in _heads(columns, cell, signs)), "grey50")
    for row in rows:
        text.append(f"\n{row:{label - 1}d} ", "grey50")
        text.append(" " * (shift * (rows[-1] - row)))
        for column in columns:
            _append(text, found[row * grid.width + column], cell, signs)


def _append(text: Text, shown: Face, cell: int, signs: int) -> None:
    """Append one cell; a background colours all its columns except the gap."""
    gap = 1 if cell > len(shown.text) else 0
    text.append(" " * gap)
    text.append(shown.text.rjust(cell - gap), shown.style)
    text.append(shown.sign.ljust(signs), shown.style if "on " in shown.style else SIGN)


def _heads(band: range, cell: int, signs: int) -> list[str]:
    """The lines of column numbers: one, or tens above units if the numbers would touch."""
    after = " " * signs
    if len(str(band[-1])) < cell + min(signs, 1):
        return ["".join(f"{column:{cell}d}{after}" for column in band).rstrip()]
    powers = range(len(str(band[-1])) - 1, -1, -1)
    digits = [[_digit(column, power, band) for column in band] for power in powers]
    return ["".join(digit.rjust(cell) + after for digit in line).rstrip() for line in digits]


def _digit(column: int, power: int, band: range) -> str:
    """A digit of a column's number, or nothing if it is the same as in the column before."""
    step = 10**power
    if power and column % step and column != band.start:
        return ""
    return str(column // step % 10) if column >= step or not power else ""
