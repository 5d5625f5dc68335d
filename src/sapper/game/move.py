"""Moves, and whether a position allows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from sapper.arguments import text
from sapper.errors import IllegalMoveError, NotationError, quoted
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.grid import Cell

if TYPE_CHECKING:
    from sapper.game.position import Position

Action = Literal["open", "flag", "unflag", "chord"]
ACTIONS = get_args(Action)
_PLACE = r"(\d{1,7})[,\s]\s*(\d{1,7})"
_MOVE = re.compile(rf"(open|flag|unflag|chord)\s+(?:{_PLACE}|\[{_PLACE}\])", re.ASCII)


@dataclass(frozen=True)
class Move:
    """An action and the cell it applies to. Text form: ``open [3, 8]``.

    Raises ``IllegalMoveError`` for an unknown action.
    """

    action: Action
    cell: Cell

    def __post_init__(self) -> None:
        if text("action", self.action) not in ACTIONS:
            raise IllegalMoveError(
                f"unknown action {quoted(self.action)}: expected open, flag, unflag or chord"
            )

    def __str__(self) -> str:
        return f"{self.action} [{self.cell[0]}, {self.cell[1]}]"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read ``str(move)`` back. Raises ``NotationError``."""
        match = _MOVE.fullmatch(text.strip())
        if match is None:
            raise NotationError(f"{quoted(text)} is not a move such as 'open [3, 8]'")
        action, row, column = filter(None, match.groups())
        return cls(action, (int(row), int(column)))


def why_illegal(position: Position, move: Move) -> str | None:
    """Return the reason why a position does not allow a move, as a clause that names it, or None.

    The cell must be in the grid.
    """
    if position.outcome != "playing":
        return f"the game is {position.outcome}: no more moves"
    code = position.cells[position.grid.index(move.cell)]
    if move.action == "chord":
        legal = _chordable(position, position.grid.index(move.cell))
        fault = "only a clue with all its flags set can be chorded"
    elif move.action == "unflag":
        legal, fault = code == FLAGGED, "it has no flag"
    else:
        legal, fault = code == HIDDEN, "it is not a hidden cell"
    return None if legal else f"cannot {move.action} {list(move.cell)}: {fault}"


def _chordable(position: Position, index: int) -> bool:
    """Return whether a cell is a clue with as many flags and open mines around it."""
    cells = position.cells
    clue = 0 if cells[index] == GOLD else cells[index]
    near = [cells[i] for i in position.grid.neighbours(index)]
    return clue < HIDDEN and near.count(FLAGGED) + near.count(MINE) == clue
