"""Whole games of the built-in strategies in compiled code.

For the same deals and random numbers, they make the same moves as the strategies in Python; a test
compares the two.
"""

import cython

if not cython.compiled:
    from sapper.game.kernel.board import Board
    from sapper.inference.kernel.counter import Counter
    from sapper.kernel.chance import Chance
    from sapper.players.kernel.endgame import Endgame
    from sapper.players.kernel.lookahead import Lookahead
from sapper.game.codes import HIDDEN as HIDDEN_CODE
from sapper.game.deal import DEALS, PLAYS
from sapper.game.rules import FIRST_CODES, OUTCOMES
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.status import CellState, Status
from sapper.kernel.arrays import ints, words

#: The numbers of the compiled strategies; only these names, without options.
NUMBERS = {
    name: number
    for number, name in enumerate(("corner", "single-point", "csp", "random", "swift", "start"))
}
#: The outcome, beside those of ``OUTCOMES``, of a game whose first-move rule leaves too few cells
#: for the mines.
NO_ROOM = len(OUTCOMES)

HIDDEN = cython.declare(cython.int, HIDDEN_CODE)
UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
OK = cython.declare(cython.int, Status.OK)
ANY = cython.declare(cython.int, FIRST_CODES["any"])

CORNER = cython.declare(cython.int, NUMBERS["corner"])
SINGLE_POINT = cython.declare(cython.int, NUMBERS["single-point"])
RANDOM = cython.declare(cython.int, NUMBERS["random"])
SWIFT = cython.declare(cython.int, NUMBERS["swift"])
START = cython.declare(cython.int, NUMBERS["start"])

LOST = cython.declare(cython.int, OUTCOMES.index("lost"))
WON = cython.declare(cython.int, OUTCOMES.index("won"))
PASSED = cython.declare(cython.int, OUTCOMES.index("passed"))
CROWDED = cython.declare(cython.int, NO_ROOM)

TIE = cython.declare(cython.double, 1e-9)


@cython.final
@cython.cclass
class Playouts:
    """Plays a chain of strategies, given by their numbers, on one grid under one rule.

    ``start`` is the first cell of the strategy ``start``. ``csp`` solves endings of at most
    ``endings`` layouts, none by default; the strategy in Python solves none. After a game,
    ``outcome``, ``moves`` and ``guesses`` describe it, and ``decisions[k]`` counts the moves of the
    k-th strategy. After a guess, unless the endgame chose it, ``candidates[:n_candidates]`` are the
    equally good cells. ``proved`` has a bit for each hidden cell that counting has proved safe.
    """

    def __init__(self, grid, mines, promise, zeros_open, chain, start, endings=0):
        self.board = Board(grid, zeros_open)
        self.counter = Counter(grid)
        self.counter.limit(MAX_MEGABYTES, MAX_COUNT_STEPS)
        if SWIFT in chain:  # large, and of no use to others
            self.ahead = Lookahead(grid)
            self.endgame = Endgame(grid)
        elif endings > 0:
            self.endgame = Endgame(grid, endings)
        self.solves_endings = endings > 0
        self.chance = Chance()
        self.mines = mines
        self.promise = promise
        self.start = start
        self.corner = grid.corner
        self.playable = len(grid.playable)
        self.n_chain = len(chain)
        self.chain = ints(len(chain) + 1)
        for k, number in enumerate(chain):
            self.chain[k] = number
        self.decisions = ints(len(chain) + 1)
        self.proved = words(self.counter.frontier.words)
        self.candidates = ints(grid.size)

    def seeded(self, seed, number):
        """Play deal ``number`` of a seed, and return the outcome."""
        self.board.shuffle(Chance(seed, DEALS, number), self.playable)
        self.chance = Chance(seed, PLAYS, number)
        with cython.nogil:
            self.outcome = self.play()
        return self.outcome

    def tally(self):
        """Return ``(outcome, moves, guesses, decisions)`` of the last game."""
        decisions = [self.decisions[k] for k in range(self.n_chain)]
        return self.outcome, self.moves, self.guesses, decisions

    def play(self):
        """Play the deal of the board to the end."""
        k: cython.int
        i: cython.int
        n: cython.int
        cell: cython.int
        self.moves = 0
        self.guesses = 0
        self.untouched = True
        for k in range(self.n_chain):
            self.decisions[k] = 0
        self._forget()
        self.board.cover()
        self.counter.frontier.cover(self.mines)
        while self.untouched or self.board.safe_left > 0:
            cell = -1
            for k in range(self.n_chain):
                cell = self._decide(self.chain[k])
                if cell >= 0:
                    break
            if cell < 0:
                return PASSED
            self.moves += 1
            self.decisions[k] += 1
            if not self.sure:
                self.guesses += 1
            if self.untouched:
                self.untouched = False
                if self.board.lay(self.mines, cell, self.promise) > 0:
                    return CROWDED
            n = self.board.open(cell)
            if n < 0:
                return LOST
            for i in range(n):
                self.counter.frontier.reveal(self.board.opened[i], self.board.view)
            self.counter.frontier.settle()
        return WON

    def _decide(self, strategy):
        """Return the cell that a strategy opens, or -1 if it passes.

        This sets ``sure`` if the cell is certainly safe, and ``ending`` if the endgame chose it."""
        self.ending = False
        self.sure = self.untouched and self.promise != ANY
        if strategy == CORNER:
            return self.corner if self.untouched else -1
        if strategy == START:
            return self.start if self.untouched else -1
        if strategy == RANDOM:
            return self._random()
        if strategy == SINGLE_POINT:
            self.sure = True
            return self.counter.frontier.lowest_safe()
        return self._count(strategy)

    def _random(self):
        """Return a random hidden cell."""
        i: cython.int
        n: cython.int = 0
        for i in range(self.board.size):
            if self.board.view[i] == HIDDEN:
                self.candidates[n] = i
                n += 1
        return self._draw(n)

    def _draw(self, n):
        """Return a random one of the first n candidates, or -1 if n is 0."""
        self.n_candidates = n
        return self.candidates[cython.cast(cython.int, self.chance._draw(n))] if n > 0 else -1

    def _count(self, strategy):
        """Return the cell that counting decides: one that this or an earlier count proves safe, or
        a guess."""
        cell: cython.int = self._proved()
        if cell >= 0:
            return cell
        if self.counter.advance() != OK:
            return -1
        self._prove()
        cell = self._proved()
        if cell >= 0:
            return cell
        if strategy == SWIFT or self.solves_endings:
            cell = self.endgame.solve(self.counter)
            self.ending = cell >= 0
            if self.ending:
                return cell
        return self._best_guess() if strategy == SWIFT else self._least_risk()

    def _best_guess(self):
        """Return the best cell of the look-ahead, ties broken at random."""
        i: cython.int
        n: cython.int = 0
        best: cython.double = -1.0
        self.ahead.rank(self.counter, self.board.view)
        for i in range(self.ahead.n):
            best = max(best, self.ahead.value[i])
        for i in range(self.ahead.n):
            if self.ahead.value[i] >= best - TIE:
                self.candidates[n] = self.ahead.cell[i]
                n += 1
        return self._draw(n)

    def _proved(self):
        """Return the lowest hidden cell that counting has proved safe."""
        cell: cython.int = self.board.pop_hidden(self.proved)
        if cell >= 0:
            self.sure = True
        return cell

    def _forget(self):
        """Forget the cells that counting has proved safe."""
        w: cython.int
        for w in range(self.counter.frontier.words):
            self.proved[w] = 0

    def _prove(self):
        """Remember the cells that the last count proves safe."""
        w: cython.int
        for w in range(self.counter.frontier.words):
            self.proved[w] |= self.counter.frontier.safe_bits[w]
        self.counter.add_safe(self.proved)

    def _least_risk(self):
        """Return a cell of least mine probability.

        Ties go to the cells likeliest to show a 0, treating the risks of a cell's neighbours as
        independent, and among these are broken at random."""
        cell: cython.int
        box: cython.int
        n: cython.int = 0
        quiet: cython.double
        quietest: cython.double = -1.0
        best: cython.double = 2.0
        off_risk: cython.double = 2.0
        if self.counter.combined.off_cells > 0:
            off_risk = self.counter.combined.off_risk
            best = off_risk
        for box in range(self.counter.boxes.n_boxes):
            best = min(best, self.counter.marginals.risk[box])
        best += TIE
        for cell in range(self.board.size):
            if self.counter.frontier.known[cell] == UNKNOWN:
                box = self.counter.boxes.box_of[cell]
                if (off_risk if box < 0 else self.counter.marginals.risk[box]) > best:
                    continue
                quiet = self.counter.quiet(cell, quietest - TIE)
                if quiet > quietest + TIE:
                    quietest = quiet
                    n = 0
                if quiet >= quietest - TIE:
                    self.candidates[n] = cell
                    n += 1
        return self._draw(n)
