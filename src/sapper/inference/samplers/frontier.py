"""One solution of the frontier, by satisfiability."""

from __future__ import annotations

from sapper.game import Position
from sapper.inference.conflict import explain
from sapper.inference.constraints import constraints, frontier
from sapper.inference.satisfiability import Satisfiability


def frontier_layout(position: Position, *, seconds: float) -> frozenset[int]:
    """The mines next to clues in some layout, the same one every time; the others fit anywhere
    off the frontier.

    Signs of gold count for nothing. Raises ``ImpossiblePositionError`` where there is no layout,
    ``BudgetError`` after ``seconds``.
    """
    solver = Satisfiability(position, seconds=seconds, gold=False)
    if not solver.possible():
        raise explain(position, seconds=seconds)
    return solver.found & frontier(constraints(position))
