"""``naive-single-point`` and ``double-set``: single clues, used once or kept for later.

Both are from D. Becerra (2015, "Algorithmic Approaches to Playing Minesweeper", Harvard, sections
5.2 and 5.3). A set S holds cells that are safe to open. A clue with all its mines marked adds its
other hidden neighbours to S; a clue with as many unmarked hidden neighbours as missing mines marks
them. Marks are proved, and independent of flags. S is first in, first out, and cells that a 0 opens
are treated like cells opened from S, in index order.
"""

from __future__ import annotations

from typing import Literal

from sapper.errors import plural
from sapper.game import Chance, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.inference.constraints import Opened
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import first_certain
from sapper.players.start import with_promise


class _Prober:
    """The common base of both strategies.

    If S is empty, they guess among the unmarked cells: at ``random``, or with the fewest neighbours
    first (``corners``, then edges, then the others). With ``guess=False`` they pass.
    """

    name = ""

    def __init__(self, guess: Literal["random", "corners", False] = "random") -> None:
        self._guesses = guess
        self._opened = Opened()
        self._forget()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the next cell of S, flag a marked mine where a win needs flags, or guess."""
        goes_on, opened = self._opened.since(position)
        if not goes_on:
            self._forget()
        for i in opened:
            self._safe.pop(i, None)
            self._mines.discard(i)
        self._look(position, [i for i in opened if position.cells[i] != MINE])
        if all(position.cells[i] != HIDDEN for i in self._safe):
            self._look_again(position)
        decision = first_certain(position, self._safe, sorted(self._mines), self.name)
        if decision is not None:
            return decision
        if not self._guesses:
            return Pass(self.name, "no clue that it reads proves a hidden cell safe")
        return self._guess(position, chance)

    def _forget(self) -> None:
        """Start a new game."""
        self._safe: dict[int, None] = {}  # S: a set that keeps its order
        self._mines: set[int] = set()  # marked and still hidden

    def _look(self, position: Position, clues: list[int]) -> None:
        """Read newly opened clues."""
        raise NotImplementedError

    def _look_again(self, position: Position) -> None:
        """Read older clues again, as S is empty."""

    def _around(self, position: Position, clue: int) -> tuple[int, list[int]]:
        """Return the mines that a clue still needs, and its unmarked hidden neighbours."""
        cells = position.cells.translate(UNGILDED)
        missing = cells[clue]
        unmarked = []
        for i in position.grid.neighbours(clue):
            if i in self._mines or cells[i] == MINE:
                missing -= 1
            elif HIDDEN <= cells[i] <= FLAGGED:
                unmarked.append(i)
        return missing, unmarked

    def _frees(self, position: Position, clue: int) -> bool:
        """Add the other neighbours of a clue to S if all its mines are marked; return whether they
        are."""
        missing, unmarked = self._around(position, clue)
        if missing == 0:
            self._safe.update(dict.fromkeys(unmarked))
        return missing == 0

    def _fills(self, position: Position, clue: int) -> bool:
        """Mark the unmarked neighbours of a clue if all must be mines; return whether they are."""
        missing, unmarked = self._around(position, clue)
        if missing == len(unmarked):
            self._mines.update(unmarked)
        return missing == len(unmarked)

    def _guess(self, position: Position, chance: Chance) -> Decision | Pass:
        hidden = (i for i, code in enumerate(position.cells) if code == HIDDEN)
        unmarked = [i for i in hidden if i not in self._mines]
        if not unmarked:
            return Pass(self.name, "every hidden cell is marked or flagged")
        kind, cells = "random", unmarked
        words = f"chosen at random from {plural(len(cells), 'unmarked cell')}"
        if self._guesses == "corners":
            near = {i: len(position.grid.neighbours(i)) for i in unmarked}
            fewest = min(near.values())
            kind, cells = "fewest neighbours", [i for i in unmarked if near[i] == fewest]
            words = (
                f"chosen at random from {plural(len(cells), 'unmarked cell')} with"
                f" {plural(fewest, 'neighbour')}, the fewest of any"
            )
        move = Move("open", position.grid.cell(chance.choice(cells)))
        reason = Reason(kind, with_promise(position, words))
        return Decision(move, self.name, reason, None)


class NaiveSinglePoint(_Prober):
    """Uses each clue only once, when it is opened, and misses what it would prove later."""

    name = "naive-single-point"

    def _look(self, position: Position, clues: list[int]) -> None:
        for clue in clues:
            if not self._frees(position, clue):
                self._fills(position, clue)


class DoubleSet(_Prober):
    """Keeps the clues that add nothing to S in a second set, Q, and uses them when S is empty.

    They first mark mines and then, with the new marks, add cells to S. So it finds everything that
    single clues prove.
    """

    name = "double-set"

    def _forget(self) -> None:
        super()._forget()
        self._kept: list[int] = []

    def _look(self, position: Position, clues: list[int]) -> None:
        self._kept += [clue for clue in clues if not self._frees(position, clue)]

    def _look_again(self, position: Position) -> None:
        self._kept = [clue for clue in self._kept if not self._fills(position, clue)]
        self._kept = [clue for clue in self._kept if not self._frees(position, clue)]
