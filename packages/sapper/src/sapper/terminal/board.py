"""The board of every terminal interface: its cells, with their symbols, styles and marks, and the
lines to print; and the best cells as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sapper.estimate import percent
from sapper.explanations.explanation import VERDICTS
from sapper.explanations.steps import SINGLE_NUMBERS
from sapper.game import Cell, Position, Rules
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.reviews.candidates import Candidates

if TYPE_CHECKING:
    from sapper.explanations import Explanation
    from sapper.inference import Analysis
    from sapper.players import Decision
    from sapper.records import Record, Step

SYMBOLS = {HIDDEN: "■", FLAGGED: "⚑", MINE: "✹", GOLD: "G", BLOCKED: " "}
#: The letters of the coursework, for terminals without Unicode. With them a 0 is shown as 0.
LETTERS = {HIDDEN: "C", FLAGGED: "M", MINE: "D", GOLD: "G", BLOCKED: " "}

#: Colours of the clues 0 to 8, close to the usual ones, readable on dark and light backgrounds.
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
STYLES = {HIDDEN: "grey58", FLAGGED: "red1", MINE: "bold white on red3", GOLD: "bold gold1"}
SIGN = "bold gold1"  #: the gold sign of a cell
NUMBER = "grey50"  #: the numbers of rows and columns
TILE = "on grey19"  #: background of hidden cells, so that percentages do not look like clues
OPENED = "on grey27"  #: background of cells that the last move opened
OUTCOME_STYLES = {"won": "bold green3", "lost": "bold red1"}
SAFE = "bold black on green3"
CERTAIN_MINE = f"bold red1 {TILE}"
#: Colours from nearly safe to nearly a mine, in equal steps of probability.
_HEAT = ("pale_green1", "khaki1", "gold1", "orange1", "dark_orange", "indian_red1")

#: The marks: the last move, a clue and a mine that its reason relies on, a clue at fault, and a
#: suggested move.
MOVED, CLUE, COUNTED, WRONG, ADVISED = ">", "=", "!", "x", "?"
MARK_STYLES = {
    MOVED: "bold black on gold1",
    CLUE: "bold black on dark_turquoise",
    COUNTED: "bold red1",
    WRONG: "bold white on red3",
    ADVISED: "bold black on green3",
}


@dataclass(frozen=True)
class Glyph:
    """The appearance of a cell: its text with a mark before it and a sign of gold after it."""

    text: str
    style: str = ""
    sign: str = ""
    mark: str = ""


def glyph(code: int, sign: str = "", symbols: dict[int, str] = SYMBOLS) -> Glyph:
    """Return the glyph of a cell with this code."""
    if code >= HIDDEN:
        return Glyph(symbols[code], STYLES.get(code, ""), sign)
    style = CLUE_STYLES[code] if code < len(CLUE_STYLES) else ""
    return Glyph(str(code) if code or sign or symbols is LETTERS else "·", style, sign)


def risk_glyph(risk: float, unit: str, *, marks: bool) -> Glyph:
    """Return the glyph of a hidden cell with this mine probability; nan is an unknown one.

    With ``marks``, certain cells are recognizable without colours.
    """
    if risk == 0:
        return Glyph("ok", f"green1 {TILE}") if marks else Glyph(percent(0.0, 0, unit), SAFE)
    if risk == 1:
        return Glyph("!" if marks else SYMBOLS[MINE], CERTAIN_MINE)
    if risk != risk:
        return Glyph("?", f"grey58 {TILE}")
    return Glyph(
        percent(risk, 0, unit), f"{_HEAT[min(int(risk * len(_HEAT)), len(_HEAT) - 1)]} {TILE}"
    )


BARS = "▁▂▃▄▅▆▇█"  #: the bars of risks, in steps of an eighth


def tight_glyph(wide: Glyph, risk: float) -> Glyph:
    """Return the glyph of a risk in one column, which no digit beside it can be read with: a tick,
    or a bar as high as the risk."""
    if not 0.0 <= risk < 1.0:
        return wide
    return replace(wide, text="✓" if risk == 0.0 else BARS[int(len(BARS) * risk)])


HEADING = "best cells      mine  progress  wins"


def candidates_table(found: Candidates) -> list[str]:
    """Return the heading and a line for each of the best cells: its risk, its chance of progress
    and its chance of winning, with an interval; no lines if there are no candidates."""
    if not found.best:
        return []
    lines = [HEADING]
    for one in found.best:
        cell, chance = f"[{one.cell[0]}, {one.cell[1]}]", str(one.chance or "")
        lines.append(
            f"{cell:<12}{_share(one.risk):>8}{_share(one.progress):>10}  {chance}".rstrip()
        )
    return lines


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share)


Span = tuple[str, str]  #: a text and its style
Line = list[Span]

CURSOR = "bold reverse"


def _sign_columns(rules: Rules) -> int:
    return 0 if rules.signs == "none" else len("+1" if rules.signs == "counts" else "m")


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
        self.sign_columns = _sign_columns(position.rules)
        signs = position.signs or bytes(self.grid.size)
        self.glyphs = [
            glyph(code, self._sign(sign), symbols)
            for code, sign in zip(position.cells, signs, strict=True)
        ]
        self.beside: list[str] = []  #: the clues beside the board of a variant, and its rule
        if position.rules.variant:
            shown = position.rules.variants.variant_position(position)
            for index, text in enumerate(shown.cells):
                if position.cells[index] < HIDDEN:
                    self.glyphs[index] = replace(self.glyphs[index], text=text)
            self.widen(cell - 1)
            lines = zip(shown.variant.border, shown.lines, strict=True)
            self.beside = [" ".join((border.lines, *texts)) for border, texts in lines]
            self.beside.append(shown.variant.rule)

    def _sign(self, gold: int) -> str:
        if not gold:
            return ""
        return f"+{gold}" if self.position.rules.signs == "counts" else "m"

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

    def letters(self, letters: Mapping[Cell, str]) -> None:
        """Write letters before cells, in the place of their marks."""
        for cell, letter in letters.items():
            self.put([cell], replace(self.at(cell), mark=letter))

    def step(self, step: Step) -> None:
        """Show a move, the cells it opened, and the cells on which its reason rests."""
        self.shade(step.opened)
        self.decision(step.decision, MOVED)

    def shade(self, cells: Iterable[Cell]) -> None:
        """Give cells a background."""
        for cell in cells:
            old = self.at(cell)
            self.put([cell], replace(old, style=f"{old.style} {OPENED}".strip()))

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
        """Show the risk of every hidden cell that is certain or next to a clue, in percent, or as
        a bar if ``tight``, which needs one column.

        Returns the risk of the others, None if there are no such cells.
        """
        away = None
        for cell, risk in analysis.risk.items():
            index = self.grid.index(cell)
            near = any(self.position.cells[i] < HIDDEN for i in self.grid.neighbour_indices(index))
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
        for index in self.position.hidden_indices:
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
        yield from ([(line, NUMBER)] for line in self.beside)

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


MARGIN = 2  #: cells shown around those that an explanation names


def lettered_board(explanation: Explanation, position: Position | None = None) -> list[str]:
    """Return the part of a board around the cells that an explanation names, with their letters
    before them, and what single numbers give: a mark before mines, and other cells as safe;
    ``position`` is what the board shows, by default that of the explanation."""
    position, grid = position or explanation.position, explanation.position.grid
    near = [explanation.cell, *explanation.clues, *explanation.letters]
    rows, columns = (
        range(max(0, min(at) - MARGIN), min(size, max(at) + MARGIN + 1))
        for at, size in zip(zip(*near, strict=True), (grid.height, grid.width), strict=True)
    )
    board = BoardDrawing(position, cell=3, marks=True)
    for step in explanation.steps:
        if step.pattern == SINGLE_NUMBERS:
            board.mark(step.mines, COUNTED)
            unnamed = (cell for cell in step.safe if cell not in explanation.letters)
            board.put(unnamed, risk_glyph(0.0, "", marks=True))
    board.letters(explanation.letters)
    lines = ("".join(text for text, _ in line) for line in board.lines(rows, columns))
    return [line.rstrip() for line in lines]


def lettered_lines(explanation: Explanation, position: Position | None = None) -> list[str]:
    """Return the steps of an explanation, or what it says about a guess, with letters for cells,
    and the board that shows these; ``position`` is what the board shows."""
    said = map(explanation.lettered, explanation.lines())
    return [*said, "", *lettered_board(explanation, position)]


def explanation_lines(explanation: Explanation) -> list[str]:
    """Return an explanation in which cells are called by letters, and a board that shows these."""
    cell, lines = explanation.cell, lettered_lines(explanation)
    if not explanation.steps:
        return lines
    return [f"{explanation.letters[cell]} {list(cell)} {VERDICTS[explanation.verdict]}:", *lines]
