# cython: overflowcheck=False
# (masks of cells wrap by design)
"""Exact perfect play: how many of the remaining layouts the best policy wins.

Expectimax over what a player may know; each layout is a word of bits. A cell that is safe in all
layouts is opened first, because it can only add information. Otherwise each cell is tried: the
layouts in which it is safe are split by the clue that it shows. A state is remembered only by what
remains: the unsettled cells, the mines among them, and what the open cells around them still need,
independent of its place and orientation on the board. So different games, and even different
boards, share states. Independent remainders are solved separately.

Each search asks whether at least a given number of layouts can be won, and gives up a cell as soon
as that is impossible.
"""

import time

import cython

from sapper.inference.kernel.optimum.layouts import Layouts
from sapper.inference.kernel.optimum.names import StateNames
from sapper.inference.kernel.optimum.transpositions import TranspositionTable

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

MOST_CELLS = 60  #: one word of bits, with a few to spare
LOOK = cython.declare(cython.longlong, 1 << 14)  #: visits between two checks of the clock


@cython.final
@cython.cclass
class Expectimax:
    """Solves sets of layouts over the cells of one grid, at most ``MOST_CELLS``.

    Load the ``layouts`` first. ``table`` has the known bounds of states. Once time or memory has
    run out (``gave_up``), the result of the current search is invalid.
    """

    def __init__(self, grid, report=None):
        self.n = grid.size
        self.layouts = Layouts(grid)
        self.names = StateNames(grid, self.layouts.near)
        self.table = TranspositionTable()
        self.report = report
        self.deadline = 1e300
        self.visits = 0
        self.tick = LOOK
        self.stopped = False

    def within(self, seconds, megabytes):
        """Stop after ``seconds`` from now, or when states take more than ``megabytes``."""
        self.deadline = time.monotonic() + seconds
        self.table.within(megabytes)
        self.stopped = False

    def gave_up(self):
        """Whether time or memory ran out, or the search was stopped from outside."""
        return self.stopped

    def win(self, count, hidden, need):
        """Return how many of the first ``count`` layouts perfect play wins with the cells
        ``hidden`` hidden: exactly if at least ``need``, else an upper bound below it."""
        end: cython.longlong = count
        cells: cython.ulonglong = hidden
        least: cython.longlong = need
        won: cython.longlong
        with cython.nogil:
            won = self.solve(0, end, cells, least, 0)
        return won

    def least_risk(self, count, hidden):
        """Return how many of the first ``count`` layouts are won by always opening a cell of least
        risk: a lower bound found without search."""
        return self._bound_of(count, hidden, False)

    def most(self, count, hidden):
        """Return an upper bound on what can be won of the first ``count`` layouts, found by opening
        safe cells and by the remembered bounds of the states after that."""
        return self._bound_of(count, hidden, True)

    def _bound_of(self, count, hidden, most):
        end: cython.longlong = count
        cells: cython.ulonglong = hidden
        upper: cython.bint = most
        won: cython.longlong
        with cython.nogil:
            won = self._bound(0, end, cells, upper, 0)
        return won

    def solve(self, start, end, hidden, need, depth):
        """Return what can be won of the layouts from ``start`` to ``end``, if at least ``need``,
        else an upper bound below it."""
        cell: cython.int
        if end - start <= 1 or self.stopped:
            return end - start
        self.visits += 1
        self.tick -= 1
        if self.tick == 0:
            self._look()
        cell = self.layouts.safe(start, end, hidden)
        if cell >= 0:
            return self._open(start, end, self.layouts.closed, cell, need, end - start, depth)
        if end - start == 2:
            return 1
        return self._guess(start, end, self.layouts.closed, self.layouts.left, need, depth)

    def _bound(self, start, end, hidden, upper, depth):
        """Return what opening cells of least risk wins or, as an ``upper`` bound, what any policy
        can win once no cell is safe."""
        k: cython.int
        cell: cython.int
        at: cython.int
        won: cython.longlong = 0
        known: cython.longlong
        if end - start <= 1:
            return end - start
        cell = self.layouts.safe(start, end, hidden)
        hidden = self.layouts.closed
        if cell < 0:
            if end - start == 2:
                return 1
            self.layouts.rank(start, end, self.layouts.left, depth)
            cell = self.layouts.order[depth * self.n]
            if upper:
                self.names.name(self.layouts.stack[start], hidden, self.layouts.left)
                known = self.table.high[self.table.find(self.names.a, self.names.b)]
                won = self.layouts.safe_in[depth * self.n + cell]
                return min(won, known) if known > 0 else won
            hidden &= WORD ^ (ONE << cell)
        at = self.layouts.split(start, end, cell, depth)
        for k in range(self.layouts.clues[cell]):
            won += self._bound(
                start + self.layouts.starts[at + k],
                start + self.layouts.starts[at + k + 1],
                hidden,
                upper,
                depth + 1,
            )
        return won

    def _guess(self, start, end, hidden, left, need, depth):
        """Return what the best of the unsettled cells ``left`` wins."""
        k: cython.int
        cells: cython.int
        cell: cython.int
        at: cython.int = depth * self.n
        slot: cython.longlong
        known: cython.longlong
        value: cython.longlong
        target: cython.longlong
        best: cython.longlong = 0
        bound: cython.longlong = 0
        name_a: cython.ulonglong
        name_b: cython.ulonglong
        self.names.name(self.layouts.stack[start], hidden, left)
        name_a = self.names.a
        name_b = self.names.b
        slot = self.table.find(name_a, name_b)
        known = self.table.high[slot]
        if known > 0 and (known == self.table.low[slot] or known < need):
            return known
        value = self._parts(start, end, hidden, left, depth)
        if value >= 0:
            best = value
        else:
            cells = self.layouts.rank(start, end, left, depth)
            for k in range(cells):
                cell = self.layouts.order[at + k]
                target = max(best + 1, need)
                if self.layouts.safe_in[at + cell] < target:
                    bound = max(bound, self.layouts.safe_in[at + cell])
                    break
                value = self._open(
                    start,
                    end,
                    hidden & (WORD ^ (ONE << cell)),
                    cell,
                    target,
                    self.layouts.safe_in[at + cell],
                    depth,
                )
                if self.stopped:
                    return end - start
                if value >= target:
                    best = value
                else:
                    bound = max(bound, value)
        if self.stopped:
            return end - start
        if best > 0:
            bound = best
        self.stopped = not self.table.keep(name_a, name_b, best, bound)
        return bound

    def _open(self, start, end, hidden, cell, need, most, depth):
        """Return what can be won by opening a cell that is safe in ``most`` of the layouts."""
        k: cython.int
        widest: cython.int
        clues: cython.int = self.layouts.clues[cell]
        at: cython.int = self.layouts.split(start, end, cell, depth)
        won: cython.longlong = 0
        size: cython.longlong
        part: cython.longlong
        value: cython.longlong
        due: cython.longlong
        done: cython.ulonglong = 0
        while most > 0:
            widest = -1  # the largest part first: it can lose the most
            size = 0
            for k in range(clues):
                part = self.layouts.starts[at + k + 1] - self.layouts.starts[at + k]
                if not done >> k & 1 and part > size:
                    size = part
                    widest = k
            done |= ONE << widest
            most -= size
            due = need - won - most
            value = self.solve(
                start + self.layouts.starts[at + widest],
                start + self.layouts.starts[at + widest + 1],
                hidden,
                due,
                depth + 1,
            )
            won += value
            if value < due:
                return won + most
        return won

    def _parts(self, start, end, hidden, left, depth):
        """Return what can be won if the cells fall into independent parts, each with a fixed number
        of mines; -1 if they do not."""
        here: cython.longlong
        won: cython.longlong = 1
        all_of_them: cython.longlong = 1
        parts: cython.int = 0
        rest: cython.ulonglong = left
        loose: cython.ulonglong = 0
        part: cython.ulonglong
        if self.layouts.part(hidden, left, left & (WORD - left + 1)) == left:
            return -1
        # First check that there are at least two; all parts without a fixed number count as one.
        while rest:
            part = self.layouts.part(hidden, left, rest & (WORD - rest + 1))
            rest &= WORD ^ part
            if self.layouts.same_mines(start, end, part):
                parts += 1
            else:
                loose |= part
        if parts + (loose != 0) < 2:
            return -1
        rest = left
        while rest:
            if loose & rest:
                part = loose
            else:
                part = self.layouts.part(hidden, left, rest & (WORD - rest + 1))
            rest &= WORD ^ part
            here = self.layouts.like_first(start, end, left & (WORD ^ part))
            all_of_them *= here - start
            won *= self.solve(start, here, hidden, 0, depth + 1)
            if self.stopped:
                return 0
        return won if all_of_them == end - start else -1

    def _look(self):
        """Check whether the time is up or the search is to be stopped."""
        self.tick = LOOK
        if time.monotonic() > self.deadline or (
            self.report is not None and self.report(self.table.states)
        ):
            self.stopped = True
