"""Moves: actions and the cells they apply to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import index
from typing import Any, Literal, get_args

from sapper.arguments import describe_cell, text
from sapper.errors import IllegalMoveError, NotationError, quoted
from sapper.game.grid import Cell

Action = Literal["open", "flag", "unflag", "chord"]
ACTIONS: tuple[Action, ...] = get_args(Action)
_PLACE = r"(\d{1,7})[,\s]\s*(\d{1,7})"
_MOVE = re.compile(rf"(open|flag|unflag|chord)\s+(?:{_PLACE}|\[{_PLACE}\])", re.ASCII)


@dataclass(frozen=True)
class Move:
    """An action and the cell it applies to. Text form: ``open [3, 8]``.

    Raises ``IllegalMoveError`` for an unknown action, and for anything but two whole numbers from 0
    as the cell.

    >>> sapper.Move("flag", (0, 1)) == sapper.Move.parse("flag [0, 1]")
    True
    """

    action: Action
    cell: Cell

    def __post_init__(self) -> None:
        if text("action", self.action) not in ACTIONS:
            raise IllegalMoveError(
                f"unknown action {quoted(self.action)}: expected open, flag, unflag or chord"
            )
        cell: Any = self.cell
        pair = type(cell) is tuple and len(cell) == 2 and type(cell[0]) is type(cell[1]) is int
        if not (pair and cell[0] >= 0 <= cell[1]):
            object.__setattr__(self, "cell", _cell(cell))

    def __str__(self) -> str:
        return f"{self.action} [{self.cell[0]}, {self.cell[1]}]"

    @classmethod
    def parse(cls, source: str) -> Move:
        """Read ``str(move)`` back. Raises ``NotationError``."""
        match = _MOVE.fullmatch(text("move", source).strip())
        if match is None:
            raise NotationError(f"{quoted(source)} is not a move such as 'open [3, 8]'")
        action, row, column = filter(None, match.groups())
        return cls(action, (int(row), int(column)))


def _cell(cell: object) -> Cell:
    """Return a pair of whole numbers, also of other types, as a cell. Raises
    ``IllegalMoveError``."""
    try:
        row, column = map(index, cell)  # type: ignore[call-overload]
        if row >= 0 <= column:
            return row, column
    except (TypeError, ValueError):
        pass
    raise IllegalMoveError(
        f"cell: expected (row, column), counted from 0, not {describe_cell(cell)}"
    )
