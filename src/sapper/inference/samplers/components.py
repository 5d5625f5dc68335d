"""The frontier in independent parts, and all solutions of each, by plain search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sapper.errors import BudgetError
from sapper.inference.constraints import Constraint


@dataclass(frozen=True)
class Component:
    """Hidden ``cells`` that the ``told`` constraints tie together, and no other cell to them.

    The cells are in an order in which constraints are complete early.
    """

    cells: tuple[int, ...]
    told: tuple[Constraint, ...]


def components(told: Sequence[Constraint]) -> Iterator[Component]:
    """The parts of a frontier, breadth first, each from its first constraint on."""
    speaking: dict[int, list[Constraint]] = defaultdict(list)
    for constraint in told:
        for cell in constraint.cells:
            speaking[cell].append(constraint)
    seen: set[Constraint] = set()
    for first in told:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        cells: dict[int, None] = {}  # a set that keeps its order
        for constraint in part:  # grows meanwhile
            for cell in sorted(constraint.cells):
                cells[cell] = None
                part += [other for other in speaking[cell] if other not in seen]
                seen.update(speaking[cell])
        yield Component(tuple(cells), tuple(part))


def solutions(component: Component, steps: int) -> dict[int, list[int]]:
    """By number of mines, every way to lay them in a component: bit k stands for ``cells[k]``.

    Cells are decided one by one; a constraint that can no longer be right ends the branch.
    Raises ``BudgetError`` beyond so many ``steps``, one for each decision and each solution.
    """
    checks = _checks(component)
    found: dict[int, list[int]] = defaultdict(list)
    if not all(told.possible for told in component.told):
        return found
    # Not recursive: components may have more cells than Python has stack.
    open_ends = [(0, 0, [told.mines for told in component.told])]
    taken = 0
    while open_ends:
        taken += 1
        if taken > steps:
            raise BudgetError(f"the frontier's solutions were not all found in {steps:,} steps")
        k, laid, need = open_ends.pop()
        if k == len(component.cells):
            found[laid.bit_count()].append(laid)
            continue
        if all(need[told] <= room for told, room in checks[k]):
            open_ends.append((k + 1, laid, need))
        if all(0 < need[told] <= room + 1 for told, room in checks[k]):
            less = need.copy()
            for told, _ in checks[k]:
                less[told] -= 1
            open_ends.append((k + 1, laid | 1 << k, less))
    return found


def _checks(component: Component) -> list[list[tuple[int, int]]]:
    """By cell, the constraints that speak of it, and how many of their cells come later."""
    place = {cell: k for k, cell in enumerate(component.cells)}
    checks: list[list[tuple[int, int]]] = [[] for _ in component.cells]
    for number, told in enumerate(component.told):
        for later, k in enumerate(sorted((place[cell] for cell in told.cells), reverse=True)):
            checks[k].append((number, later))
    return checks
