"""Answers to puzzles: whether they are right, and why; and endings to play out.

In an ending, each guess is compared with perfect play, and always survives. No layout is drawn: the
guessed cell is safe, and shows the clue of the largest number of layouts. Certain cells are then
opened in the same way. So an ending is the same for everyone, and is played without mines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Annotated, Any

from msgspec import Meta, Struct

from sapper.errors import IllegalMoveError, InputError, listed, plural
from sapper.estimate import percent
from sapper.explanations import Explanation
from sapper.explanations.explanation import calling_mines, easiest, together
from sapper.game import Cell, Position
from sapper.game.codes import BLOCKED, HIDDEN
from sapper.inference import Analysis, analyse
from sapper.inference.counting import MAX_COUNT_STEPS, possible_clues
from sapper.reviews.chances import EndgameSolver
from sapper.reviews.comparison import supported
from sapper_workbench.study.puzzles.grading import known_mines
from sapper_workbench.study.puzzles.package import Puzzle

Index = Annotated[int, Meta(ge=0, le=10_000)]


class Attempt(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: the cells chosen, or that no cell is certainly safe.

    ``safe`` expects all safe cells, ``guess`` a single cell, ``ending`` all guesses so far in
    order, and ``certain`` a safe cell or ``none``.
    """

    cells: Annotated[tuple[tuple[Index, Index], ...], Meta(max_length=500)] = ()
    none: bool = False


@dataclass(frozen=True)
class Verdict:
    """The judgement of an answer.

    ``done`` is false while an ending is in progress; only ``position``, the current one, and
    ``words`` are then given. ``part`` of a wrong answer is right. ``solution`` has the right cells,
    and ``explanation`` proves that they are safe, with one chain for all, or compares the best
    guess with others.
    """

    right: bool
    done: bool
    words: str
    position: Position
    solution: tuple[Cell, ...] = ()
    explanation: Explanation | None = None
    part: float = 0.0

    @property
    def score(self) -> float:
        """The share of the answer that is right, from 0 to 1: the safe cells found, less those
        chosen wrongly."""
        return 1.0 if self.right else self.part

    def to_json(self) -> dict[str, Any]:
        """Return plain values, without the position."""
        return {
            "right": self.right,
            "score": self.score,
            "done": self.done,
            "words": self.words,
            "solution": self.solution,
            "explanation": None if self.explanation is None else self.explanation.to_json(),
        }


def judge(puzzle: Puzzle, attempt: Attempt) -> Verdict:
    """Return the judgement of an answer.

    Raises ``InputError`` if it does not fit the puzzle, ``RulesError`` or ``IllegalMoveError`` for
    a cell that is outside the board or open.
    """
    if puzzle.kind == "certain":
        return _certain(puzzle, attempt)
    if puzzle.kind == "ending":
        return _ending(puzzle, attempt.cells)
    for cell in attempt.cells:
        check_hidden(puzzle.position, cell)
    if puzzle.kind == "safe":
        return _safe(puzzle, set(attempt.cells))
    if len(attempt.cells) != 1:
        raise InputError("cells: expected the cell of a guess")
    return _guess(puzzle, attempt.cells[0])


def solution(puzzle: Puzzle) -> Attempt:
    """Return the right answer."""
    if puzzle.kind == "ending":
        return Attempt(tuple(guess.cell for guess in Ending(puzzle.position).line()))
    if puzzle.kind == "guess":
        assert puzzle.best is not None, "a guess has a best cell"
        return Attempt((puzzle.best,))
    safe = _analysis(puzzle).safe
    if puzzle.kind == "certain":
        return Attempt(safe[:1], none=not safe)
    return Attempt(safe)


def given_up(puzzle: Puzzle) -> Verdict:
    """Return the judgement of giving up: the solution, which is not counted as solved."""
    verdict = judge(puzzle, solution(puzzle))
    words = verdict.words.removeprefix("right: ")
    if puzzle.kind == "safe":
        are = "is" if len(verdict.solution) == 1 else "are"
        words = f"{_cells(verdict.solution)} {are} certainly safe"
    return replace(verdict, right=False, part=0.0, words=words)


def _analysis(puzzle: Puzzle) -> Analysis:
    return analyse(puzzle.position, seconds=inf, steps=MAX_COUNT_STEPS)


def check_hidden(position: Position, cell: Cell) -> None:
    """Raise ``IllegalMoveError`` if a cell cannot be chosen."""
    code = position.cells[position.grid.index(cell)]
    if code != HIDDEN:
        state = "not part of the puzzle" if code == BLOCKED else "already open"
        raise IllegalMoveError(f"{list(cell)} is {state}: choose a hidden cell")


def explained(puzzle: Puzzle, cells: tuple[Cell, ...]) -> Explanation | None:
    """Return one explanation of the safe cells of a puzzle, which takes the flags on its board as
    facts; None without cells."""
    explanation = together(known_mines(puzzle.position), cells)
    return explanation and calling_mines(explanation, "flag")


def _safe(puzzle: Puzzle, chosen: set[Cell]) -> Verdict:
    analysis = _analysis(puzzle)
    safe = set(analysis.safe)
    wrong, missed = sorted(chosen - safe), sorted(safe - chosen)
    parts = []
    mines = [cell for cell in wrong if cell in analysis.certain_mines]
    risky = [cell for cell in wrong if cell not in analysis.certain_mines]
    if mines:
        are = "is certainly a mine" if len(mines) == 1 else "are certainly mines"
        parts.append(f"{_cells(mines)} {are}")
    if risky:
        parts.append(f"{_cells(risky)} may be {'a mine' if len(risky) == 1 else 'mines'}")
    if missed:
        parts.append(f"{_cells(missed)} {'is' if len(missed) == 1 else 'are'} safe too")
    if wrong and not chosen & safe:
        parts = [part.replace(" too", "") for part in parts]
    every = {1: "the only safe cell", 2: "both safe cells"}.get(
        len(safe), f"all {len(safe)} safe cells"
    )
    words = "; ".join(parts) or f"right: you found {every}"
    explanation = explained(puzzle, analysis.safe)
    part = max(0.0, (len(chosen & safe) - len(wrong)) / len(safe))
    return Verdict(not parts, True, words, puzzle.position, analysis.safe, explanation, part)


def _certain(puzzle: Puzzle, attempt: Attempt) -> Verdict:
    if len(attempt.cells) != (0 if attempt.none else 1):
        raise InputError("cells: expected one cell that is certainly safe, or 'none': true")
    for cell in attempt.cells:
        check_hidden(puzzle.position, cell)
    analysis = _analysis(puzzle)
    right = attempt.cells[0] in analysis.safe if attempt.cells else not analysis.safe
    start = "right" if right else "wrong"
    if analysis.safe:
        count = len(analysis.safe)
        words = f"{start}: {_cells(analysis.safe)} {'is' if count == 1 else 'are'} safe"
    else:
        words = f"{start}: no cell is certainly safe"
        if puzzle.position.rules.mines_known:
            words += f"; the lowest risk of a mine is {percent(analysis.least_risk)}"
    found = easiest(known_mines(puzzle.position))
    explanation = found and calling_mines(found, "flag")
    return Verdict(right, True, words, puzzle.position, analysis.safe, explanation)


def _guess(puzzle: Puzzle, cell: Cell) -> Verdict:
    assert puzzle.best is not None, "a guess has a best cell"
    assert puzzle.gap is not None, "a guess has a gap"
    analysis = _analysis(puzzle)
    at_least = "at least " if puzzle.playouts else ""
    best = f"{at_least}{100 * puzzle.gap:.1f} games in 100 more than any other guess"
    risks = [analysis.probability(opened) for opened in (cell, puzzle.best)]
    right = cell == puzzle.best
    if right:
        words = f"right: {list(cell)} wins {best}, at a risk of {percent(risks[1])}"
    else:
        words = (
            f"{list(cell)} has a risk of {percent(risks[0])}; the best guess is "
            f"{list(puzzle.best)}, at {percent(risks[1])}, which wins {best}"
        )
    reason = supported(analysis, puzzle.position.grid.index(puzzle.best))
    return Verdict(right, True, words, puzzle.position, (puzzle.best,), reason)


def _ending(puzzle: Puzzle, cells: tuple[Cell, ...]) -> Verdict:
    ending = Ending(puzzle.position)
    guess: Guess | None = None
    asked = ending.position
    for cell in cells:
        if ending.over:
            raise InputError("cells: the ending is over before the last of them")
        asked = ending.position
        check_hidden(asked, cell)
        guess = ending.guess(cell)
        if not guess.right:
            words = (
                f"{list(cell)} wins in {guess.won} of {plural(guess.layouts, 'layout')}; "
                f"{_cells(guess.best)} {'wins' if len(guess.best) == 1 else 'win'} in {guess.most}"
            )
            reason = _reason(asked, guess.best[0])
            return Verdict(False, True, words, asked, guess.best, reason)
    if guess is None:
        return Verdict(False, False, "make the first guess", ending.position)
    won = f"{list(guess.cell)} wins in {guess.won} of {plural(guess.layouts, 'layout')}"
    share = f"{won}, and no guess wins in more"
    if ending.over:
        reason = _reason(asked, guess.cell)
        return Verdict(True, True, f"right: {share}", ending.position, cells, reason)
    return Verdict(True, False, f"right: {share}; the next guess", ending.position)


def _reason(position: Position, best: Cell) -> Explanation | None:
    """Return how the best guess of an ending compares with others."""
    analysis = analyse(position, seconds=inf, steps=MAX_COUNT_STEPS)
    return supported(analysis, position.grid.index(best))


def _cells(cells: tuple[Cell, ...] | list[Cell]) -> str:
    return listed([str(list(cell)) for cell in cells])


@dataclass(frozen=True)
class Guess:
    """A guess of an ending: the numbers of layouts that perfect play wins after it and after the
    best guess, and of all layouts. ``best`` are the cells of the best guesses."""

    cell: Cell
    won: int
    most: int
    layouts: int
    best: tuple[Cell, ...]

    @property
    def right(self) -> bool:
        """True if no guess wins more."""
        return self.won == self.most


class Ending:
    """An ending from a position in which no cell is certainly safe.

    ``position`` is the current one, and ``over`` says that no guess is left.
    """

    def __init__(self, start: Position) -> None:
        self.position = start
        self._solver = EndgameSolver(start.grid, start.mines)

    @property
    def over(self) -> bool:
        """True if all safe cells are open."""
        return self.position.cells.count(HIDDEN) == self.position.mines

    def values(self) -> tuple[int, dict[int, int]]:
        """Return the number of layouts, and of those that perfect play wins after opening each
        hidden cell that may be safe. Raises ``BudgetError``."""
        cells = self.position.cells
        layouts = self._solver.won(cells)[1]
        _, risk = self._solver.count(cells)
        hidden = [i for i, code in enumerate(cells) if code == HIDDEN and risk[i] < 1.0]
        return layouts, {i: self._solver.won_by_opening(cells, i) for i in hidden}

    def guess(self, cell: Cell) -> Guess:
        """Judge a guess; if it is right, advance to the next one. Raises ``BudgetError``."""
        grid = self.position.grid
        index = grid.index(cell)
        layouts, values = self.values()
        most = max(values.values())
        best = tuple(grid.cell(i) for i, won in values.items() if won == most)
        guess = Guess(cell, values.get(index, 0), most, layouts, best)
        if guess.right:
            self._open(index)
            self._go_on()
        return guess

    def line(self) -> tuple[Guess, ...]:
        """Play the best guesses to the end, the first of them where several are best."""
        made = []
        while not self.over:
            _, values = self.values()
            best = max(values, key=lambda i: (values[i], -i))
            made.append(self.guess(self.position.grid.cell(best)))
        return tuple(made)

    def _go_on(self) -> None:
        """Open all cells that are certainly safe."""
        while not self.over:
            _, risk = self._solver.count(self.position.cells)
            if 0.0 not in risk:
                break
            self._open(risk.index(0.0))

    def _open(self, index: int) -> None:
        """Open a cell, which shows the clue of the largest number of layouts."""
        cells = self.position.cells
        _, risk = self._solver.count(cells)
        afters = [
            cells[:index] + bytes([clue]) + cells[index + 1 :]
            for clue in possible_clues(self.position.grid, cells, risk, index)
        ]
        after = max(afters, key=lambda after: self._solver.count(after)[0])
        self.position = self.position.with_cells(after, self.position.signs)
