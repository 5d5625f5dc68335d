"""The cells opened since a strategy last looked, so that it looks at every open cell once."""

from __future__ import annotations

from itertools import compress
from operator import ne

from sapper.game import Position
from sapper.game.codes import BLOCKED, FLAGGED, HIDDEN


class Opened:
    """Compares the positions of a game one after another."""

    def __init__(self) -> None:
        self._last: Position | None = None

    def since(self, position: Position) -> tuple[bool, list[int]]:
        """Return whether this position continues the last one, and the cells opened since.

        The cells are indices in ascending order. A position that does not continue the last one,
        because it is of another game or moves were taken back, counts as that of a new game: all
        its open cells are returned, and what was found before may not be true of it.
        """
        last, self._last = self._last, position
        if last is not None and last.mines == position.mines and last.grid == position.grid:
            differ = map(ne, last.cells, position.cells)
            changed = list(compress(range(len(last.cells)), differ))
            if all(HIDDEN <= last.cells[i] <= FLAGGED for i in changed):
                return True, [i for i in changed if not HIDDEN <= position.cells[i] <= FLAGGED]
        closed = (HIDDEN, FLAGGED, BLOCKED)
        return False, [i for i, code in enumerate(position.cells) if code not in closed]
