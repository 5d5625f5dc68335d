"""Many games of one board, dealt and stepped in compiled code.

For the same seeds and actions, observations, masks and rewards equal those of ``GameEnvironment``;
a test compares the two.
"""

from typing import get_args

import cython
import numpy as np

if not cython.compiled:
    from sapper.game.kernel.board import Board
    from sapper.kernel.chance import Chance, Seed
from sapper.game import codes
from sapper.game.deal import DEALS
from sapper.game.move import Action
from sapper.game.rules import FIRST_CODES
from sapper.kernel.arrays import flags, ints

HIDDEN = cython.declare(cython.uchar, codes.HIDDEN)
FLAGGED = cython.declare(cython.uchar, codes.FLAGGED)
MINE = cython.declare(cython.uchar, codes.MINE)
DEAL = cython.declare(cython.ulonglong, DEALS)

# Kinds of actions, in the order of ``Action``.
DO_OPEN = cython.declare(cython.int, 0)
DO_FLAG = cython.declare(cython.int, 1)
DO_UNFLAG = cython.declare(cython.int, 2)
DO_CHORD = cython.declare(cython.int, 3)
KINDS = get_args(Action)

# Outcomes.
PLAYING = cython.declare(cython.schar, 0)
WON = cython.declare(cython.schar, 1)
LOST = cython.declare(cython.schar, 2)
OUTCOMES = ("playing", "won", "lost")

#: The values in an observation of cells without a clue; a clue is its own value.
NUMBERS = {
    codes.HIDDEN: -1,
    codes.FLAGGED: -2,
    codes.MINE: -3,
    codes.BLOCKED: -4,
    codes.GOLD: -5,
}


@cython.final
@cython.cclass
class CompiledGames:
    """``count`` games of one board under one set of rules without gold.

    ``begin`` and ``step`` read and write the arrays: ``observations`` (count, cells) and ``masks``
    (count, actions · cells), both int8; ``seeds`` (uint64, (count, 2): the high and the low word);
    ``numbers`` and ``moves`` (int64), ``outcomes`` (int8, an index of ``OUTCOMES``) and ``rewards``
    (float64), all (count,).
    """

    def __init__(
        self,
        board,
        mines,
        rules,
        actions,
        prices,
        observations,
        masks,
        seeds,
        numbers,
        moves,
        outcomes,
        rewards,
    ):
        count = len(seeds)
        self.board = Board(board, rules.zeros_open)
        self.chance = Chance()
        self.seed = Seed()
        self.size = board.size
        self.mines = mines
        self.promise = FIRST_CODES[rules.first]
        self.lives = rules.lives
        self.flagging = rules.won_by == "flagging"
        self.reach = min(mines + board.widest + 1, len(board.playable))
        self.starts, self.near = board.adjacency
        self.kinds = ints(len(actions))
        self.mask_of = ints(len(KINDS))
        for kind in range(len(KINDS)):
            self.mask_of[kind] = -1
        for k, action in enumerate(actions):
            self.kinds[k] = KINDS.index(action)
            self.mask_of[self.kinds[k]] = k * board.size
        self.chords = "chord" in actions
        self.for_win, self.for_loss = prices.win, prices.loss
        self.for_mine, self.for_cell = prices.mine, prices.cell
        self.for_move, self.for_illegal = prices.move, prices.illegal
        self.mine = np.zeros((count, board.size), np.uint8)
        self.clue = np.zeros((count, board.size), np.uint8)
        self.view = np.zeros((count, board.size), np.uint8)
        self.laid = flags(count)
        self.given = flags(count)
        self.orders = np.zeros((1, 1), np.intc)
        self.safe_left = ints(count)
        self.lives_left = ints(count)
        self.flagged = ints(count)
        self.shown = np.array(
            [NUMBERS.get(code, min(code, codes.HIDDEN // 2)) for code in range(256)], np.int8
        )
        self.blank = np.full(board.size, NUMBERS[codes.HIDDEN], np.int8)
        for cell in board.blocked:
            self.blank[cell] = NUMBERS[codes.BLOCKED]
        self.observations, self.masks = observations, masks
        self.seeds, self.numbers, self.moves = seeds, numbers, moves
        self.outcomes, self.rewards = outcomes, rewards

    def begin(self, chosen):
        """Start the games, by seed and number, for which ``chosen`` (uint8) is not 0."""
        which: cython.const[cython.uchar][::1] = chosen
        game: cython.int
        with cython.nogil:
            for game in range(len(which)):
                if which[game]:
                    self._begin(game)

    def step(self, actions, skipped):
        """Make a move in every game for which ``skipped`` (uint8) is 0; ``actions`` are int64."""
        made: cython.const[cython.longlong][::1] = actions
        without: cython.const[cython.uchar][::1] = skipped
        game: cython.int
        with cython.nogil:
            for game in range(len(made)):
                if not without[game]:
                    self._step(game, made[game])

    def give(self, game, order):
        """Deal this ordering of cells in a game that has begun, in place of that of its seed."""
        if len(self.orders) < len(self.seeds):
            self.orders = np.zeros((len(self.seeds), self.size), np.intc)
        for i, cell in enumerate(order):
            self.orders[game, i] = cell
        self.given[game] = 1

    @property
    def views(self):
        """The cell codes of all games: an array of uint8, (count, cells), without a copy."""
        return np.asarray(self.view)

    def _begin(self, game):
        i: cython.int
        kind: cython.int
        to: cython.int
        self.board.use(self.mine[game], self.clue[game], self.view[game])
        self.board.cover()
        self.laid[game] = 0
        self.given[game] = 0
        self.safe_left[game] = len(self.board.playable) - self.mines
        self.lives_left[game] = self.lives
        self.flagged[game] = 0
        self.moves[game] = 0
        self.rewards[game] = 0.0
        for i in range(self.size):
            self.observations[game, i] = self.blank[i]
        for i in range(self.masks.shape[1]):
            self.masks[game, i] = 0
        for kind in range(2):  # to open and to flag
            to = self.mask_of[kind]
            if to >= 0:
                for i in range(len(self.board.playable)):
                    self.masks[game, to + self.board.playable[i]] = 1
        self.outcomes[game] = PLAYING
        self._judge(game)

    def _step(self, game, action):
        i: cython.int
        k: cython.int
        n: cython.int
        mines: cython.int = 0
        opened: cython.int = 0
        cell: cython.int = cython.cast(cython.int, action % self.size)
        kind: cython.int = self.kinds[cython.cast(cython.int, action // self.size)]
        self.board.use(self.mine[game], self.clue[game], self.view[game])
        if not self._legal(game, kind, cell):
            self.rewards[game] = self.for_illegal
            return
        self.moves[game] += 1
        if kind == DO_OPEN:
            n = self._open(game, cell)
            mines += n < 0
            opened += max(n, 0)
        elif kind == DO_FLAG:
            self._show(game, cell, FLAGGED)
            self.flagged[game] += 1
        elif kind == DO_UNFLAG:
            self._show(game, cell, HIDDEN)
            self.flagged[game] -= 1
        else:
            for k in range(self.starts[cell], self.starts[cell + 1]):
                i = self.near[k]
                if self.view[game, i] == HIDDEN and self.lives_left[game] > 0:
                    n = self._open(game, i)
                    mines += n < 0
                    opened += max(n, 0)
        self.rewards[game] = self.for_move
        self._judge(game)
        if self.outcomes[game] == WON:
            self.rewards[game] += self.for_win
        elif self.outcomes[game] == LOST:
            self.rewards[game] += self.for_loss
        self.rewards[game] += self.for_mine * mines + self.for_cell * opened

    def _legal(self, game, kind, cell):
        k: cython.int
        marked: cython.int = 0
        other: cython.uchar
        code: cython.uchar = self.view[game, cell]
        if kind in (DO_OPEN, DO_FLAG):
            return code == HIDDEN
        if kind == DO_UNFLAG:
            return code == FLAGGED
        if code >= HIDDEN:
            return False
        for k in range(self.starts[cell], self.starts[cell + 1]):
            other = self.view[game, self.near[k]]
            marked += other in (FLAGGED, MINE)
        return marked == code

    def _lay(self, game, first):
        """Place the mines of the deal; flags stay."""
        i: cython.int
        if self.given[game]:
            for i in range(len(self.board.playable)):
                self.board.order[i] = self.orders[game, i]
        else:
            self.seed.use(
                cython.cast(cython.ulonglong, self.seeds[game, 0]),
                cython.cast(cython.ulonglong, self.seeds[game, 1]),
            )
            self.seed.begin(self.chance, DEAL, cython.cast(cython.ulonglong, self.numbers[game]))
            self.board.shuffle(self.chance, self.reach)
        self.board.lay(self.mines, first, self.promise)
        if self.flagged[game] > 0:
            for i in range(self.size):
                if self.observations[game, i] == self.shown[FLAGGED]:
                    self.view[game, i] = FLAGGED
        self.laid[game] = 1

    def _open(self, game, cell):
        """Open a hidden cell; return the number of cells opened, or -1 for a mine."""
        i: cython.int
        n: cython.int
        if not self.laid[game]:
            self._lay(game, cell)
        self.board.safe_left = self.safe_left[game]
        n = self.board.open(cell)
        self.safe_left[game] = self.board.safe_left
        if n < 0:
            self.lives_left[game] -= 1
            self._show(game, cell, MINE)
        for i in range(n):
            cell = self.board.opened[i]
            self._show(game, cell, self.view[game, cell])
        return n

    def _show(self, game, cell, code):
        """Set the code of a cell in the view, the observation and the masks."""
        self.view[game, cell] = code
        self.observations[game, cell] = self.shown[code]
        if self.mask_of[DO_OPEN] >= 0:
            self.masks[game, self.mask_of[DO_OPEN] + cell] = code == HIDDEN
        if self.mask_of[DO_FLAG] >= 0:
            self.masks[game, self.mask_of[DO_FLAG] + cell] = code == HIDDEN
        if self.mask_of[DO_UNFLAG] >= 0:
            self.masks[game, self.mask_of[DO_UNFLAG] + cell] = code == FLAGGED

    def _judge(self, game):
        """Set the outcome, and the masks that depend on it or on several cells."""
        i: cython.int
        unopened: cython.int = self.mines - self.lives + self.lives_left[game]
        if self.lives_left[game] <= 0:
            self.outcomes[game] = LOST
        elif self.safe_left[game] == 0 and (not self.flagging or self.flagged[game] == unopened):
            self.outcomes[game] = WON
        if self.outcomes[game] != PLAYING:
            for i in range(self.masks.shape[1]):
                self.masks[game, i] = 0
        elif self.chords:
            self._mask_chords(game)

    def _mask_chords(self, game):
        cell: cython.int
        k: cython.int
        hidden: cython.int
        for cell in range(self.size):
            hidden = 0
            if self.view[game, cell] < HIDDEN:
                for k in range(self.starts[cell], self.starts[cell + 1]):
                    hidden += self.view[game, self.near[k]] == HIDDEN
            self.masks[game, self.mask_of[DO_CHORD] + cell] = hidden > 0 and self._legal(
                game, DO_CHORD, cell
            )
