"""Boards of a variant that need no guess: just enough clues to win by logic alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sapper.errors import BudgetError, InputError
from sapper.kernel.chance import Chance
from sapper.lazy import cached_property
from sapper_variants.analysis import certain_cells
from sapper_variants.certain import Cuts, Layouts
from sapper_variants.dealing import deal, opened
from sapper_variants.diagram import propagate
from sapper_variants.position import FLAGGED, HIDDEN, MINE, Position
from sapper_variants.proof import Technique, directly, easiest, hardest_step
from sapper_variants.variant import Variant

_MOVE = re.compile(r"(open|flag) +(\d{1,4}),(\d{1,4})", re.ASCII)

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

    @property
    def difficulty(self) -> float:
        """The difficulty of its hardest step, on the scale of explanations and puzzles of standard
        Minesweeper, if each next step is the simplest one."""
        return self.hardest[0]

    @cached_property
    def hardest(self) -> tuple[float, Technique]:
        """The difficulty and the technique of its hardest step."""
        return hardest_step(self.start, self.solution)


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
    kept, rounds = _fewest(full, cells)
    start = full.opened(_hidden(cells, kept))
    return Puzzle(start, full.opened(dict.fromkeys(layout, MINE)), rounds)


def _fewest(full: Position, cells: Sequence[int]) -> tuple[set[int], int]:
    """The cells whose clues cannot be left out, when they are tried in an order, half by half, and
    in how many rounds logic opens the others."""
    kept, waiting, cuts = set(cells), [tuple(cells)], Cuts()
    rounds = 0
    while waiting:
        part = waiting.pop(0)
        rest = kept - set(part)
        found = rounds_to_solve(full.opened(_hidden(cells, rest)), full, cuts)
        if found is not None:
            kept, rounds = rest, found
        elif len(part) > 1:
            half = len(part) // 2
            waiting += [part[:half], part[half:]]
    return kept, rounds


def _hidden(cells: Collection[int], kept: Collection[int]) -> dict[int, str]:
    return {i: HIDDEN for i in cells if i not in kept}


def rounds_to_solve(start: Position, full: Position, cuts: Cuts | None = None) -> int | None:
    """Return in how many rounds logic opens all safe cells of a position.

    None if it cannot, or only with more than ``PROPAGATIONS``.

    ``full`` has the clues that the cells show; ``cuts`` are those of ``Layouts``.
    """
    layouts = Layouts.of(start, propagations=PROPAGATIONS, cuts=cuts)
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


def eased(made: Puzzle, *, pairs: bool = False) -> Puzzle:
    """Return a puzzle with further clues at the start, so that its solution is easier.

    One clue or rule at a time then solves it, or with ``pairs`` one or two at a time.

    >>> from sapper_variants import Variant, eased, puzzle
    >>> made = puzzle(Variant.named("liar"), 4, 4, 4, seed=1)
    >>> made.clues <= eased(made, pairs=True).clues <= eased(made).clues
    True
    """
    start = position = made.start
    known = dict(start.known)
    while True:
        known |= _alone(position, known)
        opening = {i for i in position.hidden if known.get(i) is False}
        if not opening:
            safe, _ = certain_cells(position)
            if not safe:  # all are open
                return replace(made, start=start, rounds=rounds_to_solve(start, made.solution) or 0)
            proof = directly(position) if pairs else None
            cell = min(safe) if proof is None else proof.cell
            if proof is None:
                start = start.opened({cell: made.solution.cells[cell]})
            opening, known[cell] = {cell}, False
        position = position.opened({i: made.solution.cells[i] for i in opening})


def _alone(position: Position, known: dict[int, bool]) -> dict[int, bool]:
    """What single clues and rules prove of the hidden cells, one after another."""
    found, before = dict(known), -1
    groups = position.variant.groups(position.board)
    constraints = [*(premise.constraint for premise in position.premises), position.total]
    while len(found) > before:
        before = len(found)
        propagated = propagate([constraint.given(found) for constraint in constraints])
        assert propagated is not None, "a puzzle has a solution"
        found |= propagated[0]
        cells = [i for i in position.hidden if i not in found]
        for layouts in [Layouts(cells, [], [group], found) for group in groups if cells]:
            safe, mines = layouts.certain()
            found |= dict.fromkeys(safe, False) | dict.fromkeys(mines, True)
    return found


class Try:
    """An attempt to solve a puzzle by moves in words.

    >>> from sapper_variants import Try, Variant, puzzle
    >>> attempt = Try(puzzle(Variant.named("triplet"), 3, 3, 2, seed=2))
    >>> print(attempt.answer("hint"))
    The 0 at [0, 2] allows only layouts in which [0, 1], [1, 1] and [1, 2] are safe.
    """

    def __init__(self, made: Puzzle) -> None:
        self.puzzle = made
        self.position = made.start
        self.over = False  #: whether all safe cells are open, or a mine

    def answer(self, line: str) -> str:
        """Make the move that a line says, or give a hint, and return what to show.

        Raises ``InputError`` for other words, or a cell that is not hidden.
        """
        if line.strip() == "show":
            return str(self.position)
        if line.strip() == "hint":
            return self.hint()
        move = _MOVE.fullmatch(line.strip())
        if move is None:
            raise InputError("expected open ROW,COLUMN, flag ROW,COLUMN, hint, show or quit")
        row, column = int(move[2]), int(move[3])
        cell = row * self.position.width + column
        inside = row < self.position.height and column < self.position.width
        if not inside or cell not in self.position.hidden:
            raise InputError(f"{[row, column]} is not a hidden cell")
        text = self.puzzle.solution.cells[cell]
        if move[1] == "flag":
            flagged = self.position.cells[cell] == FLAGGED
            self.position = self.position.opened({cell: HIDDEN if flagged else FLAGGED})
            return str(self.position)
        self.position = self.position.opened({cell: text})
        left = [i for i in self.position.hidden if self.puzzle.solution.cells[i] != MINE]
        self.over = text == MINE or not left
        ending = "\nThat was a mine." if text == MINE else "\nSolved!" if not left else ""
        return f"{self.position}{ending}"

    def hint(self) -> str:
        """The easiest proof of a safe cell, in words."""
        return str(easiest(self.position))
