"""Positions in DIMACS CNF, the input of other SAT solvers.

Variable n is "the n-th hidden cell, row by row, is a mine"; comments name the cells. Variables for
gold follow, then those of the sequential counters that encode numbers (Sinz 2005, "Towards an
optimal CNF encoding of Boolean cardinality constraints").
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.game import Position
from sapper.game.codes import GOLD, MINE
from sapper.inference.constraints import constraints
from sapper.inference.gold import near_gold, signs


class _Clauses:
    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.lines: list[str] = []

    def add(self, *literals: int) -> None:
        self.lines.append(" ".join(map(str, (*literals, 0))))

    def count(self, literals: Sequence[int], low: int, high: int) -> None:
        """Require that ``low`` to ``high`` of the literals are true."""
        from pysat.card import CardEnc

        if not low <= high or low > len(literals) or high < 0:
            self.lines.append("0")
            return
        for encode, bound in ((CardEnc.atleast, low), (CardEnc.atmost, high)):
            if literals:
                encoded = encode(list(literals), bound, top_id=self.variables)
                self.variables = max(self.variables, encoded.nv)
                for clause in encoded.clauses:
                    self.add(*clause)


def dimacs(position: Position) -> str:
    """Return the position in DIMACS CNF: its clues, number of mines, and signs of gold.

    Every solution, restricted to the variables of the mines, is a layout of the position, and every
    layout is a solution.
    """
    hidden = position.hidden_indices
    mine = {index: number for number, index in enumerate(hidden, start=1)}
    told = signs(position)
    places = {i for sign in told for i in sign.cells}
    places.update(hidden if position.gold is not None else ())
    gold = {i: len(hidden) + n for n, i in enumerate(sorted(places), start=1)}
    clauses = _Clauses(len(hidden) + len(gold))
    for limit in constraints(position):
        clauses.count([mine[i] for i in sorted(limit.cells)], limit.mines, limit.mines)
    clauses.count(list(mine.values()), position.mines_left, position.mines_left)
    for index, golden in gold.items():
        near = position.grid.neighbour_indices(index)
        if any(position.cells[i] == MINE for i in near):
            clauses.add(-golden)
        for i in sorted(near_gold(position, [index])):
            clauses.add(-golden, -mine[i])
    for sign in told:
        clauses.count([gold[i] for i in sorted(sign.cells)], sign.low, sign.high)
    if position.gold is not None:
        left = position.gold - position.cells.count(GOLD)
        clauses.count(list(gold.values()), left, left)
    cell = position.grid.cell
    named = [f"c {number} = mine at {list(cell(i))}" for i, number in mine.items()]
    named += [f"c {number} = gold at {list(cell(i))}" for i, number in gold.items()]
    head = f"p cnf {clauses.variables} {len(clauses.lines)}"
    return "\n".join([*named, head, *clauses.lines])
