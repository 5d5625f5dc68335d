"""The board of every terminal interface: its cells, and the lines to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sapper.game import Cell, Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.study.screen.cells import (
    CERTAIN_MINE,
    CLUE,
    COUNTED,
    MARK_STYLES,
    MOVED,
    NUMBER,
    OPENED,
    SIGN,
    SYMBOLS,
    Glyph,
    glyph,
    risk_glyph,
    tight_glyph,
)

if TYPE_CHECKING:
    from sapper.inference import Analysis
    from sapper.players import Decision
    from sapper.records.game import Step
    from sapper.records.record import Record

Span = tuple[str, str]  #: a text and its style
Line = list[Span]

CURSOR = "bold reverse"
_SIGN_COLUMNS = {"none": 0, "marks": len("m"), "counts": len("+1")}


class BoardDrawing:
    """A position as lines of styled text, with numbers for rows and columns.

    Each cell has ``cell`` columns with its text aligned right, followed by the columns of its gold
    sign: a clue next to gold is ``2m``, or ``2+1`` under rules that count gold.

    With ``marks``, characters before and in the cells show everything that colours show; without,
    only the colours do, and mines that a reason counts get a flag.
    """

    def __init__(
        self,
        position: Position,
        *,
        cell: int = 2,
        marks: bool = False,
        symbols: dict[int, str] = SYMBOLS,
    ) -> None:
        self.position, self.grid = position, position.grid
        self.cell, self.marks, self.symbols = cell, marks, symbols
        self.sign_columns = _SIGN_COLUMNS[position.rules.signs]
        signs = position.signs or bytes(self.grid.size)
        self.glyphs = [
            glyph(code, self._sign(sign), symbols)
            for code, sign in zip(position.cells, signs, strict=True)
        ]

    def _sign(self, gold: int) -> str:
        if not gold:
            return ""
        return "m" if self.position.rules.signs == "marks" else f"+{gold}"

    # The contents of cells

    def at(self, cell: Cell) -> Glyph:
        """Return the glyph of a cell."""
        return self.glyphs[self.grid.index(cell)]

    def put(self, cells: Iterable[Cell], new: Glyph) -> None:
        """Give cells another glyph."""
        for cell in cells:
            self.glyphs[self.grid.index(cell)] = new

    def mark(self, cells: Iterable[Cell], mark: str) -> None:
        """Mark cells with a mark of ``MARK_STYLES``."""
        shown = mark if self.marks else ""
        for cell in cells:
            self.put([cell], replace(self.at(cell), mark=shown, style=MARK_STYLES[mark]))

    def step(self, step: Step) -> None:
        """Show a move, the cells it opened, and the cells on which its reason rests."""
        for cell in step.opened:
            old = self.at(cell)
            self.put([cell], replace(old, style=f"{old.style} {OPENED}".strip()))
        self.decision(step.decision, MOVED)

    def decision(self, decision: Decision, mark: str) -> None:
        """Mark a move and the cells on which its reason rests."""
        mines = [c for c in decision.reason.mines if self.position[c] == HIDDEN]
        if self.marks:
            self.mark(mines, COUNTED)
        else:
            self.put(mines, Glyph(self.symbols[FLAGGED], MARK_STYLES[COUNTED]))
        self.mark(decision.reason.clues, CLUE)
        self.mark([decision.move.cell], mark)

    def risks(self, analysis: Analysis, unit: str = "", *, tight: bool = False) -> float | None:
        """Show the risk of every hidden cell that is certain or next to a clue, in percent, or in
        tenths if ``tight``: two columns per cell are enough for ``.2``.

        Returns the risk of the others, None if there are no such cells.
        """
        away = None
        for index in self.position.hidden:
            risk = analysis.risks[index]
            near = any(self.position.cells[i] < HIDDEN for i in self.grid.neighbours(index))
            if 0 < risk < 1 and not near:
                away = risk
            else:
                glyph = risk_glyph(risk, unit, marks=self.marks)
                self.glyphs[index] = tight_glyph(glyph, risk) if tight else glyph
        return away

    def truth(self, record: Record) -> None:
        """Show the mines and gold that stayed hidden, and wrong flags."""
        mines, gold = set(record.mines), set(record.gold)
        style = "red1" if self.position.outcome == "lost" else "green3"
        for index in self.position.hidden:
            cell, flagged = self.grid.cell(index), self.position.cells[index] == FLAGGED
            if cell in mines and not flagged:
                self.glyphs[index] = Glyph(self.symbols[MINE], style)
            elif cell in gold:
                self.glyphs[index] = Glyph(self.symbols[GOLD], "gold1")
            elif cell not in mines and flagged:
                self.glyphs[index] = Glyph("x", "bold red1")

    def mines(self, mines: Iterable[int]) -> None:
        """Show mines that are drawn under hidden cells, given as indices."""
        for index in mines:
            self.glyphs[index] = Glyph(self.symbols[MINE], CERTAIN_MINE)

    def widen(self, least: int) -> None:
        """Make cells wide enough for every text after a mark, and for ``least`` characters."""
        self.cell = 1 + max(least, *(len(each.text) for each in self.glyphs))

    # Sizes

    @property
    def whole(self) -> int:
        """The columns of a cell with its sign."""
        return self.cell + self.sign_columns

    @property
    def label(self) -> int:
        """The columns of the row numbers."""
        return len(str(self.grid.height - 1)) + 1

    @property
    def slant(self) -> int:
        """The columns by which each row of hexagons is shifted left from the row above."""
        return self.whole // 2 if self.grid.kind == "hex" else 0

    def indent(self, row: int) -> int:
        """The columns between the number and the first cell of a row of the whole board."""
        return self.slant * (self.grid.height - 1 - row)

    @property
    def width(self) -> int:
        """The columns of the whole board, including row numbers."""
        return self.label + self.grid.width * self.whole + self.indent(0)

    @property
    def heads(self) -> int:
        """The lines of column numbers: one, or one per digit if the numbers would touch."""
        return self._heads(self.grid.width - 1)

    @property
    def height(self) -> int:
        """The lines of the whole board, including column numbers."""
        return self.grid.height + self.heads

    def window(self, focus: Cell, width: int, height: int) -> tuple[range, range]:
        """Return the rows and columns around a cell that fit into this many columns and lines."""
        rows = _around(focus[0], self.grid.height, max(1, height - self.heads))
        room = max(1, (width - self.label - self.slant * len(rows)) // self.whole)
        return rows, _around(focus[1], self.grid.width, room)

    # Lines

    def bands(self, width: int | None) -> Iterator[Line]:
        """The lines of the whole board. A board wider than ``width`` columns is cut into bands, one
        below the other with an empty line between them."""
        size = self.grid.width
        room = size if width is None else max(1, (width - self.label) // self.whole)
        for start in range(0, size, room):
            if start:
                yield []
            yield from self.lines(range(self.grid.height), range(start, min(size, start + room)))

    def lines(self, rows: range, columns: range) -> Iterator[Line]:
        """Return the lines of a part of the board, with row and column numbers."""
        margin = " " * (self.label + self.slant * (len(rows) - 1))
        for line in range(self._heads(columns[-1])):
            yield [(margin + self.head(line, columns).rstrip(), NUMBER)]
        for row in rows:
            slant = " " * (self.slant * (rows[-1] - row))
            yield [(self.number(row), NUMBER), (slant, ""), *self.row(row, columns)]

    def number(self, row: int) -> str:
        """Return the number of a row, with a space after it."""
        return f"{row:{self.label - 1}d} "

    def head(self, line: int, columns: range) -> str:
        """A line of the column numbers: whole numbers, or the digits of one power of ten."""
        heads = self._heads(columns[-1])
        if heads == 1:
            texts = [str(column) for column in columns]
        else:
            texts = [_digit(column, heads - 1 - line, columns) for column in columns]
        return "".join(text.rjust(self.cell) + " " * self.sign_columns for text in texts)

    def _heads(self, last: int) -> int:
        """Return the lines of column numbers up to the last column."""
        digits = len(str(last))
        return 1 if digits < self.cell + min(self.sign_columns, 1) else digits

    def row(self, row: int, columns: range, cursor: int | None = None) -> Iterator[Span]:
        """The cells of a row; brackets surround the cell in the column of the cursor.

        A background colours all columns of a cell except the gap before it.
        """
        for column in columns:
            shown = self.glyphs[row * self.grid.width + column]
            here, after = column == cursor, column - 1 == cursor
            text = f"{'[' if here else shown.mark}{shown.text}"
            gap = " " if self.cell > len(text) else ""
            if after:  # its first column has the other bracket
                gap, text = "]", text if gap else text[1:]
            room = self.cell - len(gap)
            yield gap, "bold" if after else ""
            if here:
                yield text[:1].rjust(room - len(shown.text)), "bold"
                yield shown.text, f"{shown.style} {CURSOR}"
            else:
                yield text.rjust(room), shown.style
            sign = shown.style if "on " in shown.style else SIGN
            yield shown.sign.ljust(self.sign_columns), sign
        if columns and columns[-1] == cursor:
            yield "]", "bold"


def _digit(column: int, power: int, columns: range) -> str:
    """Return a digit of a column's number, or nothing if the column before has the same."""
    step = 10**power
    if power and column % step and column != columns.start:
        return ""
    return str(column // step % 10) if column >= step or not power else ""


def _around(focus: int, size: int, room: int) -> range:
    """The ``room`` of ``size`` lines that are shown, with the focus in the middle if possible."""
    start = max(0, min(focus - room // 2, size - room))
    return range(start, min(size, start + room))
