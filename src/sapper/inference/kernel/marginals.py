"""The outside pass, which turns the tables into distributions of the boxes.

The rest of the board gives every number of mines in a component a weight. Passed down the join
tree and combined with the inside counts at each box, these weights yield its distribution. The
weight of y mines in a box is a sum of products of nonnegative numbers, so it is exactly zero if y
is impossible.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.tables import Tables
from sapper.inference.kernel.arrays import doubles, ints

CEILING = cython.declare(cython.double, 1e100)


@cython.final
@cython.cclass
class Marginals:
    """For each box, after ``unfold`` of its component: the ``expected`` number of mines, and the
    ``fewest`` and ``utmost`` in any layout."""

    def __init__(self, tables: Tables):
        n: cython.int = tables.boxes.frontier.size
        self.tables = tables
        self.expected = doubles(n)
        self.fewest, self.utmost = ints(n), ints(n)
        self.mass = doubles(tables.side)

    def fix(self, box):
        """Record a box whose bounds are equal."""
        self.expected[box] = self.tables.boxes.lo[box]
        self.fewest[box] = self.tables.boxes.lo[box]
        self.utmost[box] = self.tables.boxes.lo[box]

    def unfold(self, component):
        """Do the outside pass over a component whose root has its weights in ``outside``."""
        node: cython.int = self.tables.root[component + 1]
        left: cython.int
        right: cython.int
        while node > self.tables.root[component]:
            left = self.tables.left[node]
            right = self.tables.right[node]
            if left > 0:
                self._blank(left)
            if right < 0:
                self._unfold_leaf(self.tables, node)
            else:
                self._blank(right)
                self._unfold_table(self.tables, node)
                self.tables.store.level(self.tables.store.outside, left)
                self.tables.store.level(self.tables.store.outside, right)
            node -= 1

    def _blank(self, node):
        i: cython.longlong
        for i in range(
            self.tables.store.row[self.tables.store.state_at[node]],
            self.tables.store.rows_end(node),
        ):
            self.tables.store.outside[i] = 0.0

    def _unfold_leaf(self, t, node):
        """Compute the outside weights of the left table and the distribution of the box."""
        s: cython.longlong
        p: cython.longlong
        y: cython.int
        j: cython.int
        w: cython.double
        dot: cython.double
        out: cython.double
        top: cython.double = 0.0
        source: cython.longlong
        target: cython.longlong
        left: cython.int = t.left[node]
        box: cython.int = t.leaf[node]
        lo: cython.int = t.boxes.lo[box]
        span: cython.int = t.boxes.hi[box] - lo
        base: cython.int = t.boxes.box_size[box] * t.side + lo
        at: cython.longlong = t.store.link_at[node]
        for y in range(span + 1):
            self.mass[y] = 0.0
        for s in range(t.store.state_at[left], t.store.state_at[left] + t.store.states[left]):
            source = t.store.row[s]
            for y in range(span + 1):
                if t.store.link[at + y] < 0:
                    continue
                w = t.ways[base + y]
                p = t.store.state_at[node] + t.store.link[at + y]
                target = t.store.row[p] + t.store.lo[s] + y - t.store.lo[p]
                dot = 0.0
                for j in range(t.store.hi[s] - t.store.lo[s] + 1):
                    out = t.store.outside[target + j]
                    dot += t.store.inside[source + j] * out
                    if left > 0:
                        t.store.outside[source + j] += w * out
                        top = max(top, t.store.outside[source + j])
                self.mass[y] += w * dot
            at += span + 1
        self._settle(box, lo, span)
        if top > CEILING or t.ragged[node]:
            t.store.level(t.store.outside, left)

    def _settle(self, box, lo, span):
        """Sum up ``mass``, the weights of lo + y mines in a box."""
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

    def _unfold_table(self, t, node):
        """Compute the outside weights of both tables of a join."""
        a: cython.longlong
        b: cython.longlong
        p: cython.longlong
        u: cython.int
        v: cython.int
        w: cython.double
        sum_: cython.double
        target: cython.longlong
        at: cython.longlong = t.store.link_at[node]
        end: cython.longlong = at + t.store.links[node]
        while at < end:
            a = t.store.state_at[t.left[node]] + t.store.link[at]
            b = t.store.state_at[t.right[node]] + t.store.link[at + 1]
            p = t.store.state_at[node] + t.store.link[at + 2]
            target = t.store.row[p] + t.store.lo[a] + t.store.lo[b] - t.store.lo[p]
            for u in range(t.store.hi[a] - t.store.lo[a] + 1):
                w = t.store.inside[t.store.row[a] + u]
                sum_ = 0.0
                for v in range(t.store.hi[b] - t.store.lo[b] + 1):
                    sum_ += t.store.outside[target + u + v] * t.store.inside[t.store.row[b] + v]
                    t.store.outside[t.store.row[b] + v] += t.store.outside[target + u + v] * w
                t.store.outside[t.store.row[a] + u] += sum_
            at += 3
