"""``gold-scan`` and ``gold-sat``: gold found from its signs on open cells, apart from mines.

If a sign leaves exactly as many cells as it has gold, all of them hold gold (gold SPS). All signs
together may settle more (gold ATS): gold lies beside every marked cell, and none beside an unmarked
one. Both follow the report on logical agents, St Andrews 2018; counts work in the same way.
"""

from __future__ import annotations

from sapper.errors import BudgetError
from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference.gold import certain_gold, has_signs, signs
from sapper.players.decision import Decision, Pass
from sapper.players.gold.scan import proven_flags
from sapper.players.proved import proven_gold

PROPAGATIONS = 20_000_000  #: for one position, the same on every machine

_NO_SIGNS = "no open cell has a sign of gold"


class GoldScan:
    """Opens gold that a single sign settles: the first sign that does, row by row."""

    name = "gold-scan"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the first cell of the first sign whose cells all hold gold."""
        if not has_signs(position):
            return Pass(self.name, _NO_SIGNS)
        marks = proven_flags(position)
        for sign in signs(position):
            places = sorted(sign.cells - marks)
            index = next((i for i in places if position.cells[i] == HIDDEN), None)
            if sign.low == len(places) and index is not None:
                return _open(position, index, self.name)
        return Pass(self.name, "no single sign settles where gold lies")


class GoldSat:
    """Opens gold that all signs together settle. It uses marks, but no clues."""

    name = "gold-sat"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the lowest cell that holds gold wherever the other gold lies."""
        if not has_signs(position):
            return Pass(self.name, _NO_SIGNS)
        try:
            gold = certain_gold(position, proven_flags(position), propagations=PROPAGATIONS)
        except BudgetError as error:
            return Pass(self.name, str(error))
        index = min((i for i in gold if position.cells[i] == HIDDEN), default=None)
        if index is None:
            return Pass(self.name, "the signs together do not settle where gold lies")
        return _open(position, index, self.name)


def _open(position: Position, index: int, strategy: str) -> Decision:
    move = Move("open", position.grid.cell(index))
    return Decision(move, strategy, lambda: proven_gold(position, index), 0.0)
