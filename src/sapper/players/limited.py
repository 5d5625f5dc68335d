"""``limited``: what is believed by so many case splits, cell by cell around the last move.

The agent of the demo "Limited Reasoner: Minesweeper" (Schwering 2017): at level 0, then 1, … it
looks at the hidden cells in growing square rings around its last move and flags or opens the first
that is known to be a mine or safe; where no level decides a cell, it guesses.
"""

from __future__ import annotations

from typing import Literal

from sapper.errors import BudgetError, RecipeError, plural
from sapper.game import Chance, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.game.grid import MAX_CELLS
from sapper.limited.budget import Budget
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.limited_knowledge import CellKnowledge, cell_of, is_mine
from sapper.players.limited_reason import Why
from sapper.players.opened import Opened

Guess = Literal["first", "random", "pass"]
MOST_SPLITS = 9


class Limited:
    """Decides with up to ``splits`` case splits; else guesses, or with ``guess=pass`` passes.

    A guess is at a cell no open cell touches, if there is one: the ``first`` – cells are counted
    column by column, as in the demo – or a ``random`` one. ``row`` and ``column`` name the first
    cell to open; without them that is a guess, too. The number of mines is reasoned with once no
    more than ``total`` cells are hidden: never, if it is 0. ``seconds`` bound the reasoning about
    one move; beyond them it guesses.
    """

    name = "limited"

    def __init__(
        self,
        *,
        splits: int = 2,
        guess: Guess = "random",
        total: int = 0,
        row: int | None = None,
        column: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if splits not in range(MOST_SPLITS + 1):
            raise _wrong(f"splits are 0 to {MOST_SPLITS}, not {splits}")
        if (row is None) != (column is None):
            raise _wrong("row and column name the first cell together")
        for name, number in (("total", total), ("row", row or 0), ("column", column or 0)):
            if number not in range(MAX_CELLS):
                raise _wrong(f"{name} is beyond any grid: {number}")
        if seconds is not None and seconds < 0:
            raise _wrong(f"seconds are 0 or more, not {seconds}")
        self._splits = splits
        self._guess: Guess = guess
        self._total = total
        self._start = None if row is None or column is None else (row, column)
        self._seconds = seconds
        self._opened = Opened()
        self._knowledge: CellKnowledge | None = None
        self._ready: set[int] = set()  # literals known of cells that are hidden still
        self._last: int | None = None  # the cell of the last move
        self._counts_total = False
        self._flags = 0
        self._pending: int | None = None  # one that splits found, to be flagged

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The nearest cell that is decided at the lowest level, or a guess."""
        if position.untouched and FLAGGED not in position.cells:
            self._opened.since(position)
            self._knowledge = self._last = None
            return self._first(position, chance)
        knowledge = self._learn(position)
        words = f"no {plural(self._splits, 'split')} decides a cell"
        try:
            budget = Budget(self._seconds, "this move")
            for level in range(self._splits + 1):
                literals = self._decided(position, knowledge, level, budget)
                if knowledge.closure.broken:
                    return Pass(self.name, "what the open cells say is a contradiction")
                if literals:
                    return self._decision(position, self._nearest(position, literals), level)
        except BudgetError:
            words = f"{self._seconds:g} seconds were too few to decide a cell"
        return self._guessed(position, chance, words)

    # ---- what is known

    def _learn(self, position: Position) -> CellKnowledge:
        """Take in what was opened since the last decision."""
        goes_on, opened = self._opened.since(position)
        if self._knowledge is None or not goes_on:
            self._knowledge = CellKnowledge(position.grid)
            self._ready = set()
            self._counts_total = False
            self._pending = None
        if self._pending is not None and position.cells[cell_of(self._pending)] == FLAGGED:
            self._knowledge.settle(self._pending)
            self._pending = None
        if opened and self._last not in opened:
            self._last = opened[0]  # somebody else's move
        flags = position.cells.count(FLAGGED)
        if flags < self._flags:  # somebody took one off: what is known of its cell is due again
            self._ready = set(self._knowledge.closure.trail)
        self._flags = flags
        self._knowledge.learn(position, opened)
        if self._total and not self._counts_total and len(position.hidden) <= self._total:
            self._counts_total = True
            self._knowledge.count(position.hidden, position.mines_left)
        return self._knowledge

    def _decided(
        self, position: Position, knowledge: CellKnowledge, level: int, budget: Budget
    ) -> set[int]:
        """The literals decided at a level, of cells that are hidden and have no flag."""
        cells = position.cells
        if level == 0:
            self._ready.update(knowledge.news())
            self._ready = {x for x in self._ready if cells[cell_of(x)] == HIDDEN}
            return self._ready
        found = knowledge.decided(level, budget)
        return {x for x in found if cells[cell_of(x)] == HIDDEN}

    def _nearest(self, position: Position, literals: set[int]) -> int:
        """Of several literals the one whose cell comes first: rings around the last move, in a
        ring column by column."""
        width = position.grid.width
        row, column = divmod(self._last or 0, width)

        def place(literal: int) -> tuple[int, int, int]:
            r, c = divmod(cell_of(literal), width)
            return max(abs(r - row), abs(c - column)), c, r

        return min(literals, key=place)

    # ---- moves

    def _decision(self, position: Position, literal: int, level: int) -> Decision:
        cell = self._last = cell_of(literal)
        knowledge = self._knowledge
        basis = knowledge.basis(cell) if level and knowledge is not None else None
        why = Why(position, literal, level, self._counts_total, basis)
        self._pending = literal if level and is_mine(literal) else None
        action: Literal["flag", "open"] = "flag" if is_mine(literal) else "open"
        risk = 1.0 if is_mine(literal) else 0.0
        return Decision(Move(action, position.grid.cell(cell)), self.name, why, risk)

    def _first(self, position: Position, chance: Chance) -> Decision | Pass:
        if self._start is None:
            return self._guessed(position, chance, "nothing is known yet")
        cell = position.grid.index(self._start)
        self._last = cell
        reason = Reason("first cell", "the first cell is chosen beforehand")
        return Decision(
            Move("open", self._start), self.name, reason, 0.0 if position.promised else None
        )

    def _guessed(self, position: Position, chance: Chance, words: str) -> Decision | Pass:
        """A guess, or a pass, as ``words`` say why nothing is decided."""
        if self._guess == "pass":
            return Pass(self.name, words)
        cells, grid = position.cells, position.grid
        hidden = [i for i, code in enumerate(cells) if code == HIDDEN]
        if not hidden:
            return Pass(self.name, "no hidden cell is without a flag")
        closed = (HIDDEN, FLAGGED)
        far = [i for i in hidden if all(cells[j] in closed for j in grid.neighbours(i))]
        among = far or hidden
        if self._guess == "random":
            cell = chance.choice(among)
        else:
            cell = min(among, key=lambda i: (i % grid.width, i // grid.width))
        self._last = cell
        where = "which no open cell touches" if far else "as nothing is left beyond the frontier"
        reason = Reason("guess", f"{words}: just a guess, {where}")
        return Decision(
            Move("open", grid.cell(cell)), self.name, reason, 0.0 if position.promised else None
        )


def _wrong(words: str) -> RecipeError:
    return RecipeError(f"strategy 'limited': {words}")
