# cython: overflowcheck=False
# (hashes wrap by design)
"""Counting the layouts of each component by a join tree: the inside pass.

Leaves are boxes; clues are eliminated one by one (bucket elimination). A *table* maps the state
of its open clues – how many mines each still misses, packed into one word – to a polynomial:
for each number of mines in the boxes joined so far, the number of ways. Joining a box to a table
is the ordinary case; where two tables meet in a clue they are multiplied.

Every mine counts 2**-tilt, which keeps the numbers of mines that matter the largest entries; the
counter takes it back. (A power of two loses no digit.) Counts are doubles, exact until a
table leaves the range from ``LOWEST`` to ``CEILING``; then it is rescaled, and positive entries
are kept above ``FLOOR``, so the possible never becomes zero and the impossible always is.
"""

import time

import cython
from cython.cimports.libc.math import log

if not cython.compiled:
    from sapper.inference.kernel.boxes import Boxes
    from sapper.inference.kernel.elimination import Elimination
from sapper.inference.kernel.arrays import doubles, flags, ints, longs, words

ONE = cython.declare(cython.ulonglong, 1)
HASH = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
CEILING = cython.declare(cython.double, 1e100)
FLOOR = cython.declare(cython.double, 1e-140)
LOWEST = cython.declare(cython.double, 1e-150)

# Statuses: why counting stopped.
FITS = cython.declare(cython.int, 0)
IMPOSSIBLE = cython.declare(cython.int, 1)
OUT_OF_MEMORY = cython.declare(cython.int, 2)
OUT_OF_TIME = cython.declare(cython.int, 3)
TOO_WIDE = cython.declare(cython.int, 4)

#: Steps of work between two looks at the clock, some milliseconds.
STRETCH = cython.declare(cython.longlong, 4_000_000)


@cython.final
@cython.cclass
class Tables:
    """The join trees of all components of one ``Boxes``.

    Node 0 is the empty table. Node i joins ``left[i]`` with the box ``leaf[i]`` or, where that
    is -1, with the node ``right[i]``. It has ``states[i]`` states from ``state_at[i]`` on. State s
    (counted through all nodes) has the polynomial ``inside[row[s]:]``, its coefficients standing
    for ``lo[s]`` to ``hi[s]`` mines above the lower bounds of the boxes. A node's ``links`` tell
    which of its states came from which: for a leaf, entry ``s * (span + 1) + y`` is where state s
    of the left goes with y mines (or -1); else triples (left state, right state, state).
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
        self.stamp = 0
        self.worked = 0
        self.left, self.right, self.leaf = ints(nodes), ints(nodes), ints(nodes)
        self.states = ints(nodes)
        self.parent, self.scope_at, self.scope_n = ints(nodes), ints(nodes), ints(nodes)
        self.state_at, self.link_at, self.links = longs(nodes), longs(nodes), longs(nodes)
        self.most, self.least = doubles(nodes), doubles(nodes)
        self.scale = doubles(nodes)
        self.ragged = flags(nodes)
        self.root = ints(n + 1)
        self.holder = ints(n)
        self.pieces = ints(n + 1)
        self.loose = ints(n + 1)
        self.key, self.row, self.lo, self.hi = words(256), longs(256), ints(256), ints(256)
        self.inside, self.outside = doubles(1024), doubles(1024)
        self.link = ints(1024)
        self.scope_clue, self.scope_shift, self.scope_room = ints(256), ints(256), ints(256)
        self.slot_state, self.slot_stamp = ints(1024), longs(1024)
        self.at = ints(n)
        for i in range(n):
            self.at[i] = -1
        self.now_clue, self.now_shift, self.now_room = ints(65), ints(65), ints(65)
        self.their_field, self.is_shared = ints(65), flags(65)
        self.shared_field, self.shared_part = ints(65), ints(65)
        self.budget = 512 << 20
        self.deadline = 0.0
        self.allowance = 0
        self._begin_empty()

    def _begin_empty(self):
        self.key[0] = 0
        self.inside[0] = 1.0
        self.leaf[0] = self.right[0] = -1
        self.states[0] = 1
        self.most[0] = self.least[0] = 1.0

    def build(self):
        """The inside pass over all components; the status, ``FITS`` if all went through."""
        component: cython.int
        box: cython.int
        self.n_nodes = 1
        self.n_states = 1
        self.n_poly = 1
        self.n_links = 0
        self.n_scope = 0
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
        """From now on count every mine 2**-tilt."""
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
        """Join everything of a component, clue by clue."""
        i: cython.int
        node: cython.int
        n: cython.int = self.elimination.arrange(component)
        for i in range(n):
            self._gather(self.elimination.order[i])
            if self.n_pieces + self.n_loose <= 1:
                continue
            node = self._smallest_piece()
            self._take(node)
            while self.n_pieces > 0 and self.status == FITS:
                node = self._join_table(node, self._smallest_piece())
            while self.n_loose > 0 and self.status == FITS:
                node = self._join_leaf(node, self._nearest_box())
            if self.status == FITS:
                self._keep(node)
            self._drop()
            if self.status != FITS:
                return

    def _gather(self, clue):
        """List the tables (``pieces``) and the boxes still ``loose`` that hold a clue."""
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
        """The table that a node has become part of."""
        while self.parent[node] != node:
            self.parent[node] = self.parent[self.parent[node]]
            node = self.parent[node]
        return node

    def _smallest_piece(self):
        """Take the table with the fewest states off ``pieces``; the empty one if there is none."""
        i: cython.int
        node: cython.int
        best: cython.int = 0
        if self.n_pieces == 0:
            return 0
        for i in range(1, self.n_pieces):
            if self.states[self.pieces[i]] < self.states[self.pieces[best]]:
                best = i
        node = self.pieces[best]
        self.n_pieces -= 1
        self.pieces[best] = self.pieces[self.n_pieces]
        return node

    def _nearest_box(self):
        """Take the box that opens the fewest new clues off ``loose``."""
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
                if self.at[self.boxes.box_clue[k]] < 0:
                    fresh += 1
            if fresh < fewest:
                fewest = fresh
                best = i
        box = self.loose[best]
        self.n_loose -= 1
        self.loose[best] = self.loose[self.n_loose]
        return box

    # ---- the scope in hand: the open clues of the table that is being joined to

    def _take(self, node):
        """Take up a table's scope."""
        i: cython.int
        place: cython.int
        self.now_n = 0
        self.used = 0
        if node == 0:
            return
        for i in range(self.scope_n[node]):
            place = self.scope_at[node] + i
            self.now_clue[i] = self.scope_clue[place]
            self.now_shift[i] = self.scope_shift[place]
            self.now_room[i] = self.scope_room[place]
            self.at[self.now_clue[i]] = i
            self.used |= self._field(self.now_clue[i]) << self.now_shift[i]
        self.now_n = self.scope_n[node]

    def _keep(self, node):
        """Store the scope in hand as a table's."""
        i: cython.int
        if self.n_scope + self.now_n > len(self.scope_clue):
            self._more_scope()
        self.scope_at[node] = self.n_scope
        self.scope_n[node] = self.now_n
        for i in range(self.now_n):
            self.scope_clue[self.n_scope + i] = self.now_clue[i]
            self.scope_shift[self.n_scope + i] = self.now_shift[i]
            self.scope_room[self.n_scope + i] = self.now_room[i]
        self.n_scope += self.now_n

    def _drop(self):
        """Nothing is in hand any more."""
        i: cython.int
        for i in range(self.now_n):
            self.at[self.now_clue[i]] = -1
        self.now_n = 0

    def _field(self, clue):
        """The mask of a clue's field, at shift 0."""
        return (ONE << self.boxes.width[clue]) - 1

    def _admit(self, node, clue):
        """Give a clue a field in the scope in hand of ``node``; False if no bits are left."""
        shift: cython.int = self._gap(self.boxes.width[clue])
        if shift < 0:
            self._compact(node)
            shift = self._gap(self.boxes.width[clue])
            if shift < 0:
                self.status = TOO_WIDE
                return False
        self.used |= self._field(clue) << shift
        self.now_clue[self.now_n] = clue
        self.now_shift[self.now_n] = shift
        self.now_room[self.now_n] = self.boxes.capacity[clue]
        self.at[clue] = self.now_n
        self.now_n += 1
        return True

    def _gap(self, width):
        """The lowest shift at which ``width`` bits are free, or -1."""
        shift: cython.int
        field: cython.ulonglong = (ONE << width) - 1
        for shift in range(65 - width):
            if not self.used & (field << shift):
                return shift
        return -1

    def _compact(self, node):
        """Move the fields in hand together; the states of the table are rewritten."""
        i: cython.int
        s: cython.longlong
        shift: cython.int
        old: cython.ulonglong
        new: cython.ulonglong
        for s in range(self.state_at[node], self.state_at[node] + self.states[node]):
            old = self.key[s]
            new = 0
            shift = 0
            for i in range(self.now_n):
                new |= ((old >> self.now_shift[i]) & self._field(self.now_clue[i])) << shift
                shift += self.boxes.width[self.now_clue[i]]
            self.key[s] = new
        shift = 0
        self.used = 0
        for i in range(self.now_n):
            self.now_shift[i] = shift
            self.used |= self._field(self.now_clue[i]) << shift
            shift += self.boxes.width[self.now_clue[i]]

    def _close(self):
        """Drop the clues that have no box left outside; all states have 0 in their fields."""
        i: cython.int = 0
        clue: cython.int
        while i < self.now_n:
            clue = self.now_clue[i]
            if self.now_room[i] > 0:
                i += 1
                continue
            self.used &= ~(self._field(clue) << self.now_shift[i])
            self.at[clue] = -1
            self.now_n -= 1
            if i < self.now_n:
                self.now_clue[i] = self.now_clue[self.now_n]
                self.now_shift[i] = self.now_shift[self.now_n]
                self.now_room[i] = self.now_room[self.now_n]
                self.at[self.now_clue[i]] = i

    # ---- joining a box

    def _join_leaf(self, node, box):
        """Join one more box to the table in hand: the new node."""
        y: cython.int
        new: cython.int
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        base: cython.int = self.boxes.box_size[box] * self.side + self.boxes.lo[box]
        most: cython.double = 0.0
        least: cython.double = CEILING
        states: cython.longlong = self.states[node]
        if not self._admit_box(node, box):
            return node
        new = self._open_node(node, -1, box, states * (span + 1))
        if self.status != FITS:
            return node
        self._link_leaf(new, box)
        if not self._alive(new):
            return node
        self._close()
        if not self._open_rows(new):
            return node
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
        self._labour(self.n_poly - self.row[self.state_at[new]] + 4 * states)
        return new

    def _admit_box(self, node, box):
        """Admit a box's clues, and note in ``fresh`` the needs of those that are new, in ``unit``
        one mine in each of their fields."""
        k: cython.int
        clue: cython.int
        known: cython.int = self.now_n
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        self.fresh = 0
        self.unit = 0
        for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
            clue = self.boxes.box_clue[k]
            if self.at[clue] < 0 and not self._admit(node, clue):
                return False
            self.now_room[self.at[clue]] -= span
        # only now, because admitting may have moved fields
        for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
            clue = self.boxes.box_clue[k]
            self.unit |= ONE << self.now_shift[self.at[clue]]
            if self.at[clue] >= known:
                self.fresh |= (
                    cython.cast(cython.ulonglong, self.boxes.clue_need[clue])
                    << self.now_shift[self.at[clue]]
                )
        return True

    def _link_leaf(self, new, box):
        """Find the states of a new node: for each state of the left, what the box may hold."""
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
        at: cython.longlong = self.link_at[new]
        for s in range(self.states[node]):
            here = self.state_at[node] + s
            key = self.key[here] | self.fresh
            low = 0
            high = span
            for k in range(first, last):
                i = self.at[self.boxes.box_clue[k]]
                togo = (key >> self.now_shift[i]) & self._field(self.now_clue[i])
                high = min(high, togo)
                low = max(low, togo - self.now_room[i])
            for y in range(span + 1):
                self.link[at + y] = -1
            for y in range(low, high + 1):
                p = self._intern(new, key - y * self.unit, self.lo[here] + y, self.hi[here] + y)
                if p < 0:
                    return
                self.link[at + y] = p
            at += span + 1

    def _fill_leaf(self, new, box):
        """The polynomials of a node made by ``_link_leaf``."""
        s: cython.longlong
        p: cython.longlong
        y: cython.int
        j: cython.int
        w: cython.double
        source: cython.longlong
        target: cython.longlong
        span: cython.int = self.boxes.hi[box] - self.boxes.lo[box]
        base: cython.int = self.boxes.box_size[box] * self.side + self.boxes.lo[box]
        at: cython.longlong = self.link_at[new]
        first: cython.longlong = self.state_at[self.left[new]]
        for s in range(first, first + self.states[self.left[new]]):
            source = self.row[s]
            for y in range(span + 1):
                if self.link[at + y] >= 0:
                    p = self.state_at[new] + self.link[at + y]
                    w = self.ways[base + y]
                    target = self.row[p] + self.lo[s] + y - self.lo[p]
                    for j in range(self.hi[s] - self.lo[s] + 1):
                        self.inside[target + j] += w * self.inside[source + j]
            at += span + 1

    # ---- joining a table

    def _join_table(self, node, other):
        """Join another table that shares clues with the one in hand: the new node."""
        new: cython.int
        if not self._admit_table(node, other):
            return node
        new = self._open_node(node, other, -1, 0)
        if self.status == FITS:
            self._link_table(new)
        if not self._alive(new):
            return node
        self._close()
        if not self._open_rows(new):
            return node
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
        """Admit the clues of another table: ``their_field[k]`` is where its k-th clue stands in
        the scope in hand, ``is_shared[k]`` whether it stood there before."""
        k: cython.int
        clue: cython.int
        place: cython.int
        for k in range(self.scope_n[other]):
            place = self.scope_at[other] + k
            clue = self.scope_clue[place]
            self.is_shared[k] = self.at[clue] >= 0
            if not self.is_shared[k] and not self._admit(node, clue):
                return False
            self.their_field[k] = self.at[clue]
            self.now_room[self.at[clue]] += self.scope_room[place] - self.boxes.capacity[clue]
        return True

    def _link_table(self, new):
        """Find the states of a new node: every pair of states that agree on the shared clues."""
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
        for b in range(self.states[other]):
            moved = self._split_key(other, self.key[self.state_at[other] + b])
            n_shared = self.n_shared
            for a in range(self.states[node]):
                key = self.key[self.state_at[node] + a]
                k = 0
                while k < n_shared:
                    i = self.shared_field[k]
                    here = (key >> self.now_shift[i]) & self._field(self.now_clue[i])
                    here -= self.shared_part[k]
                    if here < 0 or here > self.now_room[i]:
                        break
                    k += 1
                if k < n_shared:
                    continue
                for k in range(n_shared):
                    key -= (
                        cython.cast(cython.ulonglong, self.shared_part[k])
                        << self.now_shift[self.shared_field[k]]
                    )
                p = self._intern(
                    new,
                    key | moved,
                    self.lo[self.state_at[node] + a] + self.lo[self.state_at[other] + b],
                    self.hi[self.state_at[node] + a] + self.hi[self.state_at[other] + b],
                )
                if p < 0 or not self._link(new, a, b, p):
                    return
            self._labour(self.states[node])
            if self.status != FITS:
                return

    def _split_key(self, other, key):
        """A state of another table as fields in hand: those of its own clues are returned in
        place; what it already has of shared ones goes to ``shared_part``."""
        k: cython.int
        i: cython.int
        clue: cython.int
        togo: cython.ulonglong
        moved: cython.ulonglong = 0
        self.n_shared = 0
        for k in range(self.scope_n[other]):
            clue = self.scope_clue[self.scope_at[other] + k]
            togo = (key >> self.scope_shift[self.scope_at[other] + k]) & self._field(clue)
            i = self.their_field[k]
            if self.is_shared[k]:
                self.shared_field[self.n_shared] = i
                self.shared_part[self.n_shared] = self.boxes.clue_need[clue] - cython.cast(
                    cython.int, togo
                )
                self.n_shared += 1
            else:
                moved |= togo << self.now_shift[i]
        return moved

    def _fill_table(self, new):
        """The polynomials of a node made by ``_link_table``."""
        a: cython.longlong
        b: cython.longlong
        p: cython.longlong
        u: cython.int
        v: cython.int
        n: cython.int
        m: cython.int
        w: cython.double
        target: cython.longlong
        at: cython.longlong = self.link_at[new]
        end: cython.longlong = at + self.links[new]
        while at < end:
            a = self.state_at[self.left[new]] + self.link[at]
            b = self.state_at[self.right[new]] + self.link[at + 1]
            p = self.state_at[new] + self.link[at + 2]
            target = self.row[p] + self.lo[a] + self.lo[b] - self.lo[p]
            n = self.hi[a] - self.lo[a] + 1
            m = self.hi[b] - self.lo[b] + 1
            for u in range(n):
                w = self.inside[self.row[a] + u]
                for v in range(m):
                    self.inside[target + u + v] += w * self.inside[self.row[b] + v]
            at += 3
            self._labour(n * m)
            if self.status != FITS:
                return

    # ---- nodes, states, links

    def _open_node(self, node, other, box, links):
        """A new node without states, with room for its links."""
        new: cython.int = self.n_nodes
        self.n_nodes += 1
        self.left[new] = node
        self.right[new] = other
        self.leaf[new] = box
        self.parent[new] = new
        self.parent[node] = new if node > 0 else 0
        self.states[new] = 0
        self.state_at[new] = self.n_states
        self.link_at[new] = self.n_links
        self.links[new] = links
        if self.n_links + links > len(self.link):
            self._more_links(self.n_links + links)
        self.n_links += links
        self.mask = 63
        self.stamp += 1  # empties all slots
        return new

    def _alive(self, node):
        """Whether a node was finished and has any state at all."""
        if self.status == FITS and self.states[node] == 0:
            self.status = IMPOSSIBLE
        return self.status == FITS

    def _open_rows(self, new):
        """Room for the polynomials of a node, all zero; False if memory runs out."""
        i: cython.longlong
        s: cython.longlong
        first: cython.longlong = self.state_at[new]
        end: cython.longlong = self.n_poly
        for s in range(first, first + self.states[new]):
            self.row[s] = end
            end += self.hi[s] - self.lo[s] + 1
        if end > len(self.inside) and not self._more_poly(end):
            return False
        for i in range(self.n_poly, end):
            self.inside[i] = 0.0
        self.n_poly = end
        return True

    def rows_end(self, node):
        """Where the polynomials of a node end; they start at the row of its first state."""
        last: cython.longlong = self.state_at[node] + self.states[node] - 1
        return self.row[last] + self.hi[last] - self.lo[last] + 1

    def _intern(self, node, key, lo, hi):
        """The number of a state in a node, a new one if it is not there yet, that has between lo
        and hi mines; -1: no memory."""
        s: cython.int
        base: cython.longlong = self.state_at[node]
        slot: cython.int = self._slot(key)
        while self.slot_stamp[slot] == self.stamp:
            s = self.slot_state[slot]
            if self.key[base + s] == key:
                self.lo[base + s] = min(self.lo[base + s], lo)
                self.hi[base + s] = max(self.hi[base + s], hi)
                return s
            slot = (slot + 1) & self.mask
        s = self.states[node]
        if base + s >= len(self.key) and not self._more_states(base + s + 1):
            return -1
        self.key[base + s] = key
        self.lo[base + s] = lo
        self.hi[base + s] = hi
        self.states[node] = s + 1
        self.n_states = base + s + 1
        self.slot_stamp[slot] = self.stamp
        self.slot_state[slot] = s
        if 2 * s > self.mask and not self._spread(node):
            return -1
        return s

    def _slot(self, key):
        """Where a state is first looked for."""
        return cython.cast(cython.int, ((key * HASH) & WORD) >> 36) & self.mask

    def _spread(self, node):
        """Spread the states of a node over four times the slots; False if memory runs out."""
        s: cython.int
        slot: cython.int
        self.mask = 4 * self.mask + 3
        if self.mask >= len(self.slot_stamp) and not self._more_slots(self.mask + 1):
            return False
        self.stamp += 1  # empties all slots
        for s in range(self.states[node]):
            slot = self._slot(self.key[self.state_at[node] + s])
            while self.slot_stamp[slot] == self.stamp:
                slot = (slot + 1) & self.mask
            self.slot_stamp[slot] = self.stamp
            self.slot_state[slot] = s
        return True

    def _link(self, new, a, b, p):
        """Append a link of a join of tables; False if memory runs out."""
        if self.n_links + 3 > len(self.link) and not self._more_links(self.n_links + 3):
            return False
        self.link[self.n_links] = a
        self.link[self.n_links + 1] = b
        self.link[self.n_links + 2] = p
        self.n_links += 3
        self.links[new] += 3
        return True

    def _rescale(self, node):
        """Divide a table by its largest count; what was positive stays at least ``FLOOR``."""
        self.scale[node] += log(self.level(self.inside, node))
        self.most[node] = 1.0
        self.least[node] = FLOOR
        self.ragged[node] = True

    def level(self, counts, node):
        """Divide a node's part of ``inside`` or ``outside`` by its largest entry, keeping
        positive ones at least ``FLOOR``; the divisor (1 where all are zero)."""
        i: cython.longlong
        first: cython.longlong = self.row[self.state_at[node]]
        last: cython.longlong = self.rows_end(node)
        top: cython.double = 0.0
        for i in range(first, last):
            top = max(top, counts[i])
        if top == 0.0:
            return 1.0
        for i in range(first, last):
            if counts[i] > 0.0:
                counts[i] = max(counts[i] / top, FLOOR)
        return top

    # ---- budgets

    def _labour(self, steps):
        """Count work done; stop at the allowance, and now and then see whether time is up."""
        self.worked += steps
        if 0 < self.allowance < self.worked:
            self.status = OUT_OF_TIME
        elif self.worked > self.next_look:
            self.next_look = self.worked + STRETCH
            self._look()

    def _look(self):
        if self.deadline > 0.0 and time.monotonic() > self.deadline:
            self.status = OUT_OF_TIME

    def _afford(self, n_bytes):
        """Whether so many bytes more stay within the budget; else the status says so."""
        held = (
            24 * len(self.key)
            + 16 * len(self.inside)
            + 4 * len(self.link)
            + 12 * len(self.slot_stamp)
        )
        if held + n_bytes > self.budget:
            self.status = OUT_OF_MEMORY
            return False
        return True

    def _more_states(self, least):
        size = max(least, 2 * len(self.key))
        if not self._afford(24 * size):
            return False
        n = len(self.key)
        key: cython.ulonglong[::1] = words(size)
        row: cython.longlong[::1] = longs(size)
        lo: cython.int[::1] = ints(size)
        hi: cython.int[::1] = ints(size)
        key[:n], row[:n], lo[:n], hi[:n] = self.key, self.row, self.lo, self.hi
        self.key, self.row, self.lo, self.hi = key, row, lo, hi
        return True

    def _more_poly(self, least):
        size = max(least, 3 * len(self.inside) // 2)
        if not self._afford(16 * size):
            return False
        inside: cython.double[::1] = doubles(size)
        inside[: len(self.inside)] = self.inside
        self.inside = inside
        self.outside = doubles(size)
        return True

    def _more_links(self, least):
        size = max(least, 3 * len(self.link) // 2)
        if not self._afford(4 * size):
            return False
        link: cython.int[::1] = ints(size)
        link[: len(self.link)] = self.link
        self.link = link
        return True

    def _more_slots(self, least):
        if not self._afford(12 * least):
            return False
        self.slot_state, self.slot_stamp = ints(least), longs(least)
        return True

    def _more_scope(self):
        size = 2 * len(self.scope_clue) + 64
        clue: cython.int[::1] = ints(size)
        shift: cython.int[::1] = ints(size)
        room: cython.int[::1] = ints(size)
        old = len(self.scope_clue)
        clue[:old], shift[:old], room[:old] = self.scope_clue, self.scope_shift, self.scope_room
        self.scope_clue, self.scope_shift, self.scope_room = clue, shift, room


def _pascal(side):
    """Binomial coefficients C(i, j) at ``i * side + j``, as doubles."""
    binomial = doubles(side * side)
    for i in range(side):
        binomial[i * side] = 1.0
        for j in range(1, i + 1):
            above = binomial[(i - 1) * side + j] if j < i else 0.0
            binomial[i * side + j] = binomial[(i - 1) * side + j - 1] + above
    return binomial
