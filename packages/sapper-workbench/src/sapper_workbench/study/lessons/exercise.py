"""Exercises: their tasks, their right cells, and the answers to the cells tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

from sapper.errors import IllegalMoveError, plural
from sapper.estimate import percent
from sapper.explanations import Explanation
from sapper.explanations.explanation import calling_mines
from sapper.game import Cell, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.inference import Analysis, analyse
from sapper.inference.counting import MAX_COUNT_STEPS, Belief, zero_chances
from sapper.kernel.chance import Chance
from sapper.lazy import cached_property
from sapper.reviews import explain, twin_of
from sapper.reviews.comparison import guess, risk_of, values_of

#: ``count``: the hidden cells that the marked clue counts; ``safe`` and ``mine``: a certain cell;
#: ``risk``: a cell of least risk; ``guess``: a cell with which perfect play wins most; ``toss``: a
#: 50/50 that no clue can ever settle; ``opening``: the cell that is most likely to show a zero;
#: ``chord``: the clue whose chord opens most cells.
Ask = Literal["count", "safe", "mine", "risk", "guess", "toss", "opening", "chord"]

#: What the learner is asked to do.
TASKS: Mapping[Ask, str] = {
    "count": "Pick every hidden neighbour of the number at {}.",
    "safe": "Pick a cell that is certainly safe.",
    "mine": "Pick a cell that is certainly a mine.",
    "risk": "No cell is certainly safe here. Pick one with the lowest risk.",
    "guess": "No cell is certainly safe here. Pick the guess that wins most often.",
    "toss": "Pick a cell that stays a coin toss, whatever you open first.",
    "opening": "Pick the cell that is most likely to open a whole region.",
    "chord": "Pick the number whose chord opens the most cells.",
}

_FLAGS_AS_MINES = bytes.maketrans(bytes([FLAGGED]), bytes([MINE]))
TOLERANCE = 1e-9  #: the difference up to which two probabilities count as equal
MAX_COUNTED_WAYS = 30  #: layouts that an answer counts
MAX_SAMPLES = 2_000  #: layouts sampled, at most, to show that a cell is not certain


@dataclass(frozen=True)
class Answer:
    """The answer to a cell that was tried.

    - ``right``: whether the cell is one of the right cells; ``missing``: the number of these still
      to be found.
    - ``words``: the answer in a sentence or two, which call it "this cell".
    - ``explanation``: the proof that the cell is safe or a mine, if it is certain and this answers
      the task; the risk of a wrong guess, and how a right one compares with others.
    - ``mines``: a consistent layout that shows that the cell is not certain.
    """

    cell: Cell
    right: bool
    missing: int
    words: str
    explanation: Explanation | None = None
    mines: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Exercise:
    """A position and its task; ```marks`` are the cells that get the letters A, B, ….

    Flags are mines that the learner need not find.
    """

    ask: Ask
    position: Position
    marks: tuple[Cell, ...] = ()

    @property
    def task(self) -> str:
        """The task for the learner."""
        return TASKS[self.ask].format(*map(list, self.marks))

    @cached_property
    def known(self) -> Position:
        """The position with its flags as open mines, so that explanations treat them as facts."""
        return self.position.with_cells(
            self.position.cells.translate(_FLAGS_AS_MINES), self.position.signs
        )

    @cached_property
    def analysis(self) -> Analysis:
        """The analysis of the position."""
        return analyse(self.known, seconds=inf, steps=MAX_COUNT_STEPS)

    @cached_property
    def solution(self) -> tuple[Cell, ...]:
        """The cells that are right, in row-major order."""
        return tuple(sorted(_SOLUTIONS[self.ask](self)))

    def hidden(self, cell: Cell) -> bool:
        """Return whether a cell is hidden and has no flag."""
        return self.position[cell] == HIDDEN

    def judge(self, picked: Sequence[Cell]) -> Answer:
        """Return the answer to the last of the cells that the learner picked.

        Raises ``IllegalMoveError`` for a cell that cannot be an answer, and ``RulesError`` for one
        outside the board.
        """
        cell = picked[-1]
        code = self.position[cell]
        if self.ask == "chord":
            if not 0 < code < HIDDEN:
                raise IllegalMoveError("a chord is a click on an open number: pick one")
        elif code == FLAGGED:
            raise IllegalMoveError("this mine is already flagged: pick another cell")
        elif code != HIDDEN:
            raise IllegalMoveError("this cell is already open: pick a hidden one")
        right = cell in self.solution
        counts = self.ask == "count"
        missing = len(set(self.solution) - set(picked)) if counts else int(not right)
        return Answer(cell, right, missing, *_REPLIES[self.ask](self, cell, right, missing))

    def chorded(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that a chord on a clue opens; none without exactly its flags."""
        near = self.position.neighbours(cell)
        flags = sum(self.position[other] in (FLAGGED, MINE) for other in near)
        code = self.position[cell]
        return tuple(filter(self.hidden, near)) if 0 < code < HIDDEN and flags == code else ()

    @cached_property
    def wins(self) -> tuple[int, Mapping[Cell, int]]:
        """The number of layouts, and of those that perfect play wins after opening each cell."""
        values, cell = values_of(self.analysis), self.known.grid.cell
        assert values is not None, "the exercise has few layouts"
        return values.layouts, {cell(i): round(won) for i, won in values.by_cell.items()}

    @cached_property
    def zeros(self) -> Mapping[Cell, float]:
        """The probability of a zero in each hidden cell."""
        known, cell = self.known, self.known.grid.cell
        chances = zero_chances(known.grid, known.cells, self.position.mines, known.hidden_indices)
        return {cell(index): chance for index, chance in chances.items()}

    def why(self, cell: Cell) -> Explanation:
        """Return the explanation of a cell, which calls known mines flagged."""
        return calling_mines(explain(self.known, cell), "flagged mine")

    def easiest(self) -> Explanation:
        """Return the explanation of the easiest cell of the solution; its cells must be certain."""
        explanations = map(self.why, self.solution)
        return min(explanations, key=lambda each: (each.difficulty or inf, each.cell))

    def shown(self) -> Answer:
        """Return the answer to the easiest cell, with all others found."""
        certain = self.ask in ("safe", "mine")
        cell = self.easiest().cell if certain else self.solution[0]
        return self.judge([*self.solution, cell])


# The cells that are right.


def _tossed(exercise: Exercise) -> Sequence[Cell]:
    position = exercise.known
    risks = exercise.analysis.probabilities
    return [
        position.grid.cell(index)
        for index in position.hidden_indices
        if twin_of(position, index, risks) is not None
    ]


def _best(exercise: Exercise) -> Sequence[Cell]:
    _, wins = exercise.wins
    return [cell for cell, won in wins.items() if won == max(wins.values())]


def _opening(exercise: Exercise) -> Sequence[Cell]:
    most = max(exercise.zeros.values())
    return [cell for cell, chance in exercise.zeros.items() if chance >= most - TOLERANCE]


def _chord(exercise: Exercise) -> Sequence[Cell]:
    position = exercise.position
    opened = {
        cell: len(exercise.chorded(cell))
        for cell in map(position.grid.cell, range(position.grid.size))
    }
    most = max(opened.values())
    return [cell for cell, cells in opened.items() if cells == most]


_SOLUTIONS: Mapping[Ask, Callable[[Exercise], Iterable[Cell]]] = {
    "count": lambda it: filter(it.hidden, it.position.neighbours(it.marks[0])),
    "safe": lambda it: filter(it.hidden, it.analysis.safe),
    "mine": lambda it: filter(it.hidden, it.analysis.certain_mines),
    "risk": lambda it: it.analysis.safest,
    "guess": _best,
    "toss": _tossed,
    "opening": _opening,
    "chord": _chord,
}


# The words of an answer.


class Reply(NamedTuple):
    """What an answer says: words, a proof, and the mines of a layout; see ``Answer``."""

    words: str
    explanation: Explanation | None = None
    mines: tuple[Cell, ...] = ()


def _reply_to_count(exercise: Exercise, cell: Cell, right: bool, missing: int) -> Reply:
    clue = list(exercise.marks[0])
    if not right:
        return Reply(f"This cell does not touch {clue}, so the number there does not count it.")
    if missing:
        return Reply(f"This cell touches {clue}. {plural(missing, 'cell')} to go.")
    hidden, number = len(exercise.solution), exercise.position[exercise.marks[0]]
    every = (
        f"these {hidden} hidden cells touch the number"
        if hidden > 1
        else "one hidden cell touches the number"
    )
    mines = "1 of them is a mine" if number == 1 else f"{number} of them are mines"
    return Reply(f"That is all: {every} at {clue}, and {mines}.")


def _reply_to_certain(exercise: Exercise, cell: Cell, right: bool, missing: int) -> Reply:
    explanation = exercise.why(cell)
    if explanation.verdict != "guess":
        what = "safe" if explanation.verdict == "safe" else "a mine"
        return Reply(f"This cell is {what}.", explanation)
    position, mine = exercise.known, exercise.ask == "safe"
    belief, chance = Belief(position), Chance(0)
    index = position.grid.index(cell)
    layouts = (belief.sample(chance) for _ in range(MAX_SAMPLES))
    layout = next((mines for mines in layouts if (index in mines) == mine), frozenset())
    what = "a mine here" if mine else "no mine here"
    fits = f" The mines drawn on the board fit every number, with {what}." if layout else ""
    words = f"You cannot know that yet: this cell may be a mine or safe.{fits}"
    return Reply(words, mines=tuple(map(position.grid.cell, sorted(layout))))


def _reply_to_risk(exercise: Exercise, cell: Cell, right: bool, missing: int) -> Reply:
    analysis = exercise.analysis
    risk, layouts = analysis.probability(cell), 10**analysis.log10_layouts
    if risk == 1.0:
        return Reply("This cell is certainly a mine.", exercise.why(cell))
    words = f"This cell is a mine in {percent(risk, 0)} of all layouts"
    if layouts < MAX_COUNTED_WAYS + 0.5:
        ways = f"{round(risk * layouts)} of the {round(layouts)} ways"
        words = f"This cell is a mine in {ways} to place the mines that are left"
    others = len(exercise.solution) - 1
    same = f"; {others} others are as good" if others > 1 else "; one other is as good"
    said = (
        f"Nothing is safer{same if others else ''}." if right else "Another cell has a lower risk."
    )
    return Reply(f"{words}. {said}", _reason(exercise, cell, right))


def _reply_to_guess(exercise: Exercise, cell: Cell, right: bool, missing: int) -> Reply:
    if exercise.analysis.probability(cell) == 1.0:
        return Reply("This cell is certainly a mine.", exercise.why(cell))
    layouts, wins = exercise.wins
    words = f"If you open this cell, perfect play wins {wins[cell]} of {plural(layouts, 'layout')}"
    said = "no other guess wins more" if right else f"another guess wins {max(wins.values())}"
    return Reply(f"{words}; {said}.", _reason(exercise, cell, right))


def _reason(exercise: Exercise, cell: Cell, right: bool) -> Explanation:
    """Return how a right guess compares with others; of a wrong one, only the risk: the right one
    is still to be found."""
    index = exercise.position.grid.index(cell)
    return (guess if right else risk_of)(exercise.analysis, index)


def _reply_to_toss(exercise: Exercise, cell: Cell, right: bool, missing: int) -> Reply:
    risk = exercise.analysis.probability(cell)
    if right:
        return Reply(
            "One of these two cells is a mine, and no other cell that you can open touches "
            "only one of them. Whatever you wait for, no number will ever tell them apart."
        )
    if risk in (0.0, 1.0):
        what = "a mine" if risk else "safe"
        return Reply(f"This cell is certainly {what}.", exercise.why(cell))
    share = f"This cell is a mine in {percent(risk, 0)} of all layouts"
    return Reply(f"{share}, but a number that you open later may still settle it.")


def _reply_to_opening(exercise: Exercise, cell: Cell, right: bool, missing: int) -> Reply:
    chance, near = exercise.zeros[cell], len(exercise.position.neighbours(cell))
    words = (
        f"This cell has {near} neighbours and opens a region in {percent(chance, 0)} of all layouts"
    )
    others = "No cell does so more often." if right else "Another cell does so more often."
    return Reply(f"{words}. {others}")


def _reply_to_chord(exercise: Exercise, cell: Cell, right: bool, missing: int) -> Reply:
    opened, number = len(exercise.chorded(cell)), exercise.position[cell]
    near = exercise.position.neighbours(cell)
    flags = sum(exercise.position[other] == FLAGGED for other in near)
    if opened:
        words = f"A chord on this {number} opens {plural(opened, 'cell')} with one click"
        return Reply(f"{words}." if right else f"{words}. Another chord opens more.")
    if flags == number:
        return Reply(f"All neighbours of this {number} are open or flagged.")
    return Reply(f"This {number} has {plural(flags, 'flag')}, and a chord needs {number}.")


_REPLIES: Mapping[Ask, Callable[[Exercise, Cell, bool, int], Reply]] = {
    "count": _reply_to_count,
    "safe": _reply_to_certain,
    "mine": _reply_to_certain,
    "risk": _reply_to_risk,
    "guess": _reply_to_guess,
    "toss": _reply_to_toss,
    "opening": _reply_to_opening,
    "chord": _reply_to_chord,
}
