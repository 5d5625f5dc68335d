"""Guesses valued by common playouts: how often ``swift`` wins after each of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from papers.studies.guesses.sets import HALVES, MOST, Origin
from sapper.game import Position
from sapper.game.codes import UNFLAGGED
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, count
from sapper.inference.kernel.counter import Counter
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts

WEIGHED = 128  #: the largest number of candidates that are valued
SLACK = 0.07  #: candidates are this much less likely than the best one to survive two moves
CHAIN = [NUMBERS["single-point"], NUMBERS["swift"]]  #: who plays on


class Valuation:
    """Values guesses in the positions of one origin; ``take`` a position first."""

    def __init__(self, origin: Origin) -> None:
        board = origin.board
        self._playouts = origin.playouts
        self._counter = Counter(board.grid)
        self._ahead = Lookahead(board.grid, SLACK, WEIGHED)
        self._rollouts = Rollouts(self._counter, board.grid, board.mines, True, CHAIN)
        self._cells = b""

    def take(self, position: Position) -> None:
        """Set the position. Raises ``BudgetError`` if it is too hard to count."""
        count(self._counter, position, float("inf"), MAX_MEGABYTES, MAX_COUNT_STEPS)
        self._cells = position.cells
        self._rollouts.take(position.cells.translate(UNFLAGGED))

    def candidates(self) -> list[int]:
        """Return the best candidates, from the most likely to survive it and the next move."""
        weighed = self._ahead.weigh(self._counter, self._cells)
        kept = sorted((-survival, cell) for cell, _, survival, value in weighed if value > 0.0)
        return [cell for _, cell in kept[:MOST]]

    def values(self, cell: int, luck: int) -> tuple[float, float]:
        """Return how often ``swift`` wins after a guess, by each half of the playouts from number
        ``luck``. A certain mine never wins."""
        if self._counter.risk_of(cell) == 1.0:  # no layout to play on from
            return 0.0, 0.0
        values = np.frombuffer(self._rollouts.values(cell, luck, self._playouts))
        first, second = (half.mean(dtype=np.float64) for half in np.array_split(values, HALVES))
        return float(np.float32(first)), float(np.float32(second))  # as a file has them


@lru_cache(maxsize=4)
def valuation(origin: Origin) -> Valuation:
    """Return the valuation of an origin; a process makes few."""
    return Valuation(origin)
