# cython: overflowcheck=False
# (keys of positions wrap by design)
"""The value of a move by playouts that weight survival by its probability.

A layout is sampled from the position, the move is made, and a chain of compiled strategies plays
on. Each guess multiplies the value of the playout by its safety; if it would hit a mine, the layout
is resampled such that it does not. The mean is the chance to win, as with plain playouts, but no
playout ends early, and the variance is lower. Moves with the same random numbers start in the same
layout, unless it has a mine at the move's cell.

Decisions by counting are cached across playouts.
"""

from array import array

import cython

if not cython.compiled:
    from sapper.inference.kernel.sampler import TableSampler
    from sapper.kernel.bits import lowest, put, size
    from sapper.kernel.chance import Seed
    from sapper.players.kernel.memory import Memory
    from sapper.players.kernel.playout import Playouts
from sapper.game import codes
from sapper.game.deal import DEALS, PLAYS
from sapper.game.rules import FIRST_CODES
from sapper.kernel.arrays import flags
from sapper.players.kernel.playout import NUMBERS

HIDDEN = cython.declare(cython.int, codes.HIDDEN)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
DEAL = cython.declare(cython.ulonglong, DEALS)
PLAY = cython.declare(cython.ulonglong, PLAYS)

CACHE_SLOTS = 1 << 16  # of the cache, about 4 megabytes

# Strategies that count, and whose decisions are cached.
LEAST_RISK = cython.declare(cython.int, NUMBERS["csp"])
SWIFT = cython.declare(cython.int, NUMBERS["swift"])

# Kinds of decisions: safe cells; a guess among cells, with their safety as number; and a guess at
# the first cell, with the chance to win as number.
PROVED = cython.declare(cython.int, 1)
GUESSED = cython.declare(cython.int, 2)
PLAYED_OUT = cython.declare(cython.int, 3)


@cython.final
@cython.cclass
class Rollouts:
    """Plays positions of one grid to the end by a chain of strategies, given by their numbers.

    ``now`` is the counter that has just counted the position. ``csp`` solves endings of at most
    ``endings`` layouts. The cache has ``slots`` slots, a power of two from 2, of which at most half
    are used."""

    def __init__(self, now, grid, mines, zeros_open, chain, endings=0, slots=CACHE_SLOTS):
        self.now = now
        promise = FIRST_CODES["any"]
        self.playouts = Playouts(grid, mines, promise, zeros_open, chain, grid.corner, endings)
        self.memory = Memory(slots)
        self.first = TableSampler(now)
        self.later = TableSampler(self.playouts.counter)
        self.view = flags(grid.size)

    def take(self, view):
        """Set the position to play on from, without flags, which the counter has just counted."""
        i: cython.int
        for i, code in enumerate(view):
            self.view[i] = code
        self.here = 0
        for i in range(self.playouts.board.size):
            if self.view[i] != HIDDEN:
                self.here = (self.here + self._mark(i, self.view[i])) & WORD
        self.first.prepare()

    def values(self, cell, luck, games):
        """Return the chances to win after opening a cell that may be safe: an array of floats, one
        per playout, numbered from ``luck``."""
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

    def first_value(self, cell, promise, seed, number):
        """Return the chance to win a deal of a seed by opening this cell first, under the promise
        ``safe`` or ``opening``, which must leave room for the mines."""
        value: cython.double
        index: cython.int = cell
        rule: cython.int = promise
        key: Seed = Seed(seed)
        deal: cython.ulonglong = number
        with cython.nogil:
            value = self._expect_first(index, rule, key, deal)
        return value

    def _expect_first(self, cell, promise, seed, number):
        """Return the chance to win one deal by opening a cell first."""
        self._shuffle(seed, number)
        self.playouts.board.lay(self.playouts.mines, cell, promise)
        self._forget()
        self.playouts.counter.frontier.cover(self.playouts.mines)
        self.key = 0
        return self._play_on(cell, 1.0)

    def _shuffle(self, seed, number):
        """Draw the ordering of a deal, and start the player's random choices in this game."""
        seed.begin(self.playouts.chance, DEAL, number)
        self.playouts.board.shuffle(self.playouts.chance, self.playouts.playable)
        seed.begin(self.playouts.chance, PLAY, number)

    def _expect(self, cell, luck):
        """Return the chance to win in one playout."""
        self._begin(luck)
        self._draw(self.first, cell)
        return self._play_on(cell, 1.0 - self.now.risk(cell))

    def _play_on(self, cell, value):
        """Open a safe cell and play on; return ``value``, the chance to reach this point, times the
        chance to win from there, which is 0 if counting becomes too hard."""
        k: cython.int
        while True:
            self._open(cell)
            if self.playouts.board.safe_left == 0:
                return value
            cell = -1
            for k in range(self.playouts.n_chain):
                cell = self._decide(self.playouts.chain[k])
                if cell >= 0:
                    break
            if cell < 0:
                return 0.0
            if self.playouts.sure:
                continue
            value *= self.worth
            if self.playouts.ending:
                return value
            if self.playouts.board.mine[cell]:
                if not self.counted:
                    self.playouts.counter.solve()
                self.later.prepare()
                self._draw(self.later, cell)

    def _open(self, cell):
        """Open a safe cell, with its opening."""
        i: cython.int
        other: cython.int
        n: cython.int = self.playouts.board.open(cell)
        for i in range(n):
            other = self.playouts.board.opened[i]
            self.playouts.counter.frontier.reveal(other, self.playouts.board.view)
            self.key = (self.key + self._mark(other, self.playouts.board.view[other])) & WORD
        self.playouts.counter.frontier.settle()

    def _mark(self, cell, code):
        """Return the term of a cell that shows this code in the key of a position."""
        return (self.now.frontier.code[cell] * (2 * code + 1)) & WORD

    def _decide(self, strategy):
        """Return the cell that a strategy opens, or -1 if it passes.

        For a guess, ``worth`` is its safety or, in the endgame, the chance to win with it."""
        cell: cython.int
        key: cython.ulonglong
        if strategy != LEAST_RISK and strategy != SWIFT:
            cell = self.playouts._decide(strategy)
            self.worth = 1.0 - self.playouts.counter.risk(cell) if cell >= 0 else 0.0
            return cell
        self.playouts.ending = False
        cell = self.playouts._proved()
        if cell >= 0:
            return cell
        key = (self.key + strategy) & WORD
        if self.memory.find(key):
            return self._recall()
        self.counted = True
        cell = self.playouts._decide(strategy)
        if cell >= 0:
            self._learn(cell, key)
        return cell

    def _recall(self):
        """Return the cell to open by the cached decision."""
        i: cython.int
        n: cython.int = 0
        cell: cython.int
        slot: cython.int = self.memory.slot
        kind: cython.int = self.memory.kind_of[slot]
        first: cython.int = self.memory.first[slot]
        self.counted = False
        self.playouts.sure = kind == PROVED
        self.playouts.ending = kind == PLAYED_OUT
        for i in range(first, self.memory.end[slot]):
            cell = self.memory.cell[i]
            if kind == PROVED:
                put(self.playouts.proved, cell)
            else:
                self.playouts.candidates[n] = cell
                n += 1
        if kind == PROVED:
            return self.playouts._proved()
        if kind == PLAYED_OUT:
            self.worth = self.memory.worth[first]
            return self.memory.cell[first]
        cell = self.playouts._draw(n)
        for i in range(n):
            if self.memory.cell[first + i] == cell:
                self.worth = self.memory.worth[first + i]
        return cell

    def _learn(self, cell, key):
        """Cache the last decision."""
        i: cython.int
        if self.playouts.sure:
            if self.memory.begin(key, PROVED, size(self.playouts.proved) + 1):
                self.memory.add(cell, 1.0)
                i = lowest(self.playouts.proved, 0)
                while i >= 0:
                    self.memory.add(i, 1.0)
                    i = lowest(self.playouts.proved, i + 1)
            return
        if self.playouts.ending:
            self.worth = self.playouts.endgame.won
            self.worth /= self.playouts.endgame.n_layouts
            if self.memory.begin(key, PLAYED_OUT, 1):
                self.memory.add(cell, self.worth)
            return
        self.worth = 1.0 - self.playouts.counter.risk(cell)
        if self.memory.begin(key, GUESSED, self.playouts.n_candidates):
            for i in range(self.playouts.n_candidates):
                self.memory.add(
                    self.playouts.candidates[i],
                    1.0 - self.playouts.counter.risk(self.playouts.candidates[i]),
                )

    def _begin(self, luck):
        """Go back to the position that the playouts start from."""
        i: cython.int
        self.playouts.chance.seed(luck)
        self._forget()
        for i in range(self.playouts.board.size):
            self.playouts.board.view[i] = self.view[i]
        self.playouts.counter.frontier.follow(self.now.frontier)
        self.key = self.here

    def _forget(self):
        """Forget the proofs of the last playout."""
        self.playouts.untouched = False
        self.playouts._forget()

    def _draw(self, sampler, safe):
        """Sample a layout in which this cell is safe."""
        sampler.draw(self.playouts.chance)
        while sampler.layout[safe]:
            sampler.draw(self.playouts.chance)
        self.playouts.board.lay_out(sampler.layout)
