"""Boards of a variant that need no guess: just enough clues to win by logic alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sapper.errors import BudgetError
from sapper.kernel.chance import Chance
from sapper_variants.certain import Layouts
from sapper_variants.dealing import deal, opened
from sapper_variants.position import HIDDEN, MINE, Position
from sapper_variants.variant import Variant

PROPAGATIONS = 1_000_000  #: by which a solver must open a board: what takes more is too hard


@dataclass(frozen=True)
class Puzzle:
    """A position that can be won without a guess, and its solution.

    - ``start``: the position, in which some safe cells show their clues.
    - ``solution``: all clues of the layout, with the mines open.
    - ``rounds``: how often everything certain must be opened before the board is solved.

    Without any one of the clues of the start, a guess would be needed, or more than
    ``PROPAGATIONS`` of a solver.
    """

    start: Position
    solution: Position
    rounds: int

    @property
    def clues(self) -> int:
        """The number of clues at the start, without those at the border."""
        return len(self.start.known)


def puzzle(variant: Variant, width: int, height: int, mines: int, seed: int) -> Puzzle:
    """Return a puzzle: a layout by chance, with as few clues as logic needs.

    Clues are left out in a random order, many at once at first, as long as logic alone still opens
    all safe cells. Raises ``InputError`` if no layout obeys the rules.

    >>> from sapper_variants import Variant, puzzle
    >>> found = puzzle(Variant.named("quad+liar"), 4, 4, 6, seed=3)
    >>> found.clues, found.rounds
    (4, 2)
    """
    layout = deal(variant, width, height, mines, seed)
    chance = Chance(seed, 2)
    full = opened(variant, width, height, layout, chance)
    cells = chance.shuffled(i for i in range(width * height) if i not in layout)
    kept = _fewest(full, cells)
    start = full.opened({i: HIDDEN for i in cells if i not in kept})
    rounds = rounds_to_solve(start, full)
    assert rounds is not None
    return Puzzle(start, full.opened(dict.fromkeys(layout, MINE)), rounds)


def _fewest(full: Position, cells: Sequence[int]) -> set[int]:
    """The cells whose clues cannot be left out, when they are tried in an order, half by half."""
    kept, waiting = set(cells), [tuple(cells)]
    while waiting:
        part = waiting.pop(0)
        rest = kept - set(part)
        if rounds_to_solve(full.opened(_hidden(cells, rest)), full) is not None:
            kept = rest
        elif len(part) > 1:
            half = len(part) // 2
            waiting += [part[:half], part[half:]]
    return kept


def _hidden(cells: Collection[int], kept: Collection[int]) -> dict[int, str]:
    return {i: HIDDEN for i in cells if i not in kept}


def rounds_to_solve(start: Position, full: Position) -> int | None:
    """Return in how many rounds logic opens all safe cells of a position.

    None if it cannot, or only with more than ``PROPAGATIONS``.

    ``full`` has the clues that the cells show.
    """
    layouts = Layouts.of(start, propagations=PROPAGATIONS)
    views, clue = start.variant.views(start.board), start.variant.clue
    left = {i for i in start.hidden if full.cells[i] != HIDDEN}
    rounds = 0
    while left:
        rounds += 1
        try:
            safe, _ = layouts.certain()
        except BudgetError:
            return None
        new = left & safe
        if not new:
            return None
        left -= new
        for i in new:
            if full.cells[i] != "?":
                layouts.add(clue.constraint(views[i], full.cells[i]).given(start.known))
    return rounds
