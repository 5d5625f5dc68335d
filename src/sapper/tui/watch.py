"""Watch: an agent plays, or a game that was played is stepped through."""

from __future__ import annotations

from rich.text import Text

from sapper.errors import SapperError
from sapper.players import Decision, Pass
from sapper.records.record import Step
from sapper.study.review import review
from sapper.study.review_findings import Review
from sapper.study.session import Session
from sapper.study.setup import Setup
from sapper.study.worker import Worker
from sapper.tui import story
from sapper.tui.faces import ADVISED, Faces
from sapper.tui.games import GameView
from sapper.tui.question import Question

DELAY = 0.15  #: seconds a move, while it plays on by itself
MANY = 10  #: moves that a page up or down goes


class Watch(GameView):
    """Somebody's game, move by move."""

    view = "watch"

    def __init__(self, setup: Setup, thinker: Worker, session: Session | None = None) -> None:
        super().__init__(setup, thinker, session)
        self.going = False  #: whether it plays on by itself
        self.review: Review | None = None  #: of the line ``_reviewed``
        self._reviewed: tuple[Step, ...] = ()
        self._waiting = False  # for the next move's time

    def begin(self, session: Session) -> None:
        """Show this game."""
        self.going = False
        self.review, self._reviewed = None, ()
        super().begin(session)

    @property
    def status(self) -> str:
        """Where the game stands."""
        return super().status + (f"{story.PARTED}playing" if self.going else "")

    def redraw(self) -> None:
        """The board, and why the last move was made."""
        picture, away = self.picture()
        told = [*self.message, *self.last_story(), *self._review_story()]
        begin = Text("→ one move, Space plays on, o chooses board and player", story.FADED)
        told += [] if self.session.steps or self.message else [begin]
        self.show(picture, [*told, *self.overlay_story(away), *self.legend()], cursor=False)

    def _review_here(self) -> Review | None:
        """The review, where the moves so far are those of the line that it is of."""
        steps = self.session.steps
        return self.review if steps == self._reviewed[: len(steps)] else None

    def _review_story(self) -> list[Text]:
        """What the review says of the last move."""
        found = self._review_here()
        return [] if found is None else story.review_lines(found, len(self.session.steps))

    def mark(self, faces: Faces) -> None:
        """The move that would have been better."""
        found, number = self._review_here(), len(self.session.steps)
        for guess in () if found is None else found.guesses:
            if guess.step == number and guess.best != guess.move.cell:
                faces.mark([guess.best], ADVISED)

    def moved(self, message: list[Text] | None = None) -> None:
        """The cursor, which is not drawn here, stays with the game."""
        if self.session.steps:
            self.cursor = self.session.steps[-1].decision.move.cell
        super().moved(message)

    def do_step(self) -> None:
        """One move on; the agent decides a new one."""
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

        self.bench.think(str(session.player), session.hint, make, self)

    def _go_on(self) -> None:
        """The next move after a while, if it plays on by itself."""
        if self.position.outcome != "playing" and not self.session.redoable:
            self.going = False
        self.bench.tell()
        if self.going and not self._waiting:
            self._waiting = True
            self.set_timer(DELAY, self._next)

    def _next(self) -> None:
        self._waiting = False
        self.bench.press("go-on", self)

    def do_go(self) -> None:
        """Play on, or pause."""
        self.going = not self.going
        self.bench.tell()
        self.bench.press("go-on", self)

    def do_go_on(self) -> None:
        """One move on, unless it was paused while this waited for somebody's thought."""
        if self.going:
            self.do_step()

    def do_settings(self) -> None:
        """Ask, and wait."""
        self.going = False
        super().do_settings()

    def do_save(self) -> None:
        """Ask, and wait."""
        self.going = False
        super().do_save()

    def do_review(self) -> None:
        """Find out what each guess of this line risked and lost, while it is stepped through."""
        session = self.session
        record, _ = session.lines()[-1]
        analyst = self.bench.analyst
        waiting = [Text("the review is being worked out …", story.NOTE)]

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

        self.bench.find(Question(compute, reviewed, self, lambda: session is self.session))

    def refused(self, error: SapperError) -> None:
        """Say what could not be done, and do no more of it."""
        self.going = False
        super().refused(error)

    def _go_to(self, moves: int) -> None:
        self.going = False
        self.session.go_to(moves)
        self.moved()

    def do_back(self) -> None:
        """One move back."""
        self._go_to(self.session.undoable - 1)

    def do_back_ten(self) -> None:
        """Ten moves back."""
        self._go_to(self.session.undoable - MANY)

    def do_step_ten(self) -> None:
        """Ten moves on, as far as they are made."""
        self._go_to(self.session.undoable + MANY)

    def do_start(self) -> None:
        """To the start."""
        self._go_to(0)

    def do_end(self) -> None:
        """To the last move made."""
        self._go_to(len(self.session.line))
