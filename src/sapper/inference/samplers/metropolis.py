"""Layouts by a Metropolis–Hastings chain: from one layout to the next by small changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import exp, inf

from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference.constraints import constraints, frontier
from sapper.inference.counting import SECONDS
from sapper.inference.samplers.frontier import frontier_layout

STEPS = 1_000
PATIENCE = 100  #: mutations a step, at most; only a chain with a penalty can need more than one


class Metropolis:
    """A Metropolis–Hastings chain over layouts (Sebag & Teytaud 2012, section 3, Algorithm 3).

    **Biased**: after any number of ``steps`` some layouts are more likely than others, above all
    those near the first one, and samples do not tell how much. A row of 20 hidden cells above a
    row of ones has two layouts; with the default options practically every sample is the first
    one, because seven mines must move at once to get to the other.

    From the paper is the method: a chain that starts from a solution of the constraints and goes
    on by mutations. What these are is reconstructed, and may differ from what its authors used.
    The first layout is what satisfiability finds for the frontier, within ``seconds``, the other
    mines laid anywhere; each sample starts there anew. A mutation shuffles what lies in a few
    hidden cells, and is rejected where it breaks a clue. Which cells does not depend on what they
    hold, so a mutation and its reverse are equally likely, and uniform is what the chain tends to.

    Sapper's own is a finite ``penalty``, of 2 or 3 for example. It lets the chain through
    placements that are no layouts, each mine too many or too few around a clue making them
    exp(-penalty) times as likely as a layout. Every layout can then be reached by moving one mine
    at a time. A step ends at the next layout, which leaves uniform what the chain of layouts tends
    to; ``BudgetError`` where steps take more than ``PATIENCE`` mutations on average.
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
        told = constraints(position)
        near_clues = frontier(told)
        self._rest = [i for i in position.hidden if i not in near_clues]
        self._clues = len(told)
        self._told: dict[int, list[int]] = {i: [] for i in position.hidden}
        near: dict[int, set[int]] = defaultdict(set)
        for number, constraint in enumerate(told):
            for cell in constraint.cells:
                self._told[cell].append(number)
                near[cell] |= constraint.cells
        #: Where a mutation that begins at a cell may go on: cells that share a clue with it.
        self._near = {i: sorted(near[i]) or position.hidden for i in position.hidden}

    def sample(self, chance: Chance) -> frozenset[int]:
        """Indices of the mines under hidden cells in the layout that the chain ends in."""
        loose = self.position.mines_left - len(self._first)
        mines = self._first.union(chance.shuffled(self._rest)[:loose])
        if not 0 < len(mines) < len(self.position.hidden):
            return mines  # nothing to move
        placement = _Placement(mines, self._told, self._clues)
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
        """Propose a mutation; accept it always if it breaks no more, else as the penalty says."""
        mines = placement.mines
        cells = self._few_cells(chance)
        before = [i in mines for i in cells]
        after = chance.shuffled(before)
        moved = [i for i, one, two in zip(cells, before, after, strict=True) if one != two]
        if moved:
            worse = placement.flip(moved)
            if worse > 0 and chance.random() >= exp(-self._penalty * worse):
                placement.flip(moved)

    def _few_cells(self, chance: Chance) -> list[int]:
        """Two hidden cells or more, each further one half as likely: every second one shares a
        clue with the first, if it has any, the others may lie anywhere."""
        hidden = self.position.hidden
        first = chance.choice(hidden)
        cells = {first}
        while True:
            cells.add(chance.choice(self._near[first] if chance.below(2) else hidden))
            if chance.below(2):
                return sorted(cells)


class _Placement:
    """Mines in hidden cells, right or wrong; ``told`` are the numbers of the clues by cell."""

    def __init__(self, mines: Iterable[int], told: dict[int, list[int]], clues: int) -> None:
        self.mines = set(mines)
        self.wrong = 0  #: mines too many or too few, over all clues
        self._told = told
        self._excess = [0] * clues

    def flip(self, cells: Iterable[int]) -> int:
        """Take the mine from each of these cells, or lay one; by how much more it is wrong."""
        before = self.wrong
        excess = self._excess
        for cell in cells:
            more = -1 if cell in self.mines else 1
            self.mines ^= {cell}
            for clue in self._told[cell]:
                self.wrong -= abs(excess[clue])
                excess[clue] += more
                self.wrong += abs(excess[clue])
        return self.wrong - before
