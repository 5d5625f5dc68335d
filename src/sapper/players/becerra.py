"""``naive-single-point`` and ``double-set``: single clues, each looked at once, or kept for later.

Both are from D. Becerra (2015, "Algorithmic Approaches to Playing Minesweeper", Harvard, sections
5.2 and 5.3). A set S holds cells that are safe to open. A clue with all its mines marked puts its
other hidden neighbours into S; one with as many unmarked hidden neighbours as mines to find marks
them. Marks are the strategy's own, and proved, whatever flags there are. S is first in, first out,
and cells that a 0 opens by itself are looked at like those opened from S, in index order.
"""

from __future__ import annotations

from typing import Literal

from sapper.game import Chance, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.opened import Opened
from sapper.players.proved import certain


class _Prober:
    """What both have in common. Where S is empty they guess among the unmarked cells: ``random``
    ones, or those with the fewest neighbours first – ``corners``, then edges, then the rest –, or
    (``guess=False``) not at all."""

    name = ""

    def __init__(self, guess: Literal["random", "corners", False] = "random") -> None:
        self._guesses = guess
        self._opened = Opened()
        self._forget()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The next cell of S, a marked mine where flags are due, or a guess."""
        goes_on, opened = self._opened.since(position)
        if not goes_on:
            self._forget()
        for i in opened:
            self._safe.pop(i, None)
            self._mines.discard(i)
        self._look(position, [i for i in opened if position.cells[i] != MINE])
        index = self._next(position)
        if index is None:
            self._look_again(position)
            index = self._next(position)
        if index is not None:
            return certain(position, index, self.name, mine=False)
        if position.rules.won_by == "flagging":
            index = min((i for i in self._mines if position.cells[i] == HIDDEN), default=None)
            if index is not None:
                return certain(position, index, self.name, mine=True)
        if not self._guesses:
            return Pass(self.name, "no clue that it looks at makes another cell safe")
        return self._guess(position, chance)

    def _forget(self) -> None:
        """Begin a game."""
        self._safe: dict[int, None] = {}  # S: a set that keeps its order
        self._mines: set[int] = set()  # marked, and hidden still

    def _look(self, position: Position, clues: list[int]) -> None:
        """Look at newly opened clues."""
        raise NotImplementedError

    def _look_again(self, position: Position) -> None:
        """Look at older clues, as S is empty."""

    def _around(self, position: Position, clue: int) -> tuple[int, list[int]]:
        """How many mines a clue still misses, and its unmarked hidden neighbours."""
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
        """Whether all mines of a clue are marked; then the rest of its neighbours go into S."""
        missing, unmarked = self._around(position, clue)
        if missing == 0:
            self._safe.update(dict.fromkeys(unmarked))
        return missing == 0

    def _fills(self, position: Position, clue: int) -> bool:
        """Whether all unmarked neighbours of a clue are mines; then they are marked."""
        missing, unmarked = self._around(position, clue)
        if missing == len(unmarked):
            self._mines.update(unmarked)
        return missing == len(unmarked)

    def _next(self, position: Position) -> int | None:
        """The first of S that is not flagged."""
        return next((i for i in self._safe if position.cells[i] == HIDDEN), None)

    def _guess(self, position: Position, chance: Chance) -> Decision | Pass:
        hidden = (i for i, code in enumerate(position.cells) if code == HIDDEN)
        unmarked = [i for i in hidden if i not in self._mines]
        if not unmarked:
            return Pass(self.name, "every hidden cell is marked or flagged")
        kind, cells = "random", unmarked
        words = f"one of {len(cells)} unmarked cells, at random"
        if self._guesses == "corners":
            near = {i: len(position.grid.neighbours(i)) for i in unmarked}
            fewest = min(near.values())
            kind, cells = "fewest neighbours", [i for i in unmarked if near[i] == fewest]
            words = f"one of {len(cells)} unmarked cells with {fewest} neighbours, the fewest"
        move = Move("open", position.grid.cell(chance.choice(cells)))
        return Decision(move, self.name, Reason(kind, words), 0.0 if position.promised else None)


class NaiveSinglePoint(_Prober):
    """Looks at a clue once, when it is opened: what it does not say then is never asked again."""

    name = "naive-single-point"

    def _look(self, position: Position, clues: list[int]) -> None:
        for clue in clues:
            if not self._frees(position, clue):
                self._fills(position, clue)


class DoubleSet(_Prober):
    """Keeps the clues that free nothing in a second set, Q, and looks at it when S is empty: first
    for what they mark, then for what that frees. So it knows all that single clues tell."""

    name = "double-set"

    def _forget(self) -> None:
        super()._forget()
        self._kept: list[int] = []

    def _look(self, position: Position, clues: list[int]) -> None:
        self._kept += [clue for clue in clues if not self._frees(position, clue)]

    def _look_again(self, position: Position) -> None:
        self._kept = [clue for clue in self._kept if not self._fills(position, clue)]
        self._kept = [clue for clue in self._kept if not self._frees(position, clue)]
