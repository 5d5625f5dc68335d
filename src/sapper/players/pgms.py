"""``pgms``: equations over sets of cells; the guess that no single equation speaks much against.

The Equation Strategy of J. D. Ramsdell's Programmer's Minesweeper (1995–97), as Peña Castillo &
Wrobel describe it (2003, "Learning Minesweeper with Multirelational Learning", IJCAI, section
5.1): the player that their learned rules are measured against.
"""

from __future__ import annotations

from sapper.game import Chance, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.equations import Equations
from sapper.players.opened import Opened
from sapper.players.proved import certain

#: Unknown cells, from which on the number of mines left is an equation like all others. The paper
#: says eight or fewer unknown *mines*, Ramsdell's program counts *cells*; with mines the equations
#: derived from this one grow to thousands, and win no more games.
FEW = 8


class Pgms:
    """Opens what the equations prove safe; otherwise a cell whose worst equation is best.

    A cell's figure is the largest c / |S| of the equations that hold it, derived ones included; in
    no equation, it is the share of mines among all unknown cells. A cell of least figure is opened
    – without ``guess`` the strategy passes instead. Of equal cells any one is as likely, where
    Ramsdell's program takes the next in reading order from a random cell.
    """

    name = "pgms"

    def __init__(self, guess: bool = True) -> None:
        self._guesses = guess
        self._opened = Opened()
        self._equations = Equations(())
        self._totalled = False  # whether the number of mines left is among the equations

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The lowest cell proved safe, a proved mine where flags are due, or a guess."""
        self._see(position)
        known = self._equations
        left = position.mines_left - len(known.mines)
        if known.contradictory or not 0 <= left <= len(known.unknown):
            return Pass(self.name, "the clues contradict each other")
        cells = position.cells
        index = min((i for i in known.safe if cells[i] == HIDDEN), default=None)
        if index is not None:
            return certain(position, index, self.name, mine=False)
        if position.rules.won_by == "flagging":
            index = min((i for i in known.mines if cells[i] == HIDDEN), default=None)
            if index is not None:
                return certain(position, index, self.name, mine=True)
        if not self._guesses:
            return Pass(self.name, "the equations prove no cell safe that is still to be opened")
        return self._guess(position, left, chance)

    def _see(self, position: Position) -> None:
        """Turn what was opened into equations, and solve them as far as the rules go."""
        goes_on, opened = self._opened.since(position)
        if not goes_on:
            self._equations = Equations(position.hidden)
            self._totalled = False
        known, cells = self._equations, position.cells.translate(UNGILDED)
        for i in opened:
            mine = cells[i] == MINE
            if i in known.unknown:
                known.know([i], mine=mine)
            known.contradictory |= i in (known.safe if mine else known.mines)
            known.safe.discard(i)
            known.mines.discard(i)
        for i in opened:
            if cells[i] != MINE:
                near = position.grid.neighbours(i)
                mines = cells[i] - sum(cells[j] == MINE for j in near)
                known.add((j for j in near if HIDDEN <= cells[j] <= FLAGGED), mines)
        known.settle()
        left = position.mines_left - len(known.mines)
        # With no mine left all the rest is safe, however many cells that is.
        if not self._totalled and (len(known.unknown) <= FEW or left == 0):
            known.add(frozenset(known.unknown), left)
            known.settle()
            self._totalled = True

    def _guess(self, position: Position, left: int, chance: Chance) -> Decision | Pass:
        figures = self._figures(left)
        hidden = sorted(i for i in figures if position.cells[i] == HIDDEN)
        if not hidden:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        least = min(figures[i] for i in hidden)
        candidates = [i for i in hidden if figures[i] == least]
        index = chance.choice(candidates)

        def why() -> Reason:
            best = sorted(hidden, key=lambda i: (figures[i], i))[:5]
            words = f"at most {100 * least:.1f} % by any one equation, the least there is"
            if len(candidates) > 1:
                words += f", one of {len(candidates)} equal cells"
            considered = tuple((position.grid.cell(i), figures[i]) for i in best)
            return Reason("equations", words, considered=considered)

        move = Move("open", position.grid.cell(index))
        return Decision(move, self.name, why, 0.0 if position.promised else None)

    def _figures(self, left: int) -> dict[int, float]:
        """The figure of every unknown cell."""
        known = self._equations
        worst: dict[int, float] = {}
        for cells, count in known.count.items():
            share = count / len(cells)
            for i in cells:
                if share > worst.get(i, 0.0):
                    worst[i] = share
        return {i: worst.get(i, left / len(known.unknown)) for i in known.unknown}
