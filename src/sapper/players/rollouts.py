"""What a move is worth, by playing on: playouts in which survival counts by its probability.

A layout is drawn from the position, the move is made, and a chain of native strategies plays on.
A guess multiplies the playout's value by its safety; and where it would have hit a mine, another
layout is drawn in which it does not. The mean is the chance to win, as of plain playouts, but no
playout ends early, and its value depends less on luck. Moves that are given the same luck start in
the same layout, as far as it lets them.
"""

from array import array

import cython

if not cython.compiled:
    from sapper.inference.kernel.sampler import Sampler
    from sapper.players.playout import Playouts
from sapper.game import codes
from sapper.inference.kernel.arrays import flags

HIDDEN = cython.declare(cython.int, codes.HIDDEN)
MINE = cython.declare(cython.int, codes.MINE)


@cython.final
@cython.cclass
class Rollouts:
    """Plays on from the positions of one grid by a chain of strategies, given by their numbers.

    ``now`` is the counter whose last count the positions are."""

    def __init__(self, now, grid, mines, zeros_open, chain):
        self.now = now
        self.playouts = Playouts(grid, mines, 0, zeros_open, chain, grid.corner)
        self.first = Sampler(now)
        self.later = Sampler(self.playouts.counter)
        self.view = flags(grid.size)

    def take(self, view):
        """Play from this position on, without flags; the counter has just counted it."""
        for i, code in enumerate(view):
            self.view[i] = code
        self.first.make_ready()

    def values(self, cell, luck, games):
        """The chance to win by opening a cell that may be safe, as playouts number ``luck`` and
        following have it: an array of floats."""
        found = array("d", [0.0]) * games
        values: cython.double[::1] = found
        i: cython.longlong
        n: cython.longlong = games
        index: cython.int = cell
        number: cython.ulonglong = luck
        with cython.nogil:
            for i in range(n):
                values[i] = self._expect(index, number + i)
        return found

    def _expect(self, cell, luck):
        """The chance to win in one playout. Where counting is too hard, it is lost."""
        i: cython.int
        k: cython.int
        n: cython.int
        value: cython.double = 1.0 - self.now.risk(cell)
        self._begin(luck)
        self._draw(self.first, cell)
        while True:
            n = self.playouts.board.open(cell)
            for i in range(n):
                self.playouts.counter.frontier.reveal(
                    self.playouts.board.opened[i], self.playouts.board.view
                )
            self.playouts.counter.frontier.settle()
            if self.playouts.board.safe_left == 0:
                return value
            cell = -1
            for k in range(self.playouts.n_chain):
                cell = self.playouts._decide(self.playouts.chain[k])
                if cell >= 0:
                    break
            if cell < 0:
                return 0.0
            if self.playouts.sure:
                continue
            if self.playouts.ending:
                return value * self.playouts.endgame.won / self.playouts.endgame.n_layouts
            value *= 1.0 - self.playouts.counter.risk(cell)
            if self.playouts.board.mine[cell]:
                self.later.prepare()
                self._draw(self.later, cell)

    def _begin(self, luck):
        """Lay out the position anew."""
        i: cython.int
        self.playouts.chance.seed(luck)
        self.playouts.untouched = False
        self.playouts.n_proved = 0
        for i in range(self.playouts.board.size):
            self.playouts.proved[i] = 0
            self.playouts.board.view[i] = self.view[i]
        self.playouts.counter.frontier.follow(self.now.frontier)

    def _draw(self, sampler, safe):
        """Put a layout under what is hidden, one in which this cell is safe."""
        i: cython.int
        hidden: cython.int = 0
        sampler.draw(self.playouts.chance)
        while sampler.layout[safe]:
            sampler.draw(self.playouts.chance)
        for i in range(self.playouts.board.size):
            self.playouts.board.mine[i] = 0
            self.playouts.board.clue[i] = 0
        for i in range(self.playouts.board.size):
            if sampler.layout[i] or self.playouts.board.view[i] == MINE:
                self.playouts.board.put(i)
            elif self.playouts.board.view[i] == HIDDEN:
                hidden += 1
        self.playouts.board.safe_left = hidden
