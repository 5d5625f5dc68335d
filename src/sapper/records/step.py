"""One step of a game: a decision and what it opened."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Cell
from sapper.players import Decision


@dataclass(frozen=True)
class Step:
    """A decision, and the cells that its move opened, row by row; an opened mine cost a life."""

    decision: Decision
    opened: tuple[Cell, ...]

    def __str__(self) -> str:
        several = f" ({len(self.opened)} cells)" if len(self.opened) > 1 else ""
        return f"{self.decision}{several}"
