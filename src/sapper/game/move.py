"""Moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from sapper.errors import IllegalMoveError, NotationError, quoted
from sapper.game.grid import Cell

Action = Literal["open", "flag", "unflag", "chord"]
ACTIONS = get_args(Action)


@dataclass(frozen=True)
class Move:
    """An action and the cell it applies to. Text form: ``open [3, 8]``.

    Raises ``IllegalMoveError`` for an unknown action.
    """

    action: Action
    cell: Cell

    def __post_init__(self) -> None:
        if self.action not in ACTIONS:
            raise IllegalMoveError(
                f"unknown action {quoted(self.action)}: expected open, flag, unflag or chord"
            )

    def __str__(self) -> str:
        return f"{self.action} [{self.cell[0]}, {self.cell[1]}]"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read ``str(move)`` back. Raises ``NotationError``."""
        place = r"(\d{1,7})[,\s]\s*(\d{1,7})"
        pattern = rf"(open|flag|unflag|chord)\s+(?:{place}|\[{place}\])"
        match = re.fullmatch(pattern, text.strip(), re.ASCII)
        if match is None:
            raise NotationError(f"{quoted(text)} is not a move such as 'open [3, 8]'")
        action, row, column = filter(None, match.groups())
        return cls(action, (int(row), int(column)))
