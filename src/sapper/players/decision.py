"""Decisions: what to do, who decided it, and why."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Cell, Move


@dataclass(frozen=True)
class Reason:
    """Why a move is made: ``kind`` for programs, ``words`` for people, cells to highlight.

    ``clues`` are the open cells the reason rests on, ``mines`` the hidden cells it counts as
    mines, ``considered`` the candidates weighed (best first) with their figure.
    """

    kind: str
    words: str
    clues: tuple[Cell, ...] = ()
    mines: tuple[Cell, ...] = ()
    considered: tuple[tuple[Cell, float], ...] = ()


@dataclass(frozen=True)
class Decision:
    """A move with the strategy that chose it and its reason.

    ``mine_probability`` is the exact chance that the move's cell holds a mine, or None where the
    strategy does not know; ``seconds`` is what the decision cost, strategies that passed included.
    """

    move: Move
    strategy: str
    reason: Reason
    mine_probability: float | None
    seconds: float = 0.0

    @property
    def guess(self) -> bool:
        """Whether an opened cell might be a mine for all the strategy knows."""
        return self.move.action == "open" and self.mine_probability != 0.0
