"""Which clues prove it: minimal sets of clues that settle a cell or contradict each other.

Every clue is told to the solver under a condition of its own, and so is the number of mines;
which of the conditions a refutation used is what it rests on. That set is then made minimal by
leaving out one of them after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sapper.game import Position
from sapper.inference.constraints import Constraint, constraints
from sapper.inference.minicard import MiniCard

TOTAL = -1  #: stands for the number of mines, among the indices of clues


class Proof(NamedTuple):
    """Clues by index, ascending, and whether the number of mines is needed besides."""

    clues: tuple[int, ...]
    total: bool


def because(
    position: Position,
    cell: int,
    mine: bool,
    *,
    seconds: float | None = None,
    propagations: int | None = None,
) -> Proof | None:
    """A minimal set of clues that proves a hidden cell (an index) a mine, or safe; None if none.

    Minimal: no clue of it can be left out. Clues near the cell are preferred to far ones, and
    doing without the number of mines to needing it. Of an impossible position anything can be
    proved. Raises ``ValueError`` for a cell that is not hidden, ``BudgetError`` after ``seconds``
    or ``propagations`` (a bound that is the same on every machine).
    """
    if cell not in position.hidden:
        raise ValueError(f"cell {cell} is not hidden: it needs no proof")
    clues = Refutation(position, watch=[cell], seconds=seconds, propagations=propagations)
    otherwise = [-clues.literal(cell) if mine else clues.literal(cell)]
    order = _nearest_first(cell, clues.constraints)
    if clues.refute([*order, TOTAL], otherwise) is None:
        return None
    for with_total in ([], [TOTAL]):
        size = 1
        while True:
            found = clues.refute(order[:size] + with_total, otherwise)
            if found is not None:
                return proof(clues.minimal(found, otherwise))
            if size >= len(order):
                break
            size *= 2
    raise AssertionError("the clues and the number of mines together were a proof")


def proof(parts: Iterable[int]) -> Proof:
    """The proof that rests on these parts."""
    parts = set(parts)
    return Proof(tuple(sorted(parts - {TOTAL})), TOTAL in parts)


class Refutation:
    """Shows that some of a position's parts – clues by index, and ``TOTAL`` – have no layout.

    ``watch`` names hidden cells, besides those next to clues, that questions are about.
    """

    def __init__(
        self,
        position: Position,
        watch: Iterable[int] = (),
        *,
        seconds: float | None = None,
        propagations: int | None = None,
    ) -> None:
        self.constraints = {c.clue: c for c in constraints(position)}
        self._solver = solver = MiniCard(seconds, propagations)
        sight = {i for c in self.constraints.values() for i in c.cells}.union(watch)
        self._literals = {i: solver.variable() for i in sorted(sight)}
        self._conditions: dict[int, list[int]] = {}
        for clue, (_, cells, mines) in self.constraints.items():
            condition = solver.variable()
            solver.count([self._literals[i] for i in cells], mines, mines, only_if=condition)
            self._conditions[clue] = [condition]
        # See ``satisfiability``: these bounds on the cells in sight are the number of mines.
        counted, left = list(self._literals.values()), position.mines_left
        least = left - (len(position.hidden) - len(counted))
        self._at_most, self._at_least = solver.variable(), solver.variable()
        solver.count(counted, 0, left, only_if=self._at_most)
        solver.count(counted, least, len(counted), only_if=self._at_least)
        self._conditions[TOTAL] = [self._at_most, self._at_least]

    def literal(self, cell: int) -> int:
        """The literal that says that a cell in sight is a mine."""
        return self._literals[cell]

    def refute(self, parts: Sequence[int], given: Sequence[int] = ()) -> list[int] | None:
        """Those of the parts that a refutation used, in the same order; None for a layout.

        ``given`` are literals of cells to hold as well. Raises ``BudgetError``.
        """
        conditions = [x for part in parts for x in self._conditions[part]]
        if self._solver.solve(*given, *conditions):
            return None
        used = set(self._solver.core())
        return [part for part in parts if not used.isdisjoint(self._conditions[part])]

    def minimal(self, parts: Sequence[int], given: Sequence[int] = ()) -> list[int]:
        """A subset of contradictory parts that is contradictory, and no subset of it is.

        The last parts are the first that it tries to do without.
        """
        needed = list(parts)
        for part in reversed(parts):
            if part in needed:
                found = self.refute([other for other in needed if other != part], given)
                needed = needed if found is None else found
        return needed

    def one_sided(self, clues: Sequence[int]) -> str:
        """Why clues contradict the number of mines: they need ``more``, hold only ``fewer``, or
        it takes ``both`` bounds to refute them."""
        conditions = [x for clue in clues for x in self._conditions[clue]]
        if not self._solver.solve(*conditions, self._at_most):
            return "more"
        return "both" if self._solver.solve(*conditions, self._at_least) else "fewer"


def _nearest_first(cell: int, clues: dict[int, Constraint]) -> list[int]:
    """All clues, by the number of steps over shared cells from one to the next, from a cell."""
    around: dict[int, list[int]] = {}
    for clue, said in clues.items():
        for i in said.cells:
            around.setdefault(i, []).append(clue)
    order = dict.fromkeys(around.get(cell, []))
    waiting = list(order)
    for clue in waiting:  # grows as it goes
        for i in sorted(clues[clue].cells):
            for other in around[i]:
                if other not in order:
                    order[other] = None
                    waiting.append(other)
    return [*order, *(clue for clue in clues if clue not in order)]
