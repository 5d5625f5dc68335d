# cython: overflowcheck=False
# (the names of sets wrap by design)
"""Exact play at the end of a game, when few layouts are left.

Expectimax over sets of layouts: a cell splits the layouts in which it is safe into groups by the
clue that it shows, and each group is solved separately. The value is the number of layouts won.
Solved sets are stored, so that orders of opening the same cells share them.

- A cell that shows the same clue in all layouts in which it is safe gives no information and can
  wait: a policy that opens it first wins no less by opening it last.
- Of the others, a cell that is safe in all layouts is opened first: it can only add information.
- Two layouts are *distinguishable* if a cell that is safe in both shows different clues. No policy
  wins both of two indistinguishable layouts: it would open the same cells in both, namely all cells
  that are safe in either, so the layouts would be equal. The layouts are therefore divided into
  cliques of mutually indistinguishable ones, and at most one layout of each clique is won. This
  bounds every set: cells are tried in the order of their bounds, while a bound exceeds the best
  value. A group needs its exact value only if it exceeds what its cell still lacks to be the best
  (alpha-beta pruning: Knuth & Moore 1975, "An analysis of alpha-beta pruning"); otherwise a bound
  is stored for it.
- Of several cells that win as many layouts, the one of the lowest risk is chosen, and of those the
  one whose clue more often proves another cell safe. The search for them is limited
  (``TIE_NODES``).
"""

from array import array

import cython

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
    from sapper.kernel.bits import SlicedCounters, trailing_zeros
    from sapper.kernel.chance import Chance
    from sapper.players.kernel.layouts import Layouts
from sapper.kernel.arrays import flags, ints, longs, words

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

MAX_CELLS = cython.declare(cython.int, 64)  # Layouts has no more
MAX_DEPTH = cython.declare(cython.int, 65)  # each cell is opened once
CLUES = cython.declare(cython.int, 64)  # more than any clue
BITS = cython.declare(cython.int, 6)  # of a clue, as in Layouts
COUNT_BITS = cython.declare(cython.int, 16)  # of a count of cliques

#: The default maximum numbers of layouts and nodes of a search. On 40,000 expert deals, 1,600
#: layouts won 0.08 ± 0.06 points more than 400, and 3,200 another 0.01 ± 0.04, in about a fifth
#: more time.
DEFAULT_LAYOUTS, DEFAULT_NODES = 1_600, 50_000

#: The nodes that may be spent on cells that win as many layouts, beyond as many again as the search
#: has taken.
TIE_NODES = cython.declare(cython.int, 200)

SETS_PER_LAYOUT = cython.declare(cython.int, 16)  # stored sets, as a multiple of the most layouts
MAX_PROBES = cython.declare(cython.int, 8)  # slots that are probed for one set


@cython.final
@cython.cclass
class Endgame:
    """Solves positions with at most ``layouts`` layouts, within ``nodes`` nodes.

    ``solve`` returns the cell to open, with which perfect play wins ``won`` of ``n_layouts``
    layouts; it returns -1 beyond these limits."""

    def __init__(self, grid, layouts=DEFAULT_LAYOUTS, nodes=DEFAULT_NODES):
        self.most_nodes = nodes
        its: Layouts = Layouts(grid, layouts)
        self.layouts = its
        self.safe, self.shown, self.bits = its.safe, its.shown, its.bits
        self.members = ints((MAX_DEPTH + 1) * layouts)
        # The cliques, each with its first and its last layout; ``before`` is the layout before
        # another.
        self.clique, self.last, self.before = ints(layouts), ints(layouts), ints(layouts)
        self.first = ints(layouts)
        # By depth: the groups by clue, and the numbers of cliques of all cells.
        self.size, self.end = ints(CLUES * MAX_DEPTH), ints(CLUES * MAX_DEPTH)
        self.cliques, self.seen = ints(CLUES * MAX_DEPTH), ints(CLUES * MAX_DEPTH)
        self.sum = words(CLUES * MAX_DEPTH)
        self.counts = SlicedCounters(COUNT_BITS, MAX_DEPTH)
        self.bounds = ints(MAX_CELLS)
        chance = Chance(layouts)
        self.name = array("Q", [chance.bits() for _ in range(layouts)])
        slots = 1
        while slots < SETS_PER_LAYOUT * layouts:
            slots *= 2
        self.set_mask = slots - 1
        self.set_name, self.set_size, self.set_won = words(slots), ints(slots), ints(slots)
        self.set_exact = flags(slots)
        self.set_stamp = longs(slots)
        self.stamp = 0

    def best(self, now):
        """Return ``(cell, layouts won, layouts)`` for the position that ``now`` has just counted.

        The result is None beyond the limits."""
        counter: Counter = now
        cell: cython.int
        with cython.nogil:
            cell = self.solve(counter)
        return None if cell < 0 else (cell, self.won, self.n_layouts)

    def solve(self, now):
        """Return the best cell of the position that ``now`` has just counted, or -1."""
        self.choice = -1
        self.won = self.nodes = self.n_layouts = 0
        if not self.layouts.enumerate(now, self.most_nodes):
            return -1
        self.n_layouts = self.layouts.n
        self._divide_into_cliques()
        self.stamp += 1  # forgets all sets
        self.won = self._win(0, self.n_layouts, self.n_layouts, 0, 0, 0)
        if self.nodes > self.most_nodes or self.choice < 0:
            return -1
        if self.n_layouts > 1:
            self._break_ties()
        return self.layouts.cell[self.choice]

    def _break_ties(self):
        """Choose the cell of the lowest risk among those that win as many layouts, and of equally
        risky ones the one that more often proves another cell safe."""
        i: cython.int
        c: cython.int
        odds: cython.int
        progress: cython.int
        its: cython.int
        most: cython.int = self.most_nodes
        n: cython.int = self.n_layouts
        cells: cython.ulonglong = 0
        self.most_nodes = min(most, 2 * self.nodes + TIE_NODES)
        for i in range(n):
            cells |= self.safe[i]
        for c in range(MAX_CELLS):
            if (cells >> c) & 1:
                self.counts.largest(ONE << c, 0)  # of the cliques, as ``_try`` has counted them
                self.bounds[c] = cython.cast(cython.int, self.counts.count)
        self.counts.clear(0)
        for i in range(n):
            self.counts.add(self.safe[i], 0)
        self.counts.largest(ONE << self.choice, 0)
        odds = cython.cast(cython.int, self.counts.count)
        progress = self._progress(n, self.choice)
        cells ^= ONE << self.choice
        while cells:
            c = self.counts.largest(cells, 0)
            its = cython.cast(cython.int, self.counts.count)
            if its < odds:
                break
            cells ^= ONE << c
            if self.bounds[c] < self.won:
                continue
            i = self._progress(n, c)
            if its == odds and (
                i < progress
                or (i == progress and self.layouts.cell[c] > self.layouts.cell[self.choice])
            ):
                continue
            if self._split(0, n, n, c, 0, self.won - 1, self.bounds[c]) < self.won:
                continue
            if self.nodes > self.most_nodes:
                break
            self.choice = c
            odds = its
            progress = i
        self.most_nodes = most

    def _progress(self, n, c):
        """Return in how many of the n layouts a cell is safe and its clue proves another safe."""
        i: cython.int
        m: cython.int
        g: cython.int
        total: cython.int = 0
        clues: cython.ulonglong = 0
        for i in range(n):
            m = self.members[i]
            if (self.safe[m] >> c) & 1:
                g = self.shown[m * MAX_CELLS + c]
                if not (clues >> g) & 1:
                    clues |= ONE << g
                    self.size[g] = 0
                    self.sum[g] = WORD ^ (ONE << c)
                self.size[g] += 1
                self.sum[g] &= self.safe[m]
        for g in range(CLUES):
            if (clues >> g) & 1 and self.sum[g]:
                total += self.size[g]
        return total

    def _divide_into_cliques(self):
        """Divide the layouts into cliques, and list them clique by clique: each joins the first
        clique with no layout distinguishable from it."""
        i: cython.int
        j: cython.int
        k: cython.int
        f: cython.int
        n: cython.int = 0
        end: cython.int = 0
        safe: cython.ulonglong
        odd: cython.ulonglong
        for i in range(self.n_layouts):
            safe = self.safe[i]
            odd = self.bits[i * BITS]
            k = 0
            while k < n:
                f = self.first[k]
                # Most layouts already differ in which clues are odd.
                if not (odd ^ self.bits[f * BITS]) & safe & self.safe[f]:
                    j = self.last[k]
                    while j >= 0 and not self._distinguished(i, j):
                        j = self.before[j]
                    if j < 0:
                        break
                k += 1
            if k == n:
                self.first[n] = i
                self.last[n] = -1
                n += 1
            self.clique[i] = k
            self.before[i] = self.last[k]
            self.last[k] = i
        for k in range(n):
            j = self.last[k]
            while j >= 0:
                self.members[end] = j
                end += 1
                j = self.before[j]

    def _distinguished(self, a, b):
        """Return whether a cell that is safe in both layouts shows different clues."""
        k: cython.int
        safe: cython.ulonglong = self.safe[a] & self.safe[b]
        for k in range(self.layouts.n_bits):
            if (self.bits[a * BITS + k] ^ self.bits[b * BITS + k]) & safe:
                return True
        return False

    def _win(self, start, n, end, name, depth, least):
        """Return the number of the n layouts ``members[start:start + n]`` that perfect play wins
        or, if it is at most ``least``, an upper bound of it that is at most ``least``.

        Their names sum to ``name``. The members from ``end`` on are free."""
        won: cython.int
        slot: cython.int
        if n <= 1:
            return n
        if n == 2 and depth > 0:
            return 2 if self._distinguished(self.members[start], self.members[start + 1]) else 1
        slot = self._slot(name, n)
        if self._solved(slot, name) and (self.set_exact[slot] or self.set_won[slot] <= least):
            return self.set_won[slot]
        won = self._try(start, n, end, depth, least)
        if self.nodes <= self.most_nodes:
            slot = self._slot(name, n)
            self.set_stamp[slot] = self.stamp
            self.set_name[slot] = name
            self.set_size[slot] = n
            self.set_won[slot] = won
            self.set_exact[slot] = won > least
        return won

    def _solved(self, slot, name):
        """Return whether a slot has the set of this name."""
        return self.set_stamp[slot] == self.stamp and self.set_name[slot] == name

    def _slot(self, name, n):
        """Return the slot of a set, or a slot for it: a free one, or that of the smallest set."""
        k: cython.int
        slot: cython.int
        best: cython.int = 0
        at: cython.int = cython.cast(cython.int, name >> 34) & self.set_mask
        for k in range(MAX_PROBES):
            slot = (at + k) & self.set_mask
            if self.set_stamp[slot] != self.stamp or self.set_name[slot] == name:
                return slot
            if k == 0 or self.set_size[slot] < self.set_size[best]:
                best = slot
        return best

    def _try(self, start, n, end, depth, least):
        """Return the number of these layouts that can be won, by trying cells; or ``least`` if it
        is at most that."""
        best: cython.int = max(1, least)
        total: cython.int
        bound: cython.int
        choice: cython.int
        cells: cython.ulonglong
        self.nodes += 1
        if self.nodes > self.most_nodes:
            return 0
        cells = self._telling(start, n)
        self._count_cliques(start, n, depth)
        if cells & self.surely_safe:
            choice = trailing_zeros(cells & self.surely_safe)
            if depth == 0:
                self.choice = choice
            return max(least, self._split(start, n, end, choice, depth, least, n))
        if depth == 0:
            best = 0
            if not cells:
                cells = self.maybe_safe
        while cells:
            choice = self.counts.largest(cells, depth)
            bound = cython.cast(cython.int, self.counts.count)
            if bound <= best:
                break
            cells ^= ONE << choice
            total = self._split(start, n, end, choice, depth, best, bound)
            if self.nodes > self.most_nodes:
                return 0
            if total > best:
                best = total
                if depth == 0:
                    self.choice = choice
        return best

    def _telling(self, start, n):
        """Return the cells that show different clues in the layouts in which they are safe."""
        i: cython.int
        k: cython.int
        m: cython.int
        word: cython.ulonglong
        ones: cython.ulonglong
        zeros: cython.ulonglong
        cells: cython.ulonglong = 0
        for k in range(self.layouts.n_bits):
            ones = 0
            zeros = 0
            for i in range(start, start + n):
                m = self.members[i]
                word = self.bits[m * BITS + k]
                ones |= word
                zeros |= word ^ self.safe[m]
            cells |= ones & zeros
        return cells

    def _count_cliques(self, start, n, depth):
        """Count, for all cells at once, the cliques that have a layout in which the cell is safe,
        in row ``depth`` of ``counts``. Set the cells that are safe in all layouts, and in any."""
        i: cython.int
        m: cython.int
        clique: cython.int
        word: cython.ulonglong
        safe: cython.ulonglong = 0  # in a layout of this clique
        self.surely_safe = WORD
        self.maybe_safe = 0
        self.counts.clear(depth)
        clique = self.clique[self.members[start]]
        for i in range(start, start + n):
            m = self.members[i]
            if self.clique[m] != clique:
                self.counts.add(safe, depth)
                safe = 0
                clique = self.clique[m]
            word = self.safe[m]
            safe |= word
            self.surely_safe &= word
            self.maybe_safe |= word
        self.counts.add(safe, depth)

    def _split(self, start, n, end, c, depth, best, bound):
        """Return the number of layouts won after opening cell c, at most ``bound``, or 0 if at most
        ``best``."""
        i: cython.int
        m: cython.int
        g: cython.int
        row: cython.int = depth * CLUES
        lack: cython.int
        total: cython.int = 0
        clues: cython.ulonglong = 0
        for i in range(start, start + n):
            m = self.members[i]
            if (self.safe[m] >> c) & 1:
                g = self.shown[m * MAX_CELLS + c]
                if not (clues >> g) & 1:
                    clues |= ONE << g
                    self.size[row + g] = 0
                self.size[row + g] += 1
        for g in range(row, row + CLUES):
            if clues >> (g - row) == 0:
                break
            if (clues >> (g - row)) & 1:
                self.end[g] = end
                end += self.size[g]
                self.cliques[g] = 0
                self.seen[g] = -1
                self.sum[g] = 0
        for i in range(start, start + n):
            m = self.members[i]
            if (self.safe[m] >> c) & 1:
                g = row + self.shown[m * MAX_CELLS + c]
                self.members[self.end[g]] = m
                self.end[g] += 1
                self.sum[g] = (self.sum[g] + self.name[m]) & WORD
                if self.clique[m] != self.seen[g]:
                    self.seen[g] = self.clique[m]
                    self.cliques[g] += 1
        # first what is known of the groups, which may show that searching them is useless
        for g in range(row, row + CLUES):
            if clues >> (g - row) == 0:
                break
            if (clues >> (g - row)) & 1 and self.cliques[g] > 1 and self.size[g] > 2:
                i = self._slot(self.sum[g], self.size[g])
                if self._solved(i, self.sum[g]):
                    bound -= self.cliques[g] - self.set_won[i]
                    self.cliques[g] = self.set_won[i]
        if bound <= best:
            return 0
        for g in range(row, row + CLUES):
            if clues >> (g - row) == 0:
                break
            if (clues >> (g - row)) & 1:
                bound -= self.cliques[g]
                if self.cliques[g] == 1:
                    total += 1
                else:
                    i = self.end[g] - self.size[g]
                    lack = max(0, best - total - bound)
                    total += self._win(i, self.size[g], end, self.sum[g], depth + 1, lack)
                if total + bound <= best:
                    return 0
        return total
