# cython: overflowcheck=False
# (masks of cells wrap by design)
"""Exact perfect play: how many of the remaining layouts the best policy wins.

Expectimax over the player's knowledge, a set of layouts. A cell that shows the same clue in all
layouts in which it is safe gives no information and can be opened last. Of the others, a cell that
is safe in all layouts is opened first, because it can only add information. Otherwise each cell is
tried: the layouts in which it is safe are split by the clue that it shows.

At most one layout of each clique is won (``cliques``), so the number of cliques bounds every set,
and cells are tried in the order of these bounds. Each search asks whether at least a given number
of layouts can be won, and abandons a cell as soon as that is impossible: all successor states of a
cell are bounded before the first of them is searched.

A state is stored by what remains: the unsettled cells, the mines among them, and what the open
cells around them still need, independent of location and orientation. So different games, and even
different boards, share states. Independent parts are solved separately.
"""

import cython

from sapper_lab.perfect.kernel.few import FewLayouts
from sapper_lab.perfect.kernel.layouts import Layouts
from sapper_lab.perfect.kernel.names import StateNames
from sapper_lab.perfect.kernel.pending import Pending
from sapper_lab.perfect.kernel.sets import Sets
from sapper_lab.perfect.kernel.transpositions import TranspositionTable

if not cython.compiled:
    from sapper.kernel.bits import trailing_zeros

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

MAX_CELLS = 60  #: one word of bits, with some to spare
MAX_FEW = cython.declare(cython.int, 64)  #: sets of fewer layouts are words
MIN_NAMED = cython.declare(cython.int, 8)  #: sets of fewer layouts are not remembered


@cython.final
@cython.cclass
class Expectimax:
    """Solves sets of layouts over the cells of a grid with at most ``MAX_CELLS`` cells.

    ``table`` has the known bounds of states. Once time or memory has run out (``gave_up``), the
    result of ``win`` is invalid.
    """

    def __init__(self, grid, report=None):
        self.layouts = Layouts(grid)
        self.sets = Sets(self.layouts)
        self.cliques = self.sets.cliques
        self.few = FewLayouts(self.layouts)
        self.pending = Pending()
        self.names = StateNames(grid, self.layouts)
        self.clock = self.layouts.clock
        self.table = TranspositionTable(self.clock)
        if report is not None:
            self.clock.report = lambda: report(self.table.states)
        self.visits = 0

    def within(self, seconds, megabytes):
        """Stop after ``seconds``, or when the states take more than ``megabytes``."""
        self.clock.within(seconds)
        self.table.within(megabytes)

    def gave_up(self):
        """True if time or memory ran out, or the search was stopped from outside."""
        return self.clock.stopped

    def lay(self, free, mines):
        """Load all placements of ``mines`` mines in the cells ``free``, in ascending order; return
        their number. They are incomplete if the search gave up."""
        self.layouts.lay(free, mines)
        if not self.clock.stopped:  # otherwise nobody asks about them
            self.sets.all()
        self.clock.resume()
        return self.layouts.count

    def take(self, layouts):
        """Load all layouts of a position, each a word of bits."""
        self.layouts.take(layouts)
        self.sets.all()

    def win(self, need):
        """Return the number of layouts that perfect play wins: exact if at least ``need``,
        otherwise an upper bound below it."""
        least: cython.longlong = need
        won: cython.longlong
        with cython.nogil:
            won = self._solve(0, self.layouts.count, self.layouts.count, least, 0, 0)
        self.clock.resume()
        return won

    def least_risk(self):
        """Return the number of layouts won by always opening a cell with the largest bound: a lower
        bound found without search, which is smaller, but valid, if time runs out."""
        won: cython.longlong
        with cython.nogil:
            won = self._least_risk(0, self.layouts.count, self.layouts.count, 0)
        self.clock.resume()
        return won

    def most(self):
        """Return an upper bound on the layouts won: open the safe cells, then bound the states that
        follow."""
        won: cython.longlong
        with cython.nogil:
            won = self._safe_first(0, self.layouts.count, self.layouts.count, 0, 0)
        self.pending.count = 0
        self.clock.resume()
        return won

    def _least_risk(self, start, n, end, depth):
        """Return the layouts of a set won by opening the cells with the largest bounds."""
        k: cython.int
        cell: cython.int
        won: cython.longlong = 0
        clues: cython.ulonglong
        if n <= 1:
            return n
        if self.clock.spend(n):
            return 1
        self.sets.survey(start, n)
        if self.clock.stopped or not self.sets.telling:
            return 1
        if self.sets.telling & self.sets.safe:
            cell = trailing_zeros(self.sets.telling & self.sets.safe)
        else:
            self.sets.count_cliques(start, n, depth)
            cell = self.sets.counts.largest(self.sets.telling, depth)
        clues = self.sets.split(start, n, end, cell, self.sets.large(n), depth)
        end = self.sets.free
        while clues:
            k = depth * self.sets.row + trailing_zeros(clues)
            clues &= clues - 1
            won += self._least_risk(self.sets.at[k], self.sets.size[k], end, depth + 1)
        return won

    def _solve(self, start, n, end, need, level, depth):
        """Return the layouts of a set that can be won if at least ``need``, otherwise an upper
        bound below it."""
        base: cython.longlong = self.pending.count
        bound: cython.longlong = self._safe_first(start, n, end, need, depth)
        bound = self._settle(base, bound, self.sets.free, need, level, depth + 1)
        self.pending.count = base
        return bound

    def _safe_first(self, start, n, end, need, depth):
        """Open the safe cells of a set; return an upper bound on the layouts won. Unless it is
        below ``need``, the states to solve are then ``pending``."""
        cell: cython.int
        self.sets.free = end
        if n <= 1:
            return n
        self.sets.survey(start, n)
        if self.clock.stopped:
            return n
        if not self.sets.telling:
            return 1
        if self.sets.telling & self.sets.safe:
            cell = trailing_zeros(self.sets.telling & self.sets.safe)
            return self._expand(start, n, end, cell, self.sets.large(n), need, depth)
        return self._bound(start, n, n, depth)

    def _expand(self, start, n, end, cell, in_place, need, depth):
        """Open a cell of a set, and then the safe cells; return an upper bound on the layouts won.
        Unless it is below ``need``, the states to solve are then ``pending``.

        The parts of a set split ``in_place`` are split in place as well, since all are kept at the
        same time."""
        i: cython.int
        k: cython.int
        first: cython.int = depth * self.sets.row
        here: cython.longlong
        n_here: cython.longlong
        most: cython.longlong
        bound: cython.longlong
        before: cython.longlong
        total: cython.longlong = 0
        rest: cython.ulonglong
        safe: cython.ulonglong
        clues: cython.ulonglong = self.sets.split(start, n, end, cell, in_place, depth)
        end = self.sets.free
        if self.clock.stopped:
            return n
        rest = clues
        while rest:
            total += self.sets.most[first + trailing_zeros(rest)]
            rest &= rest - 1
        while clues and total >= need and not self.clock.stopped:
            k = -1  # the largest part first, which can lose the most
            rest = clues
            while rest:
                i = first + trailing_zeros(rest)
                rest &= rest - 1
                if k < 0 or self.sets.most[i] > self.sets.most[k]:
                    k = i
            clues ^= ONE << (k - first)
            most = self.sets.most[k]
            if most == 1:
                break
            here = self.sets.at[k]
            n_here = self.sets.size[k]
            if n_here == 2:
                i = self.sets.members[here]
                k = self.sets.members[here + 1]
                bound = 2 if self.layouts.distinguished(i, k) else 1
            else:
                self.sets.survey(here, n_here)
                if self.clock.stopped:
                    break
                safe = self.sets.telling & self.sets.safe
                if not self.sets.telling:
                    bound = 1
                elif safe:
                    before = self.pending.count
                    i = trailing_zeros(safe)
                    bound = need - (total - most)
                    bound = self._expand(here, n_here, end, i, in_place, bound, depth + 1)
                    if self.pending.count > before:
                        end = self.sets.free
                else:
                    bound = self._bound(here, n_here, most, depth + 1)
            total -= most - min(bound, most)
        self.sets.free = end
        return total

    def _bound(self, start, n, most, depth):
        """Return an upper bound, at most ``most``, on the layouts won of the set surveyed last,
        which has no safe cell. The state becomes ``pending`` unless the bound is exact."""
        slot: cython.longlong
        known: cython.longlong = 0
        name_a: cython.ulonglong = 0
        name_b: cython.ulonglong = 0
        if n >= MIN_NAMED:
            self.names.name(
                self.layouts.table[self.sets.members[start] * self.sets.stride()],
                self.sets.safe,
                self.sets.unsettled,
            )
            name_a = self.names.a
            name_b = self.names.b
            slot = self.table.find(name_a, name_b)
            known = self.table.high[slot]
            if known > 0 and known == self.table.low[slot]:
                return known
        if known > 0:
            most = min(most, known)
        else:
            self.sets.count_cliques(start, n, depth)
            if self.clock.stopped:
                return most
            self.sets.counts.largest(self.sets.telling, depth)
            most = min(most, self.sets.counts.count)
        if most > 1:
            slot = self.pending.push(start, n, most)
            self.pending.safe[slot] = self.sets.safe
            self.pending.unsettled[slot] = self.sets.unsettled
            self.pending.telling[slot] = self.sets.telling
            self.pending.name_a[slot] = name_a
            self.pending.name_b[slot] = name_b
        return most

    def _settle(self, base, bound, end, need, level, depth):
        """Solve the pending states from ``base`` on, largest bounds first, while the sum of the
        bounds, initially ``bound``, is at least ``need``; return the sum."""
        most: cython.longlong
        value: cython.longlong
        while bound >= need and base < self.pending.count and not self.clock.stopped:
            self.pending.widest_first(base)
            most = self.pending.bound[base]
            value = self._guess(base, end, need - (bound - most), level, depth)
            bound -= most - min(value, most)
            base += 1
        return bound

    def _guess(self, state, end, need, level, depth):
        """Return the layouts of a pending state that can be won if at least ``need``, otherwise an
        upper bound below it."""
        cell: cython.int
        better: cython.int
        slot: cython.longlong
        known: cython.longlong = 0
        value: cython.longlong
        target: cython.longlong
        best: cython.longlong = 1
        bound: cython.longlong = 1
        low: cython.longlong
        start: cython.longlong = self.pending.start[state]
        n: cython.longlong = self.pending.size[state]
        base: cython.longlong = self.pending.count
        cells: cython.ulonglong = self.pending.telling[state]
        tried: cython.ulonglong = 0
        name_a: cython.ulonglong = self.pending.name_a[state]
        name_b: cython.ulonglong = self.pending.name_b[state]
        self.visits += 1
        self.clock.spend(n)
        if n >= MIN_NAMED:
            # It may have been solved since its bound was computed.
            slot = self.table.find(name_a, name_b)
            known = self.table.high[slot]
            if known > 0 and (known == self.table.low[slot] or known < need):
                return known
        value = -1
        if n > MAX_FEW:
            value = self._parts(start, n, end, state, level, depth)
        if value >= 0:
            best = bound = value
        elif n <= MAX_FEW:
            value = self.few.win(self.sets.members, start, n, cells, need)
            if value >= need:
                best = value
            else:
                bound = value
        else:
            better = self.cliques.level(n, level)
            if better > level:
                level = better
                self.sets.count_cliques(start, n, depth)
                cell = self.sets.counts.largest(cells, depth)
                self.cliques.divide(self.sets.members, start, n, cell, cells, level, end)
                start = end
                end += n
            self.sets.count_cliques(start, n, depth)
            while cells and not 0 < known <= best:
                cell = self.sets.counts.largest(cells, depth)
                target = max(best + 1, need)
                if self.sets.counts.count < target:
                    bound = max(bound, self.sets.counts.count)
                    break
                cells ^= ONE << cell
                # A cell that is safe whenever this one is dominates it.
                if self.sets.never_alone(start, n, cell, tried):
                    continue
                tried |= ONE << cell
                value = self._expand(start, n, end, cell, self.sets.large(n), target, depth)
                value = self._settle(base, value, self.sets.free, target, level, depth + 1)
                self.pending.count = base
                if self.clock.stopped:
                    return n
                if value >= target:
                    best = value
                else:
                    bound = max(bound, value)
        if self.clock.stopped:
            return n
        if best >= need:
            bound = best
        if n >= MIN_NAMED:
            low = best if bound == best else 0
            if not self.table.keep(name_a, name_b, low, bound):
                self.clock.stopped = True
        return bound

    def _parts(self, start, n, end, state, level, depth):
        """Return the layouts that can be won if the cells of a pending state form independent parts
        with a fixed number of mines each; otherwise -1."""
        count: cython.longlong
        to: cython.longlong
        won: cython.longlong = 1
        product: cython.longlong = 1
        parts: cython.int = 0
        safe: cython.ulonglong = self.pending.safe[state]
        left: cython.ulonglong = self.pending.unsettled[state]
        rest: cython.ulonglong = left
        loose: cython.ulonglong = 0
        part: cython.ulonglong = self.layouts.connected(safe, left, left & (WORD - left + 1))
        if part == left:
            return -1
        # First check that there are at least two parts; those without a fixed number count as one.
        while rest:
            part = self.layouts.connected(safe, left, rest & (WORD - rest + 1))
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
                part = self.layouts.connected(safe, left, rest & (WORD - rest + 1))
            rest &= WORD ^ part
            count = self.sets.like_first(start, n, end, left & (WORD ^ part))
            product *= count
            to = start if self.sets.large(n) else end
            won *= self._solve(to, count, max(end, to + count), 0, level, depth + 1)
            if self.clock.stopped:
                return 0
        return won if product == n else -1
