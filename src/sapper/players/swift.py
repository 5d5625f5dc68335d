"""``swift``: the strongest guess rule that costs about a millisecond a game.

Certain cells first. With few layouts left the rest of the game is played out exactly. Otherwise
the candidates are weighed by the chance to survive them and the move after, each clue they might
show being counted exactly (see ``lookahead``).
"""

from __future__ import annotations

from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference import Analysis
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.endgame import Endgame
from sapper.players.lookahead import Lookahead
from sapper.players.prospects import Prospects
from sapper.players.proved import Proved

TIE = 1e-9
SHOWN = 5  #: candidates that a reason lists


class Swift:
    """Opens proved cells first, then the best cell of the endgame or of the look-ahead.

    Equally good cells are chosen among at random. Passes where counting is too hard.
    """

    name = "swift"

    def __init__(self) -> None:
        self._proved = Proved(self.name)
        self._prospects: Prospects | None = None

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A certain cell, or the guess with the best prospects."""
        found = self._proved.decide(position)
        if not isinstance(found, Analysis):
            return found
        if self._prospects is None:
            grid = position.grid
            self._prospects = Prospects(self.name, grid, Endgame(grid), Lookahead(grid))
        try:
            self._prospects.count(position)
        except BudgetError as error:
            return Pass(self.name, str(error))
        return self._prospects.ending(position) or self._best(self._prospects, position, chance)

    def _best(self, prospects: Prospects, position: Position, chance: Chance) -> Decision | Pass:
        ranked = prospects.candidates(position)
        if not ranked:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        best = ranked[0].value
        tied = sorted(c.index for c in ranked if c.value >= best - TIE)
        words = f"{100 * best:.1f} % to survive this and the next move, the best prospect"
        if len(tied) > 1:
            words += f" (with {len(tied) - 1} equal)"
        cell = position.grid.cell
        considered = tuple((cell(c.index), c.value) for c in ranked[:SHOWN])
        reason = Reason("look-ahead", words, considered=considered)
        return prospects.decision(position, chance.choice(tied), reason)
