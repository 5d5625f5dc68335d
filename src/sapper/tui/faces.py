"""How cells look: a symbol for every cell, and a mark before it for its role in a move.

Symbols and marks show everything that colours show, so nothing is lost without colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from sapper.game import Cell, Grid, Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.players import Decision
from sapper.records.record import Record
from sapper.records.step import Step
from sapper.study.findings import Findings
from sapper.study.screen.palette import STYLES, SYMBOLS, TILE, clue_style, heat

MOVED, CLUE, COUNTED, WRONG, ADVISED = ">", "=", "!", "x", "?"


def items(*words: str) -> str:
    """Join the items of a legend; a line break never splits an item."""
    return "  ".join(each.replace(" ", "\u00a0") for each in words)


#: The legend of the marks, in the order of display.
LEGEND = {
    MOVED: "> last move",
    CLUE: "= clue it relies on",
    COUNTED: "! mine it relies on",
    ADVISED: "? suggested move",
    WRONG: "x clue at fault",
}
MARK_STYLES = {
    MOVED: "bold black on gold1",
    CLUE: "bold black on dark_turquoise",
    COUNTED: "bold red1",
    WRONG: "bold white on red3",
    ADVISED: "bold black on green3",
}
OPENED = "on grey27"


@dataclass(frozen=True)
class Face:
    """One cell: its mark (a space for none), its symbol, and its sign of gold."""

    text: str
    style: str = ""
    sign: str = ""
    mark: str = " "


@dataclass(frozen=True)
class Picture:
    """A board ready to be drawn.

    ``focus`` is a cell that should be visible; symbols get at least ``room`` columns.
    """

    grid: Grid
    faces: tuple[Face, ...]
    focus: Cell = (0, 0)
    room: int = 1

    @cached_property
    def cell(self) -> int:
        """The columns of a cell: its mark, its symbol and its sign."""
        texts = max(len(face.text) for face in self.faces)
        return 1 + max(self.room, texts) + max(len(face.sign) for face in self.faces)

    @property
    def legend(self) -> str:
        """The legend of the marks on the board."""
        found = {face.mark for face in self.faces}
        return items(*(words for mark, words in LEGEND.items() if mark in found))


class Faces:
    """The faces of a position, which overlays change one after the other."""

    def __init__(self, position: Position) -> None:
        self.position, self.grid = position, position.grid
        self._found = [_face(position, index) for index in range(self.grid.size)]

    def picture(self, focus: Cell, *, overlay: bool = False) -> Picture:
        """The board as it looks now.

        With ``overlay`` it reserves the width of probabilities, which arrive later than the
        position, so that the board does not jump then.
        """
        return Picture(self.grid, tuple(self._found), focus, len(percent(0)) if overlay else 1)

    def step(self, step: Step) -> None:
        """Show a move that was made, the cells it opened, and the cells its reason relies on."""
        for cell in step.opened:
            old = self._at(cell)
            self._put(cell, replace(old, style=f"{old.style} {OPENED}".strip()))
        self.reason(step.decision, MOVED)

    def reason(self, decision: Decision, sign: str) -> None:
        """Mark a move with a sign, and the cells that its reason relies on."""
        reason = decision.reason
        self.mark((c for c in reason.mines if self.position[c] == HIDDEN), COUNTED)
        self.mark(reason.clues, CLUE)
        self.mark([decision.move.cell], sign)

    def mark(self, cells: Iterable[Cell], sign: str) -> None:
        """Mark cells with a sign of ``LEGEND``."""
        for cell in cells:
            self._put(cell, replace(self._at(cell), mark=sign, style=MARK_STYLES[sign]))

    def risks(self, findings: Findings) -> float | None:
        """Show the mine probability in percent in every hidden cell next to a clue.

        Certain cells show ``ok`` or ``!`` instead. Returns the probability away from all clues,
        None if there are no such cells.
        """
        analysis = findings.analysis
        if analysis is None:
            self.mark(findings.fault.clues if findings.fault else (), WRONG)
            return None
        away = None
        for index in self.position.hidden:
            cell = self.grid.cell(index)
            risk = float(analysis.mine_probability[cell])
            near = self.grid.neighbours(index)
            if risk in (0.0, 1.0):
                face = Face("!", f"bold red1 {TILE}") if risk else Face("ok", f"green1 {TILE}")
            elif risk != risk:
                face = Face("?", f"grey58 {TILE}")
            elif any(self.position.cells[i] < HIDDEN for i in near):
                face = Face(percent(risk), heat(risk))
            else:
                away = risk
                continue
            self._put(cell, replace(face, sign=self._at(cell).sign))
        return away

    def truth(self, record: Record) -> None:
        """Show the mines and gold that stayed hidden, and wrong flags."""
        mines, gold = set(record.mines), set(record.gold)
        lost = self.position.outcome == "lost"
        for index in self.position.hidden:
            cell = self.grid.cell(index)
            flagged = self.position.cells[index] == FLAGGED
            if cell in mines and not flagged:
                self._put(cell, Face(SYMBOLS[MINE], "red1" if lost else "green3"))
            elif cell in gold:
                self._put(cell, Face(SYMBOLS[GOLD], "gold1"))
            elif cell not in mines and flagged:
                self._put(cell, Face("x", "bold red1"))

    def _at(self, cell: Cell) -> Face:
        return self._found[self.grid.index(cell)]

    def _put(self, cell: Cell, face: Face) -> None:
        self._found[self.grid.index(cell)] = face


def percent(probability: float) -> str:
    """A mine probability in two columns: 1 to 99."""
    return f"{min(99, max(1, round(100 * probability))):2d}"


def _face(position: Position, index: int) -> Face:
    code = position.cells[index]
    sign = position.signs[index] if position.signs else 0
    shown = "" if not sign else "m" if position.rules.signs == "marks" else f"+{sign}"
    if position.signs:
        shown = shown.ljust(1 if position.rules.signs == "marks" else 2)
    if code < HIDDEN:
        style = clue_style(code)
        return Face(str(code) if code or sign else "·", style, shown)
    return Face(SYMBOLS[code], STYLES.get(code, ""), shown)
