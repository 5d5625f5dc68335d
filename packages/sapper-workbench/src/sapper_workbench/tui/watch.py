"""Watch: an agent plays, or you step through a finished game, in half steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partialmethod

from rich.text import Text

from sapper.errors import SapperError
from sapper.notation.variations.variations import NODES
from sapper.players import Pass
from sapper.players.decider import DecisionWorker
from sapper.records import Step
from sapper.reviews.findings import Progress, Review, ReviewEvent, ReviewInProgress, StepReview
from sapper.reviews.position_report import Findings
from sapper.reviews.review import PLAYOUTS, report_review
from sapper.terminal.board import ADVISED, CLUE, COUNTED, BoardDrawing
from sapper.worker.worker import Call
from sapper_workbench import narration
from sapper_workbench.keys import KeyView
from sapper_workbench.session.session import Session
from sapper_workbench.study.mistakes import Exercise
from sapper_workbench.study.setup import GameSetup
from sapper_workbench.study.watch import Answer, Claim, WatchedGame, judge, score_words
from sapper_workbench.tui import story
from sapper_workbench.tui.game_view import GameView
from sapper_workbench.tui.host import Question
from sapper_workbench.tui.story import walk_of
from sapper_workbench.tui.view import BoardWidget

MOVE_SECONDS = 0.15  #: seconds per move while playing
PAGE_MOVES = 10  #: moves per Page up or Page down


class WatchView(GameView):
    """A game, move by move."""

    view = "watch"

    def __init__(
        self, setup: GameSetup, decider: DecisionWorker, session: Session | None = None
    ) -> None:
        super().__init__(setup, decider, session)
        self.watched = WatchedGame(self.session)
        self.answer: Answer | None = None  #: the last answer to what is asked now
        self._at = self.position  # shown last
        self.going = False  #: whether moves are made one after the other
        self.review: Review | None = None  #: the review of the line ``_reviewed``
        self._reviewed: tuple[Step, ...] = ()
        self._waiting = False  # whether the timer of the next move runs

    def begin(self, session: Session) -> None:
        """Show a game."""
        self.going = False
        self.review, self._reviewed = None, ()
        self.watched = WatchedGame(session, finding=self.watched.finding)
        super().begin(session)

    @property
    def keys(self) -> KeyView:
        """The keys of Watch, or those that answer while a move is asked for."""
        return "watch" if self.watched.asks is None else "find"

    @property
    def status(self) -> str:
        """The state of the game, and the number of moves that the viewer found."""
        answers = self.watched.answers
        score = [score_words(sum(answers.values()), len(answers))] if answers else []
        parts = [super().status, *score, *(["playing"] if self.going else [])]
        return narration.SEPARATOR.join(parts)

    def redraw(self) -> None:
        """Draw the board and the last move."""
        board, away = self.draw()
        end = narration.end_lines(self.session)
        comments: list[Text] = []
        move = narration.last_move_lines(self.session)
        if (review := self._review_here()) is not None:
            number = len(self.session.steps)
            comments = story.review_lines(review, number)
            move += story.chance_lines(review, number)
        if self.watched.coming is not None:  # the last move is not what the text is about now
            comments, move = [], []
        blocks = [self.walk_lines(), self.message, end, comments, move, self.overlay_story(away)]
        blocks.insert(0 if self.listing else len(blocks), self.list_lines())
        blocks.append(self.legend(board))
        steps = self.session.steps
        focus = steps[-1].decision.move.cell if steps else (0, 0)
        if self.advice is not None:
            focus = self.advice.move.cell
        self.show(board, blocks, None if self.watched.asks is not None else focus)

    def last_step(self) -> Step | None:
        """Return the last move, unless the next one is being shown."""
        return super().last_step() if self.watched.coming is None else None

    def _review_here(self) -> Review | None:
        """Return the review if the moves so far are on the reviewed line, else None."""
        steps = self.session.steps
        return self.review if steps == self._reviewed[: len(steps)] else None

    def mark(self, board: BoardDrawing) -> None:
        """Mark the better move, and the cells that an answer rests on."""
        if self.answer is not None:
            board.mark(self.answer.reason.mines, COUNTED)
            board.mark(self.answer.reason.clues, CLUE)
        if self.watched.coming is not None:
            return
        review, number = self._review_here(), len(self.session.steps)
        for guess in () if review is None else review.guesses:
            if guess.step == number and guess.best != guess.move.cell:
                board.mark([guess.best], ADVISED)

    def refresh_game(self, message: list[Text] | None = None) -> None:
        """Move the cursor, which is not drawn here, to the last move."""
        if self.session.steps:
            self.cursor = self.session.steps[-1].decision.move.cell
        self._at, self.answer = self.position, None
        super().refresh_game(message)

    def do_step(self) -> None:
        """Go half a step forward; after the last move the agent decides."""
        self._advance(self.watched.forward)

    def _advance(self, go: Callable[[], object]) -> None:
        """Step as soon as the next decision is known."""
        watched = self.watched

        def step(_: object = None) -> None:
            if watched is not self.watched:
                return
            made = go()
            if isinstance(made, Pass):
                self.going = False
                self.show_advice(made)
                return
            self.show_half_step()
            self._go_on()

        if watched.coming is not None or self.session.redoable:
            step()
        else:
            self.host.think(self.thinks, watched.decide, step, self)

    def show_half_step(self) -> None:
        """Update after a half step."""
        if self._at is not self.position or self.watched.coming is None:
            self.refresh_game()
        self.answer = None
        if (asked := self.watched.asks) is not None:
            self.going = False
            self.advice, self.message = None, story.question_lines(asked)
            self.redraw()
        elif self.watched.coming is not None:
            coming = self.watched.coming
            self.show_advice(coming, walk_of(self.position, coming))

    def _go_on(self) -> None:
        """Start the timer of the next move while playing."""
        if self.position.outcome != "playing" and not self.session.redoable:
            self.going = False
        self.host.update_bars()
        if self.going and not self._waiting:
            self._waiting = True
            self.set_timer(MOVE_SECONDS, self._next)

    def _next(self) -> None:
        self._waiting = False
        self.host.press("go-on", self)

    def do_go(self) -> None:
        """Play or pause."""
        self.going = not self.going
        self.host.update_bars()
        self.host.press("go-on", self)

    def do_go_on(self) -> None:
        """Make the next move, or ask for it, unless the game was paused meanwhile."""
        if self.going:
            self._advance(self.watched.forward if self.watched.finding else self.watched.move)

    def do_settings(self) -> None:
        """Pause, and ask for the setup."""
        self._go_by(0)
        super().do_settings()

    def do_save(self) -> None:
        """Pause, and ask for a file."""
        self.going = False
        super().do_save()

    def do_review(self) -> None:
        """Pause, and review this line; you can step through the game meanwhile."""
        self._start_review(learn=False)

    def do_mistakes(self) -> None:
        """Pause, and try the costly guesses of this line again, once it is reviewed."""
        record, review = self.session.lines()[-1], self.review
        if review is not None and review.complete and record.steps == self._reviewed:
            self.going = False
            self.host.learn(record, Exercise.of(review))
        else:
            self._start_review(learn=True)

    def _start_review(self, *, learn: bool) -> None:
        self.going = False
        session, analyst = self.session, self.host.analyst
        record = session.lines()[-1]
        review = ReviewInProgress(record, PLAYOUTS)
        self.review, self._reviewed = review.review, record.steps

        def wanted() -> bool:
            return session is self.session

        def add(event: ReviewEvent) -> None:
            review.add(event)
            if wanted() and not isinstance(event, Progress):
                self.review = review.review
                if isinstance(event, StepReview) and event.comment is not None:
                    self.redraw()

        def compute() -> None:
            call = Call(report_review, (record,), news=True)
            analyst.follow(call, lambda event: self.host.call_from_thread(add, event))

        def finish(_: None) -> None:
            self.redraw()
            if learn and wanted():
                self.host.learn(record, Exercise.of(review.review))

        self.redraw()
        self.host.find(Question(compute, finish, self, wanted))

    def show_error(self, error: SapperError) -> None:
        """Pause, and show why something could not be done."""
        self.going = False
        super().show_error(error)

    def _go_by(self, moves: int) -> None:
        """Pause, and go this many moves forward, at most to the last one made, or back."""
        self.going = False
        self.watched.go_to(self.session.undoable + moves)
        self.refresh_game()

    def do_back(self) -> None:
        """Go half a step back."""
        self.going = False
        self.watched.back()
        self.show_half_step()

    do_back_ten, do_step_ten = partialmethod(_go_by, -PAGE_MOVES), partialmethod(_go_by, PAGE_MOVES)
    do_start, do_end = partialmethod(_go_by, -NODES), partialmethod(_go_by, NODES)

    # Finding the moves oneself

    def do_find(self) -> None:
        """Start or stop asking the viewer for each move."""
        self._go_by(0)
        self.watched.finding = not self.watched.finding
        if self.watched.finding:
            self.show_message("find the moves yourself: → goes to the next question")
        else:
            self.show_message("the moves are shown again")

    def on_board_widget_pressed(self, event: BoardWidget.Pressed) -> None:
        """Answer with a click: left for safe, right for a mine."""
        if self.watched.asks is not None:
            self.cursor = event.cell
            self.host.press("say-mine" if event.button == 3 else "say-safe")

    def _say(self, claim: Claim) -> None:
        """Judge an answer as soon as the position is analysed."""
        watched, decider, cell = self.watched, self.host.decider, self.cursor
        asked = watched.asks
        if asked is None:
            return

        def show(answer: Answer) -> None:
            if watched is not self.watched or watched.asks is not asked:
                return
            watched.record(answer)
            words = story.answer_lines(cell, claim, answer)
            self.show_half_step()
            self.answer = answer
            self.message = [*words, *self.message]
            self.redraw()

        def ask(findings: Findings) -> None:
            self.host.think(
                "judging the answer",
                lambda: decider.call(judge, findings, cell, claim, asked.move.cell),
                show,
                self,
            )

        self.with_findings(ask, f"say-{claim}")

    do_say_safe, do_say_mine = partialmethod(_say, "safe"), partialmethod(_say, "mine")
    do_reveal = do_step
