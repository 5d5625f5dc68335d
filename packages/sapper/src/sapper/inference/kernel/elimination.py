"""The order in which the clues of a component are eliminated: smallest estimated table first.

This is the greedy min-weight order; see Dechter, "Bucket elimination", Artificial Intelligence 113
(1999), section 4.
"""

import cython

from sapper.kernel.arrays import ints, longs

if not cython.compiled:
    from sapper.inference.kernel.boxes import Boxes


#: Costs from here on are treated as equal: no table is 96 bits wide. (A word has 64 bits, but some
#: neighbours of a clue may close before others open.)
WIDEST = cython.declare(cython.int, 96)


@cython.final
@cython.cclass
class Elimination:
    """Orders clues; ``order[:n]`` has the result of ``arrange``.

    Clues of equal cost form a queue from ``head[cost]`` to ``tail[cost]``, linked by ``later`` and
    ``earlier``; ``cheapest`` is the first cost to try. First come, first served keeps the join
    trees of large components balanced, and therefore most polynomials short.
    """

    def __init__(self, boxes: Boxes):
        n = boxes.frontier.size
        self.boxes = boxes
        self.order = ints(n)
        self.cost = ints(n)
        self.near_at = ints(n)
        self.near_n = ints(n)
        self.near = ints(1024)
        self.mark = longs(n)
        self.head, self.tail = ints(WIDEST + 1), ints(WIDEST + 1)
        self.later, self.earlier = ints(n), ints(n)
        self.stamp = 0

    def arrange(self, component):
        """Write the clues of the component to ``order`` and return their number, or -1 if that
        needs a table that is too wide.

        The cost of a clue is the sum of its neighbours' field widths. Two clues are neighbours if
        they share an undetermined box or if a common neighbour has been eliminated. Once the
        remaining clues are all neighbours, their order no longer matters. A clue that is asked for
        comes last and is never eliminated.
        """
        k: cython.int
        i: cython.int
        clue: cython.int
        n: cython.int = self._collect(component)
        m: cython.int = n  # without the clue asked for, which comes last
        end: cython.int = 0
        if self._put_last(0, n):
            m -= 1
        if n <= 2:
            return n
        for i in range(WIDEST + 1):
            self.head[i] = self.tail[i] = -1
        self.cheapest = WIDEST
        for i in range(m):
            end = self._meet(self.order[i], end)
            self._put(self.order[i])
        for i in range(m):
            while self.head[self.cheapest] < 0:
                self.cheapest += 1
            if self.cheapest == WIDEST:
                return -1
            clue = self.head[self.cheapest]
            self.order[i] = clue
            if self.near_n[clue] == n - i - 1:
                for k in range(self.near_n[clue]):
                    self.order[i + 1 + k] = self.near[self.near_at[clue] + k]
                self._put_last(i + 1, n)
                break
            self._take(clue)
            end = self._connect(clue, end)
        return n

    def _put_last(self, first, end):
        """Exchange the clue asked for and the last of ``order[first:end]``; return whether it is
        among them."""
        i: cython.int
        if self.boxes.asked < 0:
            return False
        for i in range(first, end):
            if self.order[i] == self.boxes.asked:
                self.order[i] = self.order[end - 1]
                self.order[end - 1] = self.boxes.asked
                return True
        return False

    def _put(self, clue):
        """Append a clue to the queue of its cost."""
        cost: cython.int = min(self.cost[clue], WIDEST)
        self.later[clue] = -1
        self.earlier[clue] = self.tail[cost]
        if self.head[cost] >= 0:
            self.later[self.tail[cost]] = clue
        else:
            self.head[cost] = clue
        self.tail[cost] = clue
        self.cheapest = min(self.cheapest, cost)

    def _take(self, clue):
        """Remove a clue from its queue."""
        cost: cython.int = min(self.cost[clue], WIDEST)
        if self.earlier[clue] >= 0:
            self.later[self.earlier[clue]] = self.later[clue]
        else:
            self.head[cost] = self.later[clue]
        if self.later[clue] >= 0:
            self.earlier[self.later[clue]] = self.earlier[clue]
        else:
            self.tail[cost] = self.earlier[clue]

    def _collect(self, component):
        """List the clues of a component in ``order``, not yet ordered."""
        i: cython.int
        k: cython.int
        box: cython.int
        clue: cython.int
        n: cython.int = 0
        self.stamp += 1
        for i in range(self.boxes.member_start[component], self.boxes.member_start[component + 1]):
            box = self.boxes.member[i]
            for k in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
                clue = self.boxes.box_clue[k]
                if self.mark[clue] != self.stamp:
                    self.mark[clue] = self.stamp
                    self.order[n] = clue
                    n += 1
        return n

    def _meet(self, clue, end):
        """List the neighbours of a clue from ``near[end]`` on; return the end of the list."""
        k: cython.int
        m: cython.int
        box: cython.int
        self._begin(clue, end)
        self.mark[clue] = self.stamp
        for k in range(self.boxes.clue_start[clue], self.boxes.clue_start[clue + 1]):
            box = self.boxes.clue_box[k]
            if self.boxes.lo[box] < self.boxes.hi[box]:
                for m in range(self.boxes.box_start[box], self.boxes.box_start[box + 1]):
                    end = self._add(clue, self.boxes.box_clue[m], end)
        self.near_n[clue] = end - self.near_at[clue]
        return end

    def _connect(self, clue, end):
        """Connect the neighbours of an eliminated clue."""
        i: cython.int
        k: cython.int
        one: cython.int
        old: cython.int
        first: cython.int = self.near_at[clue]
        n: cython.int = self.near_n[clue]
        for i in range(first, first + n):
            one = self.near[i]
            if one == self.boxes.asked:
                continue
            old = self.near_at[one]
            self._take(one)
            self._begin(one, end)
            self.mark[one] = self.stamp
            self.mark[clue] = self.stamp
            for k in range(first, first + n):
                end = self._add(one, self.near[k], end)
            for k in range(old, old + self.near_n[one]):
                end = self._add(one, self.near[k], end)
            self.near_n[one] = end - self.near_at[one]
            self._put(one)
        return end

    def _begin(self, clue, end):
        """Start a new list of neighbours for a clue."""
        self.stamp += 1
        self.near_at[clue] = end
        self.cost[clue] = 0

    def _add(self, clue, other, end):
        """Append a neighbour unless it is marked; return the new end of the list."""
        if self.mark[other] == self.stamp:
            return end
        self.mark[other] = self.stamp
        if end == len(self.near):
            self._grow()
        self.near[end] = other
        self.cost[clue] += self.boxes.width[other]
        return end + 1

    def _grow(self):
        bigger: cython.int[::1] = ints(2 * len(self.near))
        bigger[: len(self.near)] = self.near
        self.near = bigger
