"""The interface of samplers of layouts, and sampling from a list of all frontier solutions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Protocol

from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference.constraints import Constraint, constraints, frontier
from sapper.inference.counting import SECONDS
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
    """Return, for each cell, its constraints and how many of their cells come later."""
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


STEPS = 1_000_000  #: about a second and some tens of megabytes


class Exhaustive:
    """Sampling from all solutions of the constraints (Sebag & Teytaud 2012, section 3, Algorithm
    2): uniform, for positions with few enough solutions.

    It lists the solutions of every component of the frontier, and raises ``BudgetError`` if one
    takes more than ``steps`` steps of search. Combinations are weighted by the number of ways to
    place the remaining mines off the frontier. All numbers are exact. It shares no code with the
    kernel.
    """

    def __init__(self, position: Position, *, steps: int = STEPS) -> None:
        self.position = position
        parts = list(components(constraints(position)))
        self._cells = [part.cells for part in parts]
        self._solutions = [solutions(part, steps) for part in parts]
        frontier = {cell for part in parts for cell in part.cells}
        self._rest = [i for i in position.hidden if i not in frontier]
        self._ways = _ways(self._solutions, position.mines_left, len(self._rest))
        if not self.layouts:
            raise explain(position, seconds=SECONDS)

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
