"""One step of a game: a decision and what it opened."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Cell, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.players import Decision


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
    covered = (HIDDEN, FLAGGED)
    changed = zip(before.cells, after.cells, strict=True)
    now = [i for i, (a, b) in enumerate(changed) if a != b and a in covered and b not in covered]
    return tuple(before.grid.cell(i) for i in now)
