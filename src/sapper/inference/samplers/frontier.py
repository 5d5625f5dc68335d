"""One solution of the frontier, by satisfiability."""

from __future__ import annotations

from sapper.game import Position
from sapper.inference.conflict import explain
from sapper.inference.constraints import constraints, frontier
from sapper.inference.satisfiability import Satisfiability


def frontier_layout(position: Position, *, seconds: float) -> frozenset[int]:
    """Return the mines on the frontier in some layout, the same one every time.

    The other mines fit anywhere off the frontier. Signs of gold are ignored. Raises
    ``ImpossiblePositionError`` if there is no layout, and ``BudgetError`` after ``seconds``.
    """
    solver = Satisfiability(position, seconds=seconds, gold=False)
    if not solver.possible():
        raise explain(position, seconds=seconds)
    return solver.found & frontier(constraints(position))
