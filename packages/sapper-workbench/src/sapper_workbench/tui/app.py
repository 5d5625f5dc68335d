"""The program of ``sapper tui``: its views, its keys, and its worker processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, Static

from sapper.files import data_folder
from sapper.game import Cell, Position
from sapper.players import player
from sapper.players.decider import DecisionWorker
from sapper.records import YOU, Game, Record, Tree
from sapper.records.files import read_game
from sapper_workbench.history.database import History
from sapper_workbench.history.session import seconds_of
from sapper_workbench.history.writer import HistoryWriter
from sapper_workbench.keys import BINDINGS, View
from sapper_workbench.narration import SEPARATOR
from sapper_workbench.session.session import Session, session_of
from sapper_workbench.study.lessons.lesson import PROGRESS_FILE
from sapper_workbench.study.mistakes import Exercise
from sapper_workbench.study.puzzles.ratings import RATINGS_FILE, PuzzleStore
from sapper_workbench.study.setup import GameSetup
from sapper_workbench.tui.analyse import START_POSITION, AnalyseView
from sapper_workbench.tui.dialogs import Help, HistoryDialog
from sapper_workbench.tui.host import Host
from sapper_workbench.tui.lessons import LearnView
from sapper_workbench.tui.mistakes import MistakesView
from sapper_workbench.tui.play import PlayView
from sapper_workbench.tui.puzzles import PuzzlesView
from sapper_workbench.tui.view import BoardView
from sapper_workbench.tui.watch import WatchView

INTERRUPTED_CODE = 130
HUNG_UP_CODE = 129
PATIENCE_SECONDS = 0.3  #: seconds of thinking before the status line shows it
#: Actions that act at once while an agent thinks; all others wait.
IMMEDIATE_ACTIONS = frozenset(
    {"stop", "help", "quit", "go", "probabilities", "examine", "moves", "tree-leave"}
    | {b.name for b in BINDINGS if b.group == "board" or b.name.startswith("view-")}
)
#: Messages for actions that a view, or a terminal, lacks.
UNAVAILABLE_HERE = {
    "moves": "The list of moves is in Play, Watch and Analyse.",
    "view-machine": "Machine learns is only on the web page: run 'sapper serve'.",
    "view-compare": "Compare is only on the web page: run 'sapper serve'.",
    "view-variants": "Variants are only on the web page: run 'sapper serve'.",
    "circle": "Marks are only on the web page: run 'sapper serve'.",
    "arrow": "Arrows are only on the web page: run 'sapper serve'.",
    "full": "The size of the text is a setting of your terminal.",
    "preferences": "Colours and fonts are settings of your terminal.",
}


class TerminalApp(Host):
    """``sapper tui``.

    - ``shown``: a position or a tree of positions to analyse, or a game, which Play continues and
      Watch steps through.
    - ``history``: where played games are kept, if anywhere; ``key``: the key there of an unfinished
      game to continue.
    - ``name``: the user's name in records and replays.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "sapper"
    BINDINGS: ClassVar = [Binding("ctrl+c", "interrupt", priority=True, show=False)]
    CSS = """
    #title, #status { height: 1; width: 100%; background: $boost; }
    ContentSwitcher { height: 1fr; }
    """

    def __init__(
        self,
        setup: GameSetup,
        view: View = "play",
        shown: Session | Tree[Position] | Position | None = None,
        *,
        decider: DecisionWorker | None = None,
        analyst: DecisionWorker | None = None,
        history: History | None = None,
        key: str | None = None,
        name: str = YOU,
    ) -> None:
        super().__init__(setup.player, decider, analyst, HistoryWriter(history, name))
        if key is not None and isinstance(shown, Session):
            self.writer.begin(shown, key, no_guess=setup.no_guess)
        game = shown if isinstance(shown, Session) else None
        if game is not None and view != "play":
            game.go_to(0)
        self.playing = PlayView(setup, self.decider, game if view == "play" else None)
        self.watching = WatchView(setup, self.decider, None if view == "play" else game)
        drawn = shown if isinstance(shown, Position) else Position.parse(START_POSITION)
        self.analysing = AnalyseView(drawn, setup.player)
        if isinstance(shown, Tree):
            self.analysing.editor.tree = shown
        self.mistakes = MistakesView()
        self.lessons = LearnView(data_folder() / PROGRESS_FILE)
        self.puzzles = PuzzlesView(PuzzleStore(data_folder() / RATINGS_FILE))
        playing = (self.playing, self.puzzles, self.lessons, self.watching)
        self.views: tuple[BoardView, ...] = (*playing, self.mistakes, self.analysing)
        self.view: BoardView = next(each for each in self.views if each.view == view)
        self._entering: BoardView | None = None
        self._second = 0  #: of the game, as the status line shows it

    def compose(self) -> ComposeResult:
        """Create the title, the views and the status line."""
        yield Static(id="title")
        with ContentSwitcher(initial=self.view.view):
            yield from self.views
        yield Static(id="status")

    def on_mount(self) -> None:
        """Start the worker and the clock of the status line."""
        self.decider.start()
        self.set_interval(0.1, self._while_thinking)
        if not self.is_headless:
            self.set_interval(1, self._leave_lost_terminal)
        self._enter()
        self.update_bars()

    def on_resize(self) -> None:
        """Fit the title and the status line to the terminal."""
        self.update_bars()

    def on_unmount(self) -> None:
        """Stop the workers."""
        self.decider.close()
        self.analyst.close()
        self.writer.close()

    # The title and the status line

    def update_bars(self) -> None:
        """Update the title and the status line."""
        if not self.is_running:
            return
        names = Text()
        for view in self.views:
            if view is self.mistakes and view is not self.view:
                continue  # entered from a review
            name = view.view.capitalize()
            names.append(f" {name} ", "bold reverse" if view is self.view else "grey62")
        title = self._line(names, Text(f" {self._title(names.cell_len)} ", "bold"))
        self.query_one("#title", Static).update(title)
        thinking = self.thinking
        if thinking is not None and time.monotonic() - thinking.since >= PATIENCE_SECONDS:
            seconds = time.monotonic() - thinking.since
            words = Text(f" {thinking.words} … {seconds:.1f} s · Esc stops it", "bold yellow")
        else:
            words = Text(f" {self.view.status}")
        self.query_one("#status", Static).update(
            self._line(words, Text("? keys  q quit ", "grey62"))
        )

    def _title(self, used: int) -> str:
        """Return the parts of the title that fit beside ``used`` columns, at least the first."""
        first, *others = self.view.title.split(SEPARATOR)
        shown = first
        for part in others:
            if used + len(shown) + len(SEPARATOR) + len(part) + 3 > self.size.width:
                break
            shown += SEPARATOR + part
        return shown

    def _line(self, left: Text, right: Text) -> Text:
        """Join two parts of a line; the second is aligned right, and cut if it does not fit."""
        room = self.size.width - left.cell_len
        right.truncate(max(0, room - 1), overflow="ellipsis")
        left.append(" " * max(0, room - right.cell_len))
        return left.append_text(right)

    def _while_thinking(self) -> None:
        playing = self.view is self.playing and self.playing.position.outcome == "playing"
        second = int(seconds_of(self.playing.session)) if playing else self._second
        if self.thinking is not None or second != self._second:
            self._second = second
            self.update_bars()

    def _leave_lost_terminal(self) -> None:
        """Quit if the terminal is gone: Textual would read its end of file for ever."""
        if not sys.stdin.isatty():
            self.exit(return_code=HUNG_UP_CODE)

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Perform the action of a key."""
        if isinstance(self.screen, ModalScreen):
            return
        for binding in self.view.bindings:
            if event.key in binding.terminal:
                event.stop()
                event.prevent_default()
                self.press(binding.name)
                return

    def press(self, name: str, view: BoardView | None = None) -> None:
        """Perform the action of a binding, or queue it while an agent is thinking."""
        view = view or self.view
        if self.thinking is not None and name not in IMMEDIATE_ACTIONS:
            self._queued.append(partial(self.press, name, view))
            return
        self.attempt(view, action_of(self, view, name))

    def on_paste(self, event: events.Paste) -> None:
        """Show a position that is pasted."""
        if not isinstance(self.screen, ModalScreen) and self.view is self.analysing:
            self.attempt(self.view, lambda: self.analysing.load(event.text))

    def action_interrupt(self) -> None:
        """Quit after Ctrl-C."""
        self._leave(INTERRUPTED_CODE)

    def _leave(self, code: int) -> None:
        self.decider.close()
        self.analyst.close()
        self.exit(return_code=code)

    @property
    def idle(self) -> bool:
        """True if nothing is being computed, no key is queued and the view has begun."""
        return not (self.thinking or self.finding or self._queued or self._entering)

    # Actions of every view

    def do_view_history(self) -> None:
        """Show the played games."""
        history = self.writer.history
        if history is None:
            self.notify("No history is kept.")
            return
        self.writer.settle().result()
        self.push_screen(HistoryDialog(history, lambda number: self.open_kept(history, number)))

    def open_kept(self, history: History, number: int) -> None:
        """Show a game of the history in Watch, or continue it in Play if it has not ended."""

        def show() -> None:
            game, _ = history.find(number)
            session = self._session_of(Game.of_record(history.started(number)))
            if game.outcome == "unfinished":
                self.play_on(session, game.key, no_guess=game.no_guess)
            else:
                self.open_game(session)

        self.attempt(self.view, show)

    def play_on(self, session: Session, key: str, *, no_guess: bool) -> None:
        """Play a game, and keep it in the history under a key."""
        self.writer.begin(session, key, no_guess=no_guess)
        self.to(self.playing)
        self.playing.setup = replace(GameSetup.of(session), no_guess=no_guess)
        self.playing.begin(session)

    def do_stop(self) -> None:
        """Stop all computations, and pause Watch."""
        self._queued.clear()
        self.watching.going = False
        self.decider.stop()
        self.analyst.stop()
        self.update_bars()

    def do_help(self) -> None:
        """Show the keys."""
        self.push_screen(Help(self.view.keys))

    def do_quit(self) -> None:
        """Quit."""
        self._leave(0)

    def to(self, view: BoardView) -> None:
        """Show a view."""
        self.view = view
        self.query_one(ContentSwitcher).current = view.view
        self._enter()
        self.update_bars()

    def _enter(self) -> None:
        self._entering = view = self.view  # it begins as soon as it has its size
        view.call_after_refresh(self._finish_entering, view)

    def _finish_entering(self, view: BoardView) -> None:
        self._entering = None if self._entering is view else self._entering
        view.enter()

    def examine(self, position: Position, cursor: Cell) -> None:
        """Show a position in Analyse."""
        self.to(self.analysing)
        self.analysing.show_position(position, cursor)

    def review(self, record: Record, *, learn: bool = False) -> None:
        """Show a game from its start in Watch, and start its review."""
        self.open_game(self._session_of(Game.of_record(record)))
        (self.watching.do_mistakes if learn else self.watching.do_review)()

    def _session_of(self, game: Game) -> Session:
        return session_of(game, player(self.player), decide=self.decider.decide)

    def learn(self, record: Record, exercise: Exercise) -> None:
        """Show the mistakes of a game."""
        self.to(self.mistakes)
        self.mistakes.begin(record, exercise)

    def open_game(self, session: Session) -> None:
        """Show a game from its start in Watch; a game without moves opens in Play."""
        session.go_to(0)
        view = self.watching if session.line else self.playing
        self.to(view)
        view.setup = GameSetup.of(session)
        view.begin(session)

    def open_bytes(self, data: bytes, name: str) -> None:
        """Show the content of a file or a text in the view that fits. Raises ``InputError``."""
        content = read_game(data, name)
        if isinstance(content, Game):
            self.open_game(self._session_of(content))
        elif isinstance(content, Tree):
            self.to(self.analysing)
            self.analysing.show_tree(content)
        else:
            self.examine(content, (0, 0))


def action_of(app: TerminalApp, view: BoardView, name: str) -> Callable[[], None]:
    """Return the action of a binding: a method ``do_…`` of the view or of the program."""
    if name.startswith("clue-"):
        assert isinstance(view, AnalyseView)
        return partial(view.put, int(name.removeprefix("clue-")))
    for each in app.views:
        if name == f"view-{each.view}":
            return partial(app.to, each)
    method = f"do_{name.replace('-', '_')}"
    if name in UNAVAILABLE_HERE and not hasattr(view, method):
        return partial(app.notify, UNAVAILABLE_HERE[name])
    method_of: Callable[[], None] = getattr(view, method, None) or getattr(app, method)
    return method_of
