"""Play: a person plays, and may ask."""

from __future__ import annotations

from sapper.errors import SapperError
from sapper.game import Cell, Move
from sapper.game.codes import FLAGGED, GOLD, HIDDEN
from sapper.players import Decision, Pass
from sapper.study.findings import Why
from sapper.tui import story
from sapper.tui.board import Board
from sapper.tui.games import GameView


class Play(GameView):
    """One's own game."""

    view = "play"

    def redraw(self) -> None:
        """The board, and what there is to say."""
        picture, away = self.picture()
        told = [*self.message, *self.overlay_story(away), *self.last_story()]
        self.show(picture, [*told, *self.legend()])

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """Left opens or chords, right flags, the middle chords."""
        self.cursor = event.cell
        self.bench.press({1: "open", 2: "chord", 3: "flag"}.get(event.button, "open"))

    def make(self, action: str, cell: Cell) -> None:
        """A move of one's own."""
        self.session.user(Move(action, cell))  # type: ignore[arg-type]  # Move checks the word
        self.moved()

    def do_open(self) -> None:
        """Open the cell; on an open clue: chord."""
        code = self.position[self.cursor]
        clue = code < HIDDEN or code == GOLD
        if code == FLAGGED and self.position.outcome == "playing":
            raise SapperError(f"{story.cell_words(self.cursor)} has a flag: f takes it off")
        self.make("chord" if clue else "open", self.cursor)

    def do_flag(self) -> None:
        """Flag the cell, or take its flag off."""
        flagged = self.position[self.cursor] == FLAGGED
        self.make("unflag" if flagged else "flag", self.cursor)

    def do_chord(self) -> None:
        """Open all around a clue whose flags are set."""
        self.make("chord", self.cursor)

    def do_hint(self) -> None:
        """What the agent would do, and why."""
        self.bench.think(str(self.session.player), self.session.hint, self.asked, self)

    def do_agent(self) -> None:
        """The agent makes one move."""

        def make(advice: Decision | Pass) -> None:
            if isinstance(advice, Pass):
                self.asked(advice)
                return
            self.session.agent()
            self.cursor = advice.move.cell
            self.moved()

        self.bench.think(str(self.session.player), self.session.hint, make, self)

    def do_why(self) -> None:
        """What the clues say of this cell."""

        def tell(cell: Cell, told: Why) -> None:
            self.message = story.why_lines(cell, told)
            self.redraw()

        self.ask_why(tell)

    def do_undo(self) -> None:
        """Take the last move back."""
        step = self.session.undo()
        self.cursor = step.decision.move.cell
        self.moved()

    def do_redo(self) -> None:
        """Make it again."""
        step = self.session.redo()
        self.cursor = step.decision.move.cell
        self.moved()

    def do_instead(self) -> None:
        """The line tried here before, instead of this one."""
        step = self.session.instead()
        self.cursor = step.decision.move.cell
        self.moved()

    def do_review(self) -> None:
        """Step through this game in Watch, from its start, while it is reviewed."""
        self.bench.review(self.session.record())
