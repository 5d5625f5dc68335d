"""One step of a game: a decision and what it opened."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from sapper.game import Cell, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.players import Decision

#: 1 for the codes of cells that are not open, else 0.
_COVERED = bytes(code in (HIDDEN, FLAGGED) for code in range(256))


@dataclass(frozen=True)
class Step:
    """A decision, and the cells that its move opened, row by row; an opened mine cost a life."""

    decision: Decision
    opened: tuple[Cell, ...]

    def __str__(self) -> str:
        several = f" ({len(self.opened)} cells)" if len(self.opened) > 1 else ""
        return f"{self.decision}{several}"


def newly_open(before: Position, after: Position) -> tuple[Cell, ...]:
    """Return the cells that a move opened, row by row."""
    size = before.grid.size
    was, now = (int.from_bytes(one.cells.translate(_COVERED)) for one in (before, after))
    opened = (was & ~now).to_bytes(size)
    return tuple(map(before.grid.cell, compress(range(size), opened)))
