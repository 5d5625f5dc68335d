"""What signs say of gold, in plain numbers, and gold as a solver sees it.

The law that ties gold to mines: a cell with gold has no mine, and none of its neighbours has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.gold import told_of
from sapper.inference.minicard import MiniCard


class Sign(NamedTuple):
    """The sign at index ``clue`` leaves from ``low`` to ``high`` gold in the hidden ``cells``.

    Open gold is subtracted already.
    """

    clue: int
    cells: frozenset[int]
    low: int
    high: int


def signs(position: Position, among: Iterable[int] | None = None) -> tuple[Sign, ...]:
    """What the signs (or those ``among`` some indices) still say, in the order of the indices.

    A sign that is right and says nothing about hidden cells is left out.
    """
    rules, cells = position.rules, position.cells
    if rules.signs == "none":
        return ()
    found = []
    for index in range(len(cells)) if among is None else among:
        if cells[index] >= HIDDEN:
            continue
        near = told_of(position.grid, rules.signs, index)
        hidden = frozenset(i for i in near if HIDDEN <= cells[i] <= FLAGGED)
        gold = sum(cells[i] == GOLD for i in near)
        low = high = position.signs[index] - gold
        if rules.signs == "marks" and position.signs[index]:
            low, high = max(low, 0), len(hidden)
        if low > 0 or high < len(hidden):
            found.append(Sign(index, hidden, low, high))
    return tuple(found)


def has_signs(position: Position) -> bool:
    """Whether anything is told of gold that is not open."""
    return position.rules.signs != "none" or position.gold is not None


def near_gold(position: Position, cells: Iterable[int]) -> set[int]:
    """These hidden cells, and those around them, which gold under them keeps free of mines."""
    near = position.grid.neighbours
    around = {j for i in cells for j in (i, *near(i))}
    return {i for i in around if HIDDEN <= position.cells[i] <= FLAGGED}


class Gold:
    """Gold under hidden cells, told to a solver; ``mine`` gives the literal of a mine there."""

    def __init__(self, solver: MiniCard, mine: Callable[[int], int]) -> None:
        self._solver = solver
        self._mine = mine
        self.literals: dict[int, int] = {}
        self.near: set[int] = set()  #: cells that some gold, were it there, would keep free
        self._barren: set[int] = set()

    def literal(self, position: Position, cell: int) -> int:
        """The literal that says that a hidden cell holds gold."""
        if cell not in self.literals:
            gold = self.literals[cell] = self._solver.variable()
            if cell in self._barren:
                self._solver.clause(-gold)
                return gold
            around = near_gold(position, [cell])
            self.near |= around
            for i in around:
                self._solver.clause(-gold, -self._mine(i))
            if any(position.cells[i] == MINE for i in position.grid.neighbours(cell)):
                self._solver.clause(-gold)
        return self.literals[cell]

    def tell(self, position: Position, sign: Sign, only_if: int | None = None) -> None:
        """Tell what a sign says (only if the literal ``only_if`` is true).

        That there is no gold in some cells is only remembered: where nothing calls for gold there,
        it has nothing to do with mines.
        """
        if sign.low <= 0 == sign.high and only_if is None:
            self._barren |= sign.cells
            for i in self.literals.keys() & sign.cells:
                self._solver.clause(-self.literals[i])
            return
        literals = [self.literal(position, i) for i in sorted(sign.cells)]
        self._solver.count(literals, sign.low, sign.high, only_if)

    def tell_total(self, position: Position, only_if: int | None = None) -> None:
        """Tell how much gold there is in all."""
        if position.gold is not None:
            left = position.gold - position.cells.count(GOLD)
            literals = [self.literal(position, i) for i in position.hidden]
            self._solver.count(literals, left, left, only_if)

    def show(self, position: Position, opened: Iterable[int]) -> None:
        """Tell what newly opened cells turned out to be."""
        for i in opened:
            if i in self.literals:
                found = position.cells[i] == GOLD
                self._solver.clause(self.literals[i] if found else -self.literals[i])


def certain_gold(
    position: Position, barred: Iterable[int] = (), *, propagations: int | None = None
) -> frozenset[int]:
    """The hidden cells that hold gold however gold is laid, by what is told of gold alone.

    Clues count for nothing; no gold lies in the ``barred`` cells. Cells that no sign speaks of
    are left out. Raises ``BudgetError`` beyond so many ``propagations``.
    """
    told = signs(position)
    solver = MiniCard(propagations=propagations)
    places = sorted({i for sign in told for i in sign.cells})
    if position.gold is not None:
        places = list(position.hidden)
    literals = {i: solver.variable() for i in places}
    for i in set(barred) & literals.keys():
        solver.clause(-literals[i])
    for sign in told:
        solver.count([literals[i] for i in sorted(sign.cells)], sign.low, sign.high)
    if position.gold is not None:
        left = position.gold - position.cells.count(GOLD)
        solver.count(list(literals.values()), left, left)
    asked = sorted({i for sign in told if sign.low > 0 for i in sign.cells})
    if not solver.solve():
        return frozenset()
    model = set(solver.model())
    return frozenset(i for i in asked if literals[i] in model and not solver.solve(-literals[i]))
