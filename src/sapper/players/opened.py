"""The cells opened since a strategy's last decision, so that it reads every open cell once."""

from __future__ import annotations

from sapper.game import Position
from sapper.game.codes import BLOCKED, FLAGGED, HIDDEN, changed


class Opened:
    """Compares successive positions of a game."""

    def __init__(self) -> None:
        self._last: Position | None = None

    def since(self, position: Position) -> tuple[bool, list[int]]:
        """Return whether this position continues the last one, and the cells opened since.

        The cells are indices in ascending order. A position of another game, or after undone moves,
        does not continue the last one: all its open cells are returned, and earlier findings may be
        wrong.
        """
        last, self._last = self._last, position
        if last is not None and last.mines == position.mines and last.grid == position.grid:
            cells = changed(last.cells, position.cells)
            if all(HIDDEN <= last.cells[i] <= FLAGGED for i in cells):
                return True, [i for i in cells if not HIDDEN <= position.cells[i] <= FLAGGED]
        closed = (HIDDEN, FLAGGED, BLOCKED)
        return False, [i for i, code in enumerate(position.cells) if code not in closed]
