"""The prospects of guesses: to the end of the game if it is near, otherwise one move ahead.

``swift`` and ``champion`` share a counter, the endgame and the look-ahead of one grid, reused from
guess to guess. ``swift`` is the strongest rule for guesses that takes about a millisecond per game.
It opens certain cells first. Once few layouts remain, it solves the rest of the game exactly.
Otherwise it weighs each candidate by the chance to survive it and the next move, counting the
position exactly for every clue that the candidate may show, and by an estimate of what follows (see
``lookahead``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log

from sapper.errors import BudgetError, plural
from sapper.estimate import percent
from sapper.game import Chance, Grid, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, ThreadCache, count
from sapper.inference.kernel.counter import Counter
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import Effort
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.proved import Counting
from sapper.players.start import with_promise

ROUNDING = 1e-6  #: of the logarithm of a number of layouts


@dataclass(frozen=True)
class Prospect:
    """A candidate for a guess: its safety, at most the chance that the next move is safe as well
    (``survival``, which also weighs the second-best next cell), and its value, which also estimates
    what follows."""

    index: int
    safety: float
    survival: float
    value: float


def ranked(candidates: Iterable[Prospect]) -> list[Prospect]:
    """Return candidates by their value, best first."""
    return sorted(candidates, key=lambda candidate: -candidate.value)


class Prospects:
    """The prospects of guesses of one strategy on one grid; call ``ending`` first."""

    def __init__(self, strategy: str, grid: Grid, endgame: Endgame, ahead: Lookahead) -> None:
        self.counter = Counter(grid)
        self._strategy = strategy
        self._endgame = endgame
        self._ahead = ahead

    def ending(self, position: Position, most: float = inf) -> Decision | Pass | None:
        """Count a position; return the best guess if it has at most ``most`` layouts and the rest
        of the game can be solved, a pass if counting is too hard, otherwise None."""
        try:
            count(self.counter, position, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        except BudgetError as error:
            return Pass(self._strategy, str(error))
        if self.counter.logarithm > log(most) + ROUNDING:
            return None
        ending = self._endgame.best(self.counter)
        if ending is None or position.cells[ending[0]] != HIDDEN:  # flagged cells stay hidden
            return None
        index, won, layouts = ending
        words = f"with perfect play from here, it wins in {won} of {plural(layouts, 'layout')}"
        words += "; no cell wins in more" if layouts > 1 else ""
        return self.decision(position, index, Reason("endgame", words))

    def candidates(self, position: Position) -> list[Prospect]:
        """Return the cells worth a guess in the order of the look-ahead, which compiled games
        share, so that ties are broken alike."""
        weighed = self._ahead.weigh(self.counter, position.cells)
        return [Prospect(*candidate) for candidate in weighed if candidate[3] > 0.0]

    def decision(
        self, position: Position, index: int, reason: Reason, effort: Effort | None = None
    ) -> Decision:
        """Return the strategy's decision to open a cell."""
        move, risk = Move("open", position.grid.cell(index)), self.counter.risk(index)
        return Decision(move, self._strategy, reason, risk, effort=effort)


TIE = 1e-9
SHOWN = 5  #: candidates that a reason lists


_PROSPECTS: ThreadCache[Grid, Prospects] = ThreadCache(
    lambda grid: Prospects("swift", grid, Endgame(grid), Lookahead(grid)),
    lambda kept: kept.counter.held,
)


class Swift(Counting):
    """Opens proved cells first, then the best cell of the endgame or of the look-ahead.

    Ties are broken at random. Passes where counting is too hard.
    """

    name = "swift"

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        prospects = _PROSPECTS.of(position.grid)
        ending = prospects.ending(position)
        if ending is not None:
            return ending
        candidates = prospects.candidates(position)
        if not candidates:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        best = max(c.value for c in candidates)
        tied = [c.index for c in candidates if c.value >= best - TIE]
        if position.next_open_is_safe:
            words = with_promise(position, "the best prospects one move ahead")
        else:
            words = words_of(ranked(candidates))
        if len(tied) > 1:
            words += f" (a random one of {len(tied)} equally good cells)"
        cell = position.grid.cell
        considered = tuple((cell(c.index), c.survival) for c in ranked(candidates)[:SHOWN])
        reason = Reason("look-ahead", words, considered=considered)
        return prospects.decision(position, chance.choice(tied), reason)


def words_of(candidates: Sequence[Prospect]) -> str:
    """Say why the first of these candidates is chosen."""
    best = candidates[0]
    words = f"at least {percent(best.survival)} chance of surviving this move and the next"
    most = max(candidate.survival for candidate in candidates)
    if len(candidates) > 1 and best.survival >= most - TIE:
        words += ", the highest of the candidates"
    elif len(candidates) > 1:
        lack = 100 * (most - best.survival)
        words += f", {lack:.1f} points below the highest of the candidates, but better prospects"
    return words
