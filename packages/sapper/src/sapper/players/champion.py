"""``champion``: guesses by playouts, within a budget of thinking.

It opens certain cells first. Once few layouts remain, it solves the rest of the game exactly.
Otherwise it tries the candidates that look best one move ahead: in exactly uniform samples of
layouts, shared by all candidates, ``csp`` plays on to the ending, which is solved exactly. This is
one step of policy improvement (Tesauro & Galperin 1996, "On-line policy improvement using
Monte-Carlo search") with a player that is weaker than ``swift``, but five times as fast, and that
ranks the candidates of a position nearly alike.

The estimate of a candidate combines its playouts with the look-ahead, which counts less the more
playouts there are. Playouts go where they are expected to gain most, and stop when none gains its
price (see ``trials``), so clear guesses take none and close ones many.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from sapper.errors import RecipeError
from sapper.estimate import percent
from sapper.game import Chance, Grid, Position
from sapper.game.codes import UNFLAGGED
from sapper.inference.counting import ThreadCache
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import TriedMove, TriedMoves
from sapper.players.kernel.endgame import DEFAULT_LAYOUTS, Endgame
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts
from sapper.players.prospects import Prospects, ranked
from sapper.players.proved import Counting
from sapper.players.trials import CandidateTrial, Scale, best_purchase

PLAYOUTS = 6_000  #: default budget for one guess
STAKE = 0.0036  #: the chance of winning that the budget for one guess must gain to be worth it
#: With a time limit, the stake is divided by this: time that is granted may as well be used.
TIMED_STAKE_DIVISOR = 8.0
MAX_PRICE = 1.2e-5  #: the most that a playout of a whole game must gain, however small the budget
MIN_SHARE = 0.05  #: minimum share of a game that a playout is assumed to take
ASSUMED_PLAYOUTS = 96  #: that fit into the time, until the first are played
MAX_SECONDS = 1_000_000  #: the bound of the option
MAX_TRIED = 6  #: number of candidates
MAX_WEIGHED = 128  #: number of candidates weighed one move ahead
SLACK = 0.04  #: maximum difference from the best chance to survive two moves
MAX_LAYOUTS, MAX_NODES = 20_000, 500_000  #: of an exact endgame
#: Layouts of an exact endgame for each playout of the budget, but no fewer than ``swift`` solves: a
#: large endgame takes longer than all playouts of a game with a small budget.
LAYOUTS_PER_PLAYOUT = 20
PLAYOUT_CHAIN = [NUMBERS[name] for name in ("single-point", "csp")]
PLAYOUT_ENDGAME = 200  #: maximum number of layouts of endings that playouts play perfectly

BoardKey = tuple[Grid, int, bool]  #: the grid, the mines, and whether zeros open their neighbours


def _workspace(key: BoardKey) -> tuple[Prospects, Rollouts]:
    grid, mines, zeros_open = key
    endgame = Endgame(grid, MAX_LAYOUTS, MAX_NODES)
    prospects = Prospects(Champion.name, grid, endgame, Lookahead(grid, SLACK, MAX_WEIGHED))
    board = prospects.counter, grid, mines, zeros_open
    return prospects, Rollouts(*board, PLAYOUT_CHAIN, PLAYOUT_ENDGAME)


_WORKSPACES: ThreadCache[BoardKey, tuple[Prospects, Rollouts]] = ThreadCache(
    _workspace, lambda space: space[0].counter.held
)


class Champion(Counting):
    """Opens proved cells first, then the best cell of the endgame or, earlier, of the playouts.

    ``playouts`` or ``seconds`` limit the thinking about one guess; with ``seconds``, the choice
    depends on the machine. ``playouts`` counts playouts of a whole game (6,000 by default), and
    shorter ones count less. The more there are, the smaller the gain for which it thinks on.
    Playouts assume one life and no gold; the guesses are still good in games with more lives or
    with gold. Passes where counting is too hard.
    """

    name = "champion"

    def __init__(self, *, playouts: int | None = None, seconds: float | None = None) -> None:
        super().__init__()
        if playouts is not None and (type(playouts) is not int or playouts < 1):
            raise RecipeError("strategy 'champion': playouts is a whole number from 1")
        if seconds is not None and (
            type(seconds) not in (int, float) or not 0 < seconds < MAX_SECONDS
        ):
            bounds = f"above 0 and below {MAX_SECONDS:,}"
            raise RecipeError(f"strategy 'champion': seconds is a number {bounds}, not {seconds}")
        if playouts is not None and seconds is not None:
            raise RecipeError("strategy 'champion' takes playouts or seconds, not both")
        self._playouts = PLAYOUTS if playouts is None else playouts
        self._endings = min(MAX_LAYOUTS, max(DEFAULT_LAYOUTS, LAYOUTS_PER_PLAYOUT * self._playouts))
        self._seconds = seconds

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        board = position.grid, position.mines, position.rules.zeros_open
        prospects, rollouts = _WORKSPACES.of(board)
        ending = prospects.ending(position, self._endings)
        if ending is not None:
            return ending
        best = ranked(prospects.candidates(position))[:MAX_TRIED]
        if not best:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        if len(best) > 1:
            rollouts.take(position.cells.translate(UNFLAGGED))
        scale = Scale.of(position, prospects.counter.logarithm)
        trials = [CandidateTrial(candidate, array("d")) for candidate in best]
        tried = self._try(rollouts, trials, scale, chance)
        if not tried:
            words = "looks best one move ahead, and playouts are unlikely to change that"
            return prospects.decision(position, best[0].index, Reason("look-ahead", words))
        cell = position.grid.cell
        moves = tuple(
            TriedMove(cell(t.candidate.index), len(t.values), fmean(t.values)) for t in tried
        )
        words = words_of(moves, tried[0].gain - tried[1].gain)
        reason = Reason("playouts", words, considered=tuple((m.cell, m.value) for m in moves))
        index = tried[0].candidate.index
        return prospects.decision(position, index, reason, TriedMoves(moves))

    def _try(
        self, rollouts: Rollouts, trials: Sequence[CandidateTrial], scale: Scale, chance: Chance
    ) -> list[CandidateTrial]:
        """Play candidates out while that pays; return those tried, best estimate first.

        The one that looks best is played out along with each of the others, in the same layouts.
        """
        luck = chance.below(1 << 32) << 30
        began = time.process_time()
        first, *others = trials
        others = [trial.believed(first, scale) for trial in others]
        played = 0
        while others:
            cost, left = self._budget(played, began, scale.share)
            stake = STAKE if self._seconds is None else STAKE / TIMED_STAKE_DIVISOR
            price = min(cost * stake, MAX_PRICE * max(scale.share, MIN_SHARE))
            purchase = best_purchase(first, others, scale, price, int(left / cost))
            if purchase is None:
                break
            bought, games = purchase
            trial = extend_trial(rollouts, bought, luck, games)
            lacking = len(trial.values) - len(first.values)
            if lacking > 0:
                first = extend_trial(rollouts, first, luck, lacking)
                scale = replace(scale, chance=fmean(first.values))
            played += games + max(0, lacking)
            trial = trial.compared(first)
            others = [
                (trial if other is bought else other).believed(first, scale) for other in others
            ]
        tried = [trial for trial in (first, *others) if len(trial.values)]
        return sorted(tried, key=lambda trial: -trial.gain)

    def _budget(self, played: int, began: float, share: float) -> tuple[float, float]:
        """Return the part of the budget that one further playout takes, and the part left."""
        if self._seconds is None:
            cost = max(share, MIN_SHARE) / self._playouts
            return cost, 1.0 - played * cost
        spent = max(time.process_time() - began, 1e-7) / self._seconds
        return spent / played if played else 1.0 / ASSUMED_PLAYOUTS, 1.0 - spent


def extend_trial(
    rollouts: Rollouts, trial: CandidateTrial, luck: int, games: int
) -> CandidateTrial:
    """Return a trial with more playouts, numbered from ``luck`` across all trials."""
    played = rollouts.values(trial.candidate.index, luck + len(trial.values), games)
    return replace(trial, values=trial.values + played)


def words_of(tried: Sequence[TriedMove], lead: float) -> str:
    """Say why the first trial was chosen; ``lead`` is its gain over the second.

    A cell with a higher average can lose, because trials are compared on the deals that both have
    played, and the look-ahead counts as well.
    """
    best, second, *_ = tried
    words = f"won {percent(best.value)} of {best.visits:,} quick simulated games"
    if round(100 * lead, 1) > 0:
        words += f"; expected to win {100 * lead:.1f} more games in 100 than {list(second.cell)}"
    else:
        words += f"; {list(second.cell)} is about as good"
    higher = [move for move in tried[1:] if round(move.value, 3) > round(best.value, 3)]
    if higher:
        top = max(higher, key=lambda move: move.value)
        words += (
            f"; {list(top.cell)}, with {percent(top.value)} of {top.visits:,}, comes out behind"
            " when compared in the same deals and one move ahead"
        )
    return words
