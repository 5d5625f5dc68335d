"""``sat``: the satisfiability test, which marks cells that must be mines and opens cells that
cannot be.

A cell is a mine if it is safe in no layout, and safe if it is a mine in no layout. All clues, the
number of mines and the signs of gold form one knowledge base in one solver, which lasts for the
whole game and only grows by newly opened cells. (ATS of the coursework "Logical Agents: Daggers and
Gold Sweeper", St Andrews 2018, whose report builds a new solver for every question.)
"""

from __future__ import annotations

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.game import Chance, Position
from sapper.game.codes import HIDDEN, UNFLAGGED
from sapper.inference.satisfiability import Satisfiability
from sapper.players.decision import Decision, Pass
from sapper.players.proved import certain

PROPAGATIONS = 100_000_000  #: for one game: about a minute, the same work on every machine


class Sat:
    """Flags the lowest proven mine (unless ``mark=false``), or opens the lowest safe cell.

    With ``total=false`` it ignores the number of mines, with ``gold=false`` the signs of gold.
    Passes where nothing is certain, or once its budget of ``propagations`` is used up.
    """

    name = "sat"

    def __init__(
        self,
        *,
        total: bool = True,
        gold: bool = True,
        mark: bool = True,
        propagations: int = PROPAGATIONS,
    ) -> None:
        self._total, self._gold, self._mark = total, gold, mark
        self._propagations = propagations
        self._solver: Satisfiability | None = None
        self._seen = b""  # the cells of the last position, without flags
        self._certain: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Flag a proven mine if there is one, otherwise open a safe cell."""
        try:
            safe, mines = self._ask(position)
        except (BudgetError, ImpossiblePositionError) as error:
            return Pass(self.name, str(error))
        to_flag = [i for i in mines if position.cells[i] == HIDDEN]
        if to_flag and (self._mark or position.rules.won_by == "flagging"):
            return certain(position, min(to_flag), self.name, mine=True)
        to_open = [i for i in safe if position.cells[i] == HIDDEN]
        if to_open:
            return certain(position, min(to_open), self.name, mine=False)
        return Pass(self.name, "no hidden cell is safe in every layout")

    def _ask(self, position: Position) -> tuple[frozenset[int], frozenset[int]]:
        """Return the certainly safe cells and the certain mines by the solver of this game."""
        cells = position.cells.translate(UNFLAGGED)
        try:
            if self._solver is None:
                raise ValueError
            self._solver.grow(position)
        except ValueError:  # another game, or an earlier position
            self._solver = Satisfiability(
                position, propagations=self._propagations, total=self._total, gold=self._gold
            )
            self._seen = b""
        if cells != self._seen:
            self._certain = self._solver.certain()
            self._seen = cells
        return self._certain
