"""Games in which only certain cells are opened, until nothing more is certain.

What counts as certain depends on a fixed strength: what single clues settle; what two clues
together settle; what all clues settle; and what they settle with the number of mines.
"""

import cython

if not cython.compiled:
    from sapper.game.kernel.board import Board
    from sapper.inference.kernel.counter import Counter
    from sapper.kernel.bits import lowest
    from sapper.kernel.chance import Chance
from sapper.game.codes import HIDDEN as HIDDEN_CODE
from sapper.game.deal import DEALS
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.status import CellState, Status
from sapper.kernel.arrays import ints, words

#: The deductions that a player of certain moves makes, the weakest first: from single clues, from
#: two clues together, from all clues, and from all clues with the number of mines.
STRENGTHS = ("single clues", "pairs of clues", "all clues", "all clues and the number of mines")

HIDDEN = cython.declare(cython.int, HIDDEN_CODE)
UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
OK = cython.declare(cython.int, Status.OK)

SINGLE = cython.declare(cython.int, STRENGTHS.index("single clues"))
PAIRS = cython.declare(cython.int, STRENGTHS.index("pairs of clues"))
CLUES = cython.declare(cython.int, STRENGTHS.index("all clues"))


@cython.final
@cython.cclass
class CertainGame:
    """Plays certain moves, starting at the cell ``first``, on one board of a grid after another.

    ``proved`` has a bit for each hidden cell that counting has proved safe. To ignore the number of
    mines (``CLUES``), enough cells and mines are added off the frontier to make every number of
    mines on it possible.
    """

    def __init__(self, grid, mines, promise, zeros_open, first, strength):
        self.board = Board(grid, zeros_open)
        self.counter = Counter(grid)
        self.counter.limit(MAX_MEGABYTES, MAX_COUNT_STEPS)
        self.mines = mines
        self.promise = promise
        self.first = first
        self.strength = strength
        self.playable = len(grid.playable)
        self.proved = words(self.counter.frontier.words)
        self.marked = ints(grid.size)
        self.seen = ints(grid.size)
        self.stamp = 0

    def deal(self, seed, number):
        """Lay deal ``number`` of a seed; return the number of mines without a cell under the
        first-move rule."""
        self.board.shuffle(Chance(seed, DEALS, number), self.playable)
        return self.board.lay(self.mines, self.first, self.promise)

    def place(self, mines):
        """Put mines on exactly these cells."""
        self.board.place(mines)

    def move(self, cell, mine):
        """Add or remove the mine of a hidden cell, and update the clues around it."""
        k: cython.int
        near: cython.int
        step: cython.int = 1 if mine else -1
        self.board.mine[cell] = mine
        for k in range(self.board.starts[cell], self.board.starts[cell + 1]):
            near = self.board.near[k]
            self.board.clue[near] += step
            if self.board.view[near] < HIDDEN:
                self.board.view[near] = self.board.clue[near]

    def play(self):
        """Play the board from its first cell; return the number of hidden safe cells once no move
        is certain, or -1 if the first cell is a mine."""
        left: cython.int = -1
        with cython.nogil:
            self._start()
            if not self.board.mine[self.first]:
                left = self._go()
        return left

    def resume(self):
        """Continue from the open cells after mines were moved; return the number of hidden safe
        cells."""
        left: cython.int
        with cython.nogil:
            self.counter.forget()
            self.counter.frontier.load(self.board.view, self.mines)
            left = self._go()
        return left

    def open(self, cell):
        """Open a hidden safe cell after a game; ``resume`` continues from there."""
        self.board.open(cell)

    def _start(self):
        """Cover the board, and open the first cell."""
        i: cython.int
        for i in range(self.board.size):
            if self.board.view[i] < HIDDEN:
                self.board.view[i] = HIDDEN
        self.board.safe_left = self.playable - self.mines
        self.counter.forget()
        self.counter.frontier.cover(self.mines)
        if self.strength == CLUES:
            self.counter.frontier.mines_left += self.board.size
            self.counter.frontier.undecided += 2 * self.board.size
        if not self.board.mine[self.first]:
            for i in range(self.board.open(self.first)):
                self.counter.frontier.reveal(self.board.opened[i], self.board.view)
            self.counter.frontier.settle()

    def _go(self):
        """Open certain cells until none is left; return the number of hidden safe cells."""
        i: cython.int
        cell: cython.int
        for i in range(self.counter.frontier.words):
            self.proved[i] = 0
        while self.board.safe_left > 0:
            cell = self._next()
            if cell < 0:
                break
            for i in range(self.board.open(cell)):
                self.counter.frontier.reveal(self.board.opened[i], self.board.view)
            self.counter.frontier.settle()
        return self.board.safe_left

    def _next(self):
        """Return a cell that is certainly safe at this strength, or -1."""
        cell: cython.int = self.counter.frontier.lowest_safe()
        if cell >= 0 or self.strength == SINGLE:
            return cell
        if self.strength == PAIRS:
            while cell < 0 and self._pairs():
                cell = self.counter.frontier.lowest_safe()
            return cell
        return self._count()

    def _count(self):
        """Return a cell that this or an earlier count proves safe, or -1."""
        cell: cython.int = self.board.pop_hidden(self.proved)
        if cell < 0 and self.counter.advance() == OK:
            self.counter.add_safe(self.proved)
            cell = self.board.pop_hidden(self.proved)
        return cell

    def _pairs(self):
        """Settle the cells that pairs of clues with a common undecided cell settle, and then those
        that single clues settle; return whether any pair did."""
        clue: cython.int = lowest(self.counter.frontier.open_bits, 0)
        cell: cython.int
        other: cython.int
        k: cython.int
        m: cython.int
        only: cython.int
        while clue >= 0:
            self.stamp += 1
            only = 0
            for k in range(self.board.starts[clue], self.board.starts[clue + 1]):
                cell = self.board.near[k]
                if self.counter.frontier.known[cell] == UNKNOWN:
                    self.marked[cell] = self.stamp
                    only += 1
            self.seen[clue] = self.stamp
            for k in range(self.board.starts[clue], self.board.starts[clue + 1]):
                cell = self.board.near[k]
                if self.counter.frontier.known[cell] != UNKNOWN:
                    continue
                for m in range(self.board.starts[cell], self.board.starts[cell + 1]):
                    other = self.board.near[m]
                    if not self.counter.frontier.is_clue[other] or self.seen[other] == self.stamp:
                        continue
                    self.seen[other] = self.stamp
                    if self._pair(clue, other, only):
                        return True
            clue = lowest(self.counter.frontier.open_bits, clue + 1)
        return False

    def _pair(self, clue, other, only):
        """Settle the cells that only one of two clues touches if the second needs exactly as many
        more mines as it has cells of its own; return whether it settled any.

        ``marked`` are the ``only`` undecided cells of the first clue.
        """
        k: cython.int
        cell: cython.int
        own: cython.int = 0
        common: cython.int = 0
        for k in range(self.board.starts[other], self.board.starts[other + 1]):
            cell = self.board.near[k]
            if self.counter.frontier.known[cell] == UNKNOWN:
                if self.marked[cell] == self.stamp:
                    common += 1
                else:
                    own += 1
        if self.counter.frontier.need[other] - self.counter.frontier.need[clue] != own:
            return False
        if own == 0 and common == only:
            return False
        for k in range(self.board.starts[other], self.board.starts[other + 1]):
            cell = self.board.near[k]
            if self.counter.frontier.known[cell] == UNKNOWN and self.marked[cell] != self.stamp:
                self.counter.frontier._decide(cell, True)
        # Cells that both clues touch stay undecided: remove their ``stamp``.
        for k in range(self.board.starts[other], self.board.starts[other + 1]):
            self.marked[self.board.near[k]] = 0
        for k in range(self.board.starts[clue], self.board.starts[clue + 1]):
            cell = self.board.near[k]
            if self.counter.frontier.known[cell] == UNKNOWN and self.marked[cell] == self.stamp:
                self.counter.frontier._decide(cell, False)
        self.counter.frontier.settle()
        return True

    def show(self):
        """Return the cells as the bytes of a position."""
        return bytes(self.board.view)

    def holds_mine(self, cell):
        """Return whether a cell holds a mine."""
        return bool(self.board.mine[cell])

    def decided(self, cell):
        """Return whether a cell is open, or decided by single clues or, at that strength, by
        pairs."""
        return self.counter.frontier.known[cell] != UNKNOWN
