"""Exactly uniform layouts, drawn from the tables of a finished count.

It samples from the whole to the parts: the number of mines on the frontier, their number in each
component, then one link after the other down each join tree, each in proportion to the layouts
behind it. Links are listed by the state they lead to, so a box costs only the few links of one
state.
"""

import cython

if not cython.compiled:
    from sapper.chance import Chance
    from sapper.inference.kernel.counter import Counter
from sapper.inference.kernel.arrays import flags, ints, longs

UNKNOWN = cython.declare(cython.int, 0)
MINED = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class Sampler:
    """Draws layouts of the position that its counter counted last; call ``prepare`` first."""

    def __init__(self, counter: Counter):
        n: cython.int = counter.frontier.size
        self.counter = counter
        self.layout = flags(n)
        self.cells = ints(n)
        self.count = ints(n)
        self.by_state_at = longs(2 * n + 4)
        self.begins = ints(256)
        self.by_state = ints(256)
        self.stack_node, self.stack_state = ints(2 * n + 4), ints(2 * n + 4)
        self.stack_mines = ints(2 * n + 4)

    def prepare(self):
        """List the links of every node by the state they lead to; call this once after a count."""
        node: cython.int
        i: cython.longlong
        p: cython.int
        width: cython.int
        total: cython.int
        at: cython.longlong
        begin: cython.longlong = 0
        states: cython.int
        self._room()
        for node in range(1, self.counter.tables.n_nodes):
            at = self.counter.tables.store.link_at[node]
            states = self.counter.tables.store.states[node]
            width = 1 if self.counter.tables.leaf[node] >= 0 else 3
            self.by_state_at[node] = begin
            for p in range(states + 1):
                self.begins[begin + p] = 0
            i = width - 1
            while i < self.counter.tables.store.links[node]:
                p = self.counter.tables.store.link[at + i]
                if p >= 0:
                    self.begins[begin + p] += 1
                i += width
            # running totals, then fill from behind
            total = 0
            for p in range(states):
                total += self.begins[begin + p]
                self.begins[begin + p] = total
            self.begins[begin + states] = total
            i = self.counter.tables.store.links[node] - 1
            while i >= 0:
                p = self.counter.tables.store.link[at + i]
                if p >= 0:
                    self.begins[begin + p] -= 1
                    self.by_state[at + self.begins[begin + p]] = cython.cast(
                        cython.int, i - (width - 1)
                    )
                i -= width
            begin += states + 1

    def draw(self, chance):
        """Draw a layout into ``layout``: one byte for each cell, 1 for a mine."""
        c: cython.int
        cell: cython.int
        t: cython.int
        m: cython.int
        box: cython.int
        for cell in range(self.counter.frontier.size):
            self.layout[cell] = self.counter.frontier.known[cell] == MINED
        for box in range(self.counter.boxes.n_boxes):
            self.count[box] = self.counter.boxes.lo[box]
        t = self._draw_frontier(chance)
        self._lay_off(self.counter.rest - t, chance)
        c = self.counter.boxes.n_components - 1
        while c >= 0:
            m = self._draw_component(c, t, chance)
            t -= m
            self._walk(c, m, chance)
            c -= 1
        for box in range(self.counter.boxes.n_boxes):
            self._lay_box(box, chance)

    def _draw_frontier(self, chance):
        """Draw how many mines the components have together, above their least."""
        t: cython.int
        pick: cython.double
        total: cython.double = 0.0
        at: cython.longlong = self.counter.prefix_at[self.counter.boxes.n_components]
        for t in range(self.counter.span):
            total += self.counter.prefix[at + t] * self.counter.off_weight[t]
        pick = chance.random() * total
        for t in range(self.counter.span):
            pick -= self.counter.prefix[at + t] * self.counter.off_weight[t]
            if pick < 0.0:
                return t
        return self._last_possible(at)

    def _last_possible(self, at):
        """Return the last possible number, for when rounding has left nothing picked."""
        t: cython.int = self.counter.span - 1
        while t > 0 and self.counter.prefix[at + t] * self.counter.off_weight[t] <= 0.0:
            t -= 1
        return t

    def _draw_component(self, c, t, chance):
        """Draw how many of t mines in the components up to c lie in c, above its least."""
        m: cython.int
        last: cython.int = 0
        pick: cython.double = 0.0
        i: cython.int
        w: cython.double
        at: cython.longlong = self.counter.prefix_at[c]
        length: cython.int = cython.cast(cython.int, self.counter.prefix_at[c + 1] - at)
        poly: cython.longlong = self.counter.tables.store.row[self.counter._root(c)]
        for i in range(2):
            # the first round adds up, the second picks
            pick *= chance.random() if i == 1 else 0.0
            for m in range(min(self.counter._length(c), t + 1)):
                if t - m < length:
                    w = self.counter.prefix[at + t - m] * self.counter.tables.store.inside[poly + m]
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
        """Walk down a join tree from its root and set ``count`` for every box on the way."""
        n: cython.int = 1
        node: cython.int
        self.stack_node[0] = self.counter.tables.root[c + 1]
        self.stack_state[0] = 0
        self.stack_mines[0] = mines + self.counter.tables.store.lo[self.counter._root(c)]
        while n > 0:
            n -= 1
            node = self.stack_node[n]
            if node > 0:
                if self.counter.tables.leaf[node] >= 0:
                    n = self._step_leaf(n, chance)
                else:
                    n = self._step_table(n, chance)

    def _step_leaf(self, top, chance):
        """Choose the mines in the box of the node at ``top``, and continue with its left table."""
        round_: cython.int
        i: cython.longlong
        s: cython.longlong
        e: cython.int
        u: cython.int
        w: cython.double
        pick: cython.double = 0.0
        node: cython.int = self.stack_node[top]
        state: cython.int = self.stack_state[top]
        mines: cython.int = self.stack_mines[top]
        left: cython.int = self.counter.tables.left[node]
        box: cython.int = self.counter.tables.leaf[node]
        lo: cython.int = self.counter.boxes.lo[box]
        width: cython.int = self.counter.boxes.hi[box] - lo + 1
        base: cython.int = self.counter.boxes.box_size[box] * self.counter.tables.side + lo
        at: cython.longlong = self.counter.tables.store.link_at[node]
        first: cython.longlong = at + self.begins[self.by_state_at[node] + state]
        last: cython.longlong = at + self.begins[self.by_state_at[node] + state + 1]
        for round_ in range(2):
            # the first round adds up, the second picks
            pick *= chance.random() if round_ == 1 else 0.0
            for i in range(first, last):
                e = self.by_state[i]
                s = self.counter.tables.store.state_at[left] + e // width
                u = mines - e % width
                if u < self.counter.tables.store.lo[s] or u > self.counter.tables.store.hi[s]:
                    continue
                w = (
                    self.counter.tables.ways[base + e % width]
                    * self.counter.tables.store.inside[
                        self.counter.tables.store.row[s] + u - self.counter.tables.store.lo[s]
                    ]
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

    def _step_table(self, top, chance):
        """Choose the states and mines of the two tables that are joined in the node at ``top``."""
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
        state: cython.int = self.stack_state[top]
        mines: cython.int = self.stack_mines[top]
        left: cython.int = self.counter.tables.left[node]
        right: cython.int = self.counter.tables.right[node]
        at: cython.longlong = self.counter.tables.store.link_at[node]
        first: cython.longlong = at + self.begins[self.by_state_at[node] + state]
        last: cython.longlong = at + self.begins[self.by_state_at[node] + state + 1]
        for round_ in range(2):
            # the first round adds up, the second picks
            pick *= chance.random() if round_ == 1 else 0.0
            for i in range(first, last):
                e = at + self.by_state[i]
                a = self.counter.tables.store.state_at[left] + self.counter.tables.store.link[e]
                b = (
                    self.counter.tables.store.state_at[right]
                    + self.counter.tables.store.link[e + 1]
                )
                for u in range(
                    self.counter.tables.store.lo[a], self.counter.tables.store.hi[a] + 1
                ):
                    v = mines - u
                    if v < self.counter.tables.store.lo[b] or v > self.counter.tables.store.hi[b]:
                        continue
                    w = (
                        self.counter.tables.store.inside[
                            self.counter.tables.store.row[a] + u - self.counter.tables.store.lo[a]
                        ]
                        * self.counter.tables.store.inside[
                            self.counter.tables.store.row[b] + v - self.counter.tables.store.lo[b]
                        ]
                    )
                    if w <= 0.0:
                        continue
                    self.stack_node[top] = left
                    self.stack_state[top] = self.counter.tables.store.link[e]
                    self.stack_mines[top] = u
                    self.stack_node[top + 1] = right
                    self.stack_state[top + 1] = self.counter.tables.store.link[e + 1]
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
        cell: cython.int = self.counter.boxes.first[box]
        while cell >= 0:
            self.cells[n] = cell
            n += 1
            cell = self.counter.boxes.next[cell]
        self._lay_among(n, self.count[box], chance)

    def _lay_off(self, mines, chance):
        """Place the mines that are not on the frontier."""
        n: cython.int = 0
        cell: cython.int
        for cell in range(self.counter.frontier.size):
            if self.counter.frontier.known[cell] == UNKNOWN and self.counter.boxes.box_of[cell] < 0:
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
            j = i + cython.cast(cython.int, chance.below(n - i))
            swap = self.cells[i]
            self.cells[i] = self.cells[j]
            self.cells[j] = swap
            self.layout[self.cells[i]] = 1

    def _room(self):
        """Make room for the lists of ``prepare``."""
        node: cython.int
        total: cython.longlong = 0
        for node in range(1, self.counter.tables.n_nodes):
            total += self.counter.tables.store.states[node] + 1
        if total > len(self.begins):
            self._more_begins(2 * total)
        if self.counter.tables.store.n_links > len(self.by_state):
            self._more_links(2 * self.counter.tables.store.n_links)

    def _more_begins(self, size):
        self.begins = ints(size)

    def _more_links(self, size):
        self.by_state = ints(size)

    def sample(self, chance):
        """Draw a layout and return it as bytes, 1 for a mine; call ``make_ready`` first."""
        generator: Chance = chance
        with cython.nogil:
            self.draw(generator)
        return bytes(self.layout)

    def make_ready(self):
        """Call ``prepare`` from Python."""
        with cython.nogil:
            self.prepare()
