"""The independent components of the frontier, and all solutions of each, by plain search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sapper.errors import BudgetError
from sapper.inference.constraints import Constraint


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
