"""Exactly uniform sampling of layouts from the tables of a finished count.

Sampling proceeds top down: the number of mines on the frontier, their number in each component,
then link by link down each join tree, always in proportion to the number of layouts. Links are
grouped by the state they lead to, so a box costs only the few links of one state.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
    from sapper.kernel.chance import Chance
from sapper.inference.status import CellState
from sapper.kernel.arrays import flags, ints, longs

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)


@cython.final
@cython.cclass
class TableSampler:
    """Samples layouts of the position that its counter counted last; call ``prepare`` first."""

    def __init__(self, counter: Counter):
        n: cython.int = counter.frontier.size
        self.frontier = counter.frontier
        self.boxes = counter.boxes
        self.tables = counter.tables
        self.store = counter.tables.store
        self.combined = counter.combined
        self.layout = flags(n)
        self.cells = ints(n)
        self.count = ints(n)
        self.by_state_at = longs(2 * n + 4)
        self.begins = ints(256)
        self.by_state = ints(256)
        self.stack_node, self.stack_state = ints(2 * n + 4), ints(2 * n + 4)
        self.stack_mines = ints(2 * n + 4)

    def prepare(self):
        """Group the links of every node by the state they lead to; call this once after a count."""
        c: cython.int
        node: cython.int
        begin: cython.longlong = 0
        self._room()
        for c in range(self.boxes.n_components):
            for node in range(self.tables.first[c], self.tables.root[c] + 1):
                self._list(node, begin)
                begin += self.store.states[node] + 1

    def _list(self, node, begin):
        """Group the links of a node; its part of ``begins`` starts at ``begin``."""
        i: cython.longlong
        p: cython.int
        total: cython.int = 0
        at: cython.longlong = self.store.link_at[node]
        states: cython.int = self.store.states[node]
        width: cython.int = 1 if self.tables.leaf[node] >= 0 else 3
        self.by_state_at[node] = begin
        for p in range(states + 1):
            self.begins[begin + p] = 0
        i = width - 1
        while i < self.store.links[node]:
            p = self.store.link[at + i]
            if p >= 0:
                self.begins[begin + p] += 1
            i += width
        # prefix sums, then fill from the end
        for p in range(states):
            total += self.begins[begin + p]
            self.begins[begin + p] = total
        self.begins[begin + states] = total
        i = self.store.links[node] - 1
        while i >= 0:
            p = self.store.link[at + i]
            if p >= 0:
                self.begins[begin + p] -= 1
                self.by_state[at + self.begins[begin + p]] = cython.cast(
                    cython.int, i - (width - 1)
                )
            i -= width

    def draw(self, chance):
        """Draw a layout into ``layout``: one byte for each cell, 1 for a mine."""
        c: cython.int
        cell: cython.int
        t: cython.int
        m: cython.int
        box: cython.int
        for cell in range(self.frontier.size):
            self.layout[cell] = self.frontier.known[cell] == MINED
        for box in range(self.boxes.n_boxes):
            self.count[box] = self.boxes.lo[box]
        t = self._draw_frontier(chance)
        self._lay_off(self.combined.rest - t, chance)
        c = self.boxes.n_components - 1
        while c >= 0:
            m = self._draw_component(c, t, chance)
            t -= m
            self._walk(c, m, chance)
            c -= 1
        for box in range(self.boxes.n_boxes):
            self._lay_box(box, chance)

    def _draw_frontier(self, chance):
        """Draw the number of mines of all components together, above their minimum."""
        t: cython.int
        w: cython.double
        last: cython.int = 0
        pick: cython.double = 0.0
        at: cython.longlong = self.combined.prefix_at[self.boxes.n_components]
        for t in range(self.combined.span):
            pick += self.combined.prefix[at + t] * self.combined.off_weight[t]
        pick *= chance.random()
        for t in range(self.combined.span):
            w = self.combined.prefix[at + t] * self.combined.off_weight[t]
            pick -= w
            if pick < 0.0:
                return t
            if w > 0.0:
                last = t
        return last  # reached only through rounding

    def _draw_component(self, c, t, chance):
        """Draw how many of t mines in the components up to c lie in c, above its minimum."""
        m: cython.int
        last: cython.int = 0
        pick: cython.double = 0.0
        i: cython.int
        w: cython.double
        at: cython.longlong = self.combined.prefix_at[c]
        length: cython.int = cython.cast(cython.int, self.combined.prefix_at[c + 1] - at)
        poly: cython.longlong = self.store.row[self.tables.top(c)]
        for i in range(2):
            # the first round sums the weights, the second picks
            pick *= chance.random() if i == 1 else 0.0
            for m in range(min(self.tables.length(c), t + 1)):
                if t - m < length:
                    w = self.combined.prefix[at + t - m] * self.store.inside[poly + m]
                    if w > 0.0:
                        last = m
                        if i == 0:
                            pick += w
                        else:
                            pick -= w
                            if pick < 0.0:
                                return m
        return last

    def _walk(self, c, mines, chance):
        """Walk down a join tree from its root and set ``count`` for every box."""
        n: cython.int = 1
        node: cython.int
        at: cython.longlong
        begin: cython.longlong
        self.stack_node[0] = self.tables.root[c]
        self.stack_state[0] = 0
        self.stack_mines[0] = mines + self.store.lo[self.tables.top(c)]
        while n > 0:
            n -= 1
            node = self.stack_node[n]
            if node > 0:
                at = self.store.link_at[node]
                begin = self.by_state_at[node] + self.stack_state[n]
                if self.tables.leaf[node] >= 0:
                    n = self._step_leaf(
                        n, at + self.begins[begin], at + self.begins[begin + 1], chance
                    )
                else:
                    n = self._step_table(
                        n, at + self.begins[begin], at + self.begins[begin + 1], chance
                    )

    def _step_leaf(self, top, first, last, chance):
        """Draw the mines in the box of the node at ``top``, whose links are
        ``by_state[first:last]``, and continue with its left table."""
        round_: cython.int
        i: cython.longlong
        s: cython.longlong
        e: cython.int
        u: cython.int
        w: cython.double
        pick: cython.double = 0.0
        mines: cython.int = self.stack_mines[top]
        left: cython.int = self.tables.left[self.stack_node[top]]
        box: cython.int = self.tables.leaf[self.stack_node[top]]
        lo: cython.int = self.boxes.lo[box]
        width: cython.int = self.boxes.hi[box] - lo + 1
        ways: cython.int = self.tables.ways_at(box)
        for round_ in range(2):
            # the first round adds up, the second picks
            pick *= chance.random() if round_ == 1 else 0.0
            for i in range(first, last):
                e = self.by_state[i]
                s = self.store.state_at[left] + e // width
                u = mines - e % width
                if u < self.store.lo[s] or u > self.store.hi[s]:
                    continue
                w = (
                    self.tables.ways[ways + e % width]
                    * self.store.inside[self.store.row[s] + u - self.store.lo[s]]
                )
                if w <= 0.0:
                    continue
                self.stack_node[top] = left
                self.stack_state[top] = e // width
                self.stack_mines[top] = u
                self.count[box] = lo + e % width
                if round_ == 0:
                    pick += w
                else:
                    pick -= w
                    if pick < 0.0:
                        return top + 1
        return top + 1

    def _step_table(self, top, first, last, chance):
        """Draw the states and mines of the two tables joined in the node at ``top``, whose links
        are ``by_state[first:last]``."""
        round_: cython.int
        i: cython.longlong
        a: cython.longlong
        b: cython.longlong
        e: cython.longlong
        u: cython.int
        v: cython.int
        w: cython.double
        pick: cython.double = 0.0
        node: cython.int = self.stack_node[top]
        mines: cython.int = self.stack_mines[top]
        left: cython.int = self.tables.left[node]
        right: cython.int = self.tables.right[node]
        at: cython.longlong = self.store.link_at[node]
        for round_ in range(2):
            # the first round adds up, the second picks
            pick *= chance.random() if round_ == 1 else 0.0
            for i in range(first, last):
                e = at + self.by_state[i]
                a = self.store.state_at[left] + self.store.link[e]
                b = self.store.state_at[right] + self.store.link[e + 1]
                for u in range(self.store.lo[a], self.store.hi[a] + 1):
                    v = mines - u
                    if v < self.store.lo[b] or v > self.store.hi[b]:
                        continue
                    w = (
                        self.store.inside[self.store.row[a] + u - self.store.lo[a]]
                        * self.store.inside[self.store.row[b] + v - self.store.lo[b]]
                    )
                    if w <= 0.0:
                        continue
                    self.stack_node[top] = left
                    self.stack_state[top] = self.store.link[e]
                    self.stack_mines[top] = u
                    self.stack_node[top + 1] = right
                    self.stack_state[top + 1] = self.store.link[e + 1]
                    self.stack_mines[top + 1] = v
                    if round_ == 0:
                        pick += w
                    else:
                        pick -= w
                        if pick < 0.0:
                            return top + 2
        return top + 2

    def _lay_box(self, box, chance):
        """Place the mines of a box uniformly in its cells."""
        n: cython.int = 0
        cell: cython.int = self.boxes.first[box]
        while cell >= 0:
            self.cells[n] = cell
            n += 1
            cell = self.boxes.next[cell]
        self._lay_among(n, self.count[box], chance)

    def _lay_off(self, mines, chance):
        """Place the mines off the frontier."""
        n: cython.int = 0
        cell: cython.int
        for cell in range(self.frontier.size):
            if self.frontier.known[cell] == UNKNOWN and self.boxes.box_of[cell] < 0:
                self.cells[n] = cell
                n += 1
        self._lay_among(n, mines, chance)

    def _lay_among(self, n, mines, chance):
        """Place mines in uniformly chosen cells of ``cells[:n]``."""
        i: cython.int
        j: cython.int
        swap: cython.int
        if mines == n:
            for i in range(n):
                self.layout[self.cells[i]] = 1
            return
        for i in range(mines):
            j = i + cython.cast(cython.int, chance._draw(n - i))
            swap = self.cells[i]
            self.cells[i] = self.cells[j]
            self.cells[j] = swap
            self.layout[self.cells[i]] = 1

    def _room(self):
        """Allocate the lists of ``prepare``."""
        c: cython.int
        node: cython.int
        total: cython.longlong = 0
        for c in range(self.boxes.n_components):
            for node in range(self.tables.first[c], self.tables.root[c] + 1):
                total += self.store.states[node] + 1
        if total > len(self.begins):
            self._more_begins(2 * total)
        if self.store.n_links > len(self.by_state):
            self._more_links(2 * self.store.n_links)

    def _more_begins(self, size):
        self.begins = ints(size)

    def _more_links(self, size):
        self.by_state = ints(size)

    def sample(self, chance):
        """Draw a layout and return it as bytes, 1 for a mine; call ``prepare`` first."""
        generator: Chance = chance
        with cython.nogil:
            self.draw(generator)
        return bytes(self.layout)
