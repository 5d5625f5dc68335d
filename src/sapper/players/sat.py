"""``sat``: the satisfiability test: marks what must be a mine, opens what cannot be one.

A cell is a mine if no layout has it safe, and safe if none has a mine there. All clues, the number
of mines and everything told of gold are one knowledge base in one solver, which is kept through
the game and learns only what newly opened cells say. (ATS of the coursework "Logical Agents:
Daggers and Gold Sweeper", St Andrews 2018, whose report builds a new solver for every question.)
"""

from __future__ import annotations

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.game import Chance, Position
from sapper.game.codes import HIDDEN, UNFLAGGED
from sapper.inference.satisfiability import Satisfiability
from sapper.players.decision import Decision, Pass
from sapper.players.proved import certain

PROPAGATIONS = 100_000_000  #: for one game, the same on every machine; about a minute


class Sat:
    """Flags the lowest cell that is proven a mine (with ``mark``), or opens the lowest safe one.

    Without ``total`` it does not reason with the number of mines, without ``gold`` not with what
    is told of gold. Passes where nothing is certain, or when its ``propagations`` are used up.
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
        self._seen = b""  # the cells that were asked about last, whatever their flags
        self._certain: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A mark, as long as one is due, else a safe cell."""
        try:
            safe, mines = self._ask(position)
        except (BudgetError, ImpossiblePositionError) as error:
            return Pass(self.name, str(error))
        due = [i for i in mines if position.cells[i] == HIDDEN]
        if due and (self._mark or position.rules.won_by == "flagging"):
            return certain(position, min(due), self.name, mine=True)
        due = [i for i in safe if position.cells[i] == HIDDEN]
        if due:
            return certain(position, min(due), self.name, mine=False)
        return Pass(self.name, "every covered cell is a mine in some layouts and safe in others")

    def _ask(self, position: Position) -> tuple[frozenset[int], frozenset[int]]:
        """What is certain, by the solver of this game."""
        cells = position.cells.translate(UNFLAGGED)
        try:
            if self._solver is None:
                raise ValueError
            self._solver.grow(position)
        except ValueError:  # another game, or an earlier position
            self._solver = Satisfiability(
                position,
                propagations=self._propagations,
                total=self._total,
                gold=self._gold,
            )
            self._seen = b""
        if cells != self._seen:
            self._certain = self._solver.certain()
            self._seen = cells
        return self._certain
