"""``pgms``: equations over sets of cells; guesses by the worst single equation of each cell.

The Equation Strategy of J. D. Ramsdell's Programmer's Minesweeper (1995–97), as Peña Castillo &
Wrobel describe it (2003, "Learning Minesweeper with Multirelational Learning", IJCAI, section 5.1):
the baseline for their learned rules. An equation ``c ≐ S`` says that there are c mines in the
unknown cells S. These rules apply until none yields anything new:

1. ``0 ≐ S``: all of S are safe.
2. ``|S| ≐ S``: all of S are mines.
3. S0 is a proper subset of S1: ``c1 - c0 ≐ S1 - S0`` is an equation as well.
4. S0 and S1 share a cell, and c1 - c0 = |S1 - S0| > 0: all of S1 - S0 are mines, and all of
   S0 - S1 are safe.

A cell that becomes known is removed from all equations.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sapper.errors import plural
from sapper.estimate import percent
from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN, MINE, UNGILDED
from sapper.inference.constraints import PositionTracker, constraints
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import first_certain
from sapper.players.start import with_promise

Cells = frozenset[int]

#: Rule 3 skips an equation that shares cells with more others than this. None does on square
#: boards, but a clue with very many neighbours would yield more subsets than fit into memory.
MAX_OVERLAPS = 200


class Equations:
    """The equations of a game, and their consequences for the ``unknown`` cells.

    ``safe`` and ``mines`` are the deduced cells; callers remove opened ones. ``contradictory`` is
    set once two equations cannot both be true, and deduction then stops.
    """

    def __init__(self, unknown: Iterable[int]) -> None:
        self.unknown = set(unknown)
        self.safe: set[int] = set()
        self.mines: set[int] = set()
        self.count: dict[Cells, int] = {}  # every equation: its cells, and the mines in them
        self.contradictory = False
        self._holding: dict[int, set[Cells]] = {}  # the equations that contain a cell
        self._waiting: deque[Cells] = deque()  # equations to which no rule has been applied

    def add(self, cells: Iterable[int], count: int) -> None:
        """Add an equation; some of its cells may already be known."""
        cells = set(cells)
        self._put(frozenset(cells & self.unknown), count - len(cells & self.mines))

    def know(self, cells: Iterable[int], *, mine: bool) -> None:
        """Record that some unknown cells are mines, or safe."""
        known = frozenset(cells)
        self.unknown -= known
        (self.mines if mine else self.safe).update(known)
        stale = {equation for i in known for equation in self._holding.get(i, ())}
        counts = {equation: self.count.pop(equation) for equation in stale}
        for equation in stale:
            for i in equation:
                self._holding[i].remove(equation)
        for equation, count in counts.items():
            self._put(equation - known, count - len(equation & known) * mine)

    def settle(self) -> None:
        """Apply the rules until nothing new follows."""
        while self._waiting and not self.contradictory:
            cells = self._waiting.popleft()
            count = self.count.get(cells)
            if count is None:
                continue
            if count in (0, len(cells)):
                self.know(cells, mine=count > 0)
            else:
                self._compare(cells, count)

    def _compare(self, cells: Cells, count: int) -> None:
        """Apply rules 3 and 4 to an equation and to each that shares a cell with it."""
        sharing = {equation for i in cells for equation in self._holding[i]}
        sharing.remove(cells)
        crowded = len(sharing) > MAX_OVERLAPS
        for others in sharing:
            here, there = cells - others, others - cells
            more = self.count[others] - count
            if not here or not there:
                if not crowded:
                    self._put(here or there, -more if here else more)
            elif more == len(there) or -more == len(here):
                self.know(there, mine=more > 0)
                self.know(here, mine=more < 0)
                return  # the equations have changed

    def _put(self, cells: Cells, count: int) -> None:
        if not 0 <= count <= len(cells) or self.count.get(cells, count) != count:
            self.contradictory = True
        elif cells and cells not in self.count:
            self.count[cells] = count
            for i in cells:
                self._holding.setdefault(i, set()).add(cells)
            if count in (0, len(cells)):
                self._waiting.appendleft(
                    cells
                )  # first, because known cells leave fewer equations to compare
            else:
                self._waiting.append(cells)


#: With this many unknown cells or fewer, the number of mines left is an equation like the others.
#: The paper says eight or fewer unknown *mines*, but Ramsdell's program counts *cells*; counting
#: mines derives thousands of equations and wins no more games.
MAX_TOTALLED_CELLS = 8


class Pgms:
    """Opens cells that the equations prove safe, otherwise the cell whose worst equation is best.

    The score of a cell is the largest c / |S| of the equations that contain it, including derived
    ones; a cell in no equation has the mine density of the unknown cells. The strategy opens a cell
    with the lowest score or, with ``guess=false``, passes. Ties are broken at random; Ramsdell's
    program takes the next cell in reading order from a random one.
    """

    name = "pgms"

    def __init__(self, guess: bool = True) -> None:
        self._guesses = guess
        self._opened = PositionTracker()
        self._equations = Equations(())
        self._totalled = False  # True once the number of mines left is an equation

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the lowest cell proved safe, flag a mine where a win needs flags, or guess."""
        self._see(position)
        known = self._equations
        left = position.mines_left - len(known.mines)
        if known.contradictory or not 0 <= left <= len(known.unknown):
            return Pass(self.name, "the clues contradict each other")
        decision = first_certain(position, sorted(known.safe), sorted(known.mines), self.name)
        if decision is not None:
            return decision
        if not self._guesses:
            return Pass(self.name, "the equations prove no hidden cell safe")
        return self._guess(position, left, chance)

    def _see(self, position: Position) -> None:
        """Turn newly opened cells into equations, and apply the rules to them."""
        goes_on, opened = self._opened.advance(position)
        if not goes_on:
            self._equations = Equations(position.hidden_indices)
            self._totalled = False
        known, cells = self._equations, position.cells.translate(UNGILDED)
        for i in opened:
            mine = cells[i] == MINE
            if i in known.unknown:
                known.know([i], mine=mine)
            known.contradictory |= i in (known.safe if mine else known.mines)
            known.safe.discard(i)
            known.mines.discard(i)
        for _, around, mines in constraints(position, opened):
            known.add(around, mines)
        known.settle()
        left = position.mines_left - len(known.mines)
        # With no mine left, all other cells are safe, regardless of their number.
        if not self._totalled and (len(known.unknown) <= MAX_TOTALLED_CELLS or left == 0):
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
            if position.next_open_is_safe:
                words = f"chosen at random from {plural(len(candidates), 'cell')}"
            else:
                words = f"no single equation puts its risk above {percent(least)}"
                words += f", the lowest of {len(hidden)} cells" if len(hidden) > 1 else ""
                if len(candidates) > 1:
                    words += f" (a random one of {len(candidates)} with that figure)"
            words = with_promise(position, words)
            considered = tuple((position.grid.cell(i), figures[i]) for i in best)
            return Reason("equations", words, considered=considered)

        move = Move("open", position.grid.cell(index))
        return Decision(move, self.name, why, None)

    def _figures(self, left: int) -> dict[int, float]:
        known = self._equations
        worst: dict[int, float] = {}
        for cells, count in known.count.items():
            share = count / len(cells)
            for i in cells:
                if share > worst.get(i, 0.0):
                    worst[i] = share
        return {i: worst.get(i, left / len(known.unknown)) for i in known.unknown}
