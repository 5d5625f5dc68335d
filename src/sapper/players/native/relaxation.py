# cython: overflowcheck=False
# (random numbers wrap by design)
"""An upper bound on the chance to win: all mines are shown after so many guesses.

In the relaxed game a player guesses as usual, but as soon as so many guesses have been survived,
the whole layout is shown, and the game is won. Nobody wins it less often than the real game, as the
information shown can be ignored. Two facts make its value easy to bound:

- A cell that is certainly safe is opened first, for that can only give information. So the moves up
  to a guess are the same for every way of playing that is worth considering.
- The last guess is one of least risk. The value of a guess before it is the mean, over the layouts
  in which it is safe, of the value of the position that it leads to.

The mean is estimated in layouts drawn exactly uniformly, the same ones for every guess. The largest
of these estimates is, in expectation, at least the value of the best guess, because the expectation
of a maximum is at least the maximum of the expectations (the high estimator of M. Broadie and
P. Glasserman 1997, "Pricing American-style securities using simulation"). So the mean of ``value``
over deals is at least the chance to win of any player who opens the same first cell. Endings with
few layouts are solved exactly, and a position in which counting becomes too hard counts as won.
"""

import cython

if not cython.compiled:
    from sapper.chance import Chance
    from sapper.inference.kernel.sampler import TableSampler
    from sapper.players.native.certain import CertainGame
    from sapper.players.native.endgame import Endgame
from sapper.game import codes
from sapper.game.deal import DEALS
from sapper.game.rules import PROMISES
from sapper.inference.kernel.arrays import ints
from sapper.inference.kernel.constants import CellState, Status
from sapper.players.native.codes import STRENGTHS
from sapper.players.native.endgame import LAYOUTS

HIDDEN = cython.declare(cython.int, codes.HIDDEN)
MINE = cython.declare(cython.int, codes.MINE)
UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
OK = cython.declare(cython.int, Status.OK)
DEAL = cython.declare(cython.ulonglong, DEALS)


@cython.final
@cython.cclass
class Relaxation:
    """Bounds games on one grid in which all mines are shown after ``guesses`` guesses, from 1.

    Every guess but the last is weighed in this many ``layouts``. Positions with at most ``ending``
    layouts are solved exactly.
    """

    def __init__(self, grid, mines, zeros_open, guesses, layouts, ending=LAYOUTS):
        strength = len(STRENGTHS) - 1
        self.game = CertainGame(grid, mines, PROMISES["any"], zeros_open, grid.corner, strength)
        self.endgame = Endgame(grid, ending)
        self.sampler = TableSampler(self.game.counter)
        self.chance = Chance()
        self.mines = mines
        self.playable = len(grid.playable)
        self.guesses = guesses
        self.layouts = layouts
        self.candidates = ints(grid.size)
        self.first = 0.0
        if guesses > 1:
            self.after = Relaxation(grid, mines, zeros_open, guesses - 1, layouts, ending)

    def values(self, cell, promise, seed, number, first, last):
        """Write the values of some deals of a seed, from ``number`` on, if this cell is opened
        first; the rule ``promise`` keeps it safe.

        ``first`` and ``last`` are arrays of doubles of the same length, for the values if all mines
        are shown after the first guess, and after the last one. No ``last`` is above its
        ``first``."""
        shown_first: cython.double[::1] = first
        shown_last: cython.double[::1] = last
        i: cython.int
        n: cython.int = len(last)
        index: cython.int = cell
        rule: cython.int = promise
        key: cython.ulonglong = seed
        deal: cython.ulonglong = number
        with cython.nogil:
            for i in range(n):
                shown_last[i] = self._deal(index, rule, key, deal + i)
                shown_first[i] = self.first

    def _deal(self, cell, promise, seed, number):
        """Return the value of one deal that begins with this cell."""
        self.chance.seed(0)
        self.chance.fold(seed)
        self.chance.fold(DEAL)
        self.chance.fold(number)
        self.game.board.shuffle(self.chance, self.playable)
        self.game.board.lay(self.mines, cell, promise)
        self.game.counter.frontier.cover(self.mines)
        return self._open(cell)

    def _open(self, cell):
        """Return the value after opening a safe cell."""
        i: cython.int
        for i in range(self.game.board.open(cell)):
            self.game.counter.frontier.reveal(self.game.board.opened[i], self.game.board.view)
        self.game.counter.frontier.settle()
        self.first = 1.0
        if self.game._go() == 0 or self.game.counter.work.status != OK:
            return 1.0
        if self.endgame.solve(self.game.counter) >= 0:
            self.first = self.endgame.won
            self.first /= self.endgame.n_layouts
            return self.first
        return self._guess()

    def _guess(self):
        """Return the value of a position without a safe cell."""
        i: cython.int
        n: cython.int = self._rank()
        luck: cython.ulonglong
        safety: cython.double
        best: cython.double = 0.0
        self.first = 1.0 - self.game.counter.risk(self.candidates[0])
        if self.guesses == 1:
            return self.first
        luck = self.chance.bits()
        self.sampler.prepare()
        for i in range(n):
            safety = 1.0 - self.game.counter.risk(self.candidates[i])
            if safety <= best:
                break
            best = max(best, safety * self._mean(self.candidates[i], luck, best / safety))
        return best

    def _rank(self):
        """List the cells that may be safe, those of the least risk first; return their number."""
        i: cython.int
        k: cython.int
        n: cython.int = 0
        risk: cython.double
        for i in range(self.game.board.size):
            if self.game.counter.frontier.known[i] == UNKNOWN:
                risk = self.game.counter.risk(i)
                k = n
                while k > 0 and self.game.counter.risk(self.candidates[k - 1]) > risk:
                    self.candidates[k] = self.candidates[k - 1]
                    k -= 1
                self.candidates[k] = i
                n += 1
        return n

    def _mean(self, cell, luck, least):
        """Return the mean value after a guess that survives, or 0 if it is at most ``least``."""
        i: cython.int
        total: cython.double = 0.0
        for i in range(self.layouts):
            if total + self.layouts - i <= least * self.layouts:
                return 0.0
            total += self.after._survive(self, cell, luck + i)
        return total / self.layouts

    def _survive(self, before, cell, luck):
        """Return the value after opening a cell in a layout in which it is safe."""
        i: cython.int
        hidden: cython.int = 0
        self.chance.seed(luck)
        before.sampler.draw(self.chance)
        while before.sampler.layout[cell]:
            before.sampler.draw(self.chance)
        self.game.counter.frontier.follow(before.game.counter.frontier)
        for i in range(self.game.board.size):
            self.game.board.mine[i] = 0
            self.game.board.clue[i] = 0
            self.game.board.view[i] = before.game.board.view[i]
        for i in range(self.game.board.size):
            if before.sampler.layout[i] or self.game.board.view[i] == MINE:
                self.game.board.put(i)
            elif self.game.board.view[i] == HIDDEN:
                hidden += 1
        self.game.board.safe_left = hidden
        return self._open(cell)
