"""Puzzles: a position and a question, the answer that is checked, and its proof."""

from __future__ import annotations

from secrets import randbelow

from rich.text import Text

from sapper.errors import InputError
from sapper.game import Cell, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.kernel.chance import Chance
from sapper.players import player
from sapper.terminal.board import ADVISED, CLUE, MOVED, BoardDrawing
from sapper_workbench import narration
from sapper_workbench.session.session import Session
from sapper_workbench.study.puzzles.answers import Attempt, Verdict, given_up, judge
from sapper_workbench.study.puzzles.grading import flagged
from sapper_workbench.study.puzzles.package import TASKS, Daily, Puzzle, daily, puzzles, today
from sapper_workbench.study.puzzles.ratings import ME, PuzzleStore, Standing
from sapper_workbench.tui.dialogs import DailyDialog, DayState, key_of
from sapper_workbench.tui.view import NOWHERE, TaskView

RANDOM_SEEDS = 2**53
KEYS = narration.items("Enter choose the cell", "c check", "s solution", "n next", "d daily")
NONE_KEY = narration.items("x no cell is certain")
DONE_KEYS = narration.items("n next", "e analyse")
#: Shown before a solution, which lowers the rating.
WARNING = (
    "showing the solution counts as a loss and lowers your rating: press s again to show it,"
    " or n for another puzzle"
)
#: The legend of the marks.
LEGEND = {MOVED: "> chosen", CLUE: "= clue of a proof", ADVISED: "? the solution"}


class PuzzlesView(TaskView):
    """The current puzzle; its solution is shown with the judgement of an answer."""

    view = "puzzles"
    picks = "choose"

    def __init__(self, ratings: PuzzleStore) -> None:
        super().__init__()
        self.puzzle: Puzzle | None = None
        self.verdict: Verdict | None = None
        self.chosen: tuple[Cell, ...] = ()
        self._made: tuple[Cell, ...] = ()  # the guesses of an ending so far
        self._ratings = ratings
        self._standing: Standing | None = None
        self._day: Daily | None = None  #: the day whose puzzles are shown
        self._warned: Puzzle | None = None  #: where ``s`` was pressed once

    @property
    def position(self) -> Position:
        """The position of the puzzle, or the current one of an ending."""
        if self.verdict is not None:
            return flagged(self.verdict.position)
        return NOWHERE if self.puzzle is None else flagged(self.puzzle.position)

    @property
    def title(self) -> str:
        """The id of the puzzle."""
        return "" if self.puzzle is None else self.puzzle.id

    @property
    def status(self) -> str:
        """The player's rating."""
        standing = self._standing
        if standing is None:
            return "puzzles"
        return (
            f"rating {round(standing.rating.value)} · {standing.solved} of {standing.tried} solved"
        )

    @property
    def done(self) -> bool:
        """True if the puzzle is judged."""
        return self.verdict is not None and self.verdict.done

    def enter(self) -> None:
        """Ask the first puzzle when the view comes to the front."""
        if self.puzzle is None:
            self.host.press("next", self)
        self.redraw()

    def redraw(self) -> None:
        """Draw the position, the task and the judgement."""
        board, puzzle, verdict = BoardDrawing(self.position, marks=True), self.puzzle, self.verdict
        if puzzle is None:
            self.show(board, [self.message])
            return
        answered: list[Text] = []
        if verdict is not None:
            head = ("right", "bold green3") if verdict.right else ("not solved", "bold red1")
            answered = [Text(*head), Text(narration.prose(verdict.words))]
            if verdict.explanation is not None:
                why = verdict.explanation
                board.mark(why.clues, CLUE)
                answered += [Text(why.lettered(line)) for line in why.lines()]
            board.mark(verdict.solution, ADVISED)
            answered += [Text(", ".join(puzzle.themes), narration.FADED)] if verdict.done else []
        board.mark(self.chosen, MOVED)
        board.letters(verdict.explanation.letters if verdict and verdict.explanation else {})
        keys = f"{NONE_KEY}  {KEYS}" if puzzle.kind == "certain" else KEYS
        legend = self.legend(board, LEGEND, DONE_KEYS if self.done else keys)
        asked = [Text(narration.prose(TASKS[puzzle.kind]), "bold")]
        self.show(board, [self.message, asked, answered, legend])

    def do_choose(self) -> None:
        """Select or deselect the cell."""
        puzzle, cell = self._asked, self.cursor
        if self.position[cell] == FLAGGED:
            raise InputError(
                f"{list(cell)} is a mine that follows from single clues: choose another cell"
            )
        if self.position[cell] != HIDDEN:
            raise InputError(f"{list(cell)} is already open: choose a hidden cell")
        if cell in self.chosen:
            self.chosen = tuple(each for each in self.chosen if each != cell)
        else:
            self.chosen = (*self.chosen, cell) if puzzle.kind == "safe" else (cell,)
        self.message = []
        self.redraw()

    def do_check(self) -> None:
        """Check the chosen cells."""
        if not self.chosen:
            raise InputError("choose a cell first, with Enter")
        self._judge(Attempt((*self._made, *self.chosen)))

    def do_no(self) -> None:
        """Answer that no cell is certain."""
        if self._asked.kind != "certain":
            raise InputError("choose cells with Enter, and check them with c")
        self._judge(Attempt(none=True))

    def do_solution(self) -> None:
        """Show the solution, after a warning that this counts as a loss."""
        if self._asked is not self._warned:
            self._warned = self._asked
            raise InputError(WARNING)
        self._judge(None)

    def do_daily(self) -> None:
        """List the board and the puzzles of the day, to choose one."""
        writer, self._day = self.host.writer, None

        def compute() -> DayState:
            writer.settle().result()
            day = daily(today(), puzzles())
            return DayState.of(day, writer.history, self._ratings.first_tries(ME, day.puzzles))

        def show(state: DayState) -> None:
            self.host.push_screen(DailyDialog(state, lambda at: self._choose_daily(state, at)))

        self.host.think("looking for the board and the puzzles of the day", compute, show, self)

    def _choose_daily(self, state: DayState, at: int | None) -> None:
        """Play the board of a day, or ask one of its puzzles."""
        day, history = state.day, self.host.writer.history
        if at is not None:
            self._day = day
            self._ask(day.puzzles[at], self._standing)
        elif history is not None and state.number is not None:
            self.host.open_kept(history, state.number)
        else:
            agent, decide = player(self.host.player), self.host.decider.decide
            session = Session(day.world, agent, decide=decide)
            self.host.play_on(session, key_of(day), no_guess=True)

    def _ask(self, puzzle: Puzzle, standing: Standing | None) -> None:
        self.puzzle, self._standing = puzzle, standing
        self.verdict, self.chosen, self._made, self.message = None, (), (), []
        self.refresh_position()

    def do_next(self) -> None:
        """Ask the next puzzle; after the last one of the day, show the day's results."""
        if self._day is not None and self.puzzle in self._day.puzzles:
            at = self._day.puzzles.index(self.puzzle) + 1
            if at < len(self._day.puzzles):
                self._ask(self._day.puzzles[at], self._standing)
            else:
                self.do_daily()
            return
        chance = Chance(randbelow(RANDOM_SEEDS))

        def choose() -> tuple[Puzzle, Standing]:
            puzzle = self._ratings.next(ME, puzzles(), chance)
            return puzzle, self._ratings.standing(ME)

        self.host.think("looking for a puzzle", choose, lambda asked: self._ask(*asked), self)

    def do_examine(self) -> None:
        """Open the position in Analyse once the puzzle is judged."""
        if not self.done:
            raise InputError("answer the puzzle first")
        super().do_examine()

    @property
    def _asked(self) -> Puzzle:
        """The puzzle to answer. Raises ``InputError`` if it is answered."""
        if self.puzzle is None or self.done:
            raise InputError("the puzzle is answered: press n for the next one")
        return self.puzzle

    def _judge(self, attempt: Attempt | None) -> None:
        """Judge an answer, or show the solution without one, and keep the result."""
        puzzle = self._asked

        def compute() -> tuple[Verdict, Standing | None]:
            verdict = given_up(puzzle) if attempt is None else judge(puzzle, attempt)
            if not verdict.done:
                return verdict, self._standing
            self._ratings.add(ME, puzzle, verdict.score)
            return verdict, self._ratings.standing(ME)

        def show(result: tuple[Verdict, Standing | None]) -> None:
            if puzzle is not self.puzzle:
                return
            self.verdict, self._standing = result
            self.message = []
            if not self.done and attempt is not None:
                self._made, self.chosen = attempt.cells, ()
            self.redraw()

        self.host.think("checking", compute, show, self)
