"""Play: you play, and may ask an agent."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partialmethod

from rich.text import Text

from sapper.arena.no_guess import Difficulty, NoGuessBoard, difficulty, first_cell, no_guess
from sapper.errors import BudgetError, RulesError, SapperError
from sapper.game import Cell, Level, Move
from sapper.game.codes import FLAGGED, GOLD, HIDDEN
from sapper.players import Decision, Pass
from sapper.records import Step
from sapper.reviews.position_report import Certainty, hinted
from sapper.terminal.board import BoardDrawing
from sapper_workbench import narration
from sapper_workbench.session.session import Session
from sapper_workbench.study.clicks import plans
from sapper_workbench.tui import story
from sapper_workbench.tui.game_view import GameView
from sapper_workbench.tui.host import Question
from sapper_workbench.tui.story import Hint, Walk, hint_of, walk_of
from sapper_workbench.tui.view import BoardWidget

DEALING_SECONDS = 10.0  #: time limit for finding a board that needs no guess


def _starting(board: str) -> Callable[[PlayView], None]:
    """Return the action that starts a new game on a board."""
    return lambda view: view.renew(replace(view.setup.next(), board=board))


class PlayView(GameView):
    """The user's own game."""

    view = "play"
    rated: Difficulty | None = None  #: the difficulty of the board, if it needs no guess
    hint: Hint | None = None  #: the hint that has not named its move yet

    def begin(self, session: Session) -> None:
        """Show a game, and keep it in the history from now on."""
        self.host.writer.begin(session, no_guess=self.setup.no_guess)
        self.rated = None
        super().begin(session)
        if self.setup.no_guess and not self.position.untouched:
            self._rate()

    def refresh_game(self, message: list[Text] | None = None) -> None:
        """Keep the game, and update after its change."""
        self.hint = None
        self.host.writer.save(self.session)
        super().refresh_game(message)

    def redraw(self) -> None:
        """Draw the board and the last move."""
        board, away = self.draw()
        end = narration.end_lines(self.session)
        blocks = [
            self.walk_lines(),
            self.message if self.hint is None else self.hint.lines(),
            self.overlay_story(away),
            end,
            narration.last_move_lines(self.session),
        ]
        if self.rated is not None:
            blocks.append([Text(narration.prose(f"no guess is needed: {self.rated.words}"))])
        listed = self.list_lines()
        blocks = [listed, *blocks] if self.listing else [*blocks, listed]
        self.show(board, [*blocks, self.legend(board)])

    def on_board_widget_pressed(self, event: BoardWidget.Pressed) -> None:
        """Open or chord with the left button, flag with the right, chord with the middle one."""
        self.cursor = event.cell
        self.host.press({1: "open", 2: "chord", 3: "flag"}.get(event.button, "open"))

    def make(self, action: str, cell: Cell) -> None:
        """Make the user's own move."""

        def play() -> None:
            move = Move(action, cell)  # type: ignore[arg-type]  # Move checks the word
            self.session.play(move, time.time())
            self.refresh_game()

        self._deal_and_make(action, cell, play)

    def _deal_and_make(self, action: str, cell: Cell, make: Callable[[], None]) -> None:
        """Make a move; the first cell of a no-guess game opens once a suitable board is dealt."""
        session, decider = self.session, self.host.decider
        hidden = self.position[cell] == HIDDEN
        waits = self.setup.no_guess and self.position.untouched and not session.world.name
        if not (waits and hidden and action == "open"):
            make()
            return
        deal, rules = session.world.deal, session.world.rules
        level = Level(deal.grid.width, deal.grid.height, deal.mines)

        def search() -> NoGuessBoard:
            seed, number = session.seed, session.number
            return decider.call(no_guess, level, rules, cell, seed, number, seconds=DEALING_SECONDS)

        def redeal(board: NoGuessBoard) -> None:
            if session is not self.session or not self.position.untouched:
                return
            mines = board.deal.order[: level.mines] if board.repaired else ()
            session.redeal(board.number, mines)
            make()
            self._rate()

        self.host.think("dealing a board that needs no guess", search, redeal, self)

    def _rate(self) -> None:
        """Show the difficulty of the board, once known."""
        session, analyst = self.session, self.host.analyst
        cell = first_cell(session.steps)
        if cell is None:
            return
        deal, rules = session.world.deal, session.world.rules

        def rate() -> Difficulty | None:
            try:
                return analyst.call(difficulty, deal, rules, cell)
            except (BudgetError, RulesError):
                return None  # too hard to determine, or another first cell was opened after undo

        def show(rating: Difficulty | None) -> None:
            self.rated = rating
            self.redraw()

        self.host.find(Question(rate, show, self, lambda: self.session is session))

    def do_open(self) -> None:
        """Open the cell, or chord on an open clue."""
        code = self.position[self.cursor]
        clue = code < HIDDEN or code == GOLD
        if code == FLAGGED and self.position.outcome == "playing":
            raise SapperError(f"{list(self.cursor)} has a flag: press f to remove it")
        self.make("chord" if clue else "open", self.cursor)

    def do_flag(self) -> None:
        """Set or remove a flag."""
        flagged = self.position[self.cursor] == FLAGGED
        self.make("unflag" if flagged else "flag", self.cursor)

    def do_chord(self) -> None:
        """Open all cells around a clue whose mines are flagged."""
        self.make("chord", self.cursor)

    def do_hint(self) -> None:
        """Say where to look, then at which numbers, then show the next move, and why."""
        if self.hint is not None or self.advice is not None:
            self.read(1)
            return
        position = self.position

        def compute() -> tuple[Decision | Pass, Walk | None, Hint | None]:
            advice = self.session.hint()
            if isinstance(advice, Decision):
                advice = hinted(position, advice)
            walk = walk_of(position, advice)
            return advice, walk, hint_of(position, advice, walk)

        def show(found: tuple[Decision | Pass, Walk | None, Hint | None]) -> None:
            advice, walk, hint = found
            if hint is None:
                self.show_advice(advice, walk)
                return
            self.hint, self.walk, self.advice = hint, None, None
            self.redraw()

        self.host.think(self.thinks, compute, show, self)

    def read(self, by: int) -> None:
        """Go on with a hint, or to another step of an explanation."""
        hint = self.hint
        if hint is None:
            super().read(by)
        elif hint.at + by < len(hint.explanation.grades):
            hint.at = max(0, hint.at + by)
            self.redraw()
        else:
            self.show_advice(hint.advice, hint.walk)

    def show_advice(self, advice: Decision | Pass, walk: Walk | None = None) -> None:
        """Show an agent's advice, which ends a hint."""
        self.hint = None
        super().show_advice(advice, walk)

    def last_step(self) -> Step | None:
        """Return the last move if the board shows it, else None."""
        return super().last_step() if self.hint is None else None

    def mark(self, board: BoardDrawing) -> None:
        """Mark what a hint points at."""
        if self.hint is not None:
            self.hint.mark(board)

    def do_agent(self) -> None:
        """Let the agent make one move."""

        def make(advice: Decision | Pass) -> None:
            if isinstance(advice, Pass):
                self.show_advice(advice)
                return
            self._deal_and_make(advice.move.action, advice.move.cell, lambda: take(advice))

        def take(advice: Decision) -> None:
            self.session.take(advice, str(self.session.player), time.time())
            self.cursor = advice.move.cell
            self.refresh_game()

        self.host.think(self.thinks, self.session.hint, make, self)

    def show_certainty(self, cell: Cell, certainty: Certainty) -> None:
        """Show whether a cell is certain: the steps of the proof, or else the reason."""
        self.hint = None
        self.walk = None if certainty.explanation is None else Walk(certainty.explanation)
        self.message = story.why_lines(cell, certainty) if self.walk is None else []
        self.redraw()

    def do_clicks(self) -> None:
        """Show which clicks open most."""
        if self.findings is None:
            self.find(self.do_clicks)
            return
        self.message, self.walk, self.hint = story.clicks_lines(plans(self.findings)), None, None
        self.redraw()

    def _change(self, change: Callable[[Session], Step]) -> None:
        self.cursor = change(self.session).decision.move.cell
        self.refresh_game()

    do_undo = partialmethod(_change, Session.undo)
    do_redo = partialmethod(_change, Session.redo)
    do_instead = partialmethod(_change, Session.next_variation)

    do_level_beginner, do_level_intermediate, do_level_expert = map(
        _starting, ("beginner", "intermediate", "expert")
    )

    def do_review(self) -> None:
        """Show this game from its start in Watch, with its review."""
        self.host.review(self.session.record)

    def do_mistakes(self) -> None:
        """Review this game, and try its costly guesses again."""
        if self.position.outcome == "playing":
            raise SapperError("you can learn from your mistakes when the game ends")
        self.host.review(self.session.record, learn=True)
