"""One solution of the frontier, by satisfiability."""

from __future__ import annotations

from sapper.game import Position
from sapper.inference.conflict import explain
from sapper.inference.constraints import constraints
from sapper.inference.minicard import MiniCard


def frontier_layout(position: Position, *, seconds: float) -> frozenset[int]:
    """The mines next to clues in some layout, the same one every time; the others fit anywhere
    off the frontier.

    Signs of gold count for nothing. Raises ``ImpossiblePositionError`` where there is no layout,
    ``BudgetError`` after ``seconds``.
    """
    solver = MiniCard(seconds)
    literals: dict[int, int] = {}
    for told in constraints(position):
        around = sorted(told.cells)
        for cell in around:
            if cell not in literals:
                literals[cell] = solver.variable()
        solver.count([literals[cell] for cell in around], told.mines, told.mines)
    left, rest = position.mines_left, len(position.hidden) - len(literals)
    solver.count(list(literals.values()), max(0, left - rest), left)
    if not solver.solve():
        raise explain(position, seconds=seconds)
    model = set(solver.model())
    return frozenset(cell for cell, literal in literals.items() if literal in model)
