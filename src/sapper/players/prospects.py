"""The prospects of guesses: to the end of the game if it is near, otherwise one move ahead.

``swift`` and ``champion`` share this module: a counter, the endgame and the look-ahead of one grid,
reused from guess to guess.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, log

from sapper.errors import BudgetError, plural
from sapper.game import Grid, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference.counting import MEGABYTES, STEPS, count
from sapper.inference.kernel.counter import Counter
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import Effort
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead

ROUNDING = 1e-6  #: of the logarithm of a number of layouts


@dataclass(frozen=True)
class Prospect:
    """A candidate for a guess: its safety, the chance that the next move is safe as well
    (``survival``), and its value, which also estimates what follows."""

    index: int
    safety: float
    survival: float
    value: float


def ranked(candidates: Iterable[Prospect]) -> list[Prospect]:
    """Return candidates by their value, best first."""
    return sorted(candidates, key=lambda candidate: -candidate.value)


class Prospects:
    """The prospects of guesses of one strategy on one grid; call ``ending`` first."""

    def __init__(self, strategy: str, grid: Grid, endgame: Endgame, ahead: Lookahead) -> None:
        self.counter = Counter(grid)
        self._strategy = strategy
        self._endgame = endgame
        self._ahead = ahead

    def ending(self, position: Position, most: float = inf) -> Decision | Pass | None:
        """Count a position; return the best guess if it has at most ``most`` layouts and the rest
        of the game can be solved, a pass if counting is too hard, otherwise None."""
        try:
            count(self.counter, position, inf, MEGABYTES, STEPS)
        except BudgetError as error:
            return Pass(self._strategy, str(error))
        if self.counter.logarithm > log(most) + ROUNDING:
            return None
        ending = self._endgame.best(self.counter)
        if ending is None or position.cells[ending[0]] != HIDDEN:  # flagged cells stay hidden
            return None
        index, won, layouts = ending
        words = f"wins in {won} of {plural(layouts, 'layout')} if played on perfectly"
        words += ", the most of any cell" if layouts > 1 else ""
        return self.decision(position, index, Reason("endgame", words))

    def candidates(self, position: Position) -> list[Prospect]:
        """Return the cells worth a guess in the order of the look-ahead, which compiled games
        share, so that ties are broken alike."""
        weighed = self._ahead.weigh(self.counter, position.cells)
        return [Prospect(*candidate) for candidate in weighed if candidate[3] > 0.0]

    def decision(
        self, position: Position, index: int, reason: Reason, effort: Effort | None = None
    ) -> Decision:
        """Return the strategy's decision to open a cell."""
        move, risk = Move("open", position.grid.cell(index)), self.counter.risk_of(index)
        return Decision(move, self._strategy, reason, risk, effort=effort)
