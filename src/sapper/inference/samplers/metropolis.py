"""Sampling layouts by rejection and by a Metropolis–Hastings chain of small changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import exp, inf

from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference.constraints import constraints, frontier
from sapper.inference.counting import SECONDS
from sapper.inference.samplers.sampler import frontier_layout

TRIES = 100_000  #: a few seconds on an expert board


class Rejection:
    """Rejection sampling (Sebag & Teytaud 2012, section 3, Algorithm 1): uniform, but hopeless on
    large boards, where hardly any placement is a layout.

    ``sample`` raises ``BudgetError`` after ``tries`` placements. Since no number of tries shows
    that a position is impossible, satisfiability checks that first, within ``seconds``.
    """

    def __init__(self, position: Position, *, tries: int = TRIES, seconds: float = SECONDS) -> None:
        frontier_layout(position, seconds=seconds)  # only to reject impossible positions
        self.position = position
        self._tries = tries
        self._constraints = [(c.cells, c.mines) for c in constraints(position)]

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in a uniformly random layout."""
        hidden, left = self.position.hidden, self.position.mines_left
        for _ in range(self._tries):
            laid = frozenset(chance.shuffled(hidden)[:left])
            if all(len(cells & laid) == mines for cells, mines in self._constraints):
                return laid
        raise BudgetError(f"none of {self._tries:,} placements of the mines was a layout")


STEPS = 1_000
PATIENCE = 100  #: the most mutations per step; only a chain with a penalty needs more than one


class Metropolis:
    """A Metropolis–Hastings chain over layouts (Sebag & Teytaud 2012, section 3, Algorithm 3).

    **Biased**: after any number of ``steps`` some layouts are more likely than others, above all
    those near the first one, and the samples do not show by how much. A row of 20 hidden cells
    above a row of ones has two layouts; with the default options practically every sample is the
    first one, because seven mines must move at once to reach the other.

    The method is the paper's: a chain that starts from a solution of the constraints and continues
    with mutations. The mutations are a reconstruction and may differ from the authors'. The first
    layout is the one that satisfiability finds for the frontier, within ``seconds``, with the other
    mines placed at random; each sample starts there again. A mutation shuffles the contents of a
    few hidden cells, and is rejected if it breaks a clue. The choice of cells does not depend on
    their contents, so a mutation and its reverse are equally likely, and the chain converges to the
    uniform distribution.

    A finite ``penalty``, for example 2 or 3, is sapper's addition. It lets the chain pass through
    placements that are not layouts: each mine too many or too few around a clue makes them
    exp(-penalty) times as likely as a layout. Every layout can then be reached by moving one mine
    at a time. A step ends at the next layout, so the chain of layouts still converges to the
    uniform distribution. Raises ``BudgetError`` if steps take more than ``PATIENCE`` mutations on
    average.
    """

    def __init__(
        self,
        position: Position,
        *,
        steps: int = STEPS,
        penalty: float = inf,
        seconds: float = SECONDS,
    ) -> None:
        self.position = position
        self._steps = steps
        self._penalty = penalty
        self._first = frontier_layout(position, seconds=seconds)
        limits = constraints(position)
        near_clues = frontier(limits)
        self._rest = [i for i in position.hidden if i not in near_clues]
        self._clues = len(limits)
        self._clues_of: dict[int, list[int]] = {i: [] for i in position.hidden}
        near: dict[int, set[int]] = defaultdict(set)
        for number, constraint in enumerate(limits):
            for cell in constraint.cells:
                self._clues_of[cell].append(number)
                near[cell] |= constraint.cells
        #: For each cell, where a mutation that starts there may continue: cells that share a clue.
        self._near = {i: sorted(near[i]) or position.hidden for i in position.hidden}

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in the last layout of the chain."""
        loose = self.position.mines_left - len(self._first)
        mines = self._first.union(chance.shuffled(self._rest)[:loose])
        if not 0 < len(mines) < len(self.position.hidden):
            return mines  # nothing to move
        placement = _Placement(mines, self._clues_of, self._clues)
        steps = self._steps
        for _ in range(PATIENCE * steps):
            self._mutate(placement, chance)
            steps -= not placement.wrong
            if not steps:
                break
        if steps > 0:
            raise BudgetError(
                f"the chain was at a layout only {self._steps - steps:,} times in"
                f" {PATIENCE * self._steps:,} mutations: its penalty is too small"
            )
        return frozenset(placement.mines)

    def _mutate(self, placement: _Placement, chance: Chance) -> None:
        """Propose a mutation; accept it if it violates no more, otherwise with the penalty's
        probability."""
        mines = placement.mines
        cells = self._few_cells(chance)
        before = [i in mines for i in cells]
        after = chance.shuffled(before)
        moved = [i for i, old, new in zip(cells, before, after, strict=True) if old != new]
        if moved:
            worse = placement.flip(moved)
            if worse > 0 and chance.random() >= exp(-self._penalty * worse):
                placement.flip(moved)

    def _few_cells(self, chance: Chance) -> list[int]:
        """Return two or more hidden cells; each further one is half as likely.

        Every second one shares a clue with the first, if possible; the others lie anywhere.
        """
        hidden = self.position.hidden
        first = chance.choice(hidden)
        cells = {first}
        while True:
            cells.add(chance.choice(self._near[first] if chance.below(2) else hidden))
            if chance.below(2):
                return sorted(cells)


class _Placement:
    """Mines in hidden cells, consistent or not; ``clues_of`` lists the clues of each cell by
    number."""

    def __init__(self, mines: Iterable[int], clues_of: dict[int, list[int]], clues: int) -> None:
        self.mines = set(mines)
        self.wrong = 0  #: surplus and missing mines, over all clues
        self._clues_of = clues_of
        self._excess = [0] * clues

    def flip(self, cells: Iterable[int]) -> int:
        """Toggle the mines of these cells; return the increase in violations."""
        before = self.wrong
        excess = self._excess
        for cell in cells:
            more = -1 if cell in self.mines else 1
            self.mines ^= {cell}
            for clue in self._clues_of[cell]:
                self.wrong -= abs(excess[clue])
                excess[clue] += more
                self.wrong += abs(excess[clue])
        return self.wrong - before
