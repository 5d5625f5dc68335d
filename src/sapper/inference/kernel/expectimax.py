# cython: overflowcheck=False
# (names of states wrap by design)
"""Exact perfect play: how many of the remaining layouts the best policy wins.

Expectimax over what a player may know; each layout is a word of bits. A cell that is safe in all
layouts is opened first, because it can only add information. Otherwise each cell is tried: the
layouts in which it is safe are split by the clue that it shows. A state is remembered only by what
remains: the unsettled cells, the mines among them, and what the open cells around them still need,
independent of its place and orientation on the board. So different games, and even different
boards, share states. Independent remainders are solved separately.

Each search asks whether at least a given number of layouts can be won, and gives up a cell as soon
as that is impossible.
"""

import time

import cython

from sapper.chance import Chance
from sapper.inference.kernel.arrays import flags, ints, words
from sapper.inference.kernel.bounds import Bounds

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
M1 = cython.declare(cython.ulonglong, 0x5555555555555555)
M2 = cython.declare(cython.ulonglong, 0x3333333333333333)
M4 = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)

MOST_CELLS = 60  #: one word of bits, with a few to spare
UNSETTLED = cython.declare(cython.int, 63)  #: the code of an unsettled cell in names
CODES = cython.declare(cython.int, 64)
LOOK = cython.declare(cython.longlong, 1 << 14)  #: visits between two checks of the clock


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _bits(x: cython.ulonglong) -> cython.int:
    """Return how many bits are set."""
    x = x - ((x >> 1) & M1)
    x = (x & M2) + ((x >> 2) & M2)
    x = (x + (x >> 4)) & M4
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return cython.cast(cython.int, x & 127)


@cython.final
@cython.cclass
class Expectimax:
    """Solves sets of layouts over the cells of one grid, at most ``MOST_CELLS``.

    ``bounds`` has the known bounds of states. Once time or memory has run out (``gave_up``), the
    result of the current search is invalid.
    """

    def __init__(self, grid, report=None):
        n = grid.size
        self.n = n
        self.shaped = grid.kind == "square"
        self.stride = max(grid.width, grid.height)
        self.near = words(n)
        for i in range(n):
            self.near[i] = sum(1 << j for j in grid.neighbours(i))
        self.row, self.column = ints(n), ints(n)
        for i in range(n):
            self.row[i], self.column[i] = divmod(i, grid.width)
        self.order, self.safe_in = ints(n * (2 * n + 8)), ints(n * (2 * n + 8))
        self.starts, self.fill = ints((n + 3) * (2 * n + 8)), ints(n + 3)
        self.threat = words(n)
        self.seen_row, self.seen_column, self.seen_code = ints(n), ints(n), ints(n)
        places = max(self.stride * self.stride, n)
        chance = Chance(n)
        self.code_a = words(places * 64)
        self.code_b = words(places * 64)
        for i in range(places * 64):
            self.code_a[i] = chance.bits()
            self.code_b[i] = chance.bits()
        self._room(1)
        self.found_a = 0
        self.found_b = 0
        self.closed = 0
        self.left = 0
        self.report = report
        self.deadline = 1e300
        self.bounds = Bounds()
        self.visits = 0
        self.tick = LOOK
        self.stopped = False

    def within(self, seconds, megabytes):
        """Stop after ``seconds`` from now, or when states take more than ``megabytes``."""
        self.deadline = time.monotonic() + seconds
        self.bounds.within(megabytes)
        self.stopped = False

    def gave_up(self):
        """Whether time or memory ran out, or the search was stopped from outside."""
        return self.stopped

    def lay(self, free, mines):
        """Load all ways to place ``mines`` mines in the cells ``free``; return their number."""
        from math import comb

        count = comb(len(free), mines)
        self._room(count)
        bits = [1 << i for i in free]
        self._fill(bits, mines)
        return count

    def _fill(self, bits, mines):
        """Enumerate all choices as words of bits (Gosper's hack)."""
        k: cython.int
        at: cython.longlong = 0
        n: cython.int = len(bits)
        cell = words(max(n, 1))
        for k in range(n):
            cell[k] = bits[k]
        place: cython.ulonglong[::1] = cell
        chosen: cython.ulonglong = (ONE << mines) - 1
        end: cython.ulonglong = ONE << n
        lowest: cython.ulonglong
        ripple: cython.ulonglong
        word: cython.ulonglong
        if mines == 0:
            self.stack[0] = 0
            return
        while chosen < end:
            word = 0
            for k in range(n):
                if chosen >> k & 1:
                    word |= place[k]
            self.stack[at] = word
            at += 1
            lowest = chosen & (WORD - chosen + 1)
            ripple = chosen + lowest
            chosen = (((chosen ^ ripple) >> 2) // lowest) | ripple

    def _room(self, count):
        """Make room for ``count`` layouts."""
        self.stack, self.spare = words(max(count, 1)), words(max(count, 1))
        self.kind = flags(max(count, 1))

    def take(self, layouts):
        """Load these layouts, each a word of bits."""
        self._room(len(layouts))
        for i, layout in enumerate(layouts):
            self.stack[i] = layout

    def win(self, count, hidden, need):
        """Return how many of the first ``count`` layouts perfect play wins with the cells
        ``hidden`` hidden: exactly if at least ``need``, else an upper bound below it."""
        end: cython.longlong = count
        cells: cython.ulonglong = hidden
        least: cython.longlong = need
        won: cython.longlong
        with cython.nogil:
            won = self.solve(0, end, cells, least, 0)
        return won

    def least_risk(self, count, hidden):
        """Return how many of the first ``count`` layouts are won by always opening a cell of least
        risk: a lower bound found without search."""
        end: cython.longlong = count
        cells: cython.ulonglong = hidden
        won: cython.longlong
        with cython.nogil:
            won = self._greedy(0, end, cells, 0)
        return won

    def most(self, count, hidden):
        """Return an upper bound on what can be won of the first ``count`` layouts, found by opening
        safe cells and by the remembered bounds of the states after that."""
        end: cython.longlong = count
        cells: cython.ulonglong = hidden
        won: cython.longlong
        with cython.nogil:
            won = self._most(0, end, cells, 0)
        return won

    def solve(self, start, end, hidden, need, depth):
        """Return what can be won of ``stack[start:end]``, whose order may change."""
        cell: cython.int
        if end - start <= 1 or self.stopped:
            return end - start
        self.visits += 1
        self.tick -= 1
        if self.tick == 0:
            self._look()
        cell = self._safe(start, end, hidden)
        if cell >= 0:
            return self._open(start, end, self.closed, cell, need, end - start, depth)
        if end - start == 2:
            return 1
        return self._guess(start, end, self.closed, self.left, need, depth)

    def _safe(self, start, end, hidden):
        """Return a hidden cell that is safe in all layouts and shows different clues, or -1.

        ``closed`` is set to the cells still hidden once this cell and all earlier safe ones, which
        add no information, are open. Without such a cell, ``left`` is set to the unsettled ones
        among them."""
        i: cython.longlong
        cell: cython.int
        clue: cython.int
        always: cython.ulonglong = WORD
        ever: cython.ulonglong = 0
        near: cython.ulonglong
        safe: cython.ulonglong
        for i in range(start, end):
            always &= self.stack[i]
            ever |= self.stack[i]
        safe = hidden & (ever ^ WORD)
        for cell in range(self.n):
            if safe >> cell & 1:
                hidden &= WORD ^ (ONE << cell)
                near = self.near[cell]
                clue = _bits(self.stack[start] & near)
                for i in range(start + 1, end):
                    if _bits(self.stack[i] & near) != clue:
                        self.closed = hidden
                        return cell
        self.closed = hidden
        self.left = hidden & (always ^ WORD)
        return -1

    def _greedy(self, start, end, hidden, depth):
        """Return what opening cells of least risk wins of ``stack[start:end]``."""
        k: cython.int
        cell: cython.int
        clues: cython.int
        at: cython.int = depth * (self.n + 3)
        won: cython.longlong = 0
        if end - start <= 1:
            return end - start
        cell = self._safe(start, end, hidden)
        hidden = self.closed
        if cell < 0:
            if end - start == 2:
                return 1
            self._rank(start, end, self.left, depth)
            cell = self.order[depth * self.n]
            hidden &= WORD ^ (ONE << cell)
        clues = _bits(self.near[cell]) + 1
        self._split(start, end, cell, depth)
        for k in range(clues):
            won += self._greedy(
                start + self.starts[at + k], start + self.starts[at + k + 1], hidden, depth + 1
            )
        return won

    def _most(self, start, end, hidden, depth):
        """Return an upper bound on what can be won of ``stack[start:end]``."""
        k: cython.int
        cell: cython.int
        clues: cython.int
        at: cython.int = depth * (self.n + 3)
        won: cython.longlong = 0
        known: cython.longlong
        if end - start <= 1:
            return end - start
        cell = self._safe(start, end, hidden)
        hidden = self.closed
        if cell < 0:
            if end - start == 2:
                return 1
            self._name(self.stack[start], hidden, self.left)
            known = self.bounds.high[self.bounds.find(self.found_a, self.found_b)]
            self._rank(start, end, self.left, depth)
            won = self.safe_in[depth * self.n + self.order[depth * self.n]]
            return min(won, known) if known > 0 else won
        clues = _bits(self.near[cell]) + 1
        self._split(start, end, cell, depth)
        for k in range(clues):
            won += self._most(
                start + self.starts[at + k], start + self.starts[at + k + 1], hidden, depth + 1
            )
        return won

    def _guess(self, start, end, hidden, left, need, depth):
        """Return what the best of the unsettled cells ``left`` wins."""
        k: cython.int
        cells: cython.int
        cell: cython.int
        at: cython.int = depth * self.n
        slot: cython.longlong
        known: cython.longlong
        value: cython.longlong
        target: cython.longlong
        best: cython.longlong = 0
        bound: cython.longlong = 0
        name_a: cython.ulonglong
        name_b: cython.ulonglong
        self._name(self.stack[start], hidden, left)
        name_a = self.found_a
        name_b = self.found_b
        slot = self.bounds.find(name_a, name_b)
        known = self.bounds.high[slot]
        if known > 0 and (known == self.bounds.low[slot] or known < need):
            return known
        value = self._parts(start, end, hidden, left, depth)
        if value >= 0:
            best = value
        else:
            cells = self._rank(start, end, left, depth)
            for k in range(cells):
                cell = self.order[at + k]
                target = max(best + 1, need)
                if self.safe_in[at + cell] < target:
                    bound = max(bound, self.safe_in[at + cell])
                    break
                value = self._open(
                    start,
                    end,
                    hidden & (WORD ^ (ONE << cell)),
                    cell,
                    target,
                    self.safe_in[at + cell],
                    depth,
                )
                if self.stopped:
                    return end - start
                if value >= target:
                    best = value
                else:
                    bound = max(bound, value)
        if self.stopped:
            return end - start
        if best > 0:
            bound = best
        self.stopped = not self.bounds.keep(name_a, name_b, best, bound)
        return bound

    def _open(self, start, end, hidden, cell, need, most, depth):
        """Return what can be won by opening a cell that is safe in ``most`` of the layouts."""
        k: cython.int
        widest: cython.int
        clues: cython.int = _bits(self.near[cell]) + 1
        at: cython.int = depth * (self.n + 3)
        won: cython.longlong = 0
        size: cython.longlong
        value: cython.longlong
        due: cython.longlong
        done: cython.ulonglong = 0
        self._split(start, end, cell, depth)
        while most > 0:
            widest = -1  # the largest part first: it can lose the most
            size = 0
            for k in range(clues):
                if not done >> k & 1 and self.starts[at + k + 1] - self.starts[at + k] > size:
                    size = self.starts[at + k + 1] - self.starts[at + k]
                    widest = k
            done |= ONE << widest
            most -= size
            due = need - won - most
            value = self.solve(
                start + self.starts[at + widest],
                start + self.starts[at + widest + 1],
                hidden,
                due,
                depth + 1,
            )
            won += value
            if value < due:
                return won + most
        return won

    def _split(self, start, end, cell, depth):
        """Sort layouts by what a cell shows in them: clues in ascending order, then a mine.

        Part k is then ``stack[start + starts[k] : start + starts[k + 1]]``."""
        i: cython.longlong
        k: cython.int
        kind: cython.int
        mine: cython.int
        at: cython.int = depth * (self.n + 3)
        clues: cython.int = _bits(self.near[cell]) + 1
        near: cython.ulonglong = self.near[cell]
        word: cython.ulonglong
        for k in range(clues + 2):
            self.starts[at + k] = 0
        for i in range(start, end):
            word = self.stack[i]
            mine = cython.cast(cython.int, word >> cell & 1)
            kind = _bits(word & near) * (1 - mine) + clues * mine
            self.kind[i] = kind
            self.starts[at + kind + 1] += 1
        for k in range(clues + 1):
            self.starts[at + k + 1] += self.starts[at + k]
            self.fill[k] = self.starts[at + k]
        for i in range(start, end):
            kind = self.kind[i]
            self.spare[self.fill[kind]] = self.stack[i]
            self.fill[kind] += 1
        for i in range(end - start):
            self.stack[start + i] = self.spare[i]

    def _rank(self, start, end, left, depth):
        """List the cells ``left`` by the number of layouts in which they are safe, most first.

        A cell is left out if another one is safe whenever it is, because opening that one first
        and this one next wins as much. Of cells that are safe in the same layouts, only the lowest
        is listed.
        """
        i: cython.longlong
        k: cython.int
        cell: cython.int
        count: cython.int = 0
        at: cython.int = depth * self.n
        word: cython.ulonglong
        mine: cython.ulonglong
        mined: cython.longlong
        threat: cython.ulonglong
        for cell in range(self.n):
            if left >> cell & 1:
                mined = 0
                threat = 0
                for i in range(start, end):
                    word = self.stack[i]
                    mine = word >> cell & 1
                    mined += mine
                    threat |= word & ((mine - 1) & WORD)
                self.safe_in[at + cell] = cython.cast(cython.int, end - start - mined)
                self.threat[cell] = threat
        for cell in range(self.n):
            if left >> cell & 1:
                word = left & (WORD ^ self.threat[cell]) & (WORD ^ (ONE << cell))
                if word and self._outdone(cell, word, at):
                    continue
                k = count
                while k > 0 and self.safe_in[at + self.order[at + k - 1]] < self.safe_in[at + cell]:
                    self.order[at + k] = self.order[at + k - 1]
                    k -= 1
                self.order[at + k] = cell
                count += 1
        return count

    def _outdone(self, cell, others, at):
        """Return whether one of the others, safe whenever this cell is, is safe more often or has a
        lower index."""
        other: cython.int
        for other in range(self.n):
            if others >> other & 1 and (
                other < cell or self.safe_in[at + other] > self.safe_in[at + cell]
            ):
                return True
        return False

    def _parts(self, start, end, hidden, left, depth):
        """Return what can be won if the cells fall into independent parts, each with a fixed number
        of mines; -1 if they do not."""
        i: cython.longlong
        here: cython.longlong
        won: cython.longlong = 1
        all_of_them: cython.longlong = 1
        parts: cython.int = 0
        mines: cython.int
        fixed: cython.bint
        rest: cython.ulonglong = left
        loose: cython.ulonglong = 0
        part: cython.ulonglong
        other: cython.ulonglong
        word: cython.ulonglong
        pivot: cython.ulonglong = self.stack[start]
        part = self._part(hidden, left, left & (WORD - left + 1))
        if part == left:
            return -1
        # First check that there are at least two; all parts without a fixed number count as one.
        while rest:
            part = self._part(hidden, left, rest & (WORD - rest + 1))
            rest &= WORD ^ part
            mines = _bits(pivot & part)
            fixed = True
            for i in range(start, end):
                if _bits(self.stack[i] & part) != mines:
                    fixed = False
                    break
            if fixed:
                parts += 1
            else:
                loose |= part
        if parts + (loose != 0) < 2:
            return -1
        rest = left
        while rest:
            if loose & rest:
                part = loose
            else:
                part = self._part(hidden, left, rest & (WORD - rest + 1))
            rest &= WORD ^ part
            other = left & (WORD ^ part)
            word = pivot & other
            here = start
            for i in range(start, end):
                if self.stack[i] & other == word:
                    pivot = self.stack[i]
                    self.stack[i] = self.stack[here]
                    self.stack[here] = pivot
                    here += 1
            all_of_them *= here - start
            won *= self.solve(start, here, hidden, 0, depth + 1)
            pivot = self.stack[start]
            if self.stopped:
                return 0
        return won if all_of_them == end - start else -1

    def _part(self, hidden, left, seed):
        """Return the cells of ``left`` connected to a seed, directly or not.

        Neighbours are connected, and so are cells that touch the same open cell."""
        cell: cython.int
        near: cython.ulonglong
        grown: cython.ulonglong = 0
        while grown != seed:
            grown = seed
            for cell in range(self.n):
                near = self.near[cell] & left
                if left >> cell & 1:
                    if seed >> cell & 1:
                        seed |= near
                elif not hidden >> cell & 1 and near & seed:
                    seed |= near
        return seed

    def _name(self, mines, hidden, left):
        """Name what remains by two words that do not depend on its place and orientation."""
        cell: cython.int
        turn: cython.int
        k: cython.int
        r: cython.int
        c: cython.int
        place: cython.int
        code: cython.int
        count: cython.int = 0
        top: cython.int = self.n
        first: cython.int = self.n
        height: cython.int = 0
        width: cython.int = 0
        near: cython.ulonglong
        a: cython.ulonglong
        b: cython.ulonglong
        for cell in range(self.n):
            if left >> cell & 1:
                code = UNSETTLED
            else:
                near = self.near[cell] & left
                if hidden >> cell & 1 or not near:
                    continue
                code = _bits(near & mines)
            self.seen_row[count] = self.row[cell]
            self.seen_column[count] = self.column[cell]
            self.seen_code[count] = code if self.shaped else code + CODES * cell
            top = min(top, self.row[cell])
            first = min(first, self.column[cell])
            height = max(height, self.row[cell])
            width = max(width, self.column[cell])
            count += 1
        height -= top
        width -= first
        for turn in range(8 if self.shaped else 1):
            a = 0
            b = 0
            for k in range(count):
                if self.shaped:
                    r = self.seen_row[k] - top
                    c = self.seen_column[k] - first
                    if turn & 1:
                        c = width - c
                    if turn & 2:
                        r = height - r
                    place = c * self.stride + r if turn & 4 else r * self.stride + c
                    code = place * CODES + self.seen_code[k]
                else:
                    code = self.seen_code[k]
                a = (a + self.code_a[code]) & WORD
                b = (b + self.code_b[code]) & WORD
            if turn == 0 or a < self.found_a or (a == self.found_a and b < self.found_b):
                self.found_a = a
                self.found_b = b
        k = _bits(mines & left)
        self.found_a = (self.found_a + self.code_a[k] * 3) & WORD
        self.found_b = (self.found_b + self.code_b[k] * 3) & WORD

    def _look(self):
        """Check whether the time is up or the search is to be stopped."""
        self.tick = LOOK
        if time.monotonic() > self.deadline or (
            self.report is not None and self.report(self.bounds.states)
        ):
            self.stopped = True
