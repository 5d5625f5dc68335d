"""Many games of one player in a single call of the kernel, without the GIL."""

import cython

if not cython.compiled:
    from sapper.kernel.chance import Chance, Seed
from sapper.game.deal import DEALS as DEALS_STREAM
from sapper.game.deal import PLAYS as PLAYS_STREAM

DEALS = cython.declare(cython.int, DEALS_STREAM)
PLAYS = cython.declare(cython.int, PLAYS_STREAM)


@cython.final
@cython.cclass
class KernelGames:
    """The games of one player on deals of a seed, or on given deals.

    ``numbers`` are the numbers of the deals (int64). Given deals are ``orders[starts[i]:starts[i +
    1]]`` (int32); without them, ``starts`` is empty. The results are written to ``outcomes``
    (uint8), ``moves``, ``guesses`` and ``decisions`` (int32; the last with a column per strategy of
    the chain).
    """

    def __init__(
        self, playouts, seed, numbers, orders, starts, outcomes, moves, guesses, decisions
    ):
        self.playouts = playouts
        self.seed = Seed(seed)
        self.numbers = memoryview(numbers)  # so that its items are plain numbers if interpreted
        self.orders = memoryview(orders)
        self.starts = memoryview(starts)
        self.outcomes = outcomes
        self.moves = moves
        self.guesses = guesses
        self.decisions = decisions
        self.deals = Chance()

    def play(self, first, last):
        """Play the games ``first`` to ``last - 1`` without the GIL."""
        start: cython.Py_ssize_t = first
        stop: cython.Py_ssize_t = last
        with cython.nogil:
            self._play(start, stop)

    def _play(self, start, stop):
        i: cython.Py_ssize_t
        k: cython.int
        for i in range(start, stop):
            if len(self.starts) > 0:
                self.playouts.board.given = self.starts[i + 1] - self.starts[i]
                for k in range(self.playouts.board.given):
                    self.playouts.board.order[k] = self.orders[self.starts[i] + k]
            else:
                self.seed.begin(self.deals, DEALS, self.numbers[i])
                self.playouts.board.shuffle(self.deals, self.playouts.playable)
            self.seed.begin(self.playouts.chance, PLAYS, self.numbers[i])
            self.outcomes[i] = self.playouts.play()
            self.moves[i] = self.playouts.moves
            self.guesses[i] = self.playouts.guesses
            for k in range(self.playouts.n_chain):
                self.decisions[i, k] = self.playouts.decisions[k]
