"""Mistakes: the costly guesses of a game, tried again one by one."""

from __future__ import annotations

from rich.text import Text

from sapper.game import Cell, Position
from sapper.records import Record
from sapper.terminal.board import ADVISED, CLUE, COUNTED, MOVED, BoardDrawing
from sapper_workbench import narration
from sapper_workbench.study.mistakes import Action, Answer, Exercise, act, prompt, step_of
from sapper_workbench.tui.story import Walk
from sapper_workbench.tui.view import NOWHERE, TaskView

KEYS = narration.items("Enter try the cell", "s solution", "n next", "v back to the review")
#: The legend of the marks.
LEGEND = {
    MOVED: "> the move made",
    CLUE: "= clue of this step",
    COUNTED: "! a mine known by then",
    ADVISED: "? the cell that is right",
}


class MistakesView(TaskView):
    """The position before a costly guess, in which you look for a better cell."""

    view = "mistakes"
    picks = "try"

    def __init__(self) -> None:
        super().__init__()
        self.exercise = Exercise(())
        self.answer: Answer | None = None  #: to the last try, or the solution
        self._record: Record | None = None
        self._position = NOWHERE
        self._made: Cell | None = None  # the cell of the guess
        self._asked = ""

    def begin(self, record: Record, exercise: Exercise) -> None:
        """Show the first task of an exercise."""
        self._record = record
        self._enter(exercise)

    def _enter(self, exercise: Exercise) -> None:
        """Show the current task; at the end the position of the last one stays."""
        self.exercise, self.answer, self.walk, self.message = exercise, None, None, []
        task = exercise.task
        if task is not None and self._record is not None:
            self._position, step = step_of(self._record, task)
            self._made = self.cursor = step.decision.move.cell
            self._asked = prompt(self._record, task)
        self.refresh_position()

    @property
    def position(self) -> Position:
        """The position before the guess."""
        return self._position

    @property
    def title(self) -> str:
        """The game that the positions are from."""
        record = self._record
        return "" if record is None else narration.plain(f"{record.player} · {record.outcome}")

    @property
    def status(self) -> str:
        """The place in the exercise."""
        number, all_of = self.exercise.at + 1, len(self.exercise.tasks)
        return f"position {number} of {all_of}" if self.exercise.task is not None else "the end"

    def redraw(self) -> None:
        """Draw the position, the task and the answer."""
        board = BoardDrawing(self.position, marks=True)
        task, answer = self.exercise.task, self.answer
        if task is None:
            words = narration.prose(self.exercise.summary)
            self.show(board, [[Text(words, "bold")], [Text(KEYS, narration.FADED)]])
            return
        if self._made is not None:
            board.mark([self._made], MOVED)
        lines = [Text(narration.prose(self._asked))]
        answered: list[Text] = []
        if answer is not None:
            if self.walk is not None:
                self.walk.mark(board)
            else:
                board.mark(answer.clues, CLUE)
                board.mark([answer.cell] if answer.right else [], ADVISED)
            shown = task.solved == "shown" and answer.cell not in task.tries
            head = ("right", "bold green3") if answer.right else ("not this one", "bold red1")
            head = ("the solution", "bold") if shown else head
            said = answer.words
            if self.walk is not None:  # its steps take the place of the proof
                why = [Text(narration.prose(said.split(": ")[0]), "bold"), *self.walk.lines()[1:]]
            else:
                why = [Text(narration.prose(said))]
                if (compared := answer.explanation) is not None:
                    why += [Text(compared.lettered(line)) for line in compared.lines()]
                    board.letters(compared.letters)
            answered = [Text(*head), *why]
        self.show(board, [self.message, lines, answered, self.legend(board, LEGEND, KEYS)])

    def _act(self, action: Action, cell: Cell | None = None) -> None:
        record, exercise, decider = self._record, self.exercise, self.host.decider
        if record is None or exercise.task is None:
            return

        def show(result: tuple[Exercise, Answer | None]) -> None:
            if exercise is self.exercise:
                self.exercise, self.answer = result
                why = self.answer and self.answer.explanation
                self.walk = Walk(why) if why and why.steps else None
                self.message = []
                self.redraw()

        self.host.think(
            "estimating", lambda: decider.call(act, record, exercise, action, cell), show, self
        )

    def do_try(self) -> None:
        """Try the cell in place of the guess."""
        self._act("try", self.cursor)

    def do_solution(self) -> None:
        """Show the solution."""
        self._act("show")

    def do_next(self) -> None:
        """Go to the next position."""
        self._enter(self.exercise.next())

    def do_back(self) -> None:
        """Go back to the review."""
        self.host.press("view-watch")
