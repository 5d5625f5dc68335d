"""``random``: any hidden, unflagged cell, all equally likely."""

from __future__ import annotations

from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.players.decision import Decision, Pass, Reason


class RandomProbe:
    """Opens a uniformly random hidden cell, whatever is known of it; passes if all are flagged."""

    name = "random"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """One of the hidden cells, by one draw from ``chance``."""
        cells = [i for i, code in enumerate(position.cells) if code == HIDDEN]
        if not cells:
            return Pass(self.name, "no hidden cell is without a flag")
        cell = position.grid.cell(chance.choice(cells))
        words = f"one of {len(cells)} hidden cells, at random"
        risk = 0.0 if position.promised else None
        return Decision(Move("open", cell), self.name, Reason("random", words), risk)
