"""Boards as text: a face for every cell, row and column numbers around them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.text import Text

from sapper.game import Cell, Grid, Position
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE

#: Colours of the clues 1 to 8, near those everybody knows, readable on dark and light.
CLUE_STYLES = (
    "grey50",
    "dodger_blue1",
    "green3",
    "red1",
    "medium_purple1",
    "dark_orange3",
    "dark_cyan",
    "magenta",
    "grey50",
)
SYMBOLS = {HIDDEN: "■", FLAGGED: "⚑", MINE: "✹", GOLD: "G", BLOCKED: " "}
STYLES = {HIDDEN: "grey58", FLAGGED: "red1", MINE: "bold white on red3", GOLD: "bold gold1"}

MOVED = "bold black on gold1"  #: the cell of the last move
OPENED = "on grey27"  #: other cells it opened
CLUES = "bold black on dark_turquoise"  #: clues that its reason rests on
MINES = "bold red1"  #: hidden cells that its reason counts as mines


@dataclass(frozen=True)
class Face:
    """How one cell looks."""

    text: str
    style: str = ""


def face(code: int) -> Face:
    """A cell as it is."""
    if code < HIDDEN:
        style = CLUE_STYLES[code] if code < len(CLUE_STYLES) else ""
        return Face(str(code) if code else "·", style)
    return Face(SYMBOLS[code], STYLES.get(code, ""))


def faces(position: Position) -> list[Face]:
    """All cells as they are, by index."""
    return [face(code) for code in position.cells]


def mark(found: list[Face], grid: Grid, cells: Collection[Cell], style: str) -> None:
    """Change the style of some cells, keeping a clue's colour on a new background."""
    for cell in cells:
        index = grid.index(cell)
        old = found[index]
        mixed = f"{old.style} {style}" if style.startswith("on ") else style
        found[index] = Face(old.text, mixed)


def put(found: list[Face], grid: Grid, cells: Collection[Cell], new: Face) -> None:
    """Give some cells another face."""
    for cell in cells:
        found[grid.index(cell)] = new


def drawn(grid: Grid, found: Sequence[Face], cell: int = 2, width: int | None = None) -> Text:
    """The board as lines; ``cell`` columns for each cell, its face at the right of them.

    Where ``width`` columns cannot hold it, it is cut into bands, one below the other.
    """
    label = len(str(grid.height - 1)) + 1
    room = grid.width if width is None else max(1, (width - label) // cell)
    bands = [range(s, min(s + room, grid.width)) for s in range(0, grid.width, room)]
    text = Text(no_wrap=True)
    for band in bands:
        if band.start:
            text.append("\n\n")
        _band(text, grid, found, cell, label, band)
    return text


def _band(
    text: Text, grid: Grid, found: Sequence[Face], cell: int, label: int, band: range
) -> None:
    # Each row of hexagons lies half a cell to the left of the one above.
    shift = cell // 2 if grid.kind == "hex" else 0
    margin = " " * (label + shift * (grid.height - 1))
    text.append("\n".join(margin + head for head in _heads(band, cell)), "grey50")
    for row in range(grid.height):
        text.append(f"\n{row:{label - 1}d} ", "grey50")
        text.append(" " * (shift * (grid.height - 1 - row)))
        for column in band:
            shown = found[row * grid.width + column]
            _append(text, shown, cell)


def _append(text: Text, shown: Face, cell: int) -> None:
    """One cell; a background colours all its columns but the gap, if there is one."""
    gap = 1 if cell > len(shown.text) else 0
    text.append(" " * gap)
    text.append(shown.text.rjust(cell - gap), shown.style)


def _heads(band: range, cell: int) -> list[str]:
    """Column numbers: in one line, or tens above units where they would touch."""
    if len(str(band[-1])) < cell:
        return ["".join(f"{column:{cell}d}" for column in band).rstrip()]
    powers = range(len(str(band[-1])) - 1, -1, -1)
    digits = [[_digit(column, power, band) for column in band] for power in powers]
    return ["".join(digit.rjust(cell) for digit in line).rstrip() for line in digits]


def _digit(column: int, power: int, band: range) -> str:
    """The digit of a column's number at a power of ten, where it changes."""
    step = 10**power
    if power and column % step and column != band.start:
        return ""
    return str(column // step % 10) if column >= step or not power else ""
