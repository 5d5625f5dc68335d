"""``swift``: the strongest guess rule that costs about a millisecond a game.

Certain cells first. With few layouts left the rest of the game is played out exactly. Otherwise
the safest candidates are weighed by the chance to survive them and the move after, each clue they
might show being counted exactly (the "secondary safety" of Tu et al. 2017, PSEQ, and of D. N.
Hill's solver, here without sampling or bounds).
"""

from __future__ import annotations

from sapper.errors import BudgetError
from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference import Analysis
from sapper.inference.counting import MEGABYTES, STEPS, count
from sapper.inference.kernel.counter import Counter
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.endgame import Endgame
from sapper.players.lookahead import Lookahead
from sapper.players.proved import Proved

TIE = 1e-9


class Swift:
    """Opens proved cells first, then the best cell of the endgame or of the look-ahead.

    Equally good cells are chosen among at random. Passes where counting is too hard.
    """

    name = "swift"

    def __init__(self) -> None:
        self._proved = Proved(self.name)
        self._counter: Counter | None = None

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A certain cell, or the guess with the best prospects."""
        found = self._proved.decide(position)
        if not isinstance(found, Analysis):
            return found
        return self._guess(position, chance)

    def _guess(self, position: Position, chance: Chance) -> Decision | Pass:
        if self._counter is None:
            self._counter = Counter(position.grid)
            self._ahead = Lookahead(position.grid)
            self._endgame = Endgame(position.grid)
        try:
            count(self._counter, position, float("inf"), MEGABYTES, STEPS)
        except BudgetError as error:
            return Pass(self.name, str(error))
        ending = self._endgame.best(self._counter)
        if ending is not None and position.cells[ending[0]] == HIDDEN:
            index, won, layouts = ending
            words = f"played out to the end, it wins {won} of {layouts} layouts, the most possible"
            return self._decision(position, index, Reason("endgame", words))
        weighed = [
            (index, safety, value)
            for index, safety, value in self._ahead.weigh(self._counter, position.cells)
            if value > 0.0 and position.cells[index] == HIDDEN  # what is flagged stays closed
        ]
        if not weighed:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        best = max(value for _, _, value in weighed)
        tied = [index for index, _, value in weighed if value >= best - TIE]
        index = chance.choice(tied)
        words = f"{100 * best:.1f} % to survive this and the next move, the best prospect"
        if len(tied) > 1:
            words += f" (with {len(tied) - 1} equal)"
        by_value = sorted(weighed, key=lambda w: -w[2])[:5]
        considered = tuple((position.grid.cell(i), value) for i, _, value in by_value)
        return self._decision(position, index, Reason("look-ahead", words, considered=considered))

    def _decision(self, position: Position, index: int, reason: Reason) -> Decision:
        assert self._counter is not None
        risk = self._counter.risk_of(index)
        promised = position.untouched and position.rules.first != "any"
        where = position.grid.cell(index)
        return Decision(Move("open", where), self.name, reason, 0.0 if promised else risk)
