"""Boards, boxes and trees as SVG, composed of pieces beside and below each other.

A drawing has its own colours for light and dark schemes and loads nothing, so any page can include
it. Shapes (ring, diamond, frame, pennant) repeat the meaning of colours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from typing import Protocol

from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.grid import Cell, Grid

CELL = 30  #: side of a cell, in pixels
SMALL = 16  #: the same for a small board
LINE = 18  #: height of a line of text
LETTER = 7.1  #: approximate width of a letter
GAP = 14
SHADE = "#d0342c"  #: of cells that may be mines, on light and dark hidden cells alike

STYLE = """
.card{fill:#fbfbfa;stroke:#d4d4d0}.hidden{fill:#c9cdd3}.open{fill:#fff}.wall{fill:#77797d}
.cell{stroke:#a9adb3}.clue{stroke:#1f5fbf;stroke-width:2.5;fill:none}
.set{fill:#e7a93b;fill-opacity:.55}.safe{stroke:#137a3f;stroke-width:2.5;fill:none}
.mine,.flag{fill:#b3261e}.gold{fill:#b58100}.edge{stroke:#8b9096;fill:none}
.box{fill:#fff;stroke:#a9adb3}.best{stroke:#1f5fbf;stroke-width:2.5}
text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#22252a}.few{fill:#5c6168}
.code{font:12px ui-monospace,monospace}
.digit{font:bold 15px ui-monospace,monospace}.tiny{font:bold 10px ui-monospace,monospace}
.letter{font:bold 10px ui-sans-serif,sans-serif;fill:#1f5fbf}
.bold{font-weight:600}.n1{fill:#1546c8}.n2{fill:#0b6e2d}.n3{fill:#b3261e}.n4{fill:#5b1fa0}
@media (prefers-color-scheme:dark){
.card{fill:#1b1d20;stroke:#3a3d42}.hidden{fill:#4a4f57}.open{fill:#24272b}.wall{fill:#0d0e10}
.cell{stroke:#5b6068}.clue{stroke:#7fb0ff}.set{fill:#d79a2b}.safe{stroke:#5fd38d}
.mine,.flag{fill:#ff8a80}.gold{fill:#f2c14e}.box{fill:#24272b;stroke:#5b6068}.best{stroke:#7fb0ff}
text{fill:#e6e7e9}.letter{fill:#7fb0ff}.few{fill:#a8adb4}
.n1{fill:#8fb4ff}.n2{fill:#7ddc9a}.n3{fill:#ff9d94}.n4{fill:#c9a2ff}}
"""


class Drawable(Protocol):
    """The part of a position from which a board is drawn."""

    @property
    def grid(self) -> Grid:
        """Its cells and their neighbours."""

    @property
    def cells(self) -> bytes:
        """The code of each cell."""

    @property
    def signs(self) -> bytes:
        """The gold that each clue shows, or nothing."""


@dataclass(frozen=True)
class Piece:
    """A part of a drawing: its size, and its SVG with the origin at (0, 0)."""

    width: float
    height: float
    svg: str

    def at(self, x: float, y: float) -> str:
        """Return the SVG, moved to a point."""
        return f'<g transform="translate({x:g} {y:g})">{self.svg}</g>'


def board(
    position: Drawable,
    side: int = CELL,
    *,
    clues: Collection[Cell] = (),
    safe: Collection[Cell] = (),
    mines: Collection[Cell] = (),
    within: Collection[Cell] = (),
    labels: Mapping[Cell, str] | None = None,
    letters: Mapping[Cell, str] | None = None,
    shades: Mapping[Cell, float] | None = None,
    only: Collection[Cell] | None = None,
) -> Piece:
    """Draw a board.

    - ``side``: the side of a cell, in pixels.
    - ``clues``: the cells with a frame.
    - ``safe``: the cells with a ring.
    - ``mines``: the cells with a diamond.
    - ``within``: the shaded cells.
    - ``labels``: texts to write into cells; ``letters``: texts for their upper right corners.
    - ``shades``: the strength of the colour of cells, from 0 to 1.
    - ``only``: the cells to draw; None draws all.

    Flags are pennants. A small diamond in the corner of a clue is its sign of gold.
    """
    grid, labels, letters, shades = position.grid, labels or {}, letters or {}, shades or {}
    parts = []
    for index, code in enumerate(position.cells):
        if only is not None and grid.cell(index) not in only:
            continue
        row, column = cell = grid.cell(index)
        x, y = column * side + 1, row * side + 1
        kind = "hidden" if HIDDEN <= code <= FLAGGED else "wall" if code == BLOCKED else "open"
        square = f'x="{x}" y="{y}" width="{side}" height="{side}"'
        parts.append(f'<rect class="cell {kind}" {square}/>')
        if cell in within:
            parts.append(f'<rect class="set" {square}/>')
        if shades.get(cell, 0.0) > 0.0:
            shade = f'fill="{SHADE}" fill-opacity="{0.75 * shades[cell]:.2f}"'
            parts.append(f"<rect {shade} {square}/>")
        across, down = x + side / 2, y + side / 2
        if cell in labels:
            parts.append(_text(labels[cell], across, down + side * 0.12, "tiny"))
        if cell in letters:
            parts.append(_text(letters[cell], x + side * 0.8, y + side * 0.36, "letter"))
        if cell in safe:
            ring = f'cx="{across:g}" cy="{down:g}" r="{side * 0.3:g}"'
            parts.append(f'<circle class="safe" {ring}/>')
        if cell in mines or code == MINE:
            parts.append(_diamond("mine", across, down, side * 0.28))
        if code == FLAGGED:
            parts.append(_flag(x + side * 0.32, y + side * 0.22, side * 0.56))
        if code == GOLD:
            parts.append(_diamond("gold", across, down, side * 0.28))
        if position.signs and position.signs[index]:
            parts.append(_diamond("gold", x + side * 0.78, y + side * 0.26, side * 0.13))
        if 0 < code < HIDDEN:
            size = "digit" if side == CELL else "tiny"
            parts.append(_text(str(code), across, down + side * 0.17, f"{size} n{min(code, 4)}"))
        if cell in clues:
            inset = f'x="{x + 2}" y="{y + 2}" width="{side - 4}" height="{side - 4}"'
            parts.append(f'<rect class="clue" {inset} rx="3"/>')
    return Piece(grid.width * side + 2, grid.height * side + 2, "".join(parts))


def words(*lines: str, kind: str = "") -> Piece:
    """Draw lines of text, aligned to the left."""
    parts = [
        f'<text class="{kind}" x="0" y="{LINE * i + 13}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    ]
    return Piece(max(map(len, lines)) * LETTER, LINE * len(lines), "".join(parts))


def beside(*pieces: Piece, gap: float = GAP) -> Piece:
    """Put pieces in a row, with their tops aligned."""
    parts, x = [], 0.0
    for piece in pieces:
        parts.append(piece.at(x, 0))
        x += piece.width + gap
    return Piece(x - gap, max(piece.height for piece in pieces), "".join(parts))


def below(*pieces: Piece, gap: float = GAP, centred: bool = False) -> Piece:
    """Put pieces below each other."""
    width = max(piece.width for piece in pieces)
    parts, y = [], 0.0
    for piece in pieces:
        parts.append(piece.at((width - piece.width) / 2 if centred else 0, y))
        y += piece.height + gap
    return Piece(width, y - gap, "".join(parts))


def card(piece: Piece, title: str) -> str:
    """Return the drawing as a file; screen readers read out its title."""
    return _svg(piece, title, "", STYLE)


def inline(piece: Piece, title: str) -> str:
    """Return the drawing for a page or a notebook, with a style that affects nothing else there."""
    return _svg(piece, title, f' class="{INLINE}" style="max-width:100%"', _INLINE_STYLE)


def _svg(piece: Piece, title: str, attributes: str, style: str) -> str:
    width, height = piece.width + 2 * GAP, piece.height + 2 * GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{attributes} role="img"'
        f' aria-label="{escape(title)}"'
        f' width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n"
        f'<rect class="card" x=".5" y=".5" width="{width - 1:.0f}" height="{height - 1:.0f}"'
        f' rx="8"/>\n{piece.at(GAP, GAP)}\n</svg>\n'
    )


def _within(name: str, style: str) -> str:
    """Return a style whose rules apply only inside elements of a class."""

    def rule(match: re.Match[str]) -> str:
        names = [f".{name} {selector.strip()}" for selector in match[1].split(",")]
        return f"{','.join(names)}{{{match[2]}}}"

    return re.sub(r"([^{}@]+)\{([^{}]*)\}", rule, style)


INLINE = "sapper-drawing"
_INLINE_STYLE = _within(INLINE, STYLE)


def _text(words: str, x: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="middle">{escape(words)}</text>'


def _diamond(kind: str, x: float, y: float, r: float) -> str:
    corners = f"M{x:g} {y - r:g}L{x + r:g} {y:g}L{x:g} {y + r:g}L{x - r:g} {y:g}Z"
    return f'<path class="{kind}" d="{corners}"/>'


def _flag(x: float, y: float, size: float) -> str:
    pole = f'<path class="edge" d="M{x:g} {y:g}v{size:g}"/>'
    pennant = f"M{x:g} {y:g}l{size * 0.7:g} {size * 0.3:g}l{-size * 0.7:g} {size * 0.3:g}Z"
    return f'{pole}<path class="flag" d="{pennant}"/>'
