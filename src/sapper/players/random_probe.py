"""``random``: a uniformly random hidden cell."""

from __future__ import annotations

from sapper.errors import plural
from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.start import with_promise


class RandomProbe:
    """Opens a uniformly random hidden cell that is not flagged; passes if all are flagged."""

    name = "random"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Draw one of the hidden cells from ``chance``."""
        cells = [i for i, code in enumerate(position.cells) if code == HIDDEN]
        if not cells:
            return Pass(self.name, "every hidden cell is flagged")
        cell = position.grid.cell(chance.choice(cells))
        words = with_promise(position, f"chosen at random from {plural(len(cells), 'hidden cell')}")
        risk = 0.0 if position.promised else None
        return Decision(Move("open", cell), self.name, Reason("random", words), risk)
