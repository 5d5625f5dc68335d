"""Exact counting of positions: the risk of each cell and the number of layouts."""

import time

import cython

if not cython.compiled:
    from sapper.inference.kernel.boxes import Boxes
    from sapper.inference.kernel.combination import Combination
    from sapper.inference.kernel.frontier import Frontier
    from sapper.inference.kernel.inside import InsidePass
    from sapper.inference.kernel.tables import Tables
    from sapper.inference.kernel.work import Work
    from sapper.kernel.bits import put
from sapper.inference.status import CellState, Status
from sapper.kernel.arrays import ints

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)
OPEN = cython.declare(cython.int, CellState.OPEN)

OK = cython.declare(cython.int, Status.OK)
IMPOSSIBLE = cython.declare(cython.int, Status.IMPOSSIBLE)
IMPRECISE = cython.declare(cython.int, Status.IMPRECISE)

NAN = cython.declare(cython.double, float("nan"))
ATTEMPTS = cython.declare(cython.int, 40)


@cython.final
@cython.cclass
class Counter:
    """Counts one position of a grid after another, reusing its memory.

    After ``count`` or ``solve`` has returned ``OK``, the results are those of ``combined`` and of
    its ``marginals``.
    """

    def __init__(self, grid):
        self.work = Work()
        self.frontier = Frontier(grid)
        self.boxes = Boxes(self.frontier)
        self.tables = Tables(self.boxes, grid.widest, self.work)
        self.inside = InsidePass(self.tables, self.work)
        self.combined = Combination(self.tables, self.work)
        self.marginals = self.combined.marginals
        self.answer, self.answering = ints(grid.widest + 1), -1

    def count(self, view, mines, seconds, megabytes, steps):
        """Count a position, given as its bytes and number of mines, and return the status.

        After ``IMPOSSIBLE``, ``culprit`` is the index of a clue at fault, or -1 if only several
        clues together are. ``steps`` limits the work in the same way on every machine; 0 means no
        limit.
        """
        cells: cython.const[cython.uchar][::1] = view
        n_mines: cython.int = mines
        self.work.limit(megabytes, steps, time.monotonic() + seconds)
        with cython.nogil:
            self.forget()
            self.frontier.load(cells, n_mines)
            self.solve()
        return self.work.status

    def count_many(self, views, mines, megabytes, steps, risks, logarithms, statuses):
        """Count positions, each within ``megabytes`` and ``steps`` (0: no limit).

        ``views`` are their cells (uint8, (n, cells)) and ``mines`` their numbers of mines (int32).
        The results are written to ``risks`` (float64, (n, cells)), ``logarithms`` (of the numbers
        of layouts, float64) and ``statuses`` (int32). The GIL is released.
        """
        i: cython.Py_ssize_t
        cells: cython.const[cython.uchar][:, ::1] = views
        n_mines: cython.const[cython.int][::1] = mines
        to: cython.double[:, ::1] = risks
        logs: cython.double[::1] = logarithms
        found: cython.int[::1] = statuses
        self.limit(megabytes, steps)
        with cython.nogil:
            for i in range(len(n_mines)):
                self.frontier.load(cells[i], n_mines[i])
                found[i] = self.solve()
                logs[i] = self.combined.log_layouts
                self.risks(to[i])

    def reveal(self, opened, view):
        """Count the position after a move, within the limits of the last count; return the status.

        ``opened`` are the cells that the move opened, and ``view`` the bytes after it. No open cell
        may be a mine. Only the changes are propagated, and nothing is counted if no undecided cell
        or its clues changed.
        """
        cell: cython.int
        cells: cython.const[cython.uchar][::1] = view
        for cell in opened:
            self.frontier.reveal(cell, cells)
        self.frontier.settle()
        return self.advance()

    def advance(self):
        """Recount the frontier's position if it has changed, and keep its tables for later
        positions; return the status."""
        if self.frontier.changed and self.solve() == OK:
            self.keep()
        return self.work.status

    def limit(self, megabytes, steps):
        """Limit the work of ``solve`` by steps, in the same way on every machine, and without a
        time limit."""
        self.work.limit(megabytes, steps, 0.0)
        self.frontier.changed = True

    def keep(self):
        """Keep the tables of the position just counted, so that only new components of later
        positions are counted; the results are the same."""
        self.inside.reuse.keep()

    def forget(self):
        """Discard the kept tables."""
        self.inside.reuse.forget()
        self.frontier.changed = True

    def solve(self):
        """Count the frontier's position, and return the status. If it has not changed since the
        last count, the results still stand."""
        if not self.frontier.changed:
            return self.work.status
        self.frontier.changed = False
        self.culprit = self.frontier.culprit
        self.work.done = 0
        self.work.status = IMPOSSIBLE
        if self.frontier.contradiction:
            return IMPOSSIBLE
        if not self.boxes.build():
            self.culprit = self.boxes.culprit
            return IMPOSSIBLE
        self._attempt(self._tilt())
        if self.work.status == IMPRECISE:
            self._retilt()
        return self.work.status

    def prepare_clues_of(self, cell, view):
        """Join the boxes for all clues that an undecided cell may show when it is opened, so that
        ``count_with_clue`` can count them one by one; return the status."""
        self.frontier.ask(cell, view)
        self.frontier.changed = False
        self.work.done = 0
        self.work.status = IMPOSSIBLE
        if not self.frontier.contradiction and self.boxes.build():
            self.tables.lean(self._tilt())
            if self.inside.build():
                self._list_answers()
        return self.work.status

    def _list_answers(self):
        """List the states of the root by clue: ``answer[i]`` is the state with i mines more than
        the least possible around the cell asked for, or -1."""
        i: cython.int
        s: cython.longlong
        mines: cython.int
        shift: cython.int
        root: cython.int
        clue: cython.int = self.boxes.asked
        for i in range(len(self.answer)):
            self.answer[i] = -1
        self.answering = -1
        if clue < 0:  # its neighbours are all known
            self.boxes.asked_least = self.frontier.asked_mines
            self.answer[0] = 0
            return
        for i in range(self.boxes.clue_start[clue], self.boxes.clue_start[clue + 1]):
            if self.boxes.component_of[self.boxes.clue_box[i]] >= 0:
                self.answering = self.boxes.component_of[self.boxes.clue_box[i]]
        if self.answering < 0:
            self.answer[0] = 0
            return
        root = self.tables.root[self.answering]
        shift = self.inside.scope.kept_shift[self.inside.scope.kept_at[root]]
        for i in range(self.tables.store.states[root]):
            s = self.tables.store.state_at[root] + i
            mines = self.boxes.clue_need[clue] - cython.cast(
                cython.int, self.tables.store.key[s] >> shift
            )
            self.answer[mines] = i

    def count_with_clue(self, clue):
        """Count the position in which the cell of the last ``prepare_clues_of`` shows this clue,
        and return the status. ``IMPRECISE`` is not remedied, unlike in ``solve``."""
        more: cython.int = clue - self.boxes.asked_least
        self.work.done = 0
        self.work.status = IMPOSSIBLE
        if 0 <= more < len(self.answer) and self.answer[more] >= 0:
            if self.answering >= 0:
                self.tables.chosen[self.answering] = self.answer[more]
            self.work.resume()
            self.combined.combine()
        return self.work.status

    def _attempt(self, tilt):
        """Count with this tilt."""
        self.tables.lean(tilt)
        if self.inside.build():
            self.combined.combine()

    def _retilt(self):
        """Find a tilt under which the relevant numbers of mines have the largest entries.

        The overall mine density gives a good tilt for most positions. Where digits are lost, the
        counts of the frontier alone peak far from those of the whole board; bisecting the tilt
        brings the peaks together.
        """
        attempt: cython.int
        tilt: cython.double = self.tables.tilt
        low: cython.double = -self.tables.steepest
        high: cython.double = self.tables.steepest
        attempt = 0
        while self.work.status == IMPRECISE and attempt < ATTEMPTS:
            if self.combined.pull() > 0:
                high = tilt
            else:
                low = tilt
            tilt = 0.5 * (low + high)
            self._attempt(tilt)
            attempt += 1

    def _tilt(self):
        """Return the power of two nearest to the odds against a mine."""
        tilt: cython.double = 0.0
        mines: cython.double = max(self.frontier.mines_left, 1)
        free: cython.double = max(self.frontier.undecided - self.frontier.mines_left, 1)
        while free > 1.5 * mines and tilt + 1.0 < self.tables.steepest:
            tilt += 1
            mines *= 2
        while mines > 1.5 * free and tilt - 1.0 > -self.tables.steepest:
            tilt -= 1
            free *= 2
        return tilt

    def risk(self, cell):
        """Return the mine probability of a hidden cell; it is exactly 0 or 1 only if certain."""
        box: cython.int
        known: cython.int = self.frontier.known[cell]
        if known != UNKNOWN:
            return 1.0 if known == MINED else 0.0
        box = self.boxes.box_of[cell]
        if box < 0:
            return self.combined.off_risk
        return self.marginals.risk[box]

    def add_safe(self, cells):
        """Add the cells that the last count proves safe to a bit set."""
        cell: cython.int
        box: cython.int
        for box in range(self.boxes.n_boxes):
            if self.marginals.utmost[box] == 0:
                cell = self.boxes.first[box]
                while cell >= 0:
                    put(cells, cell)
                    cell = self.boxes.next[cell]
        if self.combined.off_cells > 0 and self.combined.off_risk == 0.0:
            for cell in range(self.frontier.size):
                if self.frontier.known[cell] == UNKNOWN and self.boxes.box_of[cell] < 0:
                    put(cells, cell)

    def quiet(self, cell, least):
        """Return the chance that no neighbour of a cell is a mine, treating them as independent; if
        it is below ``least``, any number below ``least``."""
        k: cython.int
        other: cython.int
        known: cython.int
        box: cython.int
        quiet: cython.double = 1.0
        for k in range(self.frontier.starts[cell], self.frontier.starts[cell + 1]):
            other = self.frontier.near[k]
            known = self.frontier.known[other]
            if known == UNKNOWN:
                box = self.boxes.box_of[other]
                quiet *= 1.0 - (self.combined.off_risk if box < 0 else self.marginals.risk[box])
                if quiet < least:
                    return quiet
            elif known == MINED:
                return 0.0
        return quiet

    def risks(self, to):
        """Write the mine probability of every cell into an array of doubles, nan where open.

        If counting stopped early, cells that single clues do not settle are nan."""
        cell: cython.int
        known: cython.int
        for cell in range(self.frontier.size):
            known = self.frontier.known[cell]
            if known == OPEN or (known == UNKNOWN and self.work.status != OK):
                to[cell] = NAN
            else:
                to[cell] = self.risk(cell)

    @property
    def held(self):
        """The bytes allocated for tables, which the next position reuses."""
        return self.tables.store.held() + 8 * len(self.combined.prefix)

    @property
    def logarithm(self):
        """The natural logarithm of the number of layouts."""
        return self.combined.log_layouts
