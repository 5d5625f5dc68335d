"""The board of ``sapper world``, with the last move and the cells that its reason uses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.board import (
    CLUES,
    LETTERS,
    MINES,
    MOVED,
    OPENED,
    Face,
    drawn,
    faces,
    mark,
    put,
    room_of_signs,
)
from sapper.cli.views.screen import coloured
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.study.screen.palette import SYMBOLS

if TYPE_CHECKING:
    from sapper.game import Cell, Grid, Position
    from sapper.records.record import Record
    from sapper.study.session.session import Session

LEGEND = "> the move   = clues it is based on   ! daggers it infers"


@dataclass(frozen=True)
class Picture:
    """A board ready to be drawn, with ``cell`` columns per cell; ``focus`` is to stay visible."""

    grid: Grid
    found: list[Face]
    cell: int
    focus: Cell

    @property
    def width(self) -> int:
        """The columns of the whole board, including row numbers."""
        return self._label + self.grid.width * self._whole + self._slant * self.grid.height

    @property
    def height(self) -> int:
        """The lines of the whole board, including column numbers."""
        return self.grid.height + self._heads

    def drawn(self, width: int, height: int) -> tuple[Text, bool]:
        """The part of the board around the focus that fits, and whether it is the whole board."""
        row, column = self.focus
        rows = _around(row, self.grid.height, max(1, height - self._heads))
        slant = self._slant * len(rows)
        room = max(1, (width - self._label - slant) // self._whole)
        columns = _around(column, self.grid.width, room)
        text = drawn(self.grid, self.found, self.cell, None, (rows, columns))
        return text, len(rows) * len(columns) == self.grid.size

    @property
    def _label(self) -> int:
        return len(str(self.grid.height - 1)) + 1

    @property
    def _whole(self) -> int:
        return self.cell + room_of_signs(self.found)

    @property
    def _slant(self) -> int:
        return self._whole // 2 if self.grid.kind == "hex" else 0

    @property
    def _heads(self) -> int:
        """The lines of column numbers."""
        digits = len(str(self.grid.width - 1))
        return 1 if digits < self.cell + min(1, room_of_signs(self.found)) else digits


def seen_on(console: Console, session: Session) -> Picture:
    """The board with the colours and characters that a console can show."""
    unicode = console.encoding.lower().startswith("utf")
    return picture(session, colours=coloured(console), unicode=unicode)


def picture(session: Session, *, colours: bool, unicode: bool) -> Picture:
    """The current board with the last move, the cells it opened, and those that its reason uses.

    Without colours, cells have the signs that ``LEGEND`` explains. When the game is over, all
    daggers and gold are shown.
    """
    symbols = SYMBOLS if unicode else LETTERS
    position, grid, steps = session.position, session.position.grid, session.steps
    found = faces(position, symbols)
    over = position.outcome != "playing"
    if over:
        _reveal(found, position, session.record(), symbols)
    if steps:
        step = steps[-1]
        reason, here = step.decision.reason, step.decision.move.cell
        mines = [] if over else [c for c in reason.mines if position[c] == HIDDEN]
        if colours:
            put(found, grid, mines, Face(symbols[FLAGGED], MINES))
            mark(found, grid, step.opened, OPENED)
            mark(found, grid, reason.clues, CLUES)
            mark(found, grid, [here], MOVED)
        else:
            signs = {**dict.fromkeys(mines, "!"), **dict.fromkeys(reason.clues, "="), here: ">"}
            for cell, sign in signs.items():
                old = found[grid.index(cell)]
                found[grid.index(cell)] = replace(old, text=f"{sign}{old.text}")
    focus = steps[-1].decision.move.cell if steps else (0, 0)
    return Picture(grid, found, 2 if colours else 3, focus)


def _reveal(found: list[Face], position: Position, record: Record, symbols: dict[int, str]) -> None:
    """Show the daggers and gold that are still hidden, and wrong marks."""
    grid = position.grid
    daggers, gold = set(record.mines), set(record.gold)
    covered = [grid.cell(i) for i in position.hidden]
    lost = position.outcome == "lost"
    dagger = Face(symbols[MINE], "red1" if lost else "green3")
    put(found, grid, [c for c in covered if c in daggers and position[c] == HIDDEN], dagger)
    put(found, grid, [c for c in covered if c in gold], Face(symbols[GOLD], "gold1"))
    wrong = [c for c in covered if position[c] == FLAGGED and c not in daggers]
    put(found, grid, wrong, Face("x", "bold red1"))


def _around(focus: int, size: int, room: int) -> range:
    """The ``room`` of ``size`` lines that are shown, with the focus in the middle if possible."""
    start = max(0, min(focus - room // 2, size - room))
    return range(start, min(size, start + room))
