"""Guesses valued by common playouts: how often ``swift`` wins after each of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from papers.studies.guesses.sets import HALVES, MAX_CANDIDATES, Origin
from papers.studies.playouts import GuessPlayouts
from sapper.game import Position
from sapper.players.kernel.lookahead import Lookahead

MAX_WEIGHED = 128  #: the largest number of candidates that are valued
SLACK = 0.07  #: candidates are this much less likely than the best one to survive two moves


class Valuation:
    """Values guesses in the positions of one origin; ``take`` a position first."""

    def __init__(self, origin: Origin) -> None:
        board = origin.board
        self._playouts = GuessPlayouts(board.grid, board.mines, origin.playouts)
        self._ahead = Lookahead(board.grid, SLACK, MAX_WEIGHED)
        self._cells = b""

    def take(self, position: Position) -> None:
        """Set the position. Raises ``BudgetError`` if it is too hard to count."""
        self._playouts.take(position)
        self._cells = position.cells

    def candidates(self) -> list[int]:
        """Return the best candidates, from the most likely to survive it and the next move."""
        weighed = self._ahead.weigh(self._playouts.counter, self._cells)
        kept = sorted((-survival, cell) for cell, _, survival, value in weighed if value > 0.0)
        return [cell for _, cell in kept[:MAX_CANDIDATES]]

    def values(self, cell: int, luck: int) -> tuple[float, float]:
        """Return how often ``swift`` wins after a guess, by each half of the playouts from number
        ``luck``. A certain mine never wins."""
        values = self._playouts.values(cell, luck)
        first, second = (half.mean(dtype=np.float64) for half in np.array_split(values, HALVES))
        return float(np.float32(first)), float(np.float32(second))  # as a file has them


@lru_cache(maxsize=4)
def valuation(origin: Origin) -> Valuation:
    """Return the valuation of an origin; a process makes few."""
    return Valuation(origin)
