"""Samplers of layouts: three methods from the literature and sapper's exact one.

Sebag & Teytaud 2012, "Combining myopic optimization and tree search: application to MineSweeper"
(LION 6), section 3, sample the hidden state by ``rejection`` (their Algorithm 1), from all
solutions of the constraints (``csp``, Algorithm 2) or by a Metropolis–Hastings chain (``mcmc``,
Algorithm 3). ``exact`` is a ``Belief``: it samples from the tables of counting, like Algorithm 2
but without listing the solutions. All but the chain draw every layout with the same probability.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, exp, inf
from typing import Literal, Protocol

from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference.constraints import Constraint, constraints, frontier
from sapper.inference.counting import TIMEOUT_SECONDS, Belief
from sapper.inference.proof import explain
from sapper.inference.satisfiability import Satisfiability


@dataclass(frozen=True)
class Component:
    """Hidden ``cells`` that the ``constraints`` connect to each other and to no other cell.

    The cells are in an order that completes constraints early.
    """

    cells: tuple[int, ...]
    constraints: tuple[Constraint, ...]


def components(constraints: Sequence[Constraint]) -> Iterator[Component]:
    """Yield the components of a frontier, each breadth first from its first constraint."""
    touching: dict[int, list[Constraint]] = defaultdict(list)
    for constraint in constraints:
        for cell in constraint.cells:
            touching[cell].append(constraint)
    seen: set[Constraint] = set()
    for first in constraints:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        cells: dict[int, None] = {}  # a set that keeps its order
        for constraint in part:  # grows during the loop
            for cell in sorted(constraint.cells):
                cells[cell] = None
                part += [other for other in touching[cell] if other not in seen]
                seen.update(touching[cell])
        yield Component(tuple(cells), tuple(part))


def solutions(component: Component, steps: int) -> dict[int, list[int]]:
    """Return the solutions by their number of mines; bit k of a solution is ``cells[k]``.

    Cells are assigned one by one; a branch ends when a constraint can no longer be satisfied.
    Raises ``BudgetError`` after ``steps`` steps: assignments and solutions.
    """
    checks = _checks(component)
    placements: dict[int, list[int]] = defaultdict(list)
    if not all(c.possible for c in component.constraints):
        return placements
    # Not recursive: a component may have more cells than Python allows recursive calls.
    open_ends = [(0, 0, [c.mines for c in component.constraints])]
    taken = 0
    while open_ends:
        taken += 1
        if taken > steps:
            raise BudgetError(f"the frontier's solutions were not all found in {steps:,} steps")
        k, laid, need = open_ends.pop()
        if k == len(component.cells):
            placements[laid.bit_count()].append(laid)
            continue
        if all(need[number] <= room for number, room in checks[k]):
            open_ends.append((k + 1, laid, need))
        if all(0 < need[number] <= room + 1 for number, room in checks[k]):
            less = need.copy()
            for number, _ in checks[k]:
                less[number] -= 1
            open_ends.append((k + 1, laid | 1 << k, less))
    return placements


def _checks(component: Component) -> list[list[tuple[int, int]]]:
    """Return, for each cell, its constraints and the number of their cells that come later."""
    place = {cell: k for k, cell in enumerate(component.cells)}
    checks: list[list[tuple[int, int]]] = [[] for _ in component.cells]
    for number, constraint in enumerate(component.constraints):
        places = sorted((place[cell] for cell in constraint.cells), reverse=True)
        for later, k in enumerate(places):
            checks[k].append((number, later))
    return checks


class LayoutSampler(Protocol):
    """Draws layouts of one position.

    As in counting, the clues and the number of mines define a layout; signs of gold do not. The
    constructor raises ``ImpossiblePositionError`` if there is no layout. The constructor and
    ``sample`` raise ``BudgetError`` when a limit on the work is reached.
    """

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells.

        The result depends only on the position and ``chance``, not on earlier samples.
        """
        ...


def frontier_layout(position: Position, *, seconds: float) -> frozenset[int]:
    """Return the mines on the frontier in some layout, always the same one.

    The other mines fit anywhere off the frontier. Signs of gold are ignored. Raises
    ``ImpossiblePositionError`` if there is no layout, and ``BudgetError`` after ``seconds``.
    """
    solver = Satisfiability(position, seconds=seconds, gold=False)
    if not solver.possible():
        raise explain(position, seconds=seconds)
    return solver.found & frontier(constraints(position))


DEFAULT_SEARCH_STEPS = 1_000_000  #: about a second and some tens of megabytes


class Exhaustive:
    """Sampling from all solutions of the constraints (Sebag & Teytaud 2012, section 3, Algorithm
    2): uniform, for positions with few enough solutions.

    It lists the solutions of every component of the frontier, and raises ``BudgetError`` if one
    takes more than ``steps`` steps of search. Combinations are weighted by the number of ways to
    place the remaining mines off the frontier. All numbers are exact. It shares no code with the
    kernel.
    """

    def __init__(self, position: Position, *, steps: int = DEFAULT_SEARCH_STEPS) -> None:
        self.position = position
        parts = list(components(constraints(position)))
        self._cells = [part.cells for part in parts]
        self._solutions = [solutions(part, steps) for part in parts]
        frontier = {cell for part in parts for cell in part.cells}
        self._rest = [i for i in position.hidden_indices if i not in frontier]
        self._ways = _ways(self._solutions, position.mines_left, len(self._rest))
        if not self.layouts:
            raise explain(position, seconds=TIMEOUT_SECONDS)

    @property
    def layouts(self) -> int:
        """The exact number of layouts."""
        return self._ways[0][self.position.mines_left]

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in a uniformly random layout."""
        left = self.position.mines_left
        laid: list[int] = []
        for cells, placements, ways in zip(
            self._cells, self._solutions, self._ways[1:], strict=True
        ):
            weights = [len(same) * ways[left - mines] for mines, same in placements.items()]
            mines = list(placements)[_drawn(weights, chance)]
            left -= mines
            laid += _members(chance.choice(placements[mines]), cells)
        return frozenset(laid + chance.shuffled(self._rest)[:left])


def _ways(placements: Sequence[dict[int, list[int]]], left: int, rest: int) -> list[dict[int, int]]:
    """Return, for each component, the number of ways by number of mines.

    The count covers the component, all later ones and the ``rest`` of the hidden cells together;
    the last entry covers the rest alone.
    """
    asked = [{left}]
    for part in placements:
        asked.append({more - mines for more in asked[-1] for mines in part})
    ways = [{more: comb(rest, more) if more >= 0 else 0 for more in asked[-1]}]
    for part, lefts in zip(reversed(placements), reversed(asked[:-1]), strict=True):
        after = ways[-1]
        ways.append(
            {
                more: sum(len(same) * after[more - mines] for mines, same in part.items())
                for more in lefts
            }
        )
    return ways[::-1]


def _drawn(weights: Sequence[int], chance: Chance) -> int:
    """Draw an index in proportion to its weight, exactly, however large the weights are."""
    total = sum(weights)
    bits = total.bit_length()
    pick = total
    while pick >= total:
        pick = 0
        for _ in range(0, bits, 64):
            pick = pick << 64 | chance.bits()
        pick >>= -bits % 64
    index = 0
    while pick >= weights[index]:
        pick -= weights[index]
        index += 1
    return index


def _members(bits: int, cells: Sequence[int]) -> Iterator[int]:
    """Yield the cells whose bits are set."""
    while bits:
        yield cells[(bits & -bits).bit_length() - 1]
        bits &= bits - 1


DEFAULT_TRIES = 100_000  #: a few seconds on an expert board


class Rejection:
    """Rejection sampling (Sebag & Teytaud 2012, section 3, Algorithm 1): uniform, but hopeless on
    large boards, where hardly any placement is a layout.

    ``sample`` raises ``BudgetError`` after ``tries`` placements. Since no number of tries shows
    that a position is impossible, satisfiability checks that first, within ``seconds``.
    """

    def __init__(
        self, position: Position, *, tries: int = DEFAULT_TRIES, seconds: float = TIMEOUT_SECONDS
    ) -> None:
        frontier_layout(position, seconds=seconds)  # only to reject impossible positions
        self.position = position
        self._tries = tries
        self._constraints = [(c.cells, c.mines) for c in constraints(position)]

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in a uniformly random layout."""
        hidden, left = self.position.hidden_indices, self.position.mines_left
        for _ in range(self._tries):
            laid = frozenset(chance.shuffled(hidden)[:left])
            if all(len(cells & laid) == mines for cells, mines in self._constraints):
                return laid
        raise BudgetError(f"none of {self._tries:,} placements of the mines was a layout")


DEFAULT_STEPS = 1_000
MAX_MUTATIONS_PER_STEP = 100  #: only a chain with a penalty needs more than one


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
    uniform distribution. Raises ``BudgetError`` if steps take more than ``MAX_MUTATIONS_PER_STEP``
    mutations on average.
    """

    def __init__(
        self,
        position: Position,
        *,
        steps: int = DEFAULT_STEPS,
        penalty: float = inf,
        seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        self.position = position
        self._steps = steps
        self._penalty = penalty
        self._first = frontier_layout(position, seconds=seconds)
        limits = constraints(position)
        near_clues = frontier(limits)
        self._rest = [i for i in position.hidden_indices if i not in near_clues]
        self._clues = len(limits)
        self._clues_of: dict[int, list[int]] = {i: [] for i in position.hidden_indices}
        near: dict[int, set[int]] = defaultdict(set)
        for number, constraint in enumerate(limits):
            for cell in constraint.cells:
                self._clues_of[cell].append(number)
                near[cell] |= constraint.cells
        #: For each cell, where a mutation that starts there may continue: cells that share a clue.
        self._near = {
            i: sorted(near[i]) or position.hidden_indices for i in position.hidden_indices
        }

    def sample(self, chance: Chance) -> frozenset[int]:
        """Return the indices of the mines under hidden cells in the last layout of the chain."""
        loose = self.position.mines_left - len(self._first)
        mines = self._first.union(chance.shuffled(self._rest)[:loose])
        if not 0 < len(mines) < len(self.position.hidden_indices):
            return mines  # nothing to move
        placement = _Placement(mines, self._clues_of, self._clues)
        steps = self._steps
        for _ in range(MAX_MUTATIONS_PER_STEP * steps):
            self._mutate(placement, chance)
            steps -= not placement.wrong
            if not steps:
                break
        if steps > 0:
            raise BudgetError(
                f"the chain was at a layout only {self._steps - steps:,} times in"
                f" {MAX_MUTATIONS_PER_STEP * self._steps:,} mutations: its penalty is too small"
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
        hidden = self.position.hidden_indices
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


SamplerName = Literal["exact", "csp", "rejection", "mcmc"]

#: Constructors of samplers from a position, by name.
SAMPLERS: Mapping[str, Callable[[Position], LayoutSampler]] = {
    "exact": Belief,
    "csp": Exhaustive,
    "rejection": Rejection,
    "mcmc": Metropolis,
}
