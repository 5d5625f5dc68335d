"""What a guess may lead to: the end of the game where it is near, else one move more.

What ``swift`` and ``champion`` share, kept from guess to guess: a counter, the endgame and the
look-ahead of one grid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.game import Grid, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference.counting import MEGABYTES, STEPS, count
from sapper.inference.kernel.counter import Counter
from sapper.players.decision import Decision, Reason
from sapper.players.endgame import Endgame
from sapper.players.lookahead import Lookahead


@dataclass(frozen=True)
class Candidate:
    """A cell that may be guessed: the chances that it is safe, and that the next move is, too."""

    index: int
    safety: float
    value: float


class Prospects:
    """Prospects of the guesses of one strategy on one grid: ``count`` a position first."""

    def __init__(self, strategy: str, grid: Grid, endgame: Endgame, ahead: Lookahead) -> None:
        self.counter = Counter(grid)
        self._strategy = strategy
        self._endgame = endgame
        self._ahead = ahead

    def count(self, position: Position) -> None:
        """Count a position; ``BudgetError`` where that is too hard."""
        count(self.counter, position, float("inf"), MEGABYTES, STEPS)

    def ending(self, position: Position) -> Decision | None:
        """The best guess where the rest of the game can be played out."""
        ending = self._endgame.best(self.counter)
        if ending is None or position.cells[ending[0]] != HIDDEN:  # what is flagged stays closed
            return None
        index, won, layouts = ending
        words = f"played out to the end, it wins {won} of {layouts} layouts, the most possible"
        return self.decision(position, index, Reason("endgame", words))

    def candidates(self, position: Position) -> list[Candidate]:
        """The cells worth a guess, best first."""
        weighed = self._ahead.weigh(self.counter, position.cells)
        found = [Candidate(*one) for one in weighed if one[2] > 0.0]
        return sorted(found, key=lambda candidate: -candidate.value)

    def decision(
        self, position: Position, index: int, reason: Reason | Callable[[], Reason]
    ) -> Decision:
        """To open a cell, as the strategy's decision."""
        promised = position.untouched and position.rules.first != "any"
        risk = 0.0 if promised else self.counter.risk_of(index)
        where = position.grid.cell(index)
        return Decision(Move("open", where), self._strategy, reason, risk)
