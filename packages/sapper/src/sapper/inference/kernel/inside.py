"""The inside pass: all boxes of each component are joined, clue by clue, into its join tree."""

import cython

if not cython.compiled:
    from sapper.inference.kernel.elimination import Elimination
    from sapper.inference.kernel.joins import Joins
    from sapper.inference.kernel.reuse import Reuse
    from sapper.inference.kernel.scope import Scope
    from sapper.inference.kernel.tables import Tables
    from sapper.inference.kernel.work import Work
from sapper.inference.status import Status
from sapper.kernel.arrays import ints

OK = cython.declare(cython.int, Status.OK)
TOO_WIDE = cython.declare(cython.int, Status.TOO_WIDE)


@cython.final
@cython.cclass
class InsidePass:
    """Fills ``tables``. ``holder[b]`` is a table that contains box b, or -1; ``part_of`` maps a
    table to the one it was joined into, or to itself."""

    def __init__(self, tables: Tables, work: Work):
        n: cython.int = tables.boxes.frontier.size
        self.boxes = tables.boxes
        self.tables = tables
        self.store = tables.store
        self.work = work
        self.elimination = Elimination(self.boxes)
        self.scope = Scope(self.boxes, self.store)
        self.reuse = Reuse(tables)
        self.joins = Joins(tables, self.scope, work)
        self.part_of = ints(2 * n + 4)
        self.holder = ints(n)
        self.pieces, self.loose = ints(n + 1), ints(n + 1)

    def build(self):
        """Join all components; return False if that fails, with the reason as the status of the
        work."""
        component: cython.int
        box: cython.int
        self.tables.clear()
        self.scope.clear()
        self.work.resume()
        for box in range(self.boxes.n_boxes):
            self.holder[box] = -1
        for component in range(self.boxes.n_components):
            self.tables.chosen[component] = 0
            if self.reuse.adopt(component):
                continue
            self.tables.first[component] = self.tables.n_nodes
            self._eliminate(component)
            if self.work.status != OK:
                return False
            self.tables.root[component] = self.tables.n_nodes - 1
        return True

    def _eliminate(self, component):
        """Join all boxes of a component, clue by clue."""
        i: cython.int
        box: cython.int
        node: cython.int
        other: cython.int
        n: cython.int = self.elimination.arrange(component)
        if n < 0:
            self.work.status = TOO_WIDE
        for i in range(n):
            self._gather(self.elimination.order[i])
            if self.n_pieces + self.n_loose <= 1 and (
                self.n_loose == 0 or self.elimination.order[i] != self.boxes.asked
            ):
                continue
            node = self._smallest_piece()
            self.scope.take(node)
            while self.n_pieces > 0 and self.work.status == OK:
                other = self._smallest_piece()
                node = self._replace(node, self.joins.join_table(node, other))
                self.part_of[other] = node
            while self.n_loose > 0 and self.work.status == OK:
                box = self._nearest_box()
                node = self._replace(node, self.joins.join_box(node, box))
                self.holder[box] = node
            if self.work.status == OK:
                self.scope.keep(node)
            self.scope.drop()
            if self.work.status != OK:
                return

    def _replace(self, node, new):
        """Record that a table was joined into a new one, and return the new one."""
        self.part_of[new] = new
        if node > 0:
            self.part_of[node] = new
        return new

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
        """Return the table into which a node was joined."""
        while self.part_of[node] != node:
            self.part_of[node] = self.part_of[self.part_of[node]]
            node = self.part_of[node]
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
        if self.n_loose == 1:
            self.n_loose = 0
            return self.loose[0]
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
