"""``swift``: the strongest rule for guesses that takes about a millisecond per game.

It opens certain cells first. Once few layouts remain, it solves the rest of the game exactly.
Otherwise it weighs each candidate by the chance to survive it and the next move, counting the
position exactly for every clue that the candidate may show, and by an estimate of what follows (see
``lookahead``).
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.estimate import percent
from sapper.game import Chance, Grid, Position
from sapper.inference.counting import ThreadCache
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.prospects import Prospect, Prospects, ranked
from sapper.players.proved import Counting
from sapper.players.start import with_promise

TIE = 1e-9
SHOWN = 5  #: candidates that a reason lists


def _prospects(grid: Grid) -> Prospects:
    return Prospects(Swift.name, grid, Endgame(grid), Lookahead(grid))


_PROSPECTS: ThreadCache[Grid, Prospects] = ThreadCache(_prospects, lambda kept: kept.counter.held)


class Swift(Counting):
    """Opens proved cells first, then the best cell of the endgame or of the look-ahead.

    Ties are broken at random. Passes where counting is too hard.
    """

    name = "swift"

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        prospects = _PROSPECTS.of(position.grid)
        return prospects.ending(position) or self._best(prospects, position, chance)

    def _best(self, prospects: Prospects, position: Position, chance: Chance) -> Decision | Pass:
        candidates = prospects.candidates(position)
        if not candidates:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        best = max(c.value for c in candidates)
        tied = [c.index for c in candidates if c.value >= best - TIE]
        if position.promised:
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
    words = f"{percent(best.survival)} chance of surviving this move and the next"
    most = max(candidate.survival for candidate in candidates)
    if len(candidates) > 1 and best.survival >= most - TIE:
        words += ", the highest of the candidates"
    elif len(candidates) > 1:
        lack = 100 * (most - best.survival)
        words += f", {lack:.1f} points below the highest of the candidates, but better prospects"
    return words
