"""``csp``: exact mine probabilities; a certain cell if there is one, else one of least risk.

The constraint-satisfaction player of the literature (Studholme 2000; CSP-PGMS in Sebag & Teytaud
2012), its ties broken towards the likeliest 0.
"""

from __future__ import annotations

from math import isnan

from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference import Analysis
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import Proved

TIE = 1e-9  #: risks closer than this are equal


class LeastRisk:
    """Opens proved cells first, then a cell of least mine probability.

    Of equally risky cells it takes the likeliest to show a 0, as far as the risks of its
    neighbours tell one by one; of these one at random. Passes where counting is too hard.
    """

    name = "csp"

    def __init__(self) -> None:
        self._proved = Proved(self.name)

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A certain cell, or the least risky one."""
        found = self._proved.decide(position)
        if not isinstance(found, Analysis):
            return found
        return self._guess(position, found, chance)

    def _guess(self, position: Position, analysis: Analysis, chance: Chance) -> Decision | Pass:
        risk = analysis.mine_probability.ravel().tolist()
        hidden = [i for i, code in enumerate(position.cells) if code == HIDDEN and risk[i] < 1.0]
        if not hidden:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        least = min(risk[i] for i in hidden)
        candidates = quietest(position, risk, [i for i in hidden if risk[i] <= least + TIE])
        index = chance.choice(candidates)
        risks = sorted({round(risk[i], 6) for i in hidden})[:4]
        considered = tuple(
            (position.grid.cell(i), risk[i]) for i in sorted(hidden, key=lambda i: (risk[i], i))[:5]
        )
        tied = len(candidates)
        words = f"least risk, {100 * risk[index]:.1f} %"
        if tied > 1:
            words += f", one of {tied} equal cells"
        if len(risks) > 1:
            words += f"; the next has {100 * risks[1]:.1f} %"
        reason = Reason("least risk", words, considered=considered)
        where = position.grid.cell(index)
        return Decision(
            Move("open", where), self.name, reason, 0.0 if position.promised else risk[index]
        )


def quietest(position: Position, risk: list[float], cells: list[int]) -> list[int]:
    """The cells likeliest to have no mine around them, were their neighbours independent."""

    def quiet(index: int) -> float:
        chance = 1.0
        for i in position.grid.neighbours(index):
            if not isnan(risk[i]):
                chance *= 1.0 - risk[i]
        return chance

    best = -1.0
    found: list[int] = []
    for index in cells:
        value = quiet(index)
        if value > best + TIE:
            best, found = value, []
        if value >= best - TIE:
            found.append(index)
    return found
