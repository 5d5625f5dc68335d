"""Signs of gold as constraints, and their encoding for a solver.

One rule ties gold to mines: a cell with gold is not a mine, and neither are its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.rules import sign_scope, signed_gold
from sapper.inference.minicard import MiniCard


class Sign(NamedTuple):
    """The sign at index ``clue`` leaves from ``low`` to ``high`` gold in the hidden ``cells``.

    Open gold is already subtracted.
    """

    clue: int
    cells: frozenset[int]
    low: int
    high: int


def signs(position: Position, among: Iterable[int] | None = None) -> tuple[Sign, ...]:
    """Return the constraints of all signs, or of those at the indices ``among``, in index order.

    Satisfied signs that count no hidden cells are left out.
    """
    rules, cells = position.rules, position.cells
    if rules.signs == "none":
        return ()
    constraints, signed = [], signed_gold(rules.signs)
    for index in range(len(cells)) if among is None else among:
        if cells[index] >= HIDDEN and cells[index] != signed:
            continue
        near = sign_scope(position.grid, rules.signs, index)
        hidden = frozenset(i for i in near if HIDDEN <= cells[i] <= FLAGGED)
        gold = sum(cells[i] == GOLD for i in near)
        low = high = position.signs[index] - gold
        if rules.signs != "counts" and position.signs[index]:
            low, high = max(low, 0), len(hidden)
        if low > 0 or high < len(hidden):
            constraints.append(Sign(index, hidden, low, high))
    return tuple(constraints)


def has_signs(position: Position) -> bool:
    """Return whether a position reveals anything about hidden gold."""
    return position.rules.signs != "none" or position.gold is not None


def near_gold(position: Position, cells: Iterable[int]) -> set[int]:
    """Return hidden cells and their hidden neighbours: gold in the former rules out mines in
    all."""
    near = position.grid.neighbour_indices
    around = {j for i in cells for j in (i, *near(i))}
    return {i for i in around if HIDDEN <= position.cells[i] <= FLAGGED}


class Gold:
    """Encodes gold under hidden cells for a solver; ``mine`` gives a cell's mine literal."""

    def __init__(self, solver: MiniCard, mine: Callable[[int], int]) -> None:
        self._solver = solver
        self._mine = mine
        self.literals: dict[int, int] = {}
        self.near: set[int] = set()  #: cells that gold in some cell would free of mines
        self._barren: set[int] = set()

    def literal(self, position: Position, cell: int) -> int:
        """Return the literal for "this hidden cell holds gold"."""
        if cell not in self.literals:
            gold = self.literals[cell] = self._solver.variable()
            if cell in self._barren:
                self._solver.clause(-gold)
                return gold
            around = near_gold(position, [cell])
            self.near |= around
            for i in around:
                self._solver.clause(-gold, -self._mine(i))
            if any(position.cells[i] == MINE for i in position.grid.neighbour_indices(cell)):
                self._solver.clause(-gold)
        return self.literals[cell]

    def tell(self, position: Position, sign: Sign, only_if: int | None = None) -> None:
        """Add the constraint of a sign (conditional on the literal ``only_if``, if given).

        A sign of no gold only records that its cells hold none: this says nothing about mines
        unless something else needs gold there.
        """
        if sign.low <= 0 == sign.high and only_if is None:
            self._barren |= sign.cells
            for i in self.literals.keys() & sign.cells:
                self._solver.clause(-self.literals[i])
            return
        literals = [self.literal(position, i) for i in sorted(sign.cells)]
        self._solver.count(literals, sign.low, sign.high, only_if)

    def tell_total(self, position: Position, only_if: int | None = None) -> None:
        """Add the total number of gold."""
        if position.gold is not None:
            left = position.gold - position.cells.count(GOLD)
            literals = [self.literal(position, i) for i in position.hidden_indices]
            self._solver.count(literals, left, left, only_if)

    def show(self, position: Position, opened: Iterable[int]) -> None:
        """Add the contents of newly opened cells."""
        for i in opened:
            if i in self.literals:
                gold = position.cells[i] == GOLD
                self._solver.clause(self.literals[i] if gold else -self.literals[i])


def certain_gold(
    position: Position, barred: Iterable[int] = (), *, propagations: int | None = None
) -> frozenset[int]:
    """Return the hidden cells that must hold gold, using only the signs and the number of gold.

    Clues are ignored, and the ``barred`` cells hold no gold. Cells that no sign counts are left
    out. Raises ``BudgetError`` after ``propagations`` propagations.
    """
    all_signs = signs(position)
    solver = MiniCard(propagations=propagations)
    places = sorted({i for sign in all_signs for i in sign.cells})
    if position.gold is not None:
        places = list(position.hidden_indices)
    literals = {i: solver.variable() for i in places}
    for i in set(barred) & literals.keys():
        solver.clause(-literals[i])
    for sign in all_signs:
        solver.count([literals[i] for i in sorted(sign.cells)], sign.low, sign.high)
    if position.gold is not None:
        left = position.gold - position.cells.count(GOLD)
        solver.count(list(literals.values()), left, left)
    asked = sorted({i for sign in all_signs if sign.low > 0 for i in sign.cells})
    if not solver.solve():
        return frozenset()
    model = set(solver.model())
    return frozenset(i for i in asked if literals[i] in model and not solver.solve(-literals[i]))
