"""The outside pass, which turns the tables into the distributions of the boxes.

The rest of the board weights every number of mines in a component. Passed down the join tree and
combined with the inside counts at each box, these weights yield its distribution. The weight of y
mines in a box is a sum of products of nonnegative numbers, so it is exactly zero if y is
impossible.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.tables import Tables
from sapper.inference import status
from sapper.kernel.arrays import doubles, ints

CEILING = cython.declare(cython.double, status.CEILING)


def unsure(p):
    """Keep a probability strictly between 0 and 1, so that rounding cannot make it certain."""
    return min(max(p, 1e-300), 1.0 - 1e-16)


@cython.final
@cython.cclass
class Marginals:
    """The marginals of each box, after ``unfold`` of its component: the ``expected`` number of
    mines, the ``fewest`` and ``utmost`` in any layout, and the ``risk`` of each cell: its mine
    probability, which is exactly 0 or 1 only if certain."""

    def __init__(self, tables: Tables):
        n: cython.int = tables.boxes.frontier.size
        self.boxes = tables.boxes
        self.tables = tables
        self.store = tables.store
        self.expected, self.risk = doubles(n), doubles(n)
        self.fewest, self.utmost = ints(n), ints(n)
        self.mass = doubles(tables.side)

    def fix(self, box):
        """Set the marginals of a box whose bounds are equal."""
        self.expected[box] = self.boxes.lo[box]
        self.fewest[box] = self.boxes.lo[box]
        self.utmost[box] = self.boxes.lo[box]
        self._rate(box)

    def _rate(self, box):
        """Compute the risk of a box."""
        if self.utmost[box] == 0:
            self.risk[box] = 0.0
        elif self.fewest[box] == self.boxes.box_size[box]:
            self.risk[box] = 1.0
        else:
            self.risk[box] = unsure(self.expected[box] / self.boxes.box_size[box])

    def choose(self, component):
        """Prepare the outside pass over a component: of its root, only the top state is alive."""
        i: cython.int
        root: cython.int = self.tables.root[component]
        self._blank(root)
        for i in range(self.store.states[root]):
            self.store.alive[self.store.state_at[root] + i] = 0
        self.store.alive[self.tables.top(component)] = 1

    def unfold(self, component):
        """Run the outside pass over a component whose root has its weights in ``outside``."""
        node: cython.int = self.tables.root[component]
        left: cython.int
        right: cython.int
        while node >= self.tables.first[component]:
            left = self.tables.left[node]
            right = self.tables.right[node]
            if left > 0:
                self._blank(left)
            if right < 0:
                self._unfold_leaf(node)
            else:
                self._blank(right)
                self._unfold_table(node)
                self.store.level(self.store.outside, left)
                self.store.level(self.store.outside, right)
            node -= 1

    def _blank(self, node):
        i: cython.longlong
        for i in range(self.store.row[self.store.state_at[node]], self.store.rows_end(node)):
            self.store.outside[i] = 0.0

    def _unfold_leaf(self, node):
        """Compute the outside weights of the left table and the distribution of the box."""
        s: cython.longlong
        p: cython.longlong
        y: cython.int
        j: cython.int
        w: cython.double
        alive: cython.bint
        dot: cython.double
        out: cython.double
        top: cython.double = 0.0
        source: cython.longlong
        target: cython.longlong
        left: cython.int = self.tables.left[node]
        box: cython.int = self.tables.leaf[node]
        lo: cython.int = self.boxes.lo[box]
        span: cython.int = self.boxes.hi[box] - lo
        ways: cython.int = self.tables.ways_at(box)
        at: cython.longlong = self.store.link_at[node]
        for y in range(span + 1):
            self.mass[y] = 0.0
        for s in range(
            self.store.state_at[left], self.store.state_at[left] + self.store.states[left]
        ):
            source = self.store.row[s]
            alive = False
            for y in range(span + 1):
                if self.store.link[at + y] < 0:
                    continue
                p = self.store.state_at[node] + self.store.link[at + y]
                if not self.store.alive[p]:
                    continue
                alive = True
                w = self.tables.ways[ways + y]
                target = self.store.row[p] + self.store.lo[s] + y - self.store.lo[p]
                dot = 0.0
                for j in range(self.store.hi[s] - self.store.lo[s] + 1):
                    out = self.store.outside[target + j]
                    dot += self.store.inside[source + j] * out
                    if left > 0:
                        self.store.outside[source + j] += w * out
                        top = max(top, self.store.outside[source + j])
                self.mass[y] += w * dot
            self.store.alive[s] = alive
            at += span + 1
        self._settle(box, lo, span)
        if top > CEILING or self.tables.ragged[node]:
            self.store.level(self.store.outside, left)

    def _settle(self, box, lo, span):
        """Compute the marginals of a box from ``mass``, the weights of lo + y mines in it."""
        y: cython.int
        total: cython.double = 0.0
        mean: cython.double = 0.0
        self.fewest[box] = lo + span
        self.utmost[box] = lo
        for y in range(span + 1):
            if self.mass[y] > 0.0:
                total += self.mass[y]
                mean += self.mass[y] * (lo + y)
                self.fewest[box] = min(self.fewest[box], lo + y)
                self.utmost[box] = lo + y
        self.expected[box] = mean / total if total > 0.0 else 0.0
        self._rate(box)

    def _unfold_table(self, node):
        """Compute the outside weights of both tables of a join."""
        a: cython.longlong
        b: cython.longlong
        p: cython.longlong
        u: cython.int
        v: cython.int
        w: cython.double
        sum_: cython.double
        source: cython.longlong
        target: cython.longlong
        at: cython.longlong = self.store.link_at[node]
        end: cython.longlong = at + self.store.links[node]
        first: cython.longlong = self.store.state_at[node]
        left: cython.longlong = self.store.state_at[self.tables.left[node]]
        right: cython.longlong = self.store.state_at[self.tables.right[node]]
        for a in range(left, left + self.store.states[self.tables.left[node]]):
            self.store.alive[a] = 0
        for b in range(right, right + self.store.states[self.tables.right[node]]):
            self.store.alive[b] = 0
        while at < end:
            a = left + self.store.link[at]
            b = right + self.store.link[at + 1]
            p = first + self.store.link[at + 2]
            if not self.store.alive[p]:
                at += 3
                continue
            self.store.alive[a] = 1
            self.store.alive[b] = 1
            source = self.store.row[b]
            target = self.store.row[p] + self.store.lo[a] + self.store.lo[b] - self.store.lo[p]
            for u in range(self.store.hi[a] - self.store.lo[a] + 1):
                w = self.store.inside[self.store.row[a] + u]
                sum_ = 0.0
                for v in range(self.store.hi[b] - self.store.lo[b] + 1):
                    sum_ += self.store.outside[target + u + v] * self.store.inside[source + v]
                    self.store.outside[source + v] += self.store.outside[target + u + v] * w
                self.store.outside[self.store.row[a] + u] += sum_
            at += 3
