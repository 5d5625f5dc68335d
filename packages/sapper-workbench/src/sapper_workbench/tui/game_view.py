"""The base of Play and Watch: a view of the session of a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.text import Text

from sapper.estimate import percent
from sapper.files import write_file
from sapper.game import Position
from sapper.notation.variations.text import write as write_tree
from sapper.players import player
from sapper.players.decider import DecisionWorker
from sapper.records import HINT, Node, Step, Tree
from sapper.records.journal import write
from sapper.terminal.board import ADVISED, BoardDrawing
from sapper_workbench import narration
from sapper_workbench.history.session import seconds_of
from sapper_workbench.session.session import Session
from sapper_workbench.study.setup import GameSetup
from sapper_workbench.tui import story
from sapper_workbench.tui.dialogs import LineDialog, SetupDialog
from sapper_workbench.tui.moves import TreeView, move_name

#: The most important keys of a view, shown before the first move.
KEYS = {
    "play": narration.items(
        "Enter open",
        "f flag",
        "h hint",
        "a move for me",
        "p risks",
        "1 beginner",
        "2 intermediate",
        "3 expert",
        "o other boards",
        "L learn",
    ),
    "watch": narration.items(
        "→ one step", "Space play", "y find it", "p risks", "v review", "o options"
    ),
}


class GameView(TreeView):
    """A game, its last move with the reason, and the mines when it is over."""

    def __init__(
        self, setup: GameSetup, decider: DecisionWorker, session: Session | None = None
    ) -> None:
        super().__init__()
        self.setup = setup
        if session is not None:
            self.setup = GameSetup.of(session)
        self.session = session or setup.session(decider.decide)

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
        self.refresh_game()

    def refresh_game(self, message: list[Text] | None = None) -> None:
        """Update after a change of the game, with a message if there is one."""
        self.message, self.advice, self.walk = message or [], None, None
        self.refresh_position()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    @property
    def thinks(self) -> str:
        """The status line while the agent decides."""
        return f"{self.session.player} is thinking"

    @property
    def title(self) -> str:
        """A description of the game."""
        return narration.title(self.session)

    @property
    def status(self) -> str:
        """The state of the game."""
        status = narration.status(
            self.session, seconds_of(self.session) if self.session.began else None
        )
        analysis = self.findings.analysis if self.shows_risks and self.findings else None
        if analysis is None:
            return status
        risk = analysis.probability(self.cursor)
        here = "" if risk != risk else f"{list(self.cursor)} {percent(risk)} risk"
        return narration.SEPARATOR.join(filter(None, (status, here)))

    @property
    def shows_risks(self) -> bool:
        """True if mine probabilities are shown; never when the game is over."""
        return self.overlay and self.position.outcome == "playing"

    def draw(self) -> tuple[BoardDrawing, float | None]:
        """Return the board, and the mine probability away from all clues if it is shown."""
        board = BoardDrawing(self.position, marks=True)
        away = self.draw_risks(board) if self.shows_risks else None
        if self.walk is not None:
            self.walk.mark(board)
        elif self.advice is not None:
            board.decision(self.advice, ADVISED)
        elif (step := self.last_step()) is not None:
            board.step(step)
        self.mark(board)
        if self.position.outcome != "playing":
            board.truth(self.session.record)
        return board, away

    def mark(self, board: BoardDrawing) -> None:
        """Mark further cells on the board."""

    def last_step(self) -> Step | None:
        """Return the last move if the board shows it, else None."""
        steps = self.session.steps
        return steps[-1] if steps and steps[-1].decision.strategy != HINT else None

    def walk_lines(self) -> list[Text]:
        """Return the steps of the explanation so far, if one is walked."""
        return [] if self.walk is None else self.walk.lines()

    def overlay_story(self, away: float | None) -> list[Text]:
        """Return the summary of the analysis if it is shown."""
        if not self.shows_risks or self.findings is None:
            return []
        return story.findings_lines(self.findings, away)

    def legend(self, board: BoardDrawing) -> list[Text]:
        """Return the legend of the marks; before the first move, the keys."""
        words = story.legend(board) if self.session.steps else KEYS[self.view]
        if self.shows_risks and self.findings is not None:
            risks = "✓ safe  ▁ to █ risk" if self.tight else "20 risk in %"
            words = f"{narration.items(risks)}  {words}"
        return [Text(words, narration.FADED)] if words else []

    @property
    def tried(self) -> Tree[Any]:
        """The tree of moves that were tried."""
        return self.session.tree

    @property
    def start(self) -> Node[Any]:
        """The node after the hints."""
        return self.session.start

    def name_of(self, node: Node[Any]) -> str:
        """Return the name of a move."""
        return move_name(node)

    def visit(self, node: Node[Any]) -> None:
        """Go to a node."""
        self.session.visit(node.number)
        if self.session.undoable:
            self.cursor = node.value.step.decision.move.cell
        self.refresh_game()

    def discard(self, node: Node[Any]) -> int:
        """Delete a node and all below it."""
        count = self.session.delete(node.number)
        self.refresh_game()
        return count

    def tree_text(self) -> str:
        """Return the tree as text."""
        return write_tree(self.session.variations())

    def show_message(self, words: str) -> None:
        """Show a message."""
        self.walk = None
        super().show_message(words)

    def do_new(self) -> None:
        """Start a new game with the next deal."""
        self.renew(self.setup.next())

    def renew(self, setup: GameSetup) -> None:
        """Start another game. Raises ``InputError`` for a bad setup; the game then stays."""
        session = setup.session(self.host.decider.decide)
        self.setup = setup
        self.begin(session)

    def do_settings(self) -> None:
        """Ask for board, player and seed. The game continues if only the player changes."""

        def chosen(setup: GameSetup) -> None:
            if setup == self.setup:
                return
            if replace(setup, player=self.setup.player) == self.setup:
                self.session.hand_over(player(setup.player))
                self.setup = setup
                self.refresh_game([Text(f"The agent is now {setup.player}.", narration.NOTE)])
            else:
                self.renew(setup)

        self.host.push_screen(SetupDialog(self.setup, chosen))

    def do_save(self) -> None:
        """Ask for a file and save the game: a record, or a session if it has several lines."""
        record = len(self.session.lines()) == 1

        def chosen(name: str) -> None:
            saved = self.session.record.text if record else write(self.session)
            text = self.tree_text() if name.endswith(".txt") else saved
            write_file(Path(name).expanduser(), f"{text}\n")
            self.show_message(f"saved to {name}")

        name = f"game-{self.setup.seed}-{self.setup.number}.{'json' if record else 'jsonl'}"
        self.host.push_screen(
            LineDialog("Save the game as · Enter: save · Esc: cancel", name, chosen)
        )
