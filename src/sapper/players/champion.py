"""``champion``: the strongest guess that thinking time can buy.

Certain cells first; with few layouts left the rest of the game is played out exactly. Otherwise
the candidates that look best one move ahead are tried: in layouts drawn exactly uniformly, the
same for all of them, ``swift`` plays each on to the end. So the player is a step of policy
improvement above ``swift`` (Tesauro & Galperin 1996, "On-line policy improvement using Monte-Carlo
search"); and the longer it thinks, the surer the step, for what the look-ahead says counts as much
as playouts are few.

After every round it is asked of each candidate how much might be won by knowing it better: the
expected improvement over the best one, under the normal distributions of what is believed of both
(Chick & Inoue 2001, "New two-stage and sequential procedures for selecting the best simulated
system"). Where that is less than more playouts are worth, the candidate is dropped; so clear
guesses take little time, and close ones much.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.errors import BudgetError, RecipeError
from sapper.game import Cell, Chance, Position
from sapper.game.codes import UNFLAGGED
from sapper.inference import Analysis
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.endgame import Endgame
from sapper.players.lookahead import Lookahead
from sapper.players.native import NUMBERS
from sapper.players.prospects import Candidate, Prospects
from sapper.players.proved import Proved
from sapper.players.rollouts import Rollouts

PLAYOUTS = 1_500  #: for one guess at the most, where no budget is given
FEW = 16  #: playouts of each candidate in the first round
GROWTH = 0.5  #: how many more there are after each round, in times those so far
#: A candidate is tried again as long as knowing it might win this much more, in chances to win
#: divided by the playouts there may be at the most, for each playout that it has had.
STAKE = 0.015
PACE = 24  #: playouts that first tell how many more there is time for
CANDIDATES = 6  #: tried at the most
SLACK = 0.03  #: how much worse than the best they may look
LAYOUTS, NODES = 20_000, 500_000  #: how large an endgame is solved
BASE = ("single-point", "swift")  #: who plays on

#: What is known of a candidate before it is tried: its chance to win is to the best one's as their
#: values one move ahead are, give or take this much in log-odds. (Measured on guesses of expert
#: games, 400 playouts a candidate.)
SPREAD = 0.05
#: How much two candidates' playouts differ, in log-odds as well, and how many playouts that is
#: worth knowing: the first few may happen to agree.
NOISE, KNOWN = 0.9, 8


@dataclass(frozen=True, eq=False)
class Trial:
    """A candidate, what each of its playouts was worth, and how much better it is believed to be
    than the first candidate, in chances to win, give or take ``doubt`` (a standard deviation)."""

    candidate: Candidate
    values: npt.NDArray[np.float64]
    gain: float = 0.0
    doubt: float = 0.0


@dataclass(frozen=True)
class Why:
    """The reason of a guess by playouts: in words, and the candidates ``tried``, the one expected
    to be best first, each with its playouts and what they were worth on average."""

    words: str
    tried: tuple[tuple[Cell, int, float], ...]

    def __call__(self) -> Reason:
        """The reason, with the candidates' averages."""
        considered = tuple((cell, value) for cell, _, value in self.tried)
        return Reason("playouts", self.words, considered=considered)


class Champion:
    """Opens proved cells first, then the best cell of the endgame, or the one that does best in
    playouts.

    ``playouts`` or ``seconds`` bound the thinking about one guess (1,500 playouts where neither is
    given); with ``seconds`` the outcome depends on the machine. Playouts know of one life and no
    gold: where there is more, guesses are still good ones. Passes where counting is too hard.
    """

    name = "champion"

    def __init__(self, *, playouts: int | None = None, seconds: float | None = None) -> None:
        if playouts is not None and (type(playouts) is not int or playouts < 1):
            raise RecipeError("strategy 'champion': playouts is a whole number from 1 on")
        if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds < 1e6):
            raise RecipeError("strategy 'champion': seconds is a number above 0")
        if playouts is not None and seconds is not None:
            raise RecipeError("strategy 'champion' takes playouts or seconds, not both")
        self._playouts = PLAYOUTS if playouts is None else playouts
        self._seconds = seconds
        self._proved = Proved(self.name)
        self._prospects: Prospects | None = None

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A certain cell, or the guess that does best."""
        found = self._proved.decide(position)
        if not isinstance(found, Analysis):
            return found
        prospects = self._prepare(position)
        try:
            prospects.count(position)
        except BudgetError as error:
            return Pass(self.name, str(error))
        return prospects.ending(position) or self._best(prospects, position, chance)

    def _prepare(self, position: Position) -> Prospects:
        if self._prospects is None:
            grid = position.grid
            endgame, ahead = Endgame(grid, LAYOUTS, NODES), Lookahead(grid, SLACK)
            self._prospects = Prospects(self.name, grid, endgame, ahead)
            self._rollouts = Rollouts(
                self._prospects.counter,
                grid,
                position.mines,
                position.rules.zeros_open,
                [NUMBERS[name] for name in BASE],
            )
        return self._prospects

    def _best(self, prospects: Prospects, position: Position, chance: Chance) -> Decision | Pass:
        ranked = prospects.candidates(position)[:CANDIDATES]
        if not ranked:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        if len(ranked) == 1:
            reason = Reason("one candidate", "every other cell looks much worse one move ahead")
            return prospects.decision(position, ranked[0].index, reason)
        self._rollouts.take(position.cells.translate(UNFLAGGED))
        tried = self._try(ranked, chance)
        best, second = tried[0], tried[1]
        cell = position.grid.cell
        words = (
            f"{100 * best.values.mean():.1f} % to win by {len(best.values):,} playouts;"
            f" {100 * (best.gain - second.gain):.1f} more is expected of it than of"
            f" {list(cell(second.candidate.index))}"
        )
        figures = tuple(
            (cell(t.candidate.index), len(t.values), float(t.values.mean())) for t in tried
        )
        return prospects.decision(position, best.candidate.index, Why(words, figures))

    def _try(self, ranked: Sequence[Candidate], chance: Chance) -> list[Trial]:
        """Trials of the candidates, the best first. The one that looks best takes part in all
        rounds: the others are measured by it, in the same playouts."""
        luck = chance.below(1 << 32) << 30
        first, *others = (Trial(candidate, np.empty(0)) for candidate in ranked)
        dropped: list[Trial] = []
        began, played, games = time.process_time(), 0, FEW
        left = self._left(played, began)
        while others and left > 0:
            games = max(1, min(games, left // (1 + len(others))))
            played += games * (1 + len(others))
            first = self._more(first, luck, games)
            others = [measured(self._more(one, luck, games), first) for one in others]
            left = self._left(played, began)
            kept = undecided(first, others, STAKE / (played + left))
            dropped += [one for one in others if one not in kept]
            others = kept
            games = max(FEW, int(GROWTH * len(first.values)))
        return sorted([first, *others, *dropped], key=lambda t: -t.gain)

    def _left(self, played: int, began: float) -> int:
        """How many more playouts there may be; by the clock, as fast as those so far."""
        if self._seconds is None:
            return max(0, self._playouts - played)
        spent = max(time.process_time() - began, 1e-7)
        return max(0, int(played * (self._seconds / spent - 1.0))) if played else PACE

    def _more(self, trial: Trial, luck: int, games: int) -> Trial:
        played = self._rollouts.values(trial.candidate.index, luck + len(trial.values), games)
        values = np.concatenate([trial.values, np.frombuffer(played)])
        return Trial(trial.candidate, values)


def measured(trial: Trial, first: Trial) -> Trial:
    """A trial, and how much better it is believed to be than the first: the mean of the playouts'
    differences and what the look-ahead says, each as sure as it is (a normal prior's posterior)."""
    games = len(trial.values)
    differences = trial.values - first.values[:games]
    mean = float(differences.mean())
    chance_to_win = float(first.values.mean())
    unit = chance_to_win * (1.0 - chance_to_win)  # of log-odds
    squares = float(((differences - mean) ** 2).sum()) + KNOWN * (NOISE * unit) ** 2
    error = squares / (games + KNOWN) / games
    doubt = (SPREAD * unit) ** 2
    trust = doubt / (doubt + error) if error > 0.0 else 1.0
    expected = chance_to_win * (trial.candidate.value - first.candidate.value)
    gain = trust * mean + (1.0 - trust) * expected
    return Trial(trial.candidate, trial.values, gain, math.sqrt(trust * error))


def undecided(first: Trial, others: Sequence[Trial], price: float) -> list[Trial]:
    """Those of which more playouts might win more than their price, for each one that they have
    had: by showing that they are better than the best one; of the best, that the second is."""
    best, second = sorted([first, *others], key=lambda t: -t.gain)[:2]
    return [
        one
        for one in others
        if improvement(one, second if one is best else best) > price * len(one.values)
    ]


def improvement(one: Trial, other: Trial) -> float:
    """How much is to be won on average by choosing, once all were known, the better of two that
    are believed to differ: the mean of what is above 0 of a normal distribution."""
    gap = abs(one.gain - other.gain)
    doubt = math.hypot(one.doubt, other.doubt)
    if doubt == 0.0:
        return 0.0
    z = gap / doubt
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return doubt * density - gap * math.erfc(z / math.sqrt(2)) / 2
