"""The second valuation of guesses that playouts have measured.

What chose such a guess compared it with the few guesses that look best. New playouts compare it
with every other cell, since a cell that looks poor at first may win more.
"""

from __future__ import annotations

from msgspec.structs import replace

from sapper.errors import BudgetError
from sapper.estimate import more
from sapper.game import Position, Rules
from sapper.study.puzzles.puzzle import Puzzle
from sapper.study.review.chances import Chances

GAP = 0.03  #: by which the only good guess is better than any other
AGAIN = 1_000_000  #: the number of the first playout of the second valuation
#: Playouts after which cells that are worse by more than the gap are left out.
STAGES = (200, 1_000)
SURE = 3.29  #: standard errors by which they must be: 99.9%
FULL = 4_000  #: playouts that measure the others


def valued_again(puzzle: Puzzle, rules: Rules) -> Puzzle | None:
    """Return a puzzle with the gap of the second valuation; None if it does not stand: that gap is
    less than ``GAP``, or a position was too hard to count."""
    assert puzzle.best is not None, "a guess has a best cell"
    position = puzzle.position
    chances = Chances(position.grid, position.mines, rules)
    try:
        gap = gap_of(chances, position, position.grid.index(puzzle.best))
    except BudgetError:
        return None
    return None if gap < GAP else replace(puzzle, gap=round(gap, 4), playouts=FULL)


def gap_of(
    chances: Chances, position: Position, index: int, luck: int = AGAIN, playouts: int = FULL
) -> float:
    """Return how much more a guess wins than any other cell, at least: the lower end of the 95%
    interval of the paired difference to the closest one. Playouts are numbered from ``luck``.

    If a cell turns up for which that is below ``GAP``, the others are not looked at. Raises
    ``BudgetError``.
    """
    best = chances.opening(position, index)
    others = [chances.opening(position, other) for other in position.hidden if other != index]
    rivals = [rival for rival in others if rival.safety > 0.0]
    for stage in STAGES:
        own = chances.values(best, stage, luck)
        found = [(more(own, chances.values(rival, stage, luck), SURE), rival) for rival in rivals]
        found.sort(key=lambda one: one[0].value)
        if found and found[0][0].high < GAP:
            return found[0][0].low
        # The closest stays in any case, for the gap.
        rivals = [rival for gained, rival in found if gained.low < GAP or rival is found[0][1]]
        luck += stage
    own, least = chances.values(best, playouts, luck), 1.0
    for rival in rivals:
        least = min(least, more(own, chances.values(rival, playouts, luck)).low)
        if least < GAP:
            break
    return least
