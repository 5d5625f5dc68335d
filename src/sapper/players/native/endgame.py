# cython: overflowcheck=False
# (the names of sets wrap by design)
"""Exact play at the end of a game, when few layouts are left.

Expectimax over sets of layouts. A cell that is safe in all layouts is opened first, as it can only
give information. Otherwise each cell is tried: the layouts in which it is safe are divided into
groups by the clue that it shows, and each group is solved by itself. The value is the number of
layouts won. Solved sets are remembered, in whatever order cells were opened to reach them.
"""

import math
from array import array

import cython

if not cython.compiled:
    from sapper.chance import Chance
    from sapper.inference.kernel.counter import Counter
from sapper.inference.kernel.arrays import flags, ints, longs, words
from sapper.inference.kernel.constants import CellState

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)
ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

MOST_CELLS = cython.declare(cython.int, 64)  # one word of bits
DEEPEST = cython.declare(cython.int, 128)
ROOM = cython.declare(cython.int, 160)  # for sets of layouts, in times the most layouts

#: The defaults for the most layouts and nodes of a search. On 20,000 expert deals, 400 layouts won
#: 0.12 ± 0.07 points more than 200, in a few per cent more time; 800 won 0.22 ± 0.09 points more in
#: a fifth more time, and 1,600 won 0.28 ± 0.10 more in twice the time.
LAYOUTS, NODES = 400, 50_000

SETS = cython.declare(cython.int, 16)  # sets that are remembered, in times the most layouts
PROBES = cython.declare(cython.int, 8)  # places that are tried for one set


@cython.final
@cython.cclass
class Endgame:
    """Solves positions with at most ``layouts`` layouts, within ``nodes`` nodes.

    ``solve`` returns the cell to open, or -1 beyond these bounds; perfect play then wins ``won`` of
    ``n_layouts`` layouts."""

    def __init__(self, grid, layouts=LAYOUTS, nodes=NODES):
        n = grid.size
        self.most_layouts, self.most_nodes = layouts, nodes
        self.room = ROOM * layouts
        self.log_most = math.log(layouts) + 1e-6
        self.cell = ints(n)
        self.place = ints(n)
        self.need, self.open_to = ints(n), ints(n)
        self.mines = words(layouts + 1)
        self.shown = flags((layouts + 1) * MOST_CELLS)
        self.members = ints(self.room)
        self.safe_in = ints(MOST_CELLS * (DEEPEST + 2))
        chance = Chance(layouts)
        self.name = array("Q", [chance.bits() for _ in range(layouts + 1)])
        slots = 1
        while slots < SETS * layouts:
            slots *= 2
        self.set_mask = slots - 1
        self.set_name, self.set_size, self.set_won = words(slots), ints(slots), ints(slots)
        self.set_stamp = longs(slots)
        self.stamp = 0

    def best(self, now):
        """Return ``(cell, layouts won, layouts)`` for the position that ``now`` has just counted.

        The result is None beyond the bounds."""
        counter: Counter = now
        cell: cython.int
        with cython.nogil:
            cell = self.solve(counter)
        return None if cell < 0 else (cell, self.won, self.n_layouts)

    def solve(self, now):
        """Return the best cell of the position that ``now`` has just counted, or -1."""
        i: cython.int
        self.n_cells = 0
        self.choice = -1
        self.won = 0
        self.nodes = 0
        if now.frontier.undecided > MOST_CELLS or now.combined.log_layouts > self.log_most:
            return -1
        self._list_cells(now)
        self.n_layouts = 0
        self._enumerate(now, 0, now.frontier.mines_left, 0)
        if self.nodes > self.most_nodes or self.n_layouts > self.most_layouts:
            return -1
        self._show(now)
        for i in range(self.n_layouts):
            self.members[i] = i
        self.nodes = 0
        self.stamp += 1  # forgets all sets
        self.won = self._win(0, self.n_layouts, 0, 0)
        if self.nodes > self.most_nodes or self.choice < 0:
            return -1
        return self.cell[self.choice]

    def _list_cells(self, now):
        """Number the undecided cells, box by box, with the cells off the frontier last, and note
        the missing mines of each clue."""
        i: cython.int
        c: cython.int
        box: cython.int
        cell: cython.int
        for c in range(now.boxes.n_components):
            for i in range(now.boxes.member_start[c], now.boxes.member_start[c + 1]):
                self._list_box(now, now.boxes.member[i])
        for box in range(now.boxes.n_boxes):
            if now.boxes.lo[box] == now.boxes.hi[box]:
                self._list_box(now, box)
        for cell in range(now.frontier.size):
            if now.frontier.known[cell] == UNKNOWN and now.boxes.box_of[cell] < 0:
                self._list(cell)
        for i in range(now.boxes.n_clues):
            cell = now.boxes.clue_cell[i]
            self.need[cell] = now.frontier.need[cell]
            self.open_to[cell] = now.frontier.unknown[cell]

    def _list_box(self, now, box):
        cell: cython.int = now.boxes.first[box]
        while cell >= 0:
            self._list(cell)
            cell = now.boxes.next[cell]

    def _list(self, cell):
        self.cell[self.n_cells] = cell
        self.place[cell] = self.n_cells
        self.n_cells += 1

    def _enumerate(self, now, depth, left, mask):
        """List all layouts by deciding the cells in turn."""
        self.nodes += 1
        if self.nodes > self.most_nodes or self.n_layouts > self.most_layouts:
            return
        if depth == self.n_cells:
            if self.n_layouts < self.most_layouts:
                self.mines[self.n_layouts] = mask
            self.n_layouts += 1
            return
        if left < self.n_cells - depth:
            if self._decide(now, depth, 0):
                self._enumerate(now, depth + 1, left, mask)
            self._undecide(now, depth, 0)
        if left > 0:
            if self._decide(now, depth, 1):
                self._enumerate(now, depth + 1, left - 1, mask | (ONE << depth))
            self._undecide(now, depth, 1)

    def _decide(self, now, depth, mine):
        """Make a cell a mine, or safe, and return whether its clues can still be right."""
        k: cython.int
        clue: cython.int
        fits: cython.bint = True
        cell: cython.int = self.cell[depth]
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            clue = now.frontier.near[k]
            if now.frontier.is_clue[clue]:
                self.need[clue] -= mine
                self.open_to[clue] -= 1
                if self.need[clue] < 0 or self.need[clue] > self.open_to[clue]:
                    fits = False
        return fits

    def _undecide(self, now, depth, mine):
        k: cython.int
        clue: cython.int
        cell: cython.int = self.cell[depth]
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            clue = now.frontier.near[k]
            if now.frontier.is_clue[clue]:
                self.need[clue] += mine
                self.open_to[clue] += 1

    def _show(self, now):
        """Compute the clue that each cell shows in each layout."""
        i: cython.int
        j: cython.int
        k: cython.int
        other: cython.int
        fixed: cython.int
        around: cython.ulonglong
        word: cython.ulonglong
        n: cython.int
        cell: cython.int
        for j in range(self.n_cells):
            fixed = 0
            around = 0
            cell = self.cell[j]
            for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
                other = now.frontier.near[k]
                if now.frontier.known[other] == MINED:
                    fixed += 1
                elif now.frontier.known[other] == UNKNOWN:
                    around |= ONE << self.place[other]
            for i in range(self.n_layouts):
                word = self.mines[i] & around
                n = fixed
                while word:
                    word &= word - 1
                    n += 1
                self.shown[i * 64 + j] = n

    def _win(self, start, n, opened, depth):
        """Return how many of the n layouts ``members[start:start + n]`` perfect play wins."""
        i: cython.int
        won: cython.int
        slot: cython.int
        name: cython.ulonglong = 0
        if n <= 1:
            return n
        if n == 2 and depth > 0:
            return 2 if self._told_apart(self.members[start], self.members[start + 1]) else 1
        for i in range(start, start + n):
            name = (name + self.name[self.members[i]]) & WORD
        if depth > 0:
            slot = self._slot(name, n)
            if self.set_stamp[slot] == self.stamp and self.set_name[slot] == name:
                return self.set_won[slot]
        won = self._try(start, n, opened, depth)
        if self.nodes <= self.most_nodes:
            slot = self._slot(name, n)
            self.set_stamp[slot] = self.stamp
            self.set_name[slot] = name
            self.set_size[slot] = n
            self.set_won[slot] = won
        return won

    def _told_apart(self, a, b):
        """Whether a cell that is safe in two layouts shows different clues in them."""
        c: cython.int
        mined: cython.ulonglong = self.mines[a] | self.mines[b]
        for c in range(self.n_cells):
            if not (mined >> c) & 1 and self.shown[a * 64 + c] != self.shown[b * 64 + c]:
                return True
        return False

    def _slot(self, name, n):
        """Return the place of a set, or a place for it: a free one, or that of the smallest set."""
        k: cython.int
        slot: cython.int
        best: cython.int = 0
        at: cython.int = cython.cast(cython.int, name >> 34) & self.set_mask
        for k in range(PROBES):
            slot = (at + k) & self.set_mask
            if self.set_stamp[slot] != self.stamp or self.set_name[slot] == name:
                return slot
            if k == 0 or self.set_size[slot] < self.set_size[best]:
                best = slot
        return best

    def _try(self, start, n, opened, depth):
        """Return how many of these layouts can be won, by trying the cells."""
        i: cython.int
        c: cython.int
        total: cython.int
        best: cython.int = 0
        choice: cython.int
        top: cython.int
        some: cython.ulonglong = 0
        every: cython.ulonglong = WORD
        safe: cython.ulonglong
        self.nodes += 1
        if self.nodes > self.most_nodes or depth > DEEPEST:
            self.nodes = self.most_nodes + 1
            return 0
        for i in range(start, start + n):
            some |= self.mines[self.members[i]]
            every &= self.mines[self.members[i]]
        for c in range(self.n_cells):
            safe = ONE << c
            if not (some & safe) and not (opened & safe):
                opened |= safe
                if self._tells(start, n, c):
                    return self._split(start, n, c, opened, depth, 0)
        for c in range(self.n_cells):
            self.safe_in[depth * 64 + c] = -1
            if not (opened >> c) & 1 and not (every >> c) & 1:
                total = 0
                for i in range(start, start + n):
                    if not (self.mines[self.members[i]] >> c) & 1:
                        total += 1
                self.safe_in[depth * 64 + c] = total
        while True:
            choice = -1
            top = best
            for c in range(self.n_cells):
                if self.safe_in[depth * 64 + c] > top:
                    top = self.safe_in[depth * 64 + c]
                    choice = c
            if choice < 0:
                return best
            self.safe_in[depth * 64 + choice] = -1
            total = self._split(start, n, choice, opened | (ONE << choice), depth, best)
            if self.nodes > self.most_nodes:
                return 0
            if total > best:
                best = total
                if depth == 0:
                    self.choice = choice

    def _tells(self, start, n, c):
        """Whether a cell shows different clues in these layouts."""
        i: cython.int
        first: cython.int = self.shown[self.members[start] * 64 + c]
        for i in range(start + 1, start + n):
            if self.shown[self.members[i] * 64 + c] != first:
                return True
        return False

    def _split(self, start, n, c, opened, depth, best):
        """Return how many layouts are won after opening cell c, or 0 if not more than ``best``."""
        i: cython.int
        clue: cython.int
        seen: cython.ulonglong = 0
        end: cython.int
        total: cython.int = 0
        left: cython.int = 0
        for i in range(start, start + n):
            if not (self.mines[self.members[i]] >> c) & 1:
                seen |= ONE << (self.shown[self.members[i] * 64 + c] & 63)
                left += 1
        if start + 2 * n > self.room:
            self.nodes = self.most_nodes + 1
            return 0
        clue = 0
        while clue < 64 and seen >> clue:
            if (seen >> clue) & 1:
                end = start + n
                for i in range(start, start + n):
                    if (
                        not (self.mines[self.members[i]] >> c) & 1
                        and self.shown[self.members[i] * 64 + c] & 63 == clue
                    ):
                        self.members[end] = self.members[i]
                        end += 1
                left -= end - start - n
                total += self._win(start + n, end - start - n, opened, depth + 1)
                if total + left <= best:
                    return 0
            clue += 1
        return total
