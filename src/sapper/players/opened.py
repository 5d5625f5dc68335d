"""What was opened since a strategy last looked, so that it looks at every open cell once."""

from __future__ import annotations

from sapper.game import Position
from sapper.game.codes import BLOCKED, FLAGGED, HIDDEN


class Opened:
    """Compares the positions of a game one after another."""

    def __init__(self) -> None:
        self._last: Position | None = None

    def since(self, position: Position) -> tuple[bool, list[int]]:
        """Whether this position goes on from the last one, and the cells opened since, ascending.

        One that does not – another game's, or moves were taken back – counts as a new game's, with
        all its open cells: what was found out before may not hold in it.
        """
        last, self._last = self._last, position
        if last is not None and last.mines == position.mines and last.grid == position.grid:
            both = enumerate(zip(last.cells, position.cells, strict=True))
            changed = [i for i, (before, now) in both if before != now]
            if all(HIDDEN <= last.cells[i] <= FLAGGED for i in changed):
                return True, [i for i in changed if not HIDDEN <= position.cells[i] <= FLAGGED]
        closed = (HIDDEN, FLAGGED, BLOCKED)
        return False, [i for i, code in enumerate(position.cells) if code not in closed]
