"""What Play and Watch have in common: the session of a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.text import Text

from sapper.errors import InputError, SapperError
from sapper.game import Position
from sapper.players import Decision, Pass, player
from sapper.study.counts import HINT
from sapper.study.session import Session
from sapper.study.setup import Setup
from sapper.study.text import write
from sapper.study.worker import Worker
from sapper.tui import story
from sapper.tui.ask import Ask, SetupScreen
from sapper.tui.faces import ADVISED, LEGEND, Faces, Picture, items
from sapper.tui.view import BoardView

#: The keys to begin with, in a view.
KEYS = {
    "play": items("Enter open", "f flag", "h hint", "a agent", "p risks", "o another game"),
    "watch": items("→ a move", "Space play on", "p risks", "v review", "o another game"),
}


class GameView(BoardView):
    """A game, its last move with its reason, and in the end everything."""

    def __init__(self, setup: Setup, thinker: Worker, session: Session | None = None) -> None:
        super().__init__()
        self.setup = setup
        if session is not None:
            self.setup = Setup.of(session)
        self.session = session or setup.session(thinker.mind)
        self.message: list[Text] = []  #: told before the last move's story
        self.advice: Decision | None = None  #: shown on the board

    def on_mount(self) -> None:
        """Begin the game."""
        self.begin(self.session)

    def begin(self, session: Session) -> None:
        """Show this game."""
        self.session = session
        if session.steps:
            self.cursor = session.steps[-1].decision.move.cell
        else:
            grid = session.position.grid
            self.cursor = (grid.height // 2, grid.width // 2)
        self.moved()

    def moved(self, message: list[Text] | None = None) -> None:
        """The game has changed; perhaps with something to tell."""
        self.message, self.advice = message or [], None
        self.changed()

    @property
    def position(self) -> Position:
        """What the board shows."""
        return self.session.position

    @property
    def title(self) -> str:
        """Which game this is."""
        return story.title(self.session)

    @property
    def status(self) -> str:
        """Where the game stands."""
        return story.status(self.session, self.session.counts)

    def picture(self) -> tuple[Picture, float | None]:
        """The board, and the mine probability away from all clues where it is to be told."""
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
        """Mark what else is to be seen on the board."""

    def last_story(self) -> list[Text]:
        """The last move in full, and in the end how it ended; nothing at the start."""
        session = self.session
        if not session.undoable:
            return []
        step = session.steps[-1]
        told = story.step_lines(session.counts.moves, step, self.position)
        return [*story.end_lines(session.record()), *told]

    def overlay_story(self, away: float | None) -> list[Text]:
        """What the analysis found, where it is shown."""
        shown = self.overlay and self.findings is not None
        if not shown or self.position.outcome != "playing":
            return []
        assert self.findings is not None
        return story.findings_lines(self.findings, away)

    def legend(self) -> list[Text]:
        """What the marks mean; before there are any, the keys to begin with."""
        return [Text(LEGEND if self.session.steps else KEYS[self.view], story.FADED)]

    def asked(self, advice: Decision | Pass) -> None:
        """Show what the agent would do."""
        self.message = story.advice_lines(advice)
        self.advice = advice if isinstance(advice, Decision) else None
        if self.advice is not None:
            self.cursor = self.advice.move.cell
        self.redraw()

    def do_new(self) -> None:
        """The next deal."""
        self.renew(self.setup.next())

    def renew(self, setup: Setup) -> None:
        """Another game. Raises ``InputError`` for one that cannot be; then this one stays."""
        session = setup.session(self.bench.thinker.mind)
        self.setup = setup
        self.begin(session)

    def do_settings(self) -> None:
        """Ask for board, player and luck; with only another player the game goes on."""

        def chosen(setup: Setup) -> None:
            if setup == self.setup:
                return
            if replace(setup, player=self.setup.player) == self.setup:
                self.session.hand_over(player(setup.player))
                self.setup = setup
                self.moved([Text(f"{setup.player} is the agent from here on", story.NOTE)])
            else:
                self.renew(setup)

        self.bench.push_screen(SetupScreen(self.setup, chosen))

    def do_save(self) -> None:
        """Ask for a file, and write the game to it: a record, or all lines where there are more."""

        def chosen(name: str) -> None:
            file = Path(name).expanduser()
            one = len(self.session.lines()) == 1
            text = f"{self.session.record() if one else write(self.session)}\n"
            try:
                file.write_text(text, encoding="utf-8")
            except (OSError, ValueError) as error:
                words = getattr(error, "strerror", None) or str(error)
                raise InputError(f"{name}: {words[:1].lower()}{words[1:]}") from None
            self.message = [Text(story.plain(f"saved to {file}"), story.NOTE)]
            self.redraw()

        name = f"game-{self.setup.seed}-{self.setup.number}.json"
        self.bench.push_screen(Ask("Write the game to the file", name, chosen))

    def do_examine(self) -> None:
        """This position in Analyse."""
        self.bench.examine(self.position, self.cursor)

    def refused(self, error: SapperError) -> None:
        """Say what could not be done."""
        self.message = [Text(story.plain(str(error)), story.NOTE)]
        self.redraw()
