"""The penalised relaxation: a player who knows the layout pays for what the knowledge is worth.

Let V be any function of positions, and Q(s, a) its exact expectation after opening the cell a in
the position s, where a lost game is worth 0. A player who opens a and reaches position t pays V(t)
- Q(s, a). Under every policy that sees only positions the expected payment is 0, so the best of
them wins no more than the expectation of what the clairvoyant gains: the largest payoff, less the
payments, of any path in the layout (D. B. Brown, J. E. Smith, P. Sun 2010, "Information relaxations
and duality in stochastic dynamic programs"). docs/works/bounds.md has the proof.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, Protocol, TypeVar

P = TypeVar("P")
Layout = Collection[int]  #: the cells of the mines


class Game(Protocol[P]):
    """A game with the estimates of its positions; ``P`` is hashable and all that a player sees."""

    def payoff(self, position: P) -> float | None:
        """Return what the player gets where the game ends, else None. It may end before the board
        is cleared, with at least what perfect play wins from there."""
        ...

    def moves(self, position: P) -> Sequence[int]:
        """Return the cells to consider, among them one that is best under perfect play."""
        ...

    def value(self, position: P) -> float:
        """Return the estimate V."""
        ...

    def expected(self, position: P, cell: int) -> float:
        """Return the expectation Q of V after a move."""
        ...

    def after(self, position: P, cell: int, layout: Layout) -> P:
        """Return the position after opening a safe cell of a layout."""
        ...

    def ceiling(self, position: P, cell: int) -> float:
        """Return an upper bound, in all layouts, of what the clairvoyant gains with this move."""
        ...

    def excess(self, position: P) -> float:
        """Return an upper bound, in all layouts, of what the clairvoyant gains beyond V."""
        ...


@dataclass(frozen=True)
class Gain:
    """What the clairvoyant gains in a layout: from ``low`` to ``high``, which are equal unless the
    search was cut off."""

    low: float
    high: float


class Clairvoyant(Generic[P]):
    """Searches the paths in one layout after another, at most ``budget`` positions in each.

    Beyond the budget, only one move of each position is searched. What is cut off counts at its
    upper bound, so the mean of ``high`` bounds perfect play."""

    def __init__(self, game: Game[P], budget: float = inf) -> None:
        self._game, self._budget = game, budget
        self._known: dict[P, Gain] = {}
        self.searched = 0  #: number of positions searched in the last layout

    def gain(self, position: P, layout: Layout) -> Gain:
        """Return what is gained from a position in a layout that fits it."""
        self._known.clear()
        self.searched = 0
        return self._best(position, layout)

    def _best(self, position: P, layout: Layout) -> Gain:
        payoff = self._game.payoff(position)
        if payoff is not None:
            return Gain(payoff, payoff)
        if position in self._known:
            return self._known[position]
        self.searched += 1
        game = self._game
        low = high = -inf
        for cell in sorted(game.moves(position), key=lambda cell: -game.ceiling(position, cell)):
            if game.ceiling(position, cell) <= low:
                break
            expected = game.expected(position, cell)
            if cell in layout:  # a lost game is worth 0: nothing is gained or paid after it
                low, high = max(low, expected), max(high, expected)
                continue
            after = game.after(position, cell, layout)
            most = expected + game.excess(after)
            if most <= low:
                continue
            if self.searched >= self._budget and low > -inf and game.payoff(after) is None:
                high = max(high, most)
                continue
            rest, value = self._best(after, layout), game.value(after)
            low = max(low, expected + rest.low - value)
            high = max(high, expected + rest.high - value)
        self._known[position] = Gain(low, high)
        return self._known[position]
