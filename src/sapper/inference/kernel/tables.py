"""Counting the layouts of each component by a join tree: the inside pass.

Leaves are boxes; clues are eliminated one by one (bucket elimination). A *table* maps the state
of its open clues – how many mines each still needs, packed into one word – to a polynomial: the
number of ways for each number of mines in the boxes joined so far. Usually a box is joined to a
table; if two tables meet in a clue, they are multiplied.

Every mine counts as 2**-tilt, so that the numbers of mines that matter are the largest entries; the
counter compensates for it. (A power of two loses no digits.) Counts are doubles, exact until a
table leaves the range from ``LOWEST`` to ``CEILING``; then it is rescaled, and positive entries
are kept above ``FLOOR``. So a possible state never becomes zero, and an impossible one always is.
"""

import time

import cython
from cython.cimports.libc.math import log

if not cython.compiled:
    from sapper.inference.kernel.boxes import Boxes
    from sapper.inference.kernel.elimination import Elimination
    from sapper.inference.kernel.scope import Scope
    from sapper.inference.kernel.store import Store
from sapper.inference.kernel.arrays import doubles, flags, ints

ONE = cython.declare(cython.ulonglong, 1)
CEILING = cython.declare(cython.double, 1e100)
FLOOR = cython.declare(cython.double, 1e-140)
LOWEST = cython.declare(cython.double, 1e-150)

# Statuses: why counting stopped.
FITS = cython.declare(cython.int, 0)
IMPOSSIBLE = cython.declare(cython.int, 1)
OUT_OF_MEMORY = cython.declare(cython.int, 2)
OUT_OF_TIME = cython.declare(cython.int, 3)
TOO_WIDE = cython.declare(cython.int, 4)
OUT_OF_STEPS = cython.declare(cython.int, 6)

#: Steps of work between two checks of the clock, a few milliseconds.
STRETCH = cython.declare(cython.longlong, 4_000_000)


@cython.final
@cython.cclass
class Tables:
    """The join trees of all components of one ``Boxes``.

    Node 0 is the empty table. Node i joins ``left[i]`` with the box ``leaf[i]`` or, if that is -1,
    with the node ``right[i]``; ``root[c + 1]`` is the last node of component c. The contents of the
    nodes are in ``store``. Links say which states a state came from: for a leaf, entry
    ``s * (span + 1) + y`` is the state that state s of the left becomes with y mines above the
    lower bound of the box (or -1); otherwise they are triples (left state, right state, state).
    """

    def __init__(self, boxes: Boxes, largest_box):
        n: cython.int = boxes.frontier.size
        nodes = 2 * n + 4
        self.boxes = boxes
        self.elimination = Elimination(boxes)
        self.side = largest_box + 1
        self.binomial = _pascal(self.side)
        self.ways = _pascal(self.side)
        self.tilt = 0.0
        # a full box must still count more than zero
        self.steepest = 400.0 / self.side
        self.worked = 0
        self.deadline = 0.0
        self.allowance = 0
        self.store = Store(nodes)
        self.scope = Scope(boxes, self.store)
        self.left, self.right, self.leaf = ints(nodes), ints(nodes), ints(nodes)
        self.parent = ints(nodes)
        self.most, self.least, self.scale = doubles(nodes), doubles(nodes), doubles(nodes)
        self.ragged = flags(nodes)
        self.root, self.holder = ints(n + 1), ints(n)
        self.pieces, self.loose = ints(n + 1), ints(n + 1)
        self.their_field, self.is_shared = ints(65), flags(65)
        self.shared_field, self.shared_part = ints(65), ints(65)
        self.leaf[0] = self.right[0] = -1
        self.most[0] = self.least[0] = 1.0

    def build(self):
        """Do the inside pass over all components; return the status, ``FITS`` on success."""
        component: cython.int
        box: cython.int
        self.n_nodes = 1
        self.store.clear()
        self.scope.clear()
        self.status = FITS
        self.next_look = self.worked + STRETCH
        for box in range(self.boxes.n_boxes):
            self.holder[box] = -1
        self.root[0] = 0
        for component in range(self.boxes.n_components):
            self._eliminate(component)
            if self.status != FITS:
                return self.status
            self.root[component + 1] = self.n_nodes - 1
        return FITS

    def lean(self, tilt):
        """Count every mine as 2**-tilt from now on."""
        i: cython.int
        j: cython.int
        w: cython.double
        if tilt == self.tilt:
            return
        self.tilt = tilt
        for i in range(self.side):
            w = 1.0
            for j in range(i + 1):
                self.ways[i * self.side + j] = self.binomial[i * self.side + j] * w
                w *= 2.0**-tilt

    # ---- elimination

    def _eliminate(self, component):
        """Join all boxes of a component, clue by clue."""
        i: cython.int
        node: cython.int
        n: cython.int = self.elimination.arrange(component)
        if n < 0:
            self.status = TOO_WIDE
        for i in range(n):
            self._gather(self.elimination.order[i])
            if self.n_pieces + self.n_loose <= 1:
                continue
            node = self._smallest_piece()
            self.scope.take(node)
            while self.n_pieces > 0 and self.status == FITS:
                node = self._join_table(node, self._smallest_piece())
            while self.n_loose > 0 and self.status == FITS:
                node = self._join_leaf(node, self._nearest_box())
            if self.status == FITS:
                self.scope.keep(node)
            self.scope.drop()
            if self.status != FITS:
                return

    def _gather(self, clue):
        """List the tables (``pieces``) and the still ``loose`` boxes that contain a clue."""
        i: cython.int
        k: cython.int
        box: cython.int
        node: cython.int
        self.n_pieces = 0
        self.n_loose = 0
        for k in range(self.boxes.clue_start[clue], self.boxes.clue_start[clue + 1]):
            box = self.boxes.clue_box[k]
            if self.boxes.lo[box] == self.boxes.hi[box]:
                continue
            if self.holder[box] < 0:
                self.loose[self.n_loose] = box
                self.n_loose += 1
                continue
            node = self._now_part_of(self.holder[box])
            self.holder[box] = node
            i = 0
            while i < self.n_pieces and self.pieces[i] != node:
                i += 1
            if i == self.n_pieces:
                self.pieces[i] = node
                self.n_pieces += 1

    def _now_part_of(self, node):
        """Return the table that a node has become part of."""
        while self.parent[node] != node:
            self.parent[node] = self.parent[self.parent[node]]
            node = self.parent[node]
        return node

    def _smallest_piece(self):
        """Take the table with the fewest states from ``pieces``, or the empty table."""
        i: cython.int
        node: cython.int
        best: cython.int = 0
        if self.n_pieces == 0:
            return 0
        for i in range(1, self.n_pieces):
            if self.store.states[self.pieces[i]] < self.store.states[self.pieces[best]]:
                best = i
        node = self.pieces[best]
        self.n_pieces -= 1
        self.pieces[best] = self.pieces[self.n_pieces]
        return node

    def _nearest_box(self):
        """Take the box that opens the fewest new clues from ``loose``."""
        i: cython.int
        k: cython.int
        box: cython.int
        fresh: cython.int
        best: cython.int = 0
        fewest: cython.int = 1 << 30
        for i in range(self.n_loose):
            box = self.loose[i]
            fresh = 0
            for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
                if self.scope.at[self.boxes.box_clue[k]] < 0:
                    fresh += 1
            if fresh < fewest:
                fewest = fresh
                best = i
        box = self.loose[best]
        self.n_loose -= 1
        self.loose[best] = self.loose[self.n_loose]
        return box

    # ---- joining a box

    def _join_leaf(self, node, box):
        """Join a box to the active table; return the new node."""
        y: cython.int
        new: cython.int
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        base: cython.int = self.boxes.box_size[box] * self.side + self.boxes.lo[box]
        most: cython.double = 0.0
        least: cython.double = CEILING
        states: cython.longlong = self.store.states[node]
        if not self._admit_box(node, box):
            return self._refuse(TOO_WIDE, node)
        new = self._open_node(node, -1, box, states * (span + 1))
        if self.store.full:
            return self._refuse(OUT_OF_MEMORY, node)
        self._link_leaf(new, box)
        if not self._alive(new):
            return node
        self.scope.close()
        if not self.store.open_rows(new):
            return self._refuse(OUT_OF_MEMORY, node)
        self._fill_leaf(new, box)
        for y in range(span + 1):
            most += self.ways[base + y]
            least = min(least, self.ways[base + y])
        self.most[new] = self.most[node] * most
        self.least[new] = self.least[node] * least
        self.scale[new] = self.scale[node]
        self.ragged[new] = self.ragged[node]
        if self.most[new] > CEILING or self.least[new] < LOWEST:
            self._rescale(new)
        self.holder[box] = new
        self._labour(self.store.n_poly - self.store.row[self.store.state_at[new]] + 4 * states)
        return new

    def _admit_box(self, node, box):
        """Admit the clues of a box. Set ``fresh`` to the needs of the new ones, and ``unit`` to one
        mine in each field of the box."""
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
        for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
            clue = self.boxes.box_clue[k]
            self.unit |= ONE << self.scope.shift[self.scope.at[clue]]
            if self.scope.at[clue] >= known:
                self.fresh |= (
                    cython.cast(cython.ulonglong, self.boxes.clue_need[clue])
                    << self.scope.shift[self.scope.at[clue]]
                )
        return True

    def _link_leaf(self, new, box):
        """Find the states of a new node: each left state with each number of mines in the box."""
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
        node: cython.int = self.left[new]
        first: cython.int = self.boxes.box_start[box]
        last: cython.int = self.boxes.box_start[box + 1]
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        at: cython.longlong = self.store.link_at[new]
        for s in range(self.store.states[node]):
            here = self.store.state_at[node] + s
            key = self.store.key[here] | self.fresh
            low = 0
            high = span
            for k in range(first, last):
                i = self.scope.at[self.boxes.box_clue[k]]
                togo = (key >> self.scope.shift[i]) & self.scope.field(self.scope.clue[i])
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

    def _fill_leaf(self, new, box):
        """Compute the polynomials of a node made by ``_link_leaf``."""
        s: cython.longlong
        p: cython.longlong
        y: cython.int
        j: cython.int
        w: cython.double
        source: cython.longlong
        target: cython.longlong
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        base: cython.int = self.boxes.box_size[box] * self.side + self.boxes.lo[box]
        at: cython.longlong = self.store.link_at[new]
        first: cython.longlong = self.store.state_at[self.left[new]]
        for s in range(first, first + self.store.states[self.left[new]]):
            source = self.store.row[s]
            for y in range(span + 1):
                if self.store.link[at + y] >= 0:
                    p = self.store.state_at[new] + self.store.link[at + y]
                    w = self.ways[base + y]
                    target = self.store.row[p] + self.store.lo[s] + y - self.store.lo[p]
                    for j in range(self.store.hi[s] - self.store.lo[s] + 1):
                        self.store.inside[target + j] += w * self.store.inside[source + j]
            at += span + 1

    # ---- joining a table

    def _join_table(self, node, other):
        """Join a table that shares clues with the active one; return the new node."""
        new: cython.int
        if not self._admit_table(node, other):
            return self._refuse(TOO_WIDE, node)
        new = self._open_node(node, other, -1, 0)
        self._link_table(new)
        if not self._alive(new):
            return node
        self.scope.close()
        if not self.store.open_rows(new):
            return self._refuse(OUT_OF_MEMORY, node)
        self._fill_table(new)
        self.most[new] = self.most[node] * self.most[other]
        self.least[new] = self.least[node] * self.least[other]
        self.scale[new] = self.scale[node] + self.scale[other]
        self.ragged[new] = self.ragged[node] or self.ragged[other]
        if self.most[new] > CEILING or self.least[new] < LOWEST:
            self._rescale(new)
        self.parent[other] = new
        return new

    def _admit_table(self, node, other):
        """Admit the clues of another table: ``their_field[k]`` is the position of its k-th clue in
        the active scope, ``is_shared[k]`` whether it was there before."""
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
        node: cython.int = self.left[new]
        other: cython.int = self.right[new]
        for b in range(self.store.states[other]):
            moved = self._split_key(other, self.store.key[self.store.state_at[other] + b])
            n_shared = self.n_shared
            for a in range(self.store.states[node]):
                key = self.store.key[self.store.state_at[node] + a]
                k = 0
                while k < n_shared:
                    i = self.shared_field[k]
                    here = (key >> self.scope.shift[i]) & self.scope.field(self.scope.clue[i])
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
            self._labour(self.store.states[node])
            if self.status != FITS:
                return

    def _split_key(self, other, key):
        """Translate a state of another table to the active fields. Return the part of its unshared
        clues; the part of the shared ones goes to ``shared_part``."""
        k: cython.int
        i: cython.int
        clue: cython.int
        togo: cython.ulonglong
        moved: cython.ulonglong = 0
        self.n_shared = 0
        for k in range(self.scope.kept_n[other]):
            clue = self.scope.kept_clue[self.scope.kept_at[other] + k]
            togo = (key >> self.scope.kept_shift[self.scope.kept_at[other] + k]) & self.scope.field(
                clue
            )
            i = self.their_field[k]
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
        while at < end:
            a = self.store.state_at[self.left[new]] + self.store.link[at]
            b = self.store.state_at[self.right[new]] + self.store.link[at + 1]
            p = self.store.state_at[new] + self.store.link[at + 2]
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
            self._labour(n * m)
            if self.status != FITS:
                return

    # ---- nodes

    def _open_node(self, node, other, box, links):
        """Make a new node without states, with room for its links."""
        new: cython.int = self.n_nodes
        self.n_nodes += 1
        self.left[new] = node
        self.right[new] = other
        self.leaf[new] = box
        self.parent[new] = new
        self.parent[node] = new if node > 0 else 0
        self.store.open_node(new, links)
        return new

    def _refuse(self, status, node):
        """Stop with this status and return the node."""
        self.status = status
        return node

    def _alive(self, node):
        """Return whether a node was finished and has any states."""
        if self.store.full:
            self.status = OUT_OF_MEMORY
        elif self.status == FITS and self.store.states[node] == 0:
            self.status = IMPOSSIBLE
        return self.status == FITS

    def _rescale(self, node):
        """Divide a table by its largest count; positive entries stay at least ``FLOOR``."""
        self.scale[node] += log(self.store.level(self.store.inside, node))
        self.most[node] = 1.0
        self.least[node] = FLOOR
        self.ragged[node] = True

    # ---- budgets

    def _labour(self, steps):
        """Count the work done; stop at the limit of steps, and check the time now and then."""
        self.worked += steps
        if 0 < self.allowance < self.worked:
            self.status = OUT_OF_STEPS
        elif self.worked > self.next_look:
            self.next_look = self.worked + STRETCH
            self._look()

    def _look(self):
        if self.deadline > 0.0 and time.monotonic() > self.deadline:
            self.status = OUT_OF_TIME


def _pascal(side):
    """Return binomial coefficients C(i, j) at ``i * side + j``, as doubles."""
    binomial = doubles(side * side)
    for i in range(side):
        binomial[i * side] = 1.0
        for j in range(1, i + 1):
            above = binomial[(i - 1) * side + j] if j < i else 0.0
            binomial[i * side + j] = binomial[(i - 1) * side + j - 1] + above
    return binomial
