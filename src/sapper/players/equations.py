"""Equations over the cells of one game, ``c ≐ S``: there are c mines in the unknown cells S.

The rules are those of the Equation Strategy of J. D. Ramsdell's Programmer's Minesweeper, as Peña
Castillo & Wrobel describe them (2003, "Learning Minesweeper with Multirelational Learning", IJCAI,
section 5.1), applied until none yields anything new:

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

Cells = frozenset[int]

#: Rule 3 skips an equation that shares cells with more others than this. None does on square
#: boards, but a clue with very many neighbours would yield more subsets than fit into memory.
CROWD = 200


class Equations:
    """The equations of a game, and their consequences for the ``unknown`` cells.

    ``safe`` and ``mines`` are the cells that were deduced; callers remove those that are opened.
    ``contradictory`` is set once two equations cannot both be true; then deduction stops.
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
        counts = [self._drop(equation) for equation in stale]
        for equation, count in zip(stale, counts, strict=True):
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
        crowded = len(sharing) > CROWD
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

    def _drop(self, cells: Cells) -> int:
        for i in cells:
            self._holding[i].remove(cells)
        return self.count.pop(cells)
