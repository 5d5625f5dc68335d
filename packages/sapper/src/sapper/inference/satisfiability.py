"""Certain cells by satisfiability, with one solver that grows during a game.

Every clue is a cardinality constraint over hidden cells, which the solver supports natively. The
number of mines would constrain all hidden cells, most of which are off the frontier and
interchangeable. With R mines left and U cells out of sight it is equivalent to ``max(0, R - U) <=
mines in sight <= R``. The cells in sight are the frontier and one cell off it, which represents all
others.

Signs of gold are in the same solver, and so is the rule that no mine touches gold: the cells that
a sign counts, and their neighbours, are part of the frontier.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from sapper.game import Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, changed
from sapper.inference.constraints import alike, constraints
from sapper.inference.gold import Gold, near_gold, signs
from sapper.inference.minicard import MiniCard
from sapper.inference.proof import explain

MAX_PROPAGATIONS = 100_000  #: propagations for a question before it is rephrased


class Satisfiability:
    """The layouts of a position in a solver; ``grow`` advances to a later position.

    Cells are indices. A question raises ``BudgetError`` after ``seconds`` of wall time (None: no
    limit); ``propagations`` limits all questions together, in the same way on every machine. The
    number of mines is ignored if ``total`` is False or if it is not known; the signs of gold are
    ignored if ``gold`` is False. In an impossible position everything can be proved.
    """

    def __init__(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        propagations: int | None = None,
        total: bool = True,
        gold: bool = True,
    ) -> None:
        self.position = position
        self._seconds = seconds
        self._total = total and position.rules.mines_known
        self._solver = MiniCard(propagations=propagations)
        self._gold = Gold(self._solver, lambda i: self._are_mines([i])[0]) if gold else None
        self._literals: dict[int, int] = {}  # "this cell is a mine", for all cells ever in sight
        self._cells: dict[int, int] = {}  # and back
        self._frontier: set[int] = set()  # cells ever next to a clue or affected by gold
        self._stand_in: int | None = None  # a hidden cell off the frontier
        self._sight: list[int] = []  # the hidden cells that have a literal
        self._counted: frozenset[int] = frozenset()  # their literals
        self._bounds = 0, 0  # minimum and maximum number of mines among them
        self._bounded = False  # True once the solver has these bounds
        self._layout: set[int] = set()  # the literals that are true in the last layout found
        self._proved: dict[int, bool] = {}  # cells in sight that are certain: mines?
        if self._gold is not None and position.gold is not None:
            self._frontier |= near_gold(position, position.hidden_indices)
            self._gold.tell_total(position)
        self._learn([i for i, code in enumerate(position.cells) if not _hidden(code)])

    def grow(self, position: Position) -> None:
        """Advance to a later position of the same game, and keep everything proved so far.

        Raises ``ValueError`` unless all cells open now are open, and equal, in the new position.
        """
        before = self.position
        if _game(position) != _game(before):
            raise ValueError("not a later position of the same game")
        cells = changed(before.cells, position.cells)
        differing = changed(before.signs, position.signs)
        if not set(differing) <= set(cells) or not all(_hidden(before.cells[i]) for i in cells):
            raise ValueError("not a later position of the same game")
        self.position = position
        self._learn([i for i in cells if not _hidden(position.cells[i])])

    def possible(self, mines: Iterable[int] = (), safe: Iterable[int] = ()) -> bool:
        """Return whether some layout has mines in all of ``mines`` and in none of ``safe``."""
        cells, mines, safe = self.position.cells, set(mines), set(safe)
        asked = {i for i in mines | safe if _hidden(cells[i])}
        seen = all(cells[i] == MINE for i in mines - asked)
        if mines & safe or not seen or any(cells[i] == MINE for i in safe - asked):
            return False
        if not asked <= self._literals.keys():
            self._look(asked)
        self._solver.within(self._seconds)
        return bool(
            self._solve([self._literals[i] * (1 if i in mines else -1) for i in sorted(asked)])
        )

    @property
    def found(self) -> frozenset[int]:
        """The mines in sight of the last layout found."""
        return frozenset(i for i in self._sight if self._literals[i] in self._layout)

    @property
    def layout(self) -> frozenset[int]:
        """The mines under all hidden cells in the last layout found; out of sight, they are in the
        first cells."""
        found = self.found
        rest = (i for i in self.position.hidden_indices if i not in self._literals)
        return found | frozenset(islice(rest, max(0, self.position.mines_left - len(found))))

    def proves_mine(self, cell: int) -> bool:
        """Return whether every layout has a mine in this cell."""
        if _hidden(self.position.cells[cell]) and cell not in self._literals:
            assert self._stand_in is not None
            cell = self._stand_in
        return not self.possible(safe=[cell])

    def certain(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the hidden cells that are safe in every layout, and those that are mines in every
        layout.

        Raises ``ImpossiblePositionError`` if there is no layout.
        """
        self._solver.within(self._seconds)
        if not self._solve():
            raise explain(self.position, seconds=self._seconds)
        undecided = {self._literals[i] for i in self._sight if i not in self._proved}
        agreed = {x for x in self._layout if abs(x) in undecided}
        proved = self._prove(agreed, [], MAX_PROPAGATIONS)
        self._settle(self._prove_by_groups(agreed) if proved is None else proved)
        safe = {i for i in self._sight if self._proved.get(i) is False}
        mines = {i for i in self._sight if self._proved.get(i) is True}
        for certain in (safe, mines):
            if self._stand_in in certain:
                certain.update(i for i in self.position.hidden_indices if i not in self._literals)
        return frozenset(safe), frozenset(mines)

    def _prove(
        self, agreed: set[int], given: list[int], patience: int | None = None
    ) -> set[int] | None:
        """Return the literals of ``agreed``, all true in every layout so far, that hold in all
        layouts.

        It looks for a layout that differs in at least one of them, preferably in all. If there is
        none, all are proved; otherwise the literals that differ are removed from ``agreed``, in
        place. Returns None if a question takes more than ``patience`` propagations.
        """
        while agreed:
            self._solver.prefer([-x for x in agreed])
            differs = self._solver.variable()
            self._solver.clause(-differs, *(-x for x in agreed))
            satisfiable = self._solve([*given, differs], patience)
            self._solver.clause(-differs)  # the question is answered: the solver may drop it
            if not satisfiable:
                return None if satisfiable is None else agreed
            agreed &= self._layout
        return agreed

    def _prove_by_groups(self, agreed: set[int]) -> set[int]:
        """Do the same as ``_prove`` in hard positions, by symmetry.

        Cells that touch the same clues are interchangeable. So if any cell of a group can be its
        only mine, the first can, and if any can be its only safe cell, the last can. Without this,
        the solver would try all equivalent ways to distribute mines among such cells.
        """
        ordered = self._solver.variable()
        hidden = set(self.position.hidden_indices)
        near = hidden & set(self._gold.near) if self._gold is not None else set()
        asked = set(agreed)
        stands_for: dict[int, list[int]] = {}
        for group in alike(constraints(self.position), near):
            literals = [self._literals[i] for i in group]
            self._solver.in_descending_order(literals, only_if=ordered)
            asked -= {x * sign for x in literals for sign in (1, -1)}
            for one, all_of_them in (
                (-literals[0], [-x for x in literals]),
                (literals[-1], literals),
            ):
                if agreed.issuperset(all_of_them):
                    asked.add(one)
                    stands_for[one] = all_of_them
        proved = self._prove(asked, [ordered])
        assert proved is not None
        self._solver.clause(-ordered)
        return {x for one in proved for x in stands_for.get(one, [one])}

    def _settle(self, proved: set[int]) -> None:
        """Record proved literals."""
        for x in proved:
            self._solver.clause(x)
        self._proved.update((self._cells[abs(x)], x > 0) for x in proved)

    def _learn(self, opened: list[int]) -> None:
        """Add the constraints of newly opened cells."""
        position = self.position
        for i in opened:
            if i in self._literals:
                mine = position.cells[i] == MINE
                self._solver.clause(self._literals[i] if mine else -self._literals[i])
        for _, around, mines in constraints(position, opened):
            self._frontier |= around
            self._solver.count(self._are_mines(around), mines, mines)
        if self._gold is not None:
            self._gold.show(position, opened)
            for sign in signs(position, opened):
                self._gold.tell(position, sign)
                self._frontier |= self._gold.near
        far = (i for i in position.hidden_indices if i not in self._frontier)
        self._stand_in = next(far, None)
        self._look([] if self._stand_in is None else [self._stand_in])

    def _look(self, cells: Iterable[int]) -> None:
        """Add hidden cells to those in sight, and update the bounds on the mines in sight."""
        self._are_mines(cells)
        hidden, left = self.position.hidden_indices, self.position.mines_left
        self._sight = [i for i in hidden if i in self._literals]
        self._counted = frozenset(self._are_mines(self._sight))
        self._bounds = max(0, left - (len(hidden) - len(self._sight))), left
        self._bounded = not self._total

    def _are_mines(self, cells: Iterable[int]) -> list[int]:
        """Return the literals for "this cell is a mine"."""
        literals = self._literals
        for i in cells:
            if i not in literals:
                literals[i] = self._solver.variable()
                self._cells[literals[i]] = i
        return [literals[i] for i in cells]

    def _solve(self, assumptions: Iterable[int] = (), patience: int | None = None) -> bool | None:
        """Look for a layout. The number of mines becomes a constraint only once a solution violates
        it.

        Returns None if the question takes more than ``patience`` propagations.
        """
        low, high = self._bounds
        while True:
            if patience is None:
                satisfiable: bool | None = self._solver.solve(*assumptions)
            else:
                satisfiable = self._solver.solve_soon(patience, *assumptions)
            if not satisfiable:
                return satisfiable
            self._layout = set(self._solver.model())
            if self._bounded or low <= len(self._counted & self._layout) <= high:
                return True
            self._solver.count(sorted(self._counted), low, high)
            self._bounded = True


def certain_cells(
    position: Position, *, seconds: float | None = None
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the indices of the hidden cells that are certainly safe and those that are mines.

    Raises ``ImpossiblePositionError``, or ``BudgetError`` after ``seconds``.
    """
    return Satisfiability(position, seconds=seconds).certain()


def layouts_with_and_without(
    position: Position, cell: int, *, seconds: float | None = None
) -> tuple[frozenset[int], frozenset[int]] | None:
    """Return the mines of two layouts: one with a mine in a hidden cell, and one without.

    They show that the cell is a guess; None if it is not. Signs of gold are ignored. Raises
    ``BudgetError`` after ``seconds``.
    """
    solver = Satisfiability(position, seconds=seconds, gold=False)
    if not solver.possible(mines=[cell]):
        return None
    with_mine = solver.layout
    return (with_mine, solver.layout) if solver.possible(safe=[cell]) else None


def _game(position: Position) -> tuple[object, ...]:
    """Return what all positions of a game share."""
    return position.grid, position.rules, position.mines, position.gold


def _hidden(code: int) -> bool:
    return HIDDEN <= code <= FLAGGED
