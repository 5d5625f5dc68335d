"""``gold-scan`` and ``gold-sat``: gold found from what open cells tell of it, apart from mines.

A cell that tells of gold and has only as many places left for it names the gold (gold SPS). All
such cells together – gold on a side of every marked cell, none beside an unmarked one – may name
more (gold ATS). Both as in the report on logical agents, St Andrews 2018; counts work alike.
"""

from __future__ import annotations

from sapper.errors import BudgetError
from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference.gold import certain_gold, has_signs, signs
from sapper.players.decision import Decision, Pass
from sapper.players.marks import proven_flags
from sapper.players.proved import proven_gold

PROPAGATIONS = 20_000_000  #: for one position, the same on every machine

_UNTOLD = "nothing is told of gold"


class GoldScan:
    """Opens gold that one cell alone names: row by row, the first that does."""

    name = "gold-scan"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The first place of the first sign whose places are all gold."""
        if not has_signs(position):
            return Pass(self.name, _UNTOLD)
        marks = proven_flags(position)
        for sign in signs(position):
            places = sorted(sign.cells - marks)
            index = next((i for i in places if position.cells[i] == HIDDEN), None)
            if sign.low == len(places) and index is not None:
                return _open(position, index, self.name)
        return Pass(self.name, "no cell beside gold has only one place left for it")


class GoldSat:
    """Opens gold that all signs together name; clues count for nothing here, marks do."""

    name = "gold-sat"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The lowest cell that is gold however gold is laid."""
        if not has_signs(position):
            return Pass(self.name, _UNTOLD)
        try:
            found = certain_gold(position, proven_flags(position), propagations=PROPAGATIONS)
        except BudgetError as error:
            return Pass(self.name, str(error))
        index = min((i for i in found if position.cells[i] == HIDDEN), default=None)
        if index is None:
            return Pass(self.name, "all that is told of gold leaves its place open")
        return _open(position, index, self.name)


def _open(position: Position, index: int, strategy: str) -> Decision:
    move = Move("open", position.grid.cell(index))
    return Decision(move, strategy, lambda: proven_gold(position, index), 0.0)
