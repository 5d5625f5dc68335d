"""Watch: an agent plays, or a finished game is stepped through."""

from __future__ import annotations

from rich.text import Text

from sapper.errors import SapperError
from sapper.players import Decision, Pass
from sapper.records.step import Step
from sapper.study.review.findings import Review
from sapper.study.review.review import review
from sapper.study.screen.board import BoardDrawing
from sapper.study.screen.cells import ADVISED
from sapper.study.session.decider import DecisionWorker
from sapper.study.session.session import Session
from sapper.study.session.setup import GameSetup
from sapper.tui import story
from sapper.tui.games import GameView
from sapper.tui.host import Question

DELAY = 0.15  #: seconds per move while playing
MANY = 10  #: moves per Page up or Page down


class WatchView(GameView):
    """A game, move by move."""

    view = "watch"

    def __init__(
        self, setup: GameSetup, decider: DecisionWorker, session: Session | None = None
    ) -> None:
        super().__init__(setup, decider, session)
        self.going = False  #: whether moves are made one after the other
        self.review: Review | None = None  #: the review of the line ``_reviewed``
        self._reviewed: tuple[Step, ...] = ()
        self._waiting = False  # whether the timer of the next move runs

    def begin(self, session: Session) -> None:
        """Show a game."""
        self.going = False
        self.review, self._reviewed = None, ()
        super().begin(session)

    @property
    def status(self) -> str:
        """The state of the game."""
        return super().status + (f"{story.PARTED}playing" if self.going else "")

    def redraw(self) -> None:
        """Draw the board and the last move."""
        board, away = self.draw()
        end = story.end_lines(self.session)
        comments: list[Text] = []
        move = self.last_story()
        if (review := self._review_here()) is not None:
            number = len(self.session.steps)
            comments = story.review_lines(review, number)
            move += story.chance_lines(review, number)
        blocks = [self.message, end, comments, move, self.overlay_story(away)]
        blocks.insert(0 if self.listing else len(blocks), self.list_lines())
        blocks.append(self.legend(board))
        steps = self.session.steps
        self.show(board, blocks, steps[-1].decision.move.cell if steps else (0, 0))

    def _review_here(self) -> Review | None:
        """The review, if the moves so far belong to the line that was reviewed."""
        steps = self.session.steps
        return self.review if steps == self._reviewed[: len(steps)] else None

    def mark(self, board: BoardDrawing) -> None:
        """Mark the move that would have been better."""
        found, number = self._review_here(), len(self.session.steps)
        for guess in () if found is None else found.guesses:
            if guess.step == number and guess.best != guess.move.cell:
                board.mark([guess.best], ADVISED)

    def moved(self, message: list[Text] | None = None) -> None:
        """Move the cursor, which is not drawn here, to the last move."""
        if self.session.steps:
            self.cursor = self.session.steps[-1].decision.move.cell
        super().moved(message)

    def do_step(self) -> None:
        """Go one move forward; after the last one the agent decides."""
        session = self.session
        if session.redoable:
            session.redo()
            self.moved()
            self._go_on()
            return

        def make(advice: Decision | Pass) -> None:
            if isinstance(advice, Pass):
                self.going = False
                self.asked(advice)
                return
            session.agent()
            if session is self.session:
                self.moved()
                self._go_on()

        self.host.think(self.thinks, session.hint, make, self)

    def _go_on(self) -> None:
        """Start the timer of the next move while playing."""
        if self.position.outcome != "playing" and not self.session.redoable:
            self.going = False
        self.host.update_bars()
        if self.going and not self._waiting:
            self._waiting = True
            self.set_timer(DELAY, self._next)

    def _next(self) -> None:
        self._waiting = False
        self.host.press("go-on", self)

    def do_go(self) -> None:
        """Play or pause."""
        self.going = not self.going
        self.host.update_bars()
        self.host.press("go-on", self)

    def do_go_on(self) -> None:
        """Make the next move, unless the game was paused meanwhile."""
        if self.going:
            self.do_step()

    def do_settings(self) -> None:
        """Pause, and ask for the setup."""
        self.going = False
        super().do_settings()

    def do_save(self) -> None:
        """Pause, and ask for a file."""
        self.going = False
        super().do_save()

    def do_review(self) -> None:
        """Pause, and review this line; you can step through the game meanwhile."""
        self.going = False
        session = self.session
        record = session.lines()[-1]
        analyst = self.host.analyst
        waiting = [Text("Reviewing the game …", story.NOTE)]

        def reviewed(found: Review) -> None:
            if session is not self.session:
                return
            self.review, self._reviewed = found, record.steps
            if self.message is waiting:
                self.message = []
            self.redraw()

        self.message = waiting
        self.redraw()

        def compute() -> Review:
            return analyst.call(review, record)

        self.host.find(Question(compute, reviewed, self, lambda: session is self.session))

    def refused(self, error: SapperError) -> None:
        """Pause, and show why something could not be done."""
        self.going = False
        super().refused(error)

    def _go_to(self, moves: int) -> None:
        self.going = False
        self.session.go_to(moves)
        self.moved()

    def do_back(self) -> None:
        """Go one move back."""
        self._go_to(self.session.undoable - 1)

    def do_back_ten(self) -> None:
        """Go ten moves back."""
        self._go_to(self.session.undoable - MANY)

    def do_step_ten(self) -> None:
        """Go ten moves forward, at most to the last one made."""
        self._go_to(self.session.undoable + MANY)

    def do_start(self) -> None:
        """Go to the start."""
        self._go_to(0)

    def do_end(self) -> None:
        """Go to the last move made."""
        self._go_to(len(self.session.line))
