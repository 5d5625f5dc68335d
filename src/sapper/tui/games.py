"""The common part of Play and Watch: the session of a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.text import Text

from sapper.errors import InputError, SapperError
from sapper.game import Position
from sapper.players import Decision, Pass, player
from sapper.study.session.counts import HINT
from sapper.study.session.decider import DecisionWorker
from sapper.study.session.session import Session
from sapper.study.session.setup import GameSetup
from sapper.study.session.text import write
from sapper.tui import story
from sapper.tui.ask import Ask, SetupScreen
from sapper.tui.faces import ADVISED, Faces, Picture, items
from sapper.tui.view import BoardView

#: The most important keys of a view, shown before the first move.
KEYS = {
    "play": items("Enter open", "f flag", "h hint", "a agent's move", "p risks", "o options"),
    "watch": items("→ one move", "Space play", "p risks", "v review", "o options"),
}


class GameView(BoardView):
    """A game, its last move with the reason, and the mines when it is over."""

    def __init__(
        self, setup: GameSetup, decider: DecisionWorker, session: Session | None = None
    ) -> None:
        super().__init__()
        self.setup = setup
        if session is not None:
            self.setup = GameSetup.of(session)
        self.session = session or setup.session(decider.decide)
        self.message: list[Text] = []  #: shown before the last move
        self.advice: Decision | None = None  #: shown on the board

    def on_mount(self) -> None:
        """Show the first game."""
        self.begin(self.session)

    def begin(self, session: Session) -> None:
        """Show a game."""
        self.session = session
        if session.steps:
            self.cursor = session.steps[-1].decision.move.cell
        else:
            grid = session.position.grid
            self.cursor = (grid.height // 2, grid.width // 2)
        self.moved()

    def moved(self, message: list[Text] | None = None) -> None:
        """Update after a change of the game, with a message if there is one."""
        self.message, self.advice = message or [], None
        self.changed()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    @property
    def thinks(self) -> str:
        """What the status line says while the agent decides."""
        return f"{self.session.player} is thinking"

    @property
    def title(self) -> str:
        """A description of the game."""
        return story.title(self.session)

    @property
    def status(self) -> str:
        """The state of the game."""
        return story.status(self.session, self.session.counts)

    def picture(self) -> tuple[Picture, float | None]:
        """The board, and the mine probability away from all clues if it is to be shown."""
        faces, session = Faces(self.position), self.session
        steps, away = session.steps, None
        playing = self.position.outcome == "playing"
        if self.overlay and playing and self.findings is not None:
            away = faces.risks(self.findings)
        if self.advice is not None:
            faces.reason(self.advice, ADVISED)
        elif steps and steps[-1].decision.strategy != HINT:
            faces.step(steps[-1])
        self.mark(faces)
        if not playing:
            faces.truth(session.record())
        focus = steps[-1].decision.move.cell if steps else (0, 0)
        return faces.picture(focus, overlay=self.overlay and playing), away

    def mark(self, faces: Faces) -> None:
        """Mark further cells on the board."""

    def last_story(self) -> list[Text]:
        """The last move in full; nothing at the start."""
        session = self.session
        if not session.undoable:
            return []
        return story.step_lines(session.counts.moves, session.steps[-1], self.position)

    def overlay_story(self, away: float | None) -> list[Text]:
        """The summary of the analysis, if it is shown."""
        shown = self.overlay and self.findings is not None
        if not shown or self.position.outcome != "playing":
            return []
        assert self.findings is not None
        return story.findings_lines(self.findings, away)

    def legend(self, picture: Picture) -> list[Text]:
        """The meaning of the marks on the board; before the first move, the keys."""
        words = picture.legend if self.session.steps else KEYS[self.view]
        return [Text(words, story.FADED)] if words else []

    def asked(self, advice: Decision | Pass) -> None:
        """Show what the agent would do."""
        self.message = story.advice_lines(advice)
        self.advice = advice if isinstance(advice, Decision) else None
        if self.advice is not None:
            self.cursor = self.advice.move.cell
        self.redraw()

    def do_new(self) -> None:
        """Start a new game with the next deal."""
        self.renew(self.setup.next())

    def renew(self, setup: GameSetup) -> None:
        """Start another game. Raises ``InputError`` for a bad setup and keeps the current game."""
        session = setup.session(self.bench.decider.decide)
        self.setup = setup
        self.begin(session)

    def do_settings(self) -> None:
        """Ask for board, player and seed. If only the player changes, the game goes on."""

        def chosen(setup: GameSetup) -> None:
            if setup == self.setup:
                return
            if replace(setup, player=self.setup.player) == self.setup:
                self.session.hand_over(player(setup.player))
                self.setup = setup
                self.moved([Text(f"The agent is now {setup.player}.", story.NOTE)])
            else:
                self.renew(setup)

        self.bench.push_screen(SetupScreen(self.setup, chosen))

    def do_save(self) -> None:
        """Ask for a file and save the game: a record, or a session if it has several lines."""
        one = len(self.session.lines()) == 1

        def chosen(name: str) -> None:
            file = Path(name).expanduser()
            text = f"{self.session.record().text if one else write(self.session)}\n"
            try:
                file.write_text(text, encoding="utf-8")
            except (OSError, ValueError) as error:
                words = getattr(error, "strerror", None) or str(error)
                raise InputError(f"{name}: {words[:1].lower()}{words[1:]}") from None
            self.message = [Text(story.plain(f"Saved to {file}"), story.NOTE)]
            self.redraw()

        name = f"game-{self.setup.seed}-{self.setup.number}.{'json' if one else 'jsonl'}"
        self.bench.push_screen(Ask("Save the game as · Enter: save · Esc: cancel", name, chosen))

    def do_examine(self) -> None:
        """Show this position in Analyse."""
        self.bench.examine(self.position, self.cursor)

    def refused(self, error: SapperError) -> None:
        """Show why something could not be done."""
        self.message = [Text(story.prose(str(error)), story.NOTE)]
        self.redraw()
