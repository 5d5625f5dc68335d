# cython: overflowcheck=False
# (random numbers wrap by design)
"""An upper bound on the chance to win: after a fixed number of guesses, the player learns which
class of layouts holds.

In the relaxed game a player guesses as usual. Once the last guess has been chosen, the player
learns the class of the true layout (see ``twins``), of which at most one layout is won. Ignoring
this information gives the real game, so the relaxed game is won at least as often. Two facts make
its value easy to bound:

- Certainly safe cells are opened first, because that can only add information. So all policies
  worth considering make the same moves up to a guess.
- The value of the last guess is the mean, over the layouts in which it is safe, of 1 over the
  number of such layouts in the class. The value of an earlier guess is the mean, over the layouts
  in which it is safe, of the value of the position that follows.

The means are estimated from exactly uniform samples of layouts, shared by all guesses. The largest
estimate is, in expectation, at least the value of the best guess, because the expectation of a
maximum is at least the maximum of the expectations (the high estimator of M. Broadie and P.
Glasserman 1997, "Pricing American-style securities using simulation"). So the mean of ``values``
over deals is at least the chance to win of any player who opens the same first cell. Endings with
few layouts are solved exactly, and a position that is too hard to count counts as won.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.sampler import TableSampler
    from sapper.kernel.chance import Chance, Seed
    from sapper.players.kernel.certain import CertainGame
    from sapper.players.kernel.endgame import Endgame
    from sapper_lab.bounds.kernel.twins import Twins
from sapper.game import codes
from sapper.game.deal import DEALS
from sapper.game.rules import FIRST_CODES
from sapper.inference.status import CellState, Status
from sapper.kernel.arrays import doubles, ints
from sapper.players.kernel.certain import STRENGTHS
from sapper.players.kernel.endgame import DEFAULT_LAYOUTS

HIDDEN = cython.declare(cython.int, codes.HIDDEN)
UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
OK = cython.declare(cython.int, Status.OK)
FEWER_LAYOUTS = 10  # the factor by which each further guess has fewer
DEAL = cython.declare(cython.ulonglong, DEALS)


@cython.final
@cython.cclass
class Relaxation:
    """Bounds games on one grid in which all mines are shown after ``guesses`` guesses, from 1.

    The first guess is evaluated in ``layouts`` layouts, each later one in a tenth as many; with
    none, the last guess is worth its safety alone. Positions with at most ``ending`` layouts are
    solved exactly. ``swaps`` limits the swaps of twins, which are all those of the grid otherwise.
    """

    def __init__(
        self, grid, mines, zeros_open, guesses, layouts, ending=DEFAULT_LAYOUTS, swaps=None
    ):
        strength = len(STRENGTHS) - 1
        self.game = CertainGame(grid, mines, FIRST_CODES["any"], zeros_open, grid.corner, strength)
        self.endgame = Endgame(grid, ending)
        self.sampler = TableSampler(self.game.counter)
        self.chance = Chance()
        self.mines = mines
        self.playable = len(grid.playable)
        self.guesses = guesses
        self.layouts = layouts
        self.candidates = ints(grid.size)
        self.before, self.clues, self.n_before = ints(grid.size), ints(grid.size), 0
        self.safe, self.won = ints(grid.size), doubles(grid.size)
        self.twins = Twins(grid, swaps)
        self.first = 0.0
        if guesses > 1:
            fewer = max(1, layouts // FEWER_LAYOUTS)
            self.after = Relaxation(grid, mines, zeros_open, guesses - 1, fewer, ending, swaps)

    def values(self, shown, cell, promise, seed, number, first, last):
        """Write the values of deals of a seed, from ``number`` on, in which the rule ``promise``
        protects ``cell`` and the open cells of ``shown`` (the bytes of a position) have the same
        clues; ``cell`` is opened after them.

        ``first`` and ``last`` are arrays of doubles of equal length. A value in ``first`` is the
        chance to survive the first guess (or to win, if the first position without a certain cell
        is solved exactly); the value in ``last`` is at most that."""
        position: cython.const[cython.uchar][::1] = shown
        shown_first: cython.double[::1] = first
        shown_last: cython.double[::1] = last
        i: cython.int
        n: cython.int = len(last)
        index: cython.int = cell
        rule: cython.int = promise
        key: Seed = Seed(seed)
        deal: cython.ulonglong = number
        self.n_before = 0
        for i in range(self.game.board.size):
            if position[i] < HIDDEN:
                self.before[self.n_before] = i
                self.clues[self.n_before] = position[i]
                self.n_before += 1
        with cython.nogil:
            for i in range(n):
                shown_last[i] = self._deal(index, rule, key, deal + i)
                shown_first[i] = self.first

    def _deal(self, cell, promise, seed, number):
        """Return the value of one deal in which the cells opened before ``cell`` have their
        clues."""
        i: cython.int
        seed.begin(self.chance, DEAL, number)
        self._shuffle(cell, promise)
        while not self._fits():
            self._shuffle(cell, promise)
        self.game.counter.frontier.cover(self.mines)
        for i in range(self.n_before):
            self.game.board.open(self.before[i])
            self.game.counter.frontier.reveal(self.before[i], self.game.board.view)
        return self._open(cell)

    def _shuffle(self, cell, promise):
        self.game.board.shuffle(self.chance, self.playable)
        self.game.board.lay(self.mines, cell, promise)

    def _fits(self):
        """Return whether the cells opened before the first one have their clues."""
        i: cython.int
        for i in range(self.n_before):
            if self.game.board.mine[self.before[i]]:
                return False
            if self.game.board.clue[self.before[i]] != self.clues[i]:
                return False
        return True

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
            return self._last_guess(n)
        luck = self.chance.bits()
        self.sampler.prepare()
        for i in range(n):
            safety = 1.0 - self.game.counter.risk(self.candidates[i])
            if safety <= best:
                break
            best = max(best, safety * self._mean(self.candidates[i], luck, best / safety))
        return best

    def _last_guess(self, n):
        """Return the value if this is the last guess, given the n ranked candidates.

        The losses after it are estimated from the layouts in which a candidate is safe."""
        i: cython.int
        k: cython.int
        cell: cython.int
        safety: cython.double
        best: cython.double = 0.0
        if self.twins.prepare(self.game.counter.frontier) == 0:
            return self.first
        for i in range(n):
            self.safe[self.candidates[i]] = 0
            self.won[self.candidates[i]] = 0.0
        self.sampler.prepare()
        k = self.layouts
        while k > 0:
            k -= 1
            self.sampler.draw(self.chance)
            self.twins.divide(self.sampler.layout)
            for i in range(n):
                cell = self.candidates[i]
                if not self.sampler.layout[cell]:
                    self.safe[cell] += 1
                    self.won[cell] += 1.0 / self.twins.rivals(cell)
        for i in range(n):
            cell = self.candidates[i]
            safety = 1.0 - self.game.counter.risk(cell)
            if safety <= best:
                break
            if self.safe[cell] > 0:
                safety *= self.won[cell] / self.safe[cell]
            best = max(best, safety)
        return best

    def _rank(self):
        """List the cells that may be safe, least risk first; return their number."""
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
        self.chance.seed(luck)
        before.sampler.draw(self.chance)
        while before.sampler.layout[cell]:
            before.sampler.draw(self.chance)
        self.game.counter.frontier.follow(before.game.counter.frontier)
        for i in range(self.game.board.size):
            self.game.board.view[i] = before.game.board.view[i]
        self.game.board.lay_out(before.sampler.layout)
        return self._open(cell)
