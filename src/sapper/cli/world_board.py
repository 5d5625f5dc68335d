"""The board of ``sapper world``: the last move, what it rests on, and in the end everything."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.board import (
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
from sapper.cli.screen import coloured
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.study.palette import SYMBOLS

if TYPE_CHECKING:
    from sapper.game import Cell, Grid, Position
    from sapper.records.record import Record
    from sapper.study.session import Session

LEGEND = "> the move   = clues of its reason   ! daggers it counts"


@dataclass(frozen=True)
class Picture:
    """A board ready to be drawn, ``cell`` columns for each; ``focus`` should stay in sight."""

    grid: Grid
    found: list[Face]
    cell: int
    focus: Cell

    @property
    def width(self) -> int:
        """Columns of the whole board, row numbers included."""
        return self._label + self.grid.width * self._whole + self._slant * self.grid.height

    @property
    def height(self) -> int:
        """Lines of the whole board, column numbers included."""
        return self.grid.height + self._heads

    def drawn(self, width: int, height: int) -> tuple[Text, bool]:
        """As much of the board as fits, around the focus; and whether that is all of it."""
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
        """Lines that column numbers take."""
        digits = len(str(self.grid.width - 1))
        return 1 if digits < self.cell + min(1, room_of_signs(self.found)) else digits


def seen_on(console: Console, session: Session) -> Picture:
    """The board as a console can show it."""
    unicode = console.encoding.lower().startswith("utf")
    return picture(session, colours=coloured(console), unicode=unicode)


def picture(session: Session, *, colours: bool, unicode: bool) -> Picture:
    """The board as it stands: the last move, what it opened, and what its reason rests on.

    Without colours ``LEGEND`` says how cells are told apart. When the game is over everything is
    shown.
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
    """Show the daggers and the gold that stayed hidden, and marks that were wrong."""
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
    """As many of ``size`` lines as there is room for, the focus in the middle if possible."""
    start = max(0, min(focus - room // 2, size - room))
    return range(start, min(size, start + room))
