"""``limited``: belief with a limited number of case splits.

The agent of the demo "Limited Reasoner: Minesweeper" (Schwering 2017): at level 0, then 1 and so
on, it examines the hidden cells in growing square rings around its last move, and flags or opens
the first one known to be a mine or safe. If no level decides a cell, it guesses.
"""

from __future__ import annotations

from typing import Literal

from sapper.errors import BudgetError, RecipeError, plural
from sapper.game import Chance, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.game.grid import MAX_CELLS
from sapper.inference.constraints import Opened
from sapper.limited.setup import Budget
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import Splits
from sapper.players.limited.knowledge import CellKnowledge, Conclusion, cell_of, is_mine
from sapper.players.start import with_promise

Guess = Literal["first", "random", "pass"]
MOST_SPLITS = 9


class Limited:
    """Decides with up to ``splits`` case splits; otherwise guesses or, with ``guess=pass``, passes.

    - ``splits``: the maximum number of case splits, from 0 to 9.
    - ``guess``: a guess is a cell that no open cell touches, if there is one: the ``first`` of
      them, column by column as in the demo, or a ``random`` one. With ``pass`` it passes instead.
    - ``total``: the maximum number of hidden cells with which the number of mines is used; 0 for
      never.
    - ``row``, ``column``: the first cell to open; without them it is a guess as well.
    - ``seconds``: the limit of the reasoning about one move; after that it guesses.
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
            raise _wrong(f"splits is a whole number from 0 to {MOST_SPLITS}, not {splits}")
        if (row is None) != (column is None):
            raise _wrong("row and column are only given together")
        for name, number in (("total", total), ("row", row or 0), ("column", column or 0)):
            if number not in range(MAX_CELLS):
                raise _wrong(f"{name} is a whole number from 0 to {MAX_CELLS - 1}, not {number}")
        if seconds is not None and seconds < 0:
            raise _wrong(f"seconds is a number from 0, not {seconds}")
        self._splits = splits
        self._guess: Guess = guess
        self._total = total
        self._start = None if row is None or column is None else (row, column)
        self._seconds = seconds
        self._opened = Opened()
        self._knowledge: CellKnowledge | None = None
        self._ready: set[int] = set()  # known literals of cells that are still hidden
        self._last: int | None = None  # the cell of the last move
        self._counts_total = False
        self._flags = 0
        self._pending: int | None = None  # a mine that splits found, until it is flagged

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Return a move at the nearest cell that the lowest possible level decides, or a guess."""
        if position.untouched and FLAGGED not in position.cells:
            self._opened.since(position)
            self._knowledge = self._last = None
            return self._first(position, chance)
        knowledge = self._learn(position)
        most = f" with up to {plural(self._splits, 'split')}" if self._splits else " without splits"
        words = f"no hidden cell can be decided{most}"
        try:
            budget = Budget(self._seconds, "this move")
            for level in range(self._splits + 1):
                literals = self._decided(position, knowledge, level, budget)
                if knowledge.closure.broken:
                    return Pass(self.name, "the clues contradict each other")
                if literals:
                    return self._decision(position, self._nearest(position, literals), level)
        except BudgetError:
            words = f"no cell was decided within {self._seconds:g} seconds"
        return self._guessed(position, chance, words)

    # ---- what is known

    def _learn(self, position: Position) -> CellKnowledge:
        """Add the cells opened since the last decision to the knowledge."""
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
            self._last = opened[0]  # a move that this strategy did not make
        flags = position.cells.count(FLAGGED)
        if flags < self._flags:  # one was removed: its cell must be decided again
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
        """Return the literals decided at a level, of hidden cells without a flag."""
        cells = position.cells
        if level == 0:
            self._ready.update(knowledge.news())
            self._ready = {x for x in self._ready if cells[cell_of(x)] == HIDDEN}
            return self._ready
        literals = knowledge.decided(level, budget)
        return {x for x in literals if cells[cell_of(x)] == HIDDEN}

    def _nearest(self, position: Position, literals: set[int]) -> int:
        """Return the literal whose cell comes first, in rings around the last move.

        Within a ring, cells are ordered column by column.
        """
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
        conclusion = Conclusion(position, literal, level, self._counts_total, basis)
        self._pending = literal if level and is_mine(literal) else None
        action: Literal["flag", "open"] = "flag" if is_mine(literal) else "open"
        risk = 1.0 if is_mine(literal) else 0.0
        return Decision(
            Move(action, position.grid.cell(cell)),
            self.name,
            conclusion.reason,
            risk,
            effort=Splits(level, conclusion.tree),
        )

    def _first(self, position: Position, chance: Chance) -> Decision | Pass:
        if self._start is None:
            return self._guessed(position, chance, "no cell is open yet")
        cell = position.grid.index(self._start)
        self._last = cell
        words = with_promise(position, "the options row and column name the first cell")
        reason = Reason("first cell", words)
        return Decision(Move("open", self._start), self.name, reason, None)

    def _guessed(self, position: Position, chance: Chance, words: str) -> Decision | Pass:
        """Guess or pass; ``words`` is the reason why no cell is decided."""
        if self._guess == "pass":
            return Pass(self.name, words)
        cells, grid = position.cells, position.grid
        hidden = [i for i, code in enumerate(cells) if code == HIDDEN]
        if not hidden:
            return Pass(self.name, "every hidden cell is flagged")
        closed = (HIDDEN, FLAGGED)
        far = [i for i in hidden if all(cells[j] in closed for j in grid.neighbours(i))]
        among = far or hidden
        if self._guess == "random":
            cell = chance.choice(among)
        else:
            cell = min(among, key=lambda i: (i % grid.width, i // grid.width))
        self._last = cell
        which = "a random cell" if self._guess == "random" else "the first cell"
        if position.promised:
            reason = Reason("first cell", with_promise(position, f"{words}, so this is {which}"))
        else:
            which += " that no open cell touches" if far else " of the frontier"
            reason = Reason("guess", f"{words}, so this is a guess: {which}")
        return Decision(Move("open", grid.cell(cell)), self.name, reason, None)


def _wrong(words: str) -> RecipeError:
    return RecipeError(f"strategy 'limited': {words}")
