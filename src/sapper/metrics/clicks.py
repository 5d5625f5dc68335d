"""The clicks of a game by kind, and how many of them were effective."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper.notation.replays.replay import Presses
from sapper.records.game import Step


@dataclass(frozen=True)
class Clicks:
    """The clicks of a game: left clicks, right clicks and chords, and how many were effective.

    A left click is effective if it opens a safe cell, a right click if it is the first to flag a
    mine, and a chord if it opens a cell. All others are wasted.
    """

    left: int
    right: int
    chord: int
    effective: int

    @classmethod
    def of(
        cls, steps: Iterable[Step], mines: frozenset[tuple[int, int]], presses: Presses | None
    ) -> Clicks:
        """Count the clicks of a game with these mines.

        Steps hold only clicks that changed the board; the ``presses`` of a replay include the
        others.
        """
        made = Presses()
        effective, flagged = 0, set()
        for step in steps:
            move = step.decision.move
            match move.action:
                case "open":
                    made.left += 1
                    effective += mines.isdisjoint(step.opened)
                case "chord":
                    made.chord += 1
                    effective += bool(step.opened)
                case "flag":
                    made.right += 1
                    effective += move.cell in mines and move.cell not in flagged
                    flagged.add(move.cell)
                case "unflag":
                    made.right += 1
        made = presses or made
        return cls(made.left, made.right, made.chord, effective)

    @property
    def total(self) -> int:
        """All clicks."""
        return self.left + self.right + self.chord

    @property
    def wasted(self) -> int:
        """The clicks that were not effective."""
        return self.total - self.effective

    def to_json(self) -> dict[str, int]:
        """Return plain values."""
        return {
            "left": self.left,
            "right": self.right,
            "chord": self.chord,
            "total": self.total,
            "wasted": self.wasted,
        }
