"""``champion``: guesses by playouts, within a budget of thinking.

It opens certain cells first. Once few layouts remain, it solves the rest of the game exactly.
Otherwise it tries the candidates that look best one move ahead: in exactly uniform samples of
layouts, shared by all candidates, ``csp`` plays on to the ending, which is solved exactly. This is
one step of policy improvement (Tesauro & Galperin 1996, "On-line policy improvement using
Monte-Carlo search") with a player that is weaker than ``swift``, but five times as fast, and that
ranks the candidates of a position nearly alike. The estimate of a candidate combines its playouts
with the look-ahead, which counts less the more playouts there are.

After every round it computes the value of information of each candidate: the expected improvement
over the best one, under normal distributions for both (Chick & Inoue 2001, "New two-stage and
sequential procedures for selecting the best simulated system"). A candidate that is not worth the
cost of more playouts is dropped, so clear guesses are quick and close ones take long.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from sapper.errors import RecipeError
from sapper.estimate import average, percent
from sapper.game import Chance, Grid, Position
from sapper.game.codes import UNFLAGGED
from sapper.inference import Analysis
from sapper.inference.counting import ThreadCache
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import TriedMove, TriedMoves
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts
from sapper.players.prospects import Prospect, Prospects, ranked
from sapper.players.proved import Proved

PLAYOUTS = 6_000  #: default maximum for one guess
FEW = 64  #: playouts of each candidate in the first round
GROWTH = 0.5  #: playouts of the next round, as a share of those so far
#: A candidate is tried again while its value of information exceeds this chance of winning, times
#: its playouts so far, divided by the maximum number of playouts.
STAKE = 0.015
PACE = 96  #: number of first playouts, whose speed predicts how many fit into the time
CANDIDATES = 6  #: maximum number of candidates tried
LONGEST = 1_000_000  #: maximum value of the option, in seconds
MOST = 128  #: maximum number of candidates weighed one move ahead
SLACK = 0.04  #: maximum difference from the best chance to survive two moves
LAYOUTS, NODES = 20_000, 500_000  #: the limits of an exact endgame
BASE = ("single-point", "csp")  #: the strategies that play on
ENDINGS = 200  #: maximum number of layouts that they play perfectly

#: The prior of a candidate: the ratio of its chance of winning to that of the best candidate is the
#: ratio of their values one move ahead, with a standard deviation in log-odds that grows in the
#: course of a game, from the first of these at its beginning by the second to its end. (Measured in
#: 37,000 pairs of candidates on five kinds of boards: .03 ± .01 while more than nine tenths of the
#: logarithm of the layouts are left, .05 ± .01 at seven tenths, .09 ± .01 below a half.)
SPREAD, LATE = 0.03, 0.08
#: The prior of the difference between the playouts of two candidates, also in log-odds, and the
#: number of playouts that it weighs: the first few may agree by chance.
NOISE, KNOWN = 0.7, 8
#: The standard deviation, in log-odds, by which the difference between two candidates in playouts
#: of ``csp`` deviates from that in playouts of ``swift``. (Measured in 273 pairs of candidates on
#: expert boards: .01 for close ones, .02 for others.)
BIAS = 0.017


@dataclass(frozen=True, eq=False)
class CandidateTrial:
    """A candidate, the values of its playouts, and its estimated ``gain`` over the first candidate.

    ``gain`` is a difference of chances of winning, and ``doubt`` its standard deviation.
    """

    candidate: Prospect
    values: array[float]
    gain: float = 0.0
    doubt: float = 0.0


@dataclass(frozen=True, eq=False)
class Workspace:
    """The counters and solvers of ``champion`` for one grid and one number of mines."""

    prospects: Prospects
    rollouts: Rollouts


def _workspace(key: tuple[Grid, int, bool]) -> Workspace:
    grid, mines, zeros_open = key
    endgame, ahead = Endgame(grid, LAYOUTS, NODES), Lookahead(grid, SLACK, MOST)
    prospects = Prospects(Champion.name, grid, endgame, ahead)
    chain = [NUMBERS[name] for name in BASE]
    return Workspace(
        prospects, Rollouts(prospects.counter, grid, mines, zeros_open, chain, ENDINGS)
    )


_WORKSPACES: ThreadCache[tuple[Grid, int, bool], Workspace] = ThreadCache(
    _workspace, lambda space: space.prospects.counter.held
)


class Champion:
    """Opens proved cells first, then the best cell of the endgame or, earlier, of the playouts.

    ``playouts`` or ``seconds`` limit the thinking about one guess (6,000 playouts by default); with
    ``seconds``, the choice depends on the machine. Playouts assume one life and no gold; the
    guesses are still good in games with more lives or with gold. Passes where counting is too hard.
    """

    name = "champion"

    def __init__(self, *, playouts: int | None = None, seconds: float | None = None) -> None:
        if playouts is not None and (type(playouts) is not int or playouts < 1):
            raise RecipeError("strategy 'champion': playouts is a whole number from 1")
        if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds < LONGEST):
            bounds = f"above 0 and below {LONGEST:,}"
            raise RecipeError(f"strategy 'champion': seconds is a number {bounds}, not {seconds}")
        if playouts is not None and seconds is not None:
            raise RecipeError("strategy 'champion' takes playouts or seconds, not both")
        self._playouts = PLAYOUTS if playouts is None else playouts
        self._seconds = seconds
        self._proved = Proved(self.name)

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open a certain cell, or the guess with the best estimate."""
        proved = self._proved.decide(position)
        if not isinstance(proved, Analysis):
            return proved
        space = _WORKSPACES.of((position.grid, position.mines, position.rules.zeros_open))
        return space.prospects.ending(position) or self._best(space, position, chance)

    def _best(self, space: Workspace, position: Position, chance: Chance) -> Decision | Pass:
        prospects = space.prospects
        best = ranked(prospects.candidates(position))[:CANDIDATES]
        if not best:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        if len(best) > 1:
            space.rollouts.take(position.cells.translate(UNFLAGGED))
        spread = spread_at(position, prospects.counter.logarithm)
        tried = self._try(space.rollouts, best, spread, chance)
        if len(tried) == 1:
            reason = Reason("one candidate", "one move ahead, every other cell looks much worse")
            return prospects.decision(position, best[0].index, reason)
        cell = position.grid.cell
        moves = tuple(
            TriedMove(cell(t.candidate.index), len(t.values), average(t.values)) for t in tried
        )
        words = words_of(moves, tried[0].gain - tried[1].gain)
        reason = Reason("playouts", words, considered=tuple((m.cell, m.value) for m in moves))
        index = tried[0].candidate.index
        return prospects.decision(position, index, reason, TriedMoves(moves))

    def _try(
        self, rollouts: Rollouts, best: Sequence[Prospect], spread: float, chance: Chance
    ) -> list[CandidateTrial]:
        """Return the trials of the candidates worth one, best estimate first.

        The candidate that looks best takes part in all rounds, and the others are compared with it
        in the same playouts.
        """
        luck = chance.below(1 << 32) << 30
        first, *others = (CandidateTrial(candidate, array("d")) for candidate in best)
        if not others:
            return [first]
        began = time.process_time()
        games = max(1, min(FEW, self._left(0, began) // len(best)))
        first = more(rollouts, first, luck, games)
        others = [expected(trial, first, spread) for trial in others]
        others = undecided(first, others, STAKE / PLAYOUTS)
        played, dropped = games, []
        while others and (left := self._left(played, began)) > 0:
            games = max(1, min(games, left // (1 + len(others))))
            if len(others[0].values):
                first = more(rollouts, first, luck, games)
                played += games
            others = [
                measured(more(rollouts, trial, luck, games), first, spread) for trial in others
            ]
            played += games * len(others)
            price = STAKE / (played + self._left(played, began))
            kept = undecided(first, others, price)
            dropped += [trial for trial in others if trial not in kept]
            others = kept
            games = max(FEW, int(GROWTH * len(first.values)))
        tried = [trial for trial in (first, *others, *dropped) if len(trial.values)]
        return sorted(tried, key=lambda t: -t.gain)

    def _left(self, played: int, began: float) -> int:
        """Return the number of further playouts that fit into the budget; with a time limit, at the
        speed so far."""
        if self._seconds is None:
            return max(0, self._playouts - played)
        spent = max(time.process_time() - began, 1e-7)
        return max(0, int(played * (self._seconds / spent - 1.0))) if played else PACE


def more(rollouts: Rollouts, trial: CandidateTrial, luck: int, games: int) -> CandidateTrial:
    """Return a trial with more playouts, numbered from ``luck`` across all trials."""
    played = rollouts.values(trial.candidate.index, luck + len(trial.values), games)
    return CandidateTrial(trial.candidate, trial.values + played)


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


def spread_at(position: Position, log_layouts: float) -> float:
    """Return the standard deviation of the prior in a position with this natural logarithm of the
    number of layouts."""
    cells, mines = len(position.grid.playable), position.mines
    at_first = math.lgamma(cells + 1) - math.lgamma(mines + 1) - math.lgamma(cells - mines + 1)
    left = min(1.0, log_layouts / at_first) if at_first > 0.0 else 0.0
    return SPREAD + LATE * (1.0 - left)


def expected(trial: CandidateTrial, first: CandidateTrial, spread: float) -> CandidateTrial:
    """Return a trial with its gain over the first one as the look-ahead predicts it with this
    ``spread``, before any playouts."""
    chance_to_win = average(first.values)
    gain = chance_to_win * (trial.candidate.value / first.candidate.value - 1.0)
    return CandidateTrial(trial.candidate, trial.values, gain, spread * unit_of(chance_to_win))


def unit_of(chance_to_win: float) -> float:
    """Return the difference in the chance of winning that corresponds to one unit of log-odds,
    linearised."""
    return chance_to_win * (1.0 - chance_to_win)


def measured(trial: CandidateTrial, first: CandidateTrial, spread: float) -> CandidateTrial:
    """Return a trial with its estimated gain over the first one.

    The estimate is the posterior mean of a normal prior from the look-ahead, given the differences
    between the playouts of the two.
    """
    games = len(trial.values)
    differences = [own - other for own, other in zip(trial.values, first.values, strict=False)]
    mean = average(differences)
    prior = expected(trial, first, spread)
    unit = unit_of(average(first.values))
    squares = fsum((difference - mean) ** 2 for difference in differences)
    squares += KNOWN * (NOISE * unit) ** 2
    error = squares / (games + KNOWN) / games + (BIAS * unit) ** 2
    doubt = prior.doubt**2
    trust = doubt / (doubt + error) if error > 0.0 else 1.0
    gain = trust * mean + (1.0 - trust) * prior.gain
    return CandidateTrial(trial.candidate, trial.values, gain, math.sqrt(trust * error))


def undecided(
    first: CandidateTrial, others: Sequence[CandidateTrial], price: float
) -> list[CandidateTrial]:
    """Return the trials whose value of information exceeds ``price`` per playout so far.

    Information has value if it may show that a candidate is better than the best one or, for the
    best one itself, that it is worse than the second.
    """
    best, second = sorted([first, *others], key=lambda t: -t.gain)[:2]
    return [
        trial
        for trial in others
        if improvement(trial, second if trial is best else best)
        > price * max(len(trial.values), FEW)
    ]


def improvement(trial: CandidateTrial, other: CandidateTrial) -> float:
    """Return the expected gain from learning which of two trials is truly the better one.

    This is the mean of the positive part of a normal distribution.
    """
    gap = abs(trial.gain - other.gain)
    doubt = math.hypot(trial.doubt, other.doubt)
    if doubt == 0.0:
        return 0.0
    z = gap / doubt
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return doubt * density - gap * math.erfc(z / math.sqrt(2)) / 2
