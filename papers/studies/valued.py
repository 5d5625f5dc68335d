"""``valued``: a player that values its guesses by playouts of ``swift``, at any price.

What it wins more than ``swift`` is what better single guesses of ``swift`` can win, as far as its
playouts find them: a yardstick for ``champion``, whose playouts are those of a quicker player.

    python -m papers.studies.advantage --player valued --level 20x20x80 --games 100

The judge of ``papers.studies.advantage`` plays other playouts than those that chose the guess.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from statistics import fmean

from sapper.errors import RecipeError
from sapper.game import Chance, Position
from sapper.game.codes import UNFLAGGED
from sapper.inference.counting import ThreadCache
from sapper.players import Decision, Pass, Reason
from sapper.players.champion import MAX_WEIGHED, SLACK, BoardKey, extend_trial
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts
from sapper.players.prospects import Prospects, ranked
from sapper.players.proved import Counting
from sapper.players.trials import CandidateTrial, Scale, best_purchase

DEFAULT_PLAYOUTS = 6_000  #: default limit for one guess
PLAYOUT_PRICE = 1e-7  #: the chance of winning that a playout must gain
MAX_CANDIDATES = 8  #: maximum number of candidates tried
CHAIN = [NUMBERS["single-point"], NUMBERS["swift"]]  #: who plays on


class SwiftScale(Scale):
    """The scale of gains measured by the playouts of ``swift`` itself."""

    @property
    def bias(self) -> float:
        """No error remains after any number of playouts."""
        return 0.0


def _workspace(key: BoardKey) -> tuple[Prospects, Rollouts]:
    grid, mines, zeros_open = key
    prospects = Prospects(Valued.name, grid, Endgame(grid), Lookahead(grid, SLACK, MAX_WEIGHED))
    return prospects, Rollouts(prospects.counter, grid, mines, zeros_open, CHAIN)


_WORKSPACES: ThreadCache[BoardKey, tuple[Prospects, Rollouts]] = ThreadCache(
    _workspace, lambda space: space[0].counter.held
)


class Valued(Counting):
    """Opens certain cells and solves endgames like ``swift``, and otherwise plays candidates out.

    ``playouts`` limits the playouts of a guess (6,000 by default). They go to the candidates that
    may still be the best, and stop when none is expected to gain its price.
    """

    name = "valued"

    def __init__(self, *, playouts: int = DEFAULT_PLAYOUTS) -> None:
        super().__init__()
        if type(playouts) is not int or playouts < 1:
            raise RecipeError("strategy 'valued': playouts is a whole number from 1")
        self._playouts = playouts

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        board = position.grid, position.mines, position.rules.zeros_open
        prospects, rollouts = _WORKSPACES.of(board)
        ending = prospects.ending(position)
        if ending is not None:
            return ending
        best = ranked(prospects.candidates(position))[:MAX_CANDIDATES]
        if not best:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        rollouts.take(position.cells.translate(UNFLAGGED))
        scale = SwiftScale.of(position, prospects.counter.logarithm)
        first, *others = (CandidateTrial(candidate, array("d")) for candidate in best)
        others = [trial.believed(first, scale) for trial in others]
        luck, left = chance.below(1 << 32) << 30, self._playouts
        while found := best_purchase(first, others, scale, PLAYOUT_PRICE, left) if others else None:
            bought, games = found
            trial = extend_trial(rollouts, bought, luck, games)
            lacking = max(0, len(trial.values) - len(first.values))
            if lacking:
                first = extend_trial(rollouts, first, luck, lacking)
                scale = replace(scale, chance=fmean(first.values))
            left -= games + lacking
            trial = trial.compared(first)
            others = [
                (trial if other is bought else other).believed(first, scale) for other in others
            ]
        chosen = max([first, *others], key=lambda trial: trial.gain)
        words = f"valued by {sum(len(t.values) for t in (first, *others)):,} playouts of swift"
        return prospects.decision(position, chosen.candidate.index, Reason("playouts", words))
