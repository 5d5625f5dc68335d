"""Puzzles: a position and a question, the answer that is checked, and its proof."""

from __future__ import annotations

from functools import partialmethod
from math import ceil
from secrets import randbelow
from time import monotonic

from rich.text import Text

from sapper.errors import InputError, plural
from sapper.game import Cell, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.kernel.chance import Chance
from sapper.players import player
from sapper.terminal.board import ADVISED, CLUE, MOVED, BoardDrawing
from sapper_workbench import narration
from sapper_workbench.session.session import Session
from sapper_workbench.study.puzzles.answers import Attempt, Verdict, check_hidden, given_up, judge
from sapper_workbench.study.puzzles.grading import flagged
from sapper_workbench.study.puzzles.package import TASKS, Daily, Puzzle, daily, puzzles, today
from sapper_workbench.study.puzzles.ratings import ME, Mode, PuzzleStore, Standing
from sapper_workbench.study.puzzles.runs import STORM_TASK, Run
from sapper_workbench.tui.dialogs import DailyDialog, DayState, key_of
from sapper_workbench.tui.view import NOWHERE, TaskView

RANDOM_SEEDS = 2**53
KEYS = narration.items("Enter choose the cell", "c check", "s solution", "n next", "d daily")
RUN_KEYS = narration.items("r streak", "t storm")
STORM_KEYS = narration.items("Enter answer with the cell")
NONE_KEY = narration.items("x no cell is certain")
DONE_KEYS = narration.items("n next", "e analyse")
CLOCK_SECONDS = 0.25  #: between two looks at the clock of a storm
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
        self._run: Run | None = None  #: the streak or storm that goes on

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
        standing, run = self._standing, self._run
        if standing is None:
            return "puzzles"
        if run is not None:
            words = [f"{run.solved} solved", f"best {standing.bests[run.mode]}"]
            if run.mode == "storm":
                left = max(0, ceil(run.end - monotonic()))
                words = [f"{left // 60}:{left % 60:02}", *words, f"{run.row} in a row"]
            return narration.SEPARATOR.join([run.mode, *words])
        return (
            f"rating {round(standing.rating.value)} · {standing.solved} of {standing.tried} solved"
        )

    @property
    def done(self) -> bool:
        """True if the puzzle is judged."""
        return self.verdict is not None and self.verdict.done

    def on_mount(self) -> None:
        """Create the clock of a storm."""
        self._clock = self.set_interval(CLOCK_SECONDS, self._while_storming, pause=True)

    def _while_storming(self) -> None:
        """Show the time that is left, and end the storm without any."""
        if self._run is not None and monotonic() >= self._run.end:
            self._end_run(self._run)
        self.host.update_bars()

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
            why, words = verdict.explanation, narration.prose(verdict.words)
            answered = [Text(*head), Text(words if why is None else why.lettered(words))]
            if why is not None:
                board.mark(why.clues, CLUE)
                answered += [Text(why.lettered(line)) for line in why.lines()]
            board.mark(verdict.solution, ADVISED)
            answered += [Text(", ".join(puzzle.themes), narration.FADED)] if verdict.done else []
        board.mark(self.chosen, MOVED)
        board.letters(verdict.explanation.letters if verdict and verdict.explanation else {})
        keys = f"{NONE_KEY}  {KEYS}" if puzzle.kind == "certain" else KEYS
        keys = STORM_KEYS if self._storming else DONE_KEYS if self.done else keys
        legend = self.legend(board, LEGEND, f"{keys}  {RUN_KEYS}")
        task = STORM_TASK if self._storming else TASKS[puzzle.kind]
        asked = [Text(narration.prose(task), "bold")]
        self.show(board, [self.message, asked, answered, legend])

    def do_choose(self) -> None:
        """Select or deselect the cell."""
        if self._storming and self.done:
            self.do_next()
            return
        puzzle, cell = self._asked, self.cursor
        if self.position[cell] == FLAGGED:
            raise InputError(
                f"{list(cell)} is a mine that follows from single clues: choose another cell"
            )
        check_hidden(self.position, cell)
        if cell in self.chosen:
            self.chosen = tuple(each for each in self.chosen if each != cell)
        else:
            self.chosen = (*self.chosen, cell) if puzzle.kind == "safe" else (cell,)
        self.message = []
        if self._storming:
            self.do_check()
        else:
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
        if self._storming:
            raise InputError("a storm shows no solutions: choose a cell with Enter")
        if self._asked is not self._warned:
            self._warned = self._asked
            raise InputError(WARNING)
        self._judge(None)

    def do_daily(self) -> None:
        """List the board and the puzzles of the day, to choose one."""
        if self._run is not None:
            self._end_run(self._run)
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

    def _toggle_run(self, mode: Mode) -> None:
        """Begin a run, or end it."""
        if self._run is not None:
            self._end_run(self._run)
            return
        self._run, self._day, self.puzzle = Run.begin(mode, monotonic()), None, None
        (self._clock.resume if mode == "storm" else self._clock.pause)()
        self.do_next()

    do_streak, do_storm = partialmethod(_toggle_run, "streak"), partialmethod(_toggle_run, "storm")

    def _go_on(self, run: Run) -> None:
        """Go on with a run; after a right answer, a storm asks the next puzzle at once."""
        self._run = run
        if monotonic() >= run.end:
            self._end_run(run)
        elif self._storming and run.row:
            self.do_next()
        else:
            self.redraw()

    def _end_run(self, run: Run) -> None:
        """Keep the result of a run, and show it."""
        self._run = None
        self._clock.pause()
        self._ratings.add_run(ME, run.mode, run.solved)
        self._standing = self._ratings.standing(ME)
        best = self._standing.bests[run.mode]
        words = f"the {run.mode} is over: {plural(run.solved, 'puzzle')} solved; your best: {best}"
        self.show_message(words)

    @property
    def _storming(self) -> bool:
        return self._run is not None and self._run.mode == "storm"

    def _ask(self, puzzle: Puzzle, standing: Standing | None) -> None:
        self.puzzle, self._standing = puzzle, standing
        self.verdict, self.chosen, self._made, self.message = None, (), (), []
        self.cursor = puzzle.position.grid.cell(self.position.cells.index(HIDDEN))
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
        chance, run = Chance(randbelow(RANDOM_SEEDS)), self._run
        if run is not None and self.puzzle is not None and not self.done:
            raise InputError(f"answer the puzzle first, or end the {run.mode}")

        def choose() -> tuple[Puzzle, Standing]:
            if run is not None:
                return run.next(puzzles(), chance), self._ratings.standing(ME)
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
            if not self._storming:
                self._ratings.add(ME, puzzle, verdict.score)
            return verdict, self._ratings.standing(ME)

        def show(result: tuple[Verdict, Standing | None]) -> None:
            if puzzle is not self.puzzle:
                return
            self.verdict, self._standing = result
            self.message = []
            if not self.done and attempt is not None:
                self._made, self.chosen = attempt.cells, ()
            if result[0].done and self._run is not None:
                self._go_on(self._run.after(puzzle, right=result[0].right))
            else:
                self.redraw()

        self.host.think("checking", compute, show, self)
