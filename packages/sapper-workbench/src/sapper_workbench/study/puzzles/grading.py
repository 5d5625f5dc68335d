"""The themes and the first rating of a puzzle, and a second valuation of guesses.

During mining, the sizes of proofs, which are quick to compute, select the puzzles; those that are
kept get the themes and ratings of their explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log2, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from sapper.errors import BudgetError
from sapper.estimate import mean_difference
from sapper.explanations import Step
from sapper.explanations.explanation import easiest_of, together
from sapper.explanations.steps import MOTIFS
from sapper.game import Position, Rules
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.inference import analyse
from sapper.inference.counting import MAX_COUNT_STEPS
from sapper.inference.proof import MinimalProof, minimal_proof
from sapper.players.single_point import settle
from sapper.reviews.chances import Chances
from sapper.reviews.comparison import EQUAL, values_of
from sapper_workbench.study.puzzles.package import Puzzle

PATTERNS = {(1, 1): "1-1", (1, 2): "1-2", (1, 2, 1): "1-2-1"}
NEAREST_CLUES = (8, 24)  #: the nearest clues that are tried for a proof before all of them
MAX_PROPAGATIONS = 200_000  #: limit of one proof; puzzles with harder ones are not taken
MAX_FEW_CLUES = 5  #: clues of a proof that a person can keep in mind

#: What a pattern adds to the rating of a puzzle.
PATTERN_RATINGS = {"1-1": 950, "1-2": 1050, "1-2-1": 1150, "two clues": 1200}


class Grade(NamedTuple):
    """A theme and a rating."""

    theme: str
    rating: int


def known_mines(position: Position) -> Position:
    """Return a position with the mines that single clues settle as open mines."""
    return _with_settled(position, MINE)


def flagged(position: Position) -> Position:
    """Return a position with flags on the mines that single clues settle, as puzzles show it:
    counting them is tedious, and no puzzle asks for them."""
    return _with_settled(position, FLAGGED)


def _with_settled(position: Position, code: int) -> Position:
    cells = bytearray(position.cells)
    for index, settled in settle(position).items():
        if settled.mine:
            cells[index] = code
    if not position.rules.mines_known:  # only open ones are counted
        return Position(position.grid, position.rules, cells.count(MINE), bytes(cells))
    return position.with_cells(bytes(cells), position.signs)


def proof_of(known: Position, cell: int) -> MinimalProof | None:
    """Return a minimal proof that a cell is safe. Raises ``BudgetError``."""
    return minimal_proof(known, cell, False, propagations=MAX_PROPAGATIONS, near=NEAREST_CLUES)


def grade(known: Position, proofs: Sequence[MinimalProof]) -> Grade:
    """Return the theme of the hardest of some proofs, and a rating that grows with the others."""
    hardest = max((_graded(known, proof) for proof in proofs), key=lambda graded: graded.rating)
    more = 25 * min(len(proofs) - 1, 6) + _crowd(known)
    return Grade(hardest.theme, hardest.rating + more)


def _graded(known: Position, proof: MinimalProof) -> Grade:
    clues = len(proof.clues)
    if proof.total:
        return Grade("mines left", 1500 + 60 * min(clues, 8))
    theme = pattern(known, proof.clues)
    if theme is None:
        theme = "a few clues" if clues <= MAX_FEW_CLUES else "many clues"
        return Grade(theme, min(2300, 1080 + 110 * clues))
    return Grade(theme, PATTERN_RATINGS[theme])


def pattern(known: Position, clues: Sequence[int]) -> str | None:
    """Return the name of the pattern of some clues; None if they have none."""
    grid, cells = known.grid, known.cells
    places = sorted(map(grid.cell, clues))
    across = [column for _, column in places]
    down = [row for row, _ in places]
    steps = list(range(len(places)))
    straight = (len(set(down)) == 1 and [c - across[0] for c in across] == steps) or (
        len(set(across)) == 1 and [r - down[0] for r in down] == steps
    )
    needs = [
        cells[i] - sum(cells[j] == MINE for j in grid.neighbour_indices(i))
        for i in map(grid.index, places)
    ]
    name = PATTERNS.get(tuple(min(needs, needs[::-1]))) if straight else None
    return name or ("two clues" if len(clues) == 2 else None)


def _crowd(known: Position) -> int:
    """Return points for the number of clues to look through."""
    open_clues = sum(
        code < HIDDEN and any(known.cells[j] == HIDDEN for j in known.grid.neighbour_indices(i))
        for i, code in enumerate(known.cells)
    )
    return min(150, 2 * open_clues)


#: What a step costs a person who knows its pattern, where that is less than ``Step.cost``.
PATTERN_COSTS = {"1-1": 1.5, "1-2": 1.75, "1-2-1": 1.75, "1-2-2-1": 2.0, "hole": 2.25, "T": 2.25}
PATTERN_COSTS |= {"2-2-2": 2.75, "1-3-1": 2.75}
FURTHER = 0.3  #: the share of its cost that a step adds to the cost of the hardest one
MINE_COUNT_RATING = 150  #: added if the number of mines is needed: no clue hints at it
MAX_RATING = 2400
#: The deciles of the ratings of ``certain`` puzzles that have a safe cell, by level, between the
#: first and the last fiftieth of them.
CERTAIN_DECILES = {
    "beginner": (907, 911, 963, 992, 1092, 1138, 1156, 1158, 1244, 1250, 1359),
    "intermediate": (907, 913, 965, 996, 1108, 1152, 1156, 1166, 1244, 1252, 1414),
    "expert": (913, 935, 953, 992, 1031, 1124, 1154, 1189, 1246, 1404, 1784),
}


def explained(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the theme and rating that the explanation of its safe cells gives it.

    The theme is the technique of the hardest step. Puzzles without an explanation stay as they are,
    and so do guesses; endings get the rating of their values.
    """
    if puzzle.kind == "ending":
        return replace(puzzle, rating=_ending_rating(puzzle))
    if puzzle.kind == "guess":
        return puzzle
    if "no" in puzzle.themes:
        return replace(puzzle, rating=_drawn_rating(puzzle))
    known = known_mines(puzzle.whole)
    analysis = analyse(known, seconds=inf, steps=MAX_COUNT_STEPS)
    easy = puzzle.kind == "certain"  # one cell is enough; a theme would tell the answer
    chain = easiest_of(analysis) if easy else together(known, analysis.safe)
    if chain is None:
        return puzzle
    rating = _rating(known, chain.steps)
    if easy:
        return replace(puzzle, rating=rating)
    order = list(MOTIFS.values())  # of equally hard steps, the later counts
    _, theme = max((step.cost, order.index(step.motif)) for step in chain.steps)
    return replace(puzzle, themes=(order[theme], *puzzle.themes[1:]), rating=rating)


def _rating(known: Position, steps: Sequence[Step]) -> int:
    """Return the rating of finding some steps. The hardest one counts most: a person who sees it
    sees the others like it, too."""
    costs = sorted(min(step.cost, PATTERN_COSTS.get(step.pattern, inf)) for step in steps)
    cost = costs.pop() + FURTHER * sum(costs)
    counted = MINE_COUNT_RATING if any(step.mine_count for step in steps) else 0
    return min(MAX_RATING, round(430 + 329 * sqrt(cost)) + _crowd(known) + counted)


def _drawn_rating(puzzle: Puzzle) -> int:
    """Return the rating of a puzzle without a safe cell: one of a puzzle of its level that has one,
    drawn by its id, so that no rating tells the answer."""
    deciles = CERTAIN_DECILES[puzzle.themes[-1]]
    place, share = divmod(int(puzzle.id[-8:], 16) * (len(deciles) - 1), 16**8)
    low, high = deciles[place : place + 2]
    return round(low + (high - low) * share / 16**8)


def guess_rating(gap: float, cells: int) -> int:
    """Return the rating of finding a guess among ``cells`` cells that wins ``gap`` more than any
    other: a small gap is harder to see."""
    return round(1900 - 1800 * min(gap, 0.25) + 4 * min(cells, 60))


def _ending_rating(puzzle: Puzzle) -> int:
    """Return the rating of an ending: it grows with the layouts that one has to count, with the
    share of first guesses that are wrong, and with what the right one takes. That may be only the
    lowest risk, a choice among the cells of the lowest risk, or a riskier cell."""
    analysis = analyse(puzzle.whole, seconds=inf, steps=MAX_COUNT_STEPS)
    values = values_of(analysis)
    assert values is not None, "an ending has few layouts"
    most, cell = max(values.by_cell.values()), puzzle.whole.grid.cell
    right = {cell(i) for i, won in values.by_cell.items() if won > most - EQUAL}
    safest = set(analysis.safest)
    needed = 0 if safest <= right else 1 if safest & right else 2
    rating = 800 + 75 * log2(values.layouts) + 150 * needed
    rating += 300 * (1 - len(right) / len(values.by_cell)) + 120 * (
        "several guesses" in puzzle.themes
    )
    return round(rating) + 2 * min(len(puzzle.whole.hidden_indices), 60)


MIN_GAP = 0.03  #: the smallest advantage of the only good guess
SECOND_LUCK = 1_000_000  #: the number of the first playout of the second valuation
#: Playouts after which cells that are worse by more than the gap are left out.
STAGE_PLAYOUTS = (200, 1_000)
STAGE_ERRORS = 3.29  #: standard errors by which they must be: 99.9%
FINAL_PLAYOUTS = 4_000  #: playouts that measure the others


def valued_again(puzzle: Puzzle, rules: Rules) -> Puzzle | None:
    """Return a puzzle with the gap of the second valuation; None if it is less than ``MIN_GAP``,
    or a position was too hard to count."""
    assert puzzle.best is not None, "a guess has a best cell"
    position = puzzle.position
    chances = Chances(position.grid, position.mines, rules)
    try:
        gap = gap_of(chances, position, position.grid.index(puzzle.best))
    except BudgetError:
        return None
    return None if gap < MIN_GAP else replace(puzzle, gap=round(gap, 4), playouts=FINAL_PLAYOUTS)


def gap_of(
    chances: Chances,
    position: Position,
    index: int,
    luck: int = SECOND_LUCK,
    playouts: int = FINAL_PLAYOUTS,
) -> float:
    """Return a lower bound on the advantage of a guess over any other cell: the lower end of the
    95% interval of the paired difference to the closest one.

    - ``chances``: estimates chances for the board of the position.
    - ``position``, ``index``: the position and the guessed cell.
    - ``luck``: the number of the first playout.
    - ``playouts``: the playouts of each cell in the last stage.

    As soon as it is below ``MIN_GAP`` for one cell, the others are skipped. Raises ``BudgetError``.
    """
    best = chances.opening(position, index)
    others = [
        chances.opening(position, other) for other in position.hidden_indices if other != index
    ]
    rivals = [rival for rival in others if rival.safety > 0.0]
    for stage in STAGE_PLAYOUTS:
        own = chances.values(best, stage, luck)
        gaps = [
            (mean_difference(own, chances.values(rival, stage, luck), STAGE_ERRORS), rival)
            for rival in rivals
        ]
        gaps.sort(key=lambda pair: pair[0].value)
        if gaps and gaps[0][0].high < MIN_GAP:
            return gaps[0][0].low
        # The closest stays in any case, for the gap.
        rivals = [rival for gained, rival in gaps if gained.low < MIN_GAP or rival is gaps[0][1]]
        luck += stage
    own, least = chances.values(best, playouts, luck), 1.0
    for rival in rivals:
        least = min(least, mean_difference(own, chances.values(rival, playouts, luck)).low)
        if least < MIN_GAP:
            break
    return least
