"""Minesweeper as a basic action theory, and a program that plays it by asking the reasoner.

The author of the demo "Limited Reasoner: Minesweeper" (Schwering 2017) names this as its next step:
a theory that represents the agent's actions. ``open(x)`` and ``flag(x)`` are actions (Reiter 2001,
"Knowledge in Action"), ``opened`` and ``flagged`` are fluents with successor-state axioms, and
``seen`` is a sensor: after ``open(x)`` the agent knows what the cell shows. The program is a loop
in the manner of Golog (Levesque et al. 1997, "GOLOG: A logic programming language for dynamic
domains"): while the goal is not known, it asks about one hidden cell after another, at level 0,
then 1 and so on, until the reasoner believes one to be a mine or safe, and does the action.
Whatever it does follows from an answer; its own choice is only the order in which it asks, and the
cell of a guess.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from limited_belief import Result, Session
from sapper.errors import InputError
from sapper.game import Cell, Grid

MAX_THEORY_CELLS = 256  #: of a board: a game on 16 rows of 16 cells takes 15 s
QUESTION_SECONDS = 10.0  #: the time limit of one question

Action = Literal["open", "flag"]
Outcome = Literal["won", "lost", "unfinished"]
#: An action and the answer from which it follows: action, cell, level, result.
Choice = tuple[Action, Cell, int | None, Result | None]

BOOM = "boom"  #: what a mine shows
GOAL = "forall x (on_board(x) -> opened(x) or flagged(x))"
_THEORY = """\
rigid sort action
sort cell, clue
name {cells} : cell
name 0..8, boom : clue
variable x : cell
variable n : clue
variable a : action
function open(cell), flag(cell) : action
function shown(cell) : clue
predicate mine(cell), opened(cell), flagged(cell), on_board(cell)
sensor seen(action) : clue
always seen(open(x)) = n <-> shown(x) = n
always [a] opened(x) <-> a = open(x) or opened(x)
always [a] flagged(x) <-> a = flag(x) or flagged(x)
know not opened(x) and not flagged(x)
know on_board(x) <-> {board}
"""


def name_of(cell: Cell) -> str:
    """Return the name of a cell in the theory, such as ``r4c2``."""
    return f"r{cell[0]}c{cell[1]}"


def theory(grid: Grid) -> str:
    """Return the statements about every board of a grid, except what clues mean."""
    names = [name_of(grid.cell(i)) for i in grid.playable]
    return _THEORY.format(cells=", ".join(names), board=" or ".join(f"x = {n}" for n in names))


def meaning(grid: Grid, cell: Cell, clue: int) -> str:
    """Return the statements about a cell that shows a clue and its neighbours, as in the demo.

    The cell is safe. Among any ``clue`` + 1 of its n neighbours some is safe, and among any
    n - ``clue`` + 1 some is a mine.
    """
    near = [f"mine({name_of(other)})" for other in _neighbours(grid, cell)]
    clauses = [_without("mine", cell)]
    clauses += [" or ".join(f"not {one}" for one in some) for some in combinations(near, clue + 1)]
    clauses += [" or ".join(some) for some in combinations(near, len(near) - clue + 1)]
    shown = f"shown({name_of(cell)}) = {clue}"
    return "".join(f"know {shown} -> {clause}\n" for clause in clauses)


def _neighbours(grid: Grid, cell: Cell) -> list[Cell]:
    return [grid.cell(i) for i in grid.neighbour_indices(grid.index(cell))]


@dataclass(frozen=True)
class TheoryStep:
    """An action, and the answer from which it follows.

    ``level`` is the split level of the answer ``result``; both are None for the first cell. A guess
    has no level; its answer is that no neighbour of the cell is open, or None if one is.
    ``shown`` is what was sensed, and ``questions`` and ``seconds`` what the step took.
    """

    action: Action
    cell: Cell
    level: int | None
    result: Result | None
    shown: tuple[tuple[Cell, str], ...]
    questions: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "action": self.action,
            "cell": list(self.cell),
            "level": self.level,
            "question": None if self.result is None else str(self.result.ask.formula),
            "shown": [[list(cell), shown] for cell, shown in self.shown],
            "questions": self.questions,
            "seconds": self.seconds,
        }


class TheoryGame:
    """A game of the program: ``play`` yields its steps, and sets the ``outcome``.

    - ``mines``, ``first``: the board, which only the sensor sees, and the cell opened first.
    - ``splits``: the highest level at which it asks about a cell.
    - ``guess``: chooses a cell to guess; by default the first one column by column, as in the demo.
    - ``seconds``: the time limit, after which the game is ``unfinished``.

    ``statements`` are those that the reasoner got, and its answers: a file of limited belief.
    Raises ``InputError`` for a board of more than ``MAX_THEORY_CELLS`` cells.
    """

    def __init__(
        self,
        grid: Grid,
        mines: Collection[Cell],
        first: Cell,
        *,
        splits: int = 2,
        guess: Callable[[Sequence[Cell]], Cell] | None = None,
        seconds: float = float("inf"),
    ) -> None:
        if grid.size > MAX_THEORY_CELLS:
            raise InputError(
                f"the action theory is for boards of at most {MAX_THEORY_CELLS} cells,"
                f" not {grid.size}"
            )
        self.outcome: Outcome = "unfinished"
        self.statements: list[str] = []
        self._grid, self._mines, self._first = grid, frozenset(mines), first
        self._splits = splits
        self._guess = guess or (lambda cells: cells[0])
        self._deadline = time.monotonic() + seconds
        self._session = Session(seconds=QUESTION_SECONDS)
        self._questions = 0
        self._since = time.monotonic()  # the last step

    def play(self) -> Iterator[TheoryStep]:
        """Yield the steps of the game as they are taken."""
        cells = [self._grid.cell(i) for i in self._grid.playable]
        cells.sort(key=lambda cell: (cell[1], cell[0]))
        self._state(theory(self._grid))
        self._state("".join(f"real shown({name_of(c)}) = {self._value(c)}\n" for c in cells))
        choice: Choice | None = ("open", self._first, None, None)
        while choice is not None:
            step = self._do(*choice)
            yield step
            if step.shown[:1] == ((step.cell, BOOM),):
                self.outcome = "lost"
                return
            if self._ask(GOAL, 0):
                self.outcome = "won"
                return
            cells = [c for c in cells if self._ask(_without("opened", c), 0)]
            cells = [c for c in cells if self._ask(_without("flagged", c), 0)]
            choice = self._decided(cells, step.cell) or self._guessed(cells)

    # ---- the program

    def _decided(self, hidden: Sequence[Cell], last: Cell) -> Choice | None:
        """Return the action at the nearest cell, in rings around the last one, that the lowest
        possible level decides."""

        def ring(cell: Cell) -> int:
            return max(abs(cell[0] - last[0]), abs(cell[1] - last[1]))

        for level in range(self._splits + 1):
            for cell in sorted(hidden, key=ring):
                if result := self._ask(f"mine({name_of(cell)})", level):
                    return "flag", cell, level, result
                if result := self._ask(_without("mine", cell), level):
                    return "open", cell, level, result
        return None

    def _guessed(self, hidden: Sequence[Cell]) -> Choice | None:
        """Return the opening of a cell that no open cell touches, if there is one, else of any;
        None if the time is over."""
        far: dict[Cell, Result] = {}
        for cell in hidden:
            near = (_without("opened", other) for other in _neighbours(self._grid, cell))
            if result := self._ask(" and ".join(near), 0):
                far[cell] = result
        if self._late:
            return None
        cell = self._guess(list(far) or hidden)
        return "open", cell, None, far.get(cell)

    # ---- the reasoner and the board

    @property
    def _late(self) -> bool:
        return time.monotonic() > self._deadline

    def _state(self, text: str) -> list[Result]:
        """Tell the reasoner some statements, and return the results of questions among them."""
        self.statements += text.splitlines()
        return list(self._session.run(self._session.read(text)))

    def _ask(self, formula: str, level: int) -> Result | None:
        """Ask whether a formula is believed at a level; return the result if it is, else None.

        Nothing is asked once the time is over. A question that takes too long is answered no.
        """
        if self._late:
            return None
        self._questions += 1
        (result,) = self._state(f"ask K<{level}> ({formula})\n")
        holds = result.answer is not None and result.answer.holds
        self.statements[-1] += " is yes" if holds else " is no"
        return result if holds else None

    def _do(
        self, action: Action, cell: Cell, level: int | None, result: Result | None
    ) -> TheoryStep:
        """Do an action. The game opens the neighbours of a 0, as further actions."""
        shown: dict[Cell, str] = {}
        due = [cell] if action == "open" else []
        if action == "flag":  # that it is a mine is kept, as in the demo, however it was shown
            self._state(f"do flag({name_of(cell)})\nknow mine({name_of(cell)})\n")
        while due:
            opened = due.pop()
            if opened in shown or (opened != cell and not self._ask(_without("opened", opened), 0)):
                continue
            self._state(f"do open({name_of(opened)})\n")
            shown[opened] = value = self._value(opened)
            if value != BOOM:
                self._state(meaning(self._grid, opened, int(value)))
            if value == "0":
                due += reversed(_neighbours(self._grid, opened))
        now = time.monotonic()
        asked, seconds = self._questions, now - self._since
        self._questions, self._since = 0, now
        return TheoryStep(action, cell, level, result, tuple(shown.items()), asked, seconds)

    def _value(self, cell: Cell) -> str:
        """Return what the sensor shows if a cell is opened."""
        if cell in self._mines:
            return BOOM
        return str(sum(other in self._mines for other in _neighbours(self._grid, cell)))


def _without(predicate: str, cell: Cell) -> str:
    return f"not {predicate}({name_of(cell)})"
