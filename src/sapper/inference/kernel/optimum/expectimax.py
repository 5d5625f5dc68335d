# cython: overflowcheck=False
# (masks of cells wrap by design)
"""Exact perfect play: how many of the remaining layouts the best policy wins.

Expectimax over what a player may know, a set of layouts. A cell that shows the same clue in all
layouts in which it is safe tells nothing, and can be opened last. Of the others, one that is safe
in all layouts is opened first, because it can only add information. Otherwise each is tried, and
the layouts in which it is safe are split by the clue that it shows.

At most one layout of each clique is won (``cliques``), so the number of cliques bounds every set,
and the cells are tried in the order of these bounds. Each search asks whether at least a given
number of layouts can be won, and gives up a cell as soon as that is impossible.

A state is remembered only by what remains: the unsettled cells, the mines among them, and what the
open cells around them still need, independent of its place and orientation on the board. So
different games, and even different boards, share states. Independent remainders are solved
separately.
"""

import time

import cython

from sapper.inference.kernel.optimum.few import FewLayouts
from sapper.inference.kernel.optimum.layouts import Layouts
from sapper.inference.kernel.optimum.names import StateNames
from sapper.inference.kernel.optimum.sets import Sets
from sapper.inference.kernel.optimum.transpositions import TranspositionTable

if not cython.compiled:
    from sapper.inference.kernel.word import trailing_zeros

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

MOST_CELLS = 60  #: one word of bits, with a few to spare
LOOK = cython.declare(cython.longlong, 1 << 14)  #: visits between two checks of the clock
FEW = cython.declare(cython.int, 64)  #: sets of fewer layouts are words
SMALL = cython.declare(cython.int, 8)  #: sets of fewer layouts are not remembered


@cython.final
@cython.cclass
class Expectimax:
    """Solves sets of layouts over the cells of one grid, at most ``MOST_CELLS``.

    ``table`` has the known bounds of states. Once time or memory has run out (``gave_up``), the
    result of the current search is invalid.
    """

    def __init__(self, grid, report=None):
        self.layouts = Layouts(grid)
        self.sets = Sets(self.layouts)
        self.cliques = self.sets.cliques
        self.few = FewLayouts(self.layouts)
        self.names = StateNames(grid, self.layouts)
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

    def lay(self, free, mines):
        """Load all ways to place ``mines`` mines in the cells ``free``, which ascend; return their
        number."""
        self.layouts.lay(free, mines)
        self.sets.all()
        return self.layouts.count

    def take(self, layouts):
        """Load these layouts, each a word of bits: all that a position allows."""
        self.layouts.take(layouts)
        self.sets.all()

    def win(self, need):
        """Return how many of the layouts perfect play wins: exactly if at least ``need``, else an
        upper bound below it."""
        least: cython.longlong = need
        won: cython.longlong
        with cython.nogil:
            won = self._solve(0, self.layouts.count, self.layouts.count, least, 0, 0)
        return won

    def least_risk(self):
        """Return how many of the layouts are won by always opening a cell with the largest bound:
        a lower bound found without search."""
        return self._bound_of(False)

    def most(self):
        """Return an upper bound on what can be won of the layouts, found by opening safe cells and
        by the bounds of the states after that."""
        return self._bound_of(True)

    def _bound_of(self, most):
        upper: cython.bint = most
        won: cython.longlong
        with cython.nogil:
            won = self._bound(0, self.layouts.count, self.layouts.count, upper, 0)
        return won

    def _bound(self, start, n, end, upper, depth):
        """Return what opening the cells with the largest bounds wins or, as an ``upper`` bound,
        what any policy can win once no cell is safe."""
        k: cython.int
        cell: cython.int
        won: cython.longlong = 0
        most: cython.longlong
        known: cython.longlong
        clues: cython.ulonglong
        if n <= 1:
            return n
        self.sets.survey(start, n)
        if not self.sets.telling:
            return 1
        if self.sets.telling & self.sets.safe:
            cell = trailing_zeros(self.sets.telling & self.sets.safe)
        else:
            self.sets.count_cliques(start, n, depth)
            cell = self.sets.largest(self.sets.telling, depth)
            if upper:
                most = self.sets.bound
                self._name(start)
                known = self.table.high[self.table.find(self.names.a, self.names.b)]
                return min(most, known) if known > 0 else most
        clues = self.sets.split(start, n, end, cell, depth)
        end = self.sets.free
        while clues:
            k = depth * self.sets.row + trailing_zeros(clues)
            clues &= clues - 1
            won += self._bound(self.sets.at[k], self.sets.size[k], end, upper, depth + 1)
        return won

    def _name(self, start):
        """Name the state of the set that was surveyed last."""
        self.names.name(
            self.layouts.table[self.sets.members[start] * self.sets.stride()],
            self.sets.safe,
            self.sets.unsettled,
        )

    def _solve(self, start, n, end, need, level, depth):
        """Return what can be won of a set, if at least ``need``, else an upper bound below it."""
        cell: cython.int
        cells: cython.ulonglong
        if n <= 1 or self.stopped:
            return n
        if n == 2:
            if self.layouts.distinguished(self.sets.members[start], self.sets.members[start + 1]):
                return 2
            return 1
        self.visits += 1
        self.tick -= 1
        if self.tick == 0:
            self._look()
        self.sets.survey(start, n)
        cells = self.sets.telling
        if cells & self.sets.safe:
            cell = trailing_zeros(cells & self.sets.safe)
            return self._open(start, n, end, cell, need, level, depth)
        if not cells:
            return 1
        return self._guess(start, n, end, need, level, depth)

    def _guess(self, start, n, end, need, level, depth):
        """Return what the best cell wins of a set without safe cells, which was surveyed last."""
        cell: cython.int
        better: cython.int
        slot: cython.longlong
        known: cython.longlong
        value: cython.longlong
        target: cython.longlong
        best: cython.longlong = 1
        bound: cython.longlong = 1
        cells: cython.ulonglong = self.sets.telling
        tried: cython.ulonglong = 0
        name_a: cython.ulonglong = 0
        name_b: cython.ulonglong = 0
        if n >= SMALL:
            self._name(start)
            name_a = self.names.a
            name_b = self.names.b
            slot = self.table.find(name_a, name_b)
            known = self.table.high[slot]
            if known > 0 and (known == self.table.low[slot] or known < need):
                return known
        value = -1
        if n > FEW:
            value = self._parts(start, n, end, level, depth)
        if value >= 0:
            best = value
        elif n <= FEW:
            value = self.few.win(self.sets.members, start, n, cells, need)
            if value >= need:
                best = value
            else:
                bound = value
        else:
            self.sets.count_cliques(start, n, depth)
            better = self.cliques.level(n, level)
            if better > level:
                level = better
                cell = self.sets.largest(cells, depth)
                self.cliques.divide(self.sets.members, start, n, cell, level, end)
                start = end
                end += n
                self.sets.count_cliques(start, n, depth)
            while cells:
                cell = self.sets.largest(cells, depth)
                target = max(best + 1, need)
                if self.sets.bound < target:
                    bound = max(bound, self.sets.bound)
                    break
                cells ^= ONE << cell
                # A cell that is safe whenever this one is would better be opened first.
                if tried and self.sets.never_alone(start, n, cell) & tried:
                    continue
                tried |= ONE << cell
                value = self._open(start, n, end, cell, target, level, depth)
                if self.stopped:
                    return n
                if value >= target:
                    best = value
                else:
                    bound = max(bound, value)
        if self.stopped:
            return n
        if best >= need:
            bound = best
        if n >= SMALL:
            self.stopped = not self.table.keep(name_a, name_b, best if bound == best else 0, bound)
        return bound

    def _open(self, start, n, end, cell, need, level, depth):
        """Return what can be won of a set by opening a cell."""
        k: cython.int
        widest: cython.int
        first: cython.int = depth * self.sets.row
        won: cython.longlong = 0  # or may still be
        value: cython.longlong
        due: cython.longlong
        rest: cython.ulonglong
        clues: cython.ulonglong = self.sets.split(start, n, end, cell, depth)
        end = self.sets.free
        rest = clues
        while rest:
            k = first + trailing_zeros(rest)
            rest &= rest - 1
            won += self.sets.most[k]
            if self.sets.most[k] == 1:
                clues ^= ONE << (k - first)
        while clues and won >= need:
            widest = -1  # the largest part first: it can lose the most
            rest = clues
            while rest:
                k = first + trailing_zeros(rest)
                rest &= rest - 1
                if widest < 0 or self.sets.most[k] > self.sets.most[widest]:
                    widest = k
            clues ^= ONE << (widest - first)
            due = need - (won - self.sets.most[widest])
            value = self._solve(
                self.sets.at[widest], self.sets.size[widest], end, due, level, depth + 1
            )
            won -= self.sets.most[widest] - min(value, self.sets.most[widest])
        return won

    def _parts(self, start, n, end, level, depth):
        """Return what can be won if the cells of the set surveyed last fall into independent parts,
        each with a fixed number of mines; -1 if they do not."""
        count: cython.longlong
        to: cython.longlong
        won: cython.longlong = 1
        product: cython.longlong = 1
        parts: cython.int = 0
        safe: cython.ulonglong = self.sets.safe
        left: cython.ulonglong = self.sets.unsettled
        rest: cython.ulonglong = left
        loose: cython.ulonglong = 0
        part: cython.ulonglong = self._part(safe, left, left & (WORD - left + 1))
        if part == left:
            return -1
        # First check that there are at least two; all parts without a fixed number count as one.
        while rest:
            part = self._part(safe, left, rest & (WORD - rest + 1))
            rest &= WORD ^ part
            if self.sets.same_mines(start, n, part):
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
                part = self._part(safe, left, rest & (WORD - rest + 1))
            rest &= WORD ^ part
            count = self.sets.like_first(start, n, end, left & (WORD ^ part))
            product *= count
            to = start if self.sets.large(n) else end
            won *= self._solve(to, count, max(end, to + count), 0, level, depth + 1)
            if self.stopped:
                return 0
        return won if product == n else -1

    def _part(self, opened, left, seed):
        """Return the cells of ``left`` connected to a seed, directly or not.

        Neighbours are connected, and so are cells that touch the same open cell."""
        near: cython.ulonglong
        cells: cython.ulonglong
        grown: cython.ulonglong = 0
        while grown != seed:
            grown = seed
            cells = left | opened
            while cells:
                near = self.layouts.near[trailing_zeros(cells)]
                if near & seed or left & seed & cells & (WORD - cells + 1):
                    seed |= near & left
                cells &= cells - 1
        return seed

    def _look(self):
        """Check whether the time is up or the search is to be stopped."""
        self.tick = LOOK
        if time.monotonic() > self.deadline or (
            self.report is not None and self.report(self.table.states)
        ):
            self.stopped = True
