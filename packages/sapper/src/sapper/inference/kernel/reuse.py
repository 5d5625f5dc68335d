"""Join trees of components that a position shares with an earlier one.

A move changes the components that it touches, and a hypothetical clue changes one or two. All
others keep their boxes and clues. Their tables depend on nothing else but the tilt, so recomputing
them would give the same numbers to the last digit.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.tables import Tables
from sapper.kernel.arrays import ints


@cython.final
@cython.cclass
class Reuse:
    """The components of the position that ``keep`` has kept, counted with ``tables``.

    Copies of ``Boxes``: ``box_of`` by cell, and ``size``, ``lo``, ``hi``, ``component_of`` and the
    cells ``clue[start[b]:start[b + 1]]`` of the clues of each box b. ``need`` has the need of each
    clue, by cell, and ``members`` the number of boxes of each component. ``first``, ``root`` and
    ``leaf`` are those of ``Tables``.
    """

    def __init__(self, tables: Tables):
        n: cython.int = tables.boxes.frontier.size
        self.boxes = tables.boxes
        self.tables = tables
        self.box_of, self.need = ints(n), ints(n)
        self.size, self.lo, self.hi = ints(n), ints(n), ints(n)
        self.component_of, self.start = ints(n), ints(n + 1)
        self.clue = ints(len(tables.boxes.box_clue))
        self.members, self.first, self.root = ints(n), ints(n), ints(n)
        self.leaf, self.now = ints(len(tables.leaf)), ints(n)
        self.n_components = 0

    def forget(self):
        """Keep nothing."""
        self.n_components = 0
        self.tables.forget()

    def keep(self):
        """Keep the components of the position just counted, unless they would leave too little
        memory for the next one."""
        box: cython.int
        k: cython.int
        clue: cython.int
        node: cython.int
        c: cython.int
        if 2 * self.tables.n_nodes > len(self.leaf) or not self.tables.store.spacious():
            self.forget()
            return
        self.tilt = self.tables.tilt
        self.box_of[:] = self.boxes.box_of
        for clue in range(self.boxes.n_clues):
            self.need[self.boxes.clue_cell[clue]] = self.boxes.clue_need[clue]
        for box in range(self.boxes.n_boxes):
            self.size[box] = self.boxes.box_size[box]
            self.lo[box] = self.boxes.lo[box]
            self.hi[box] = self.boxes.hi[box]
            self.component_of[box] = self.boxes.component_of[box]
            self.start[box] = self.boxes.box_start[box]
        self.start[self.boxes.n_boxes] = self.boxes.box_start[self.boxes.n_boxes]
        for k in range(self.boxes.box_start[self.boxes.n_boxes]):
            self.clue[k] = self.boxes.clue_cell[self.boxes.box_clue[k]]
        self.n_components = self.boxes.n_components
        for c in range(self.n_components):
            self.members[c] = self.boxes.member_start[c + 1] - self.boxes.member_start[c]
            self.first[c] = self.tables.first[c]
            self.root[c] = self.tables.root[c]
            for node in range(self.first[c], self.root[c] + 1):
                self.leaf[node] = self.tables.leaf[node]
        self.tables.keep()

    def adopt(self, component):
        """Reuse the kept tables for a component of the current position if it equals a kept one;
        return whether it does."""
        i: cython.int
        box: cython.int
        old: cython.int
        node: cython.int
        begin: cython.int = self.boxes.member_start[component]
        end: cython.int = self.boxes.member_start[component + 1]
        if self.n_components == 0 or self.tilt != self.tables.tilt:
            return False
        old = self.box_of[self.boxes.first[self.boxes.member[begin]]]
        if old < 0:
            return False
        c: cython.int = self.component_of[old]
        if c < 0 or self.members[c] != end - begin:
            return False
        for i in range(begin, end):
            box = self.boxes.member[i]
            old = self.box_of[self.boxes.first[box]]
            if old < 0 or self.component_of[old] != c or not self._same(box, old):
                return False
            self.now[old] = box
        self.tables.first[component] = self.first[c]
        self.tables.root[component] = self.root[c]
        for node in range(self.first[c], self.root[c] + 1):
            if self.leaf[node] >= 0:
                self.tables.leaf[node] = self.now[self.leaf[node]]
        return True

    def _same(self, box, old):
        """Return whether a box equals a kept one, with clues of equal need."""
        k: cython.int
        clue: cython.int
        at: cython.int = self.start[old] - self.boxes.box_start[box]
        if (
            self.boxes.box_size[box] != self.size[old]
            or self.boxes.lo[box] != self.lo[old]
            or self.boxes.hi[box] != self.hi[old]
            or self.boxes.box_start[box + 1] + at != self.start[old + 1]
        ):
            return False
        for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
            clue = self.boxes.box_clue[k]
            if (
                self.boxes.clue_cell[clue] != self.clue[k + at]
                or self.boxes.clue_need[clue] != self.need[self.clue[k + at]]
            ):
                return False
        return True
