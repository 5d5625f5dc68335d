"""Boxes: undecided cells with the same clues, merged; intervals; independent components.

A box of n cells holds x mines, lo <= x <= hi, in C(n, x) ways. The bounds are tightened through the
clues to a fixed point; the boxes still undetermined form components that share no clue.
"""

import cython

from sapper.inference.status import CellState
from sapper.kernel.arrays import flags, ints, longs, words

if not cython.compiled:
    from sapper.inference.kernel.frontier import Frontier
    from sapper.kernel.bits import lowest

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)


@cython.final
@cython.cclass
class Boxes:
    """The boxes and clues of one frontier.

    Clues are numbered from 0. Clue k has ``clue_cell``, ``clue_need`` (less the lower bounds of its
    boxes), ``capacity`` (the most that its boxes can hold above these bounds), ``width`` (the bits
    of the need) and the boxes ``clue_box[clue_start[k]:clue_start[k + 1]]``. Boxes are numbered
    from 0. Box b has ``size``, ``lo``, ``hi``, the clues ``box_clue[box_start[b]:box_start[b +
    1]]`` and the cells as a linked list ``first[b]``, ``next[cell]``. Component c has the boxes
    ``member[member_start[c]:member_start[c + 1]]``; boxes with lo == hi belong to no component.

    The cells of all boxes are ``boxed[:n_cells]``, and ``box_of`` is -1 for the others. The
    ``signature`` of a cell combines the codes of its clues, so cells with equal clues have equal
    signatures.

    If the frontier asks for the clue of a cell, ``asked`` is the number of this clue, otherwise -1.
    It constrains nothing. ``clue_need`` less what a state still needs is then the number of mines
    around the cell, less ``asked_least``, the lower bounds of its boxes and the known mines.
    """

    def __init__(self, frontier: Frontier):
        n = frontier.size
        self.frontier = frontier
        self.clue_cell = ints(n)
        self.clue_of = ints(n)
        self.clue_need = ints(n)
        self.capacity = ints(n)
        self.width = ints(n)
        self.clue_start = ints(n + 1)
        self.clue_box = ints(len(frontier.near) + 1)
        self.box_of, self.boxed = ints(n), ints(n)
        self.signature = words(n)
        self.n_cells = 0
        for cell in range(n):
            self.box_of[cell] = -1
        self.next = ints(n)
        self.first = ints(n)
        self.box_size = ints(n)
        self.lo = ints(n)
        self.hi = ints(n)
        self.box_start = ints(n + 1)
        self.box_clue = ints(len(frontier.near) + 1)
        self.member = ints(n)
        self.member_start = ints(n + 1)
        self.component_of = ints(n)
        self.queue = ints(n)
        self.queued = flags(n)
        slots = 16
        while slots < 2 * n:
            slots *= 2
        self.slot_mask = slots - 1
        self.slot_box = ints(slots)
        self.slot_stamp = longs(slots)
        self.stamp = 0
        self.asked, self.asked_least = -1, 0

    def build(self):
        """Find boxes and components; return False if a clue cannot be satisfied (``culprit``)."""
        self.culprit = -1
        self._find()
        if not self._tighten():
            return False
        self._measure()
        self._split()
        return True

    def _find(self):
        """Number the clues with undecided neighbours, and merge these cells into boxes."""
        cell: cython.int
        other: cython.int
        k: cython.int
        clue: cython.int
        box: cython.int
        code: cython.ulonglong
        for k in range(self.n_cells):
            self.box_of[self.boxed[k]] = -1
        self.asked = -1
        self.n_clues = 0
        self.n_boxes = 0
        self.n_cells = 0
        self.stamp += 1
        cell = lowest(self.frontier.open_bits, 0)
        while cell >= 0:
            self.clue_cell[self.n_clues] = cell
            self.clue_of[cell] = self.n_clues
            if cell == self.frontier.asked:
                self.asked = self.n_clues
            self.clue_need[self.n_clues] = self.frontier.need[cell]
            self.n_clues += 1
            code = self.frontier.code[cell]
            for k in range(self.frontier.starts[cell], self.frontier.starts[cell + 1]):
                other = self.frontier.near[k]
                if self.frontier.known[other] == UNKNOWN:
                    if self.box_of[other] < 0:
                        self.box_of[other] = 0
                        self.signature[other] = 0
                        self.boxed[self.n_cells] = other
                        self.n_cells += 1
                    self.signature[other] ^= code
            cell = lowest(self.frontier.open_bits, cell + 1)
        self.box_start[0] = 0
        for k in range(self.n_cells):
            self._put(self.boxed[k])
        for box in range(self.n_boxes):
            for k in range(self.box_start[box], self.box_start[box + 1]):
                clue = self.box_clue[k]
                self.lo[box] = 0
                self.hi[box] = min(
                    self.box_size[box] if k == self.box_start[box] else self.hi[box],
                    self.clue_need[clue],
                )
        self._list_boxes()

    def _list_boxes(self):
        """Build the boxes of each clue from the clues of each box."""
        clue: cython.int
        box: cython.int
        k: cython.int
        total: cython.int = 0
        for clue in range(self.n_clues):
            self.queue[clue] = 0
        for k in range(self.box_start[self.n_boxes]):
            self.queue[self.box_clue[k]] += 1
        for clue in range(self.n_clues):
            self.clue_start[clue] = total
            total += self.queue[clue]
            self.queue[clue] = self.clue_start[clue]
        self.clue_start[self.n_clues] = total
        for box in range(self.n_boxes):
            for k in range(self.box_start[box], self.box_start[box + 1]):
                clue = self.box_clue[k]
                self.clue_box[self.queue[clue]] = box
                self.queue[clue] += 1

    def _put(self, cell):
        """Add an undecided cell to the box with the same clues, or to a new box."""
        box: cython.int
        k: cython.int
        end: cython.int
        signature: cython.ulonglong = self.signature[cell]
        slot: cython.int = cython.cast(cython.int, signature & self.slot_mask)
        while self.slot_stamp[slot] == self.stamp:
            box = self.slot_box[slot]
            if self.signature[self.first[box]] == signature and self._same(box, cell):
                self.next[cell] = self.first[box]
                self.first[box] = cell
                self.box_size[box] += 1
                self.box_of[cell] = box
                return
            slot = (slot + 1) & self.slot_mask
        box = self.n_boxes
        self.n_boxes += 1
        self.slot_stamp[slot] = self.stamp
        self.slot_box[slot] = box
        self.first[box] = cell
        self.next[cell] = -1
        self.box_size[box] = 1
        self.box_of[cell] = box
        end = self.box_start[box]
        for k in range(self.frontier.starts[cell], self.frontier.starts[cell + 1]):
            if self.frontier.is_clue[self.frontier.near[k]]:
                self.box_clue[end] = self.clue_of[self.frontier.near[k]]
                end += 1
        self.box_start[box + 1] = end

    def _same(self, box, cell):
        """Return whether a cell has exactly the clues of a box, not just the same signature."""
        k: cython.int
        at: cython.int = self.box_start[box]
        end: cython.int = self.box_start[box + 1]
        for k in range(self.frontier.starts[cell], self.frontier.starts[cell + 1]):
            if self.frontier.is_clue[self.frontier.near[k]]:
                if at == end or self.box_clue[at] != self.clue_of[self.frontier.near[k]]:
                    return False
                at += 1
        return at == end

    def _tighten(self):
        """Tighten lo and hi through the clues to a fixed point; return False on a contradiction."""
        clue: cython.int
        box: cython.int
        k: cython.int
        m: cython.int
        least: cython.int
        most: cython.int
        low: cython.int
        high: cython.int
        need: cython.int
        pending: cython.int = self.n_clues
        for clue in range(self.n_clues):
            self.queue[clue] = clue
            self.queued[clue] = 1
        while pending > 0:
            pending -= 1
            clue = self.queue[pending]
            self.queued[clue] = 0
            if clue == self.asked:
                continue
            need = self.clue_need[clue]
            least = 0
            most = 0
            for k in range(self.clue_start[clue], self.clue_start[clue + 1]):
                least += self.lo[self.clue_box[k]]
                most += self.hi[self.clue_box[k]]
            if need < least or need > most:
                self.culprit = self.clue_cell[clue]
                return False
            for k in range(self.clue_start[clue], self.clue_start[clue + 1]):
                box = self.clue_box[k]
                low = need - (most - self.hi[box])
                high = need - (least - self.lo[box])
                if low <= self.lo[box] and high >= self.hi[box]:
                    continue
                if low > self.lo[box]:
                    least += low - self.lo[box]
                    self.lo[box] = low
                if high < self.hi[box]:
                    most += high - self.hi[box]
                    self.hi[box] = high
                for m in range(self.box_start[box], self.box_start[box + 1]):
                    if not self.queued[self.box_clue[m]]:
                        self.queued[self.box_clue[m]] = 1
                        self.queue[pending] = self.box_clue[m]
                        pending += 1
        return True

    def _measure(self):
        """Compute for each clue its need and its capacity above the lower bounds of its boxes, and
        the bits of the need."""
        clue: cython.int
        box: cython.int
        k: cython.int
        need: cython.int
        room: cython.int
        for clue in range(self.n_clues):
            need = self.clue_need[clue]
            room = 0
            for k in range(self.clue_start[clue], self.clue_start[clue + 1]):
                box = self.clue_box[k]
                need -= self.lo[box]
                room += self.hi[box] - self.lo[box]
            if clue == self.asked:
                # from all mines to none, with so much room that the clue rules out nothing and
                # is never closed
                self.asked_least = self.frontier.asked_mines + self.clue_need[clue] - need
                need = room
                room = 2 * room + 1
            self.clue_need[clue] = need
            self.capacity[clue] = room
            self.width[clue] = 1
            while need > 1:
                need >>= 1
                self.width[clue] += 1

    def _split(self):
        """Collect the components of connected undetermined boxes, breadth first."""
        box: cython.int
        other: cython.int
        clue: cython.int
        k: cython.int
        m: cython.int
        head: cython.int = 0
        tail: cython.int = 0
        self.n_components = 0
        for box in range(self.n_boxes):
            self.component_of[box] = -1
        for clue in range(self.n_clues):
            self.queued[clue] = 0
        for box in range(self.n_boxes):
            if self.component_of[box] >= 0 or self.lo[box] == self.hi[box]:
                continue
            self.member_start[self.n_components] = tail
            self.component_of[box] = self.n_components
            self.member[tail] = box
            tail += 1
            while head < tail:
                for k in range(
                    self.box_start[self.member[head]], self.box_start[self.member[head] + 1]
                ):
                    clue = self.box_clue[k]
                    if self.queued[clue]:
                        continue
                    self.queued[clue] = 1
                    for m in range(self.clue_start[clue], self.clue_start[clue + 1]):
                        other = self.clue_box[m]
                        if self.component_of[other] < 0 and self.lo[other] < self.hi[other]:
                            self.component_of[other] = self.n_components
                            self.member[tail] = other
                            tail += 1
                head += 1
            self.n_components += 1
        self.member_start[self.n_components] = tail
        for clue in range(self.n_clues):
            self.queued[clue] = 0
