"""Learn: the lessons for people, with their boards and exercises, and a list to choose from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from sapper.explanations.letters import lettered, letters_of
from sapper.game import Cell, Position
from sapper.terminal.board import ADVISED, CLUE, COUNTED, WRONG, BoardDrawing
from sapper_workbench import narration
from sapper_workbench.study.lessons.exercise import Answer, Exercise
from sapper_workbench.study.lessons.lesson import TEST, TO_PASS, Lesson, Progress, Solved, lessons
from sapper_workbench.tui.dialogs import ListDialog
from sapper_workbench.tui.view import TaskView

KEYS = narration.items("Enter pick the cell", "s solution", "n next", "v all lessons", "e analyse")
LEGEND = {
    ADVISED: "? right",
    WRONG: "x not this one",
    CLUE: "= number it relies on",
    COUNTED: "! a mine that fits",
}
SIGNS: dict[Solved | None, str] = {"first": "✓", "later": "✓", "shown": "–", None: "·"}


class LearnView(TaskView):
    """The exercise of a lesson, and the answer to the cell that is picked."""

    view = "learn"
    picks = "try"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.progress = Progress(path)
        self.lesson = self.progress.following
        self.answer: Answer | None = None
        self._number = 0  # of the exercise
        self._picked: tuple[Cell, ...] = ()
        self._tries = 0  # that were wrong
        self._shown = False

    @property
    def exercise(self) -> Exercise:
        """The exercise that is shown."""
        return self.lesson.exercises[self._number]

    @property
    def position(self) -> Position:
        """The position of the exercise."""
        return self.exercise.position

    @property
    def title(self) -> str:
        """The lesson."""
        return self.lesson.title

    @property
    def status(self) -> str:
        """The place in the lesson, and how each exercise was solved."""
        solved = "".join(SIGNS[each] for each in self.progress.of(self.lesson))
        return f"{self._number + 1} of {len(self.lesson.exercises)}  {solved}"

    @property
    def done(self) -> bool:
        """True if all right cells are found."""
        return self.answer is not None and not self.answer.missing

    def begin(self, lesson: Lesson) -> None:
        """Show a lesson, from the first exercise that is not solved."""
        self.lesson = lesson
        solved = self.progress.of(lesson)
        self._ask(solved.index(None) if None in solved else 0)

    def _ask(self, number: int) -> None:
        self._number, self.answer, self._picked, self._tries = number, None, (), 0
        self._shown, self.message = False, []
        self.refresh_position()

    def redraw(self) -> None:
        """Draw the position, the lesson, the task and the answer."""
        board = BoardDrawing(self.position, marks=True)
        exercise, answer = self.exercise, self.answer
        lesson = [Text(self.lesson.title, "bold"), Text(self.lesson.text.words)]
        asked = [Text(self._named(exercise.task), "bold")]
        if answer is None:
            board.mark(exercise.marks, CLUE)
            if self._number == 0 and self.lesson.text.example:
                asked.insert(0, Text(self._named(self.lesson.text.example)))
        else:
            self._draw(board, answer)
        board.letters(self._letters)
        legend = self.legend(board, LEGEND, KEYS)
        self.show(board, [self.message, lesson, asked, self._answered(), legend])

    def _draw(self, board: BoardDrawing, answer: Answer) -> None:
        board.mark(answer.mines, COUNTED)
        if answer.explanation is None:
            board.mark(self.exercise.marks, CLUE)
        else:
            board.mark((c for step in answer.explanation.steps for c in step.clues), CLUE)
        board.mark((*self._picked, *(self.exercise.solution if self.done else ())), ADVISED)
        if not answer.right:
            board.mark([answer.cell], WRONG)

    def _answered(self) -> list[Text]:
        """The answer with its steps; in a test, the lesson that teaches it."""
        answer = self.answer
        if answer is None:
            return []
        head = ("right", "bold green3") if answer.right else ("not this one", "bold red1")
        lines = [Text(*(("the solution", "bold") if self._shown else head))]
        why = answer.explanation
        if why is None or not why.steps:
            lines.append(Text(self._named(answer.words)))
        if why is not None:
            lines.append(Text(self._named(str(why))))
        teaches = self.lesson.taught_by[self._number]
        if self.done and teaches != self.lesson.id:
            lines.append(Text(f"The lesson on this: {lessons()[teaches].title}", narration.FADED))
        if self.done and self._number + 1 == len(self.lesson.exercises):
            lines += self._result()
        return lines

    def _result(self) -> list[Text]:
        """The result of a lesson; that of the test names the lessons to go back to."""
        solved = self.progress.of(self.lesson)
        first = solved.count("first")
        lines = [Text(f"{first} of {len(solved)} right at the first try.", "bold")]
        if self.lesson.id != TEST:
            return lines
        passed = first >= TO_PASS
        lines.append(Text("You passed." if passed else f"You need {TO_PASS} to pass.", "bold"))
        missed = zip(self.lesson.taught_by, solved, strict=True)
        weak = dict.fromkeys(lessons()[name].title for name, how in missed if how != "first")
        return [*lines, Text(f"Go back to: {', '.join(weak)}.")] if weak else lines

    def _named(self, words: str) -> str:
        """Return words in which cells are called by their letters."""
        return lettered(words, self._letters)

    @property
    def _letters(self) -> dict[Cell, str]:
        """The letters of the cells that the task names, then of those that the answer names."""
        why = None if self.answer is None else self.answer.explanation
        return letters_of([] if why is None else [str(why)], self.exercise.marks)

    def _show_answer(self, answer: Answer, solved: Solved) -> None:
        self.answer, self.message = answer, []
        if not answer.missing:
            self.progress.add(self.lesson, self._number, solved)
        self.redraw()

    def do_try(self) -> None:
        """Pick the cell at the cursor."""
        if self.done:
            return
        answer = self.exercise.judge((*self._picked, self.cursor))
        if answer.right:
            self._picked = (*self._picked, self.cursor)
        else:
            self._tries += 1
        self._show_answer(answer, "later" if self._tries else "first")

    def do_solution(self) -> None:
        """Show the solution."""
        if not self.done:
            self._shown = True
            self._show_answer(self.exercise.shown(), "shown")

    def do_next(self) -> None:
        """Go to the next exercise, or to the next lesson."""
        if self._number + 1 < len(self.lesson.exercises):
            self._ask(self._number + 1)
            return
        every = list(lessons().values())
        following = every.index(self.lesson) + 1
        if following < len(every):
            self.begin(every[following])
        else:
            self.do_back()

    def do_back(self) -> None:
        """Show the list of lessons."""
        self.host.push_screen(LessonsDialog(self.progress, self.begin))


class LessonsDialog(ListDialog):
    """All lessons."""

    DEFAULT_CSS = "LessonsDialog > Vertical { width: 60; }"

    def __init__(self, progress: Progress, chosen: Callable[[Lesson], None]) -> None:
        every = list(lessons().values())
        rows = [_line(lesson, progress) for lesson in every]
        super().__init__("Lessons – Enter chooses", rows, lambda at: chosen(every[at]))


def _line(lesson: Lesson, progress: Progress) -> Text:
    """Return a lesson on one line."""
    solved = "".join(SIGNS[each] for each in progress.of(lesson))
    line = Text(f"{solved:<12}", narration.FADED, no_wrap=True, overflow="ellipsis")
    return line.append(lesson.title, "default")
