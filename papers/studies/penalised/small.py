"""Small boards for the penalised relaxation: all layouts are listed, and nothing is sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import combinations
from math import fsum, inf
from statistics import NormalDist

from papers.studies.penalised.clairvoyant import Clairvoyant, Layout
from sapper.game import Grid
from sapper.game.rules import First, first_cells, mine_free_indices


@dataclass(frozen=True, slots=True)
class SmallPosition:
    """The layouts that fit and the open cells, as sets of bits."""

    layouts: int
    opened: int


#: Estimates what can be won from a position in which the game goes on, from 0 to 1.
Estimate = Callable[[SmallPosition], float]


class SmallGame:
    """The games on one board that open ``start`` first, with an estimate of each position.

    Cells that are safe in all layouts are opened first, the lowest first, for the clairvoyant too:
    perfect play wins no less under this rule, whatever the estimate."""

    def __init__(
        self, grid: Grid, mines: int, start: int, first: First, estimate: Estimate | None = None
    ) -> None:
        """Without an estimate, positions have their exact value (``exact``)."""
        spared = {start, *mine_free_indices(grid, start, first)}
        free = [cell for cell in grid.playable if cell not in spared]
        self.layouts = [frozenset(layout) for layout in combinations(free, mines)]
        self.first = SmallPosition((1 << len(self.layouts)) - 1, 0)
        self._cells, self._start, self._left = grid.playable, start, len(grid.playable) - mines
        self._estimate = estimate or self.exact
        self._bit = {layout: 1 << i for i, layout in enumerate(self.layouts)}
        self._shown: dict[int, dict[int, int]] = {cell: {} for cell in self._cells}
        for i, layout in enumerate(self.layouts):
            for cell in self._cells:
                if cell not in layout:
                    clue = len(layout.intersection(grid.neighbour_indices(cell)))
                    self._shown[cell][clue] = self._shown[cell].get(clue, 0) | 1 << i
        self._safe = {cell: sum(shown.values()) for cell, shown in self._shown.items()}
        self.exact, self.moves = cache(self.exact), cache(self.moves)  # type: ignore[method-assign]
        self.expected = cache(self.expected)  # type: ignore[method-assign]

    def payoff(self, position: SmallPosition) -> float | None:
        """Return 1 if all safe cells are open."""
        return 1.0 if position.opened.bit_count() == self._left else None

    def moves(self, position: SmallPosition) -> Sequence[int]:
        """Return the first cell, a cell that is certainly safe, or all that may be."""
        if not position.opened:
            return [self._start]
        hidden = [cell for cell in self._cells if not position.opened >> cell & 1]
        for cell in hidden:
            if not position.layouts & ~self._safe[cell]:
                return [cell]
        return [cell for cell in hidden if position.layouts & self._safe[cell]]

    def value(self, position: SmallPosition) -> float:
        """Return the estimate, or what has been won."""
        payoff = self.payoff(position)
        return self._estimate(position) if payoff is None else payoff

    def expected(self, position: SmallPosition, cell: int) -> float:
        """Return the expectation of the estimate after a move."""
        return self._mean(position, cell, self.value)

    def after(self, position: SmallPosition, cell: int, layout: Layout) -> SmallPosition:
        """Return the position after opening a safe cell of a layout."""
        bit = self._bit[frozenset(layout)]
        shown = next(fits for fits in self._shown[cell].values() if fits & bit)
        return SmallPosition(position.layouts & shown, position.opened | 1 << cell)

    def ceiling(self, position: SmallPosition, cell: int) -> float:
        """Return what holds for all estimates from 0 to 1: each move is paid at most 1."""
        return 1.0 + self._left - position.opened.bit_count()

    def excess(self, position: SmallPosition) -> float:
        """Return what holds for all estimates from 0 to 1."""
        left = self._left - position.opened.bit_count()
        return 1.0 + left - self.value(position) if left else 0.0

    def exact(self, position: SmallPosition) -> float:
        """Return the probability that perfect play wins."""
        payoff = self.payoff(position)
        if payoff is not None:
            return payoff
        return max(self._mean(position, cell, self.exact) for cell in self.moves(position))

    def safety(self, position: SmallPosition) -> float:
        """Return the probability of surviving the next move."""
        n = position.layouts.bit_count()
        return max((position.layouts & self._safe[c]).bit_count() for c in self.moves(position)) / n

    def residuals(self, position: SmallPosition) -> dict[int, float]:
        """Return the expectation after each move, minus the estimate before it."""
        value = self.value(position)
        return {cell: self.expected(position, cell) - value for cell in self.moves(position)}

    def bound(self, budget: float = inf) -> float:
        """Return the upper bound: the mean of what the clairvoyant gains in all layouts."""
        player = Clairvoyant(self, budget)
        gains = [player.gain(self.first, layout).high for layout in self.layouts]
        return fsum(gains) / len(gains)

    def _mean(self, position: SmallPosition, cell: int, value: Estimate) -> float:
        total = 0.0
        for shown in self._shown[cell].values():
            layouts = position.layouts & shown
            if layouts:
                after = SmallPosition(layouts, position.opened | 1 << cell)
                total += layouts.bit_count() * value(after)
        return total / position.layouts.bit_count()


def games(
    grid: Grid, mines: int, first: First, estimate: Callable[[SmallGame], Estimate]
) -> Iterable[SmallGame]:
    """Yield the games from each first cell up to symmetry."""
    for start in first_cells(grid, mines, first):
        game = SmallGame(grid, mines, start, first)
        game._estimate = estimate(game)
        yield game


def disturbed(deviation: float, seed: int = 0) -> Callable[[SmallGame], Estimate]:
    """Return estimates with normal errors of a standard deviation, cut off at 0 and 1.

    The error depends only on the seed and the position."""
    errors = NormalDist(0.0, deviation)

    def of(game: SmallGame) -> Estimate:
        def estimate(position: SmallPosition) -> float:
            name = f"{seed} {position.layouts} {position.opened}".encode()
            number = int.from_bytes(blake2b(name, digest_size=4).digest(), "big")
            error = errors.inv_cdf((number + 0.5) / 2**32)
            return min(max(game.exact(position) + error, 0.0), 1.0)

        return cache(estimate)

    return of


#: The estimates that a study compares.
ESTIMATES: dict[str, Callable[[SmallGame], Estimate]] = {
    "exact": lambda game: game.exact,
    "exact ± 0.02": disturbed(0.02),
    "exact ± 0.05": disturbed(0.05),
    "exact ± 0.1": disturbed(0.1),
    "the safety of the next move": lambda game: game.safety,
    "1/2": lambda _: lambda _: 0.5,
}


def study(grid: Grid, mines: int, first: First) -> str:
    """Return the optimum of a board and the bounds with various estimates, in percent."""
    exact = max(game.exact(game.first) for game in games(grid, mines, first, ESTIMATES["exact"]))
    bounds = (
        f"{name}: {max(game.bound() for game in games(grid, mines, first, estimate)):.2%}"
        for name, estimate in ESTIMATES.items()
    )
    return f"optimum {exact:.2%}; at most, with V = {', '.join(bounds)}"
