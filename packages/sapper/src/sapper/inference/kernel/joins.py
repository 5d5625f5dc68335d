"""Joins of a table with a box or with another table: the states and counts of the result."""

import cython

if not cython.compiled:
    from sapper.inference.kernel.scope import Scope
    from sapper.inference.kernel.tables import Tables
    from sapper.inference.kernel.work import Work
from sapper.inference import status
from sapper.inference.status import Status
from sapper.kernel.arrays import flags, ints

CEILING = cython.declare(cython.double, status.CEILING)
ONE = cython.declare(cython.ulonglong, 1)

OK = cython.declare(cython.int, Status.OK)
IMPOSSIBLE = cython.declare(cython.int, Status.IMPOSSIBLE)
TOO_WIDE = cython.declare(cython.int, Status.TOO_WIDE)


@cython.final
@cython.cclass
class Joins:
    """Makes the nodes of ``tables``; ``scope`` is that of the table being extended."""

    def __init__(self, tables: Tables, scope: Scope, work: Work):
        self.boxes = tables.boxes
        self.tables = tables
        self.store = tables.store
        self.scope = scope
        self.work = work
        self.field, self.n_fields = ints(65), 0
        self.their_field, self.is_shared = ints(65), flags(65)
        self.shared_field, self.shared_part = ints(65), ints(65)

    def _ready(self, new):
        """Close the scope of a node and allocate its counts; return whether it has states."""
        if self.work.status == OK and self.store.states[new] == 0:
            self.work.status = IMPOSSIBLE
        if self.work.status != OK:
            return False
        self.scope.close()
        return self.store.open_rows(new)

    # ---- a box

    def join_box(self, node, box):
        """Join a box to the active table; return the new node, or ``node`` if the status is no
        longer ``OK``."""
        y: cython.int
        new: cython.int
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        ways: cython.int = self.tables.ways_at(box)
        most: cython.double = 0.0
        least: cython.double = CEILING
        states: cython.longlong = self.store.states[node]
        if not self._admit_box(node, box):
            self.work.status = TOO_WIDE
            return node
        new = self.tables.open_node(node, -1, box, states * (span + 1))
        if self.work.status != OK:
            return node
        self._link_box(new, box)
        if not self._ready(new):
            return node
        self._fill_box(new, box)
        for y in range(span + 1):
            most += self.tables.ways[ways + y]
            least = min(least, self.tables.ways[ways + y])
        self.tables.scale[new] = self.tables.scale[node]
        self.tables.ragged[new] = self.tables.ragged[node]
        self.tables.bound(new, self.tables.least[node] * least, self.tables.most[node] * most)
        self.work.spend(self.store.n_poly - self.store.row[self.store.state_at[new]] + 4 * states)
        return new

    def _admit_box(self, node, box):
        """Admit the clues of a box, and list their positions in ``field``. Set ``fresh`` to the
        needs of the new ones, and ``unit`` to one mine in each field of the box."""
        i: cython.int
        k: cython.int
        clue: cython.int
        known: cython.int = self.scope.n
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        self.fresh = 0
        self.unit = 0
        for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
            clue = self.boxes.box_clue[k]
            if self.scope.at[clue] < 0 and not self.scope.admit(node, clue):
                return False
            self.scope.room[self.scope.at[clue]] -= span
        # not earlier, because admitting may move fields
        self.n_fields = 0
        for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
            clue = self.boxes.box_clue[k]
            i = self.scope.at[clue]
            self.field[self.n_fields] = i
            self.n_fields += 1
            self.unit |= ONE << self.scope.shift[i]
            if i >= known:
                self.fresh |= (
                    cython.cast(cython.ulonglong, self.boxes.clue_need[clue]) << self.scope.shift[i]
                )
        return True

    def _link_box(self, new, box):
        """Find the states of a new node: every left state with every number of mines in the box."""
        s: cython.longlong
        here: cython.longlong
        y: cython.int
        k: cython.int
        p: cython.int
        i: cython.int
        togo: cython.int
        low: cython.int
        high: cython.int
        key: cython.ulonglong
        node: cython.int = self.tables.left[new]
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        at: cython.longlong = self.store.link_at[new]
        for s in range(self.store.states[node]):
            here = self.store.state_at[node] + s
            key = self.store.key[here] | self.fresh
            low = 0
            high = span
            for k in range(self.n_fields):
                i = self.field[k]
                togo = (key >> self.scope.shift[i]) & self.scope.mask[i]
                high = min(high, togo)
                low = max(low, togo - self.scope.room[i])
            for y in range(span + 1):
                self.store.link[at + y] = -1
            for y in range(low, high + 1):
                p = self.store.intern(
                    new, key - y * self.unit, self.store.lo[here] + y, self.store.hi[here] + y
                )
                if p < 0:
                    return
                self.store.link[at + y] = p
            at += span + 1

    def _fill_box(self, new, box):
        """Compute the polynomials of a node made by ``_link_box``."""
        s: cython.longlong
        p: cython.longlong
        y: cython.int
        j: cython.int
        w: cython.double
        source: cython.longlong
        target: cython.longlong
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        ways: cython.int = self.tables.ways_at(box)
        at: cython.longlong = self.store.link_at[new]
        first: cython.longlong = self.store.state_at[self.tables.left[new]]
        for s in range(first, first + self.store.states[self.tables.left[new]]):
            source = self.store.row[s]
            for y in range(span + 1):
                if self.store.link[at + y] >= 0:
                    p = self.store.state_at[new] + self.store.link[at + y]
                    w = self.tables.ways[ways + y]
                    target = self.store.row[p] + self.store.lo[s] + y - self.store.lo[p]
                    for j in range(self.store.hi[s] - self.store.lo[s] + 1):
                        self.store.inside[target + j] += w * self.store.inside[source + j]
            at += span + 1

    # ---- another table

    def join_table(self, node, other):
        """Join a table that shares clues with the active one; return the new node, or ``node`` if
        the status is no longer ``OK``."""
        new: cython.int
        if not self._admit_table(node, other):
            self.work.status = TOO_WIDE
            return node
        new = self.tables.open_node(node, other, -1, 0)
        self._link_table(new)
        if not self._ready(new):
            return node
        self._fill_table(new)
        self.tables.scale[new] = self.tables.scale[node] + self.tables.scale[other]
        self.tables.ragged[new] = self.tables.ragged[node] or self.tables.ragged[other]
        self.tables.bound(
            new,
            self.tables.least[node] * self.tables.least[other],
            self.tables.most[node] * self.tables.most[other],
        )
        return new

    def _admit_table(self, node, other):
        """Admit the clues of another table: ``their_field[k]`` is the position of its k-th clue in
        the active scope, and ``is_shared[k]`` is set if it was there before."""
        k: cython.int
        clue: cython.int
        place: cython.int
        for k in range(self.scope.kept_n[other]):
            place = self.scope.kept_at[other] + k
            clue = self.scope.kept_clue[place]
            self.is_shared[k] = self.scope.at[clue] >= 0
            if not self.is_shared[k] and not self.scope.admit(node, clue):
                return False
            self.their_field[k] = self.scope.at[clue]
            self.scope.room[self.scope.at[clue]] += (
                self.scope.kept_room[place] - self.boxes.capacity[clue]
            )
        return True

    def _link_table(self, new):
        """Find the states of a new node: all pairs of states that agree on the shared clues."""
        a: cython.longlong
        b: cython.longlong
        k: cython.int
        i: cython.int
        p: cython.int
        here: cython.int
        n_shared: cython.int
        key: cython.ulonglong
        moved: cython.ulonglong
        node: cython.int = self.tables.left[new]
        other: cython.int = self.tables.right[new]
        for b in range(self.store.states[other]):
            moved = self._split_key(other, self.store.key[self.store.state_at[other] + b])
            n_shared = self.n_shared
            for a in range(self.store.states[node]):
                key = self.store.key[self.store.state_at[node] + a]
                k = 0
                while k < n_shared:
                    i = self.shared_field[k]
                    here = (key >> self.scope.shift[i]) & self.scope.mask[i]
                    here -= self.shared_part[k]
                    if here < 0 or here > self.scope.room[i]:
                        break
                    k += 1
                if k < n_shared:
                    continue
                for k in range(n_shared):
                    key -= (
                        cython.cast(cython.ulonglong, self.shared_part[k])
                        << self.scope.shift[self.shared_field[k]]
                    )
                p = self.store.intern(
                    new,
                    key | moved,
                    self.store.lo[self.store.state_at[node] + a]
                    + self.store.lo[self.store.state_at[other] + b],
                    self.store.hi[self.store.state_at[node] + a]
                    + self.store.hi[self.store.state_at[other] + b],
                )
                if p < 0 or not self.store.link_table(new, a, b, p):
                    return
            self.work.spend(self.store.states[node])
            if self.work.status != OK:
                return

    def _split_key(self, other, key):
        """Translate a state of another table to the active fields. Return the part for its unshared
        clues; ``shared_part`` receives the part for the shared ones."""
        k: cython.int
        i: cython.int
        clue: cython.int
        togo: cython.ulonglong
        moved: cython.ulonglong = 0
        self.n_shared = 0
        for k in range(self.scope.kept_n[other]):
            clue = self.scope.kept_clue[self.scope.kept_at[other] + k]
            i = self.their_field[k]
            togo = (key >> self.scope.kept_shift[self.scope.kept_at[other] + k]) & self.scope.mask[
                i
            ]
            if self.is_shared[k]:
                self.shared_field[self.n_shared] = i
                self.shared_part[self.n_shared] = self.boxes.clue_need[clue] - cython.cast(
                    cython.int, togo
                )
                self.n_shared += 1
            else:
                moved |= togo << self.scope.shift[i]
        return moved

    def _fill_table(self, new):
        """Compute the polynomials of a node made by ``_link_table``."""
        a: cython.longlong
        b: cython.longlong
        p: cython.longlong
        u: cython.int
        v: cython.int
        n: cython.int
        m: cython.int
        w: cython.double
        target: cython.longlong
        at: cython.longlong = self.store.link_at[new]
        end: cython.longlong = at + self.store.links[new]
        first: cython.longlong = self.store.state_at[new]
        left: cython.longlong = self.store.state_at[self.tables.left[new]]
        right: cython.longlong = self.store.state_at[self.tables.right[new]]
        while at < end:
            a = left + self.store.link[at]
            b = right + self.store.link[at + 1]
            p = first + self.store.link[at + 2]
            target = self.store.row[p] + self.store.lo[a] + self.store.lo[b] - self.store.lo[p]
            n = self.store.hi[a] - self.store.lo[a] + 1
            m = self.store.hi[b] - self.store.lo[b] + 1
            for u in range(n):
                w = self.store.inside[self.store.row[a] + u]
                for v in range(m):
                    self.store.inside[target + u + v] += (
                        w * self.store.inside[self.store.row[b] + v]
                    )
            at += 3
            self.work.spend(n * m)
            if self.work.status != OK:
                return
