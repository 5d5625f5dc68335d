"""The program: three views, one table of keys, and processes that think for it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, Static

from sapper.errors import SapperError
from sapper.game import Cell, Position
from sapper.players import player
from sapper.records.record import Record
from sapper.study.bindings import BINDINGS, View, bindings_of
from sapper.study.opened import opened, session_of
from sapper.study.session import Session
from sapper.study.setup import Setup
from sapper.study.worker import Worker
from sapper.tui.analyse import START, Analyse
from sapper.tui.help import Help
from sapper.tui.play import Play
from sapper.tui.question import Question
from sapper.tui.view import BoardView
from sapper.tui.watch import Watch

T = TypeVar("T")

INTERRUPTED = 130
PATIENCE = 0.3  #: seconds of thinking that are not worth a word
QUEUE = 9  #: keys that wait while an agent thinks
#: What can be done while an agent thinks; all else waits for it.
FREE = frozenset(
    {"stop", "help", "quit", "go", "probabilities", "examine"}
    | {b.name for b in BINDINGS if b.group == "board" or b.name.startswith("view-")}
)


@dataclass(frozen=True)
class Thinking:
    """Who thinks, and since when."""

    who: str
    since: float


class Workbench(App[None]):
    """``sapper tui``. ``shown`` is a game – to play on in Play, else to step through in Watch –, or
    a position to analyse.
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
        setup: Setup,
        view: View = "play",
        shown: Session | Position | None = None,
        *,
        thinker: Worker | None = None,
        analyst: Worker | None = None,
    ) -> None:
        super().__init__()
        self.thinker, self.analyst = thinker or Worker(), analyst or Worker()
        self.thinking: Thinking | None = None
        self.player = setup.player
        game = shown if isinstance(shown, Session) else None
        if game is not None and view != "play":
            game.go_to(0)
        self.playing = Play(setup, self.thinker, game if view == "play" else None)
        self.watching = Watch(setup, self.thinker, None if view == "play" else game)
        drawn = shown if isinstance(shown, Position) else Position.parse(START)
        self.analysing = Analyse(drawn, setup.player)
        self.views: tuple[BoardView, ...] = (self.playing, self.watching, self.analysing)
        self.view: BoardView = next(each for each in self.views if each.view == view)
        self._finding = False
        self._questions: deque[Question[Any]] = deque()  # after the one under way
        self._queued: deque[tuple[BoardView, str]] = deque(maxlen=QUEUE)  # after the thought

    def compose(self) -> ComposeResult:
        """A title, a view, a status."""
        yield Static(id="title")
        with ContentSwitcher(initial=self.view.view):
            yield from self.views
        yield Static(id="status")

    def on_mount(self) -> None:
        """Time passes while somebody thinks, and the first thought should not wait."""
        self.thinker.start()
        self.set_interval(0.1, self._while_thinking)
        self.view.call_after_refresh(self.view.entered)
        self.tell()

    def on_resize(self) -> None:
        """The lines above and below are as wide as the terminal."""
        self.tell()

    def on_unmount(self) -> None:
        """Nobody thinks any more."""
        self.thinker.close()
        self.analyst.close()

    # What is said above and below

    def tell(self) -> None:
        """Say what is shown and where it stands."""
        if not self.is_running:
            return
        names = Text()
        for view in self.views:
            name = view.view.capitalize()
            names.append(f" {name} ", "bold reverse" if view is self.view else "grey62")
        title = self._line(names, Text(f" {self.view.title} ", "bold"))
        self.query_one("#title", Static).update(title)
        thinking = self.thinking
        if thinking is not None and time.monotonic() - thinking.since >= PATIENCE:
            seconds = time.monotonic() - thinking.since
            words = Text(f" {thinking.who} thinks … {seconds:.1f} s · Esc stops it", "bold yellow")
        else:
            words = Text(f" {self.view.status}")
        self.query_one("#status", Static).update(
            self._line(words, Text("? keys  q quit ", "grey62"))
        )

    def _line(self, left: Text, right: Text) -> Text:
        """One line, its end at the right; where there is too little room the left is whole."""
        room = self.size.width - left.cell_len
        right.truncate(max(0, room - 1), overflow="ellipsis")
        left.append(" " * max(0, room - right.cell_len))
        return left.append_text(right)

    def _while_thinking(self) -> None:
        if self.thinking is not None:
            self.tell()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Every key is looked up in the one table of keys."""
        if isinstance(self.screen, ModalScreen):
            return
        for binding in bindings_of(self.view.view):
            if event.key in binding.terminal:
                event.stop()
                event.prevent_default()
                self.press(binding.name)
                return

    def press(self, name: str, view: BoardView | None = None) -> None:
        """Do what a binding of the view is for; if somebody thinks, after that."""
        view = view or self.view
        if self.thinking is not None and name not in FREE:
            self._queued.append((view, name))
            return
        self.attempt(view, action_of(self, view, name))

    def attempt(self, view: BoardView, act: Callable[[], None]) -> None:
        """Do something; where it is refused, the view says why."""
        try:
            act()
        except SapperError as error:
            view.refused(error)

    def on_paste(self, event: events.Paste) -> None:
        """A position that is pasted is shown."""
        if not isinstance(self.screen, ModalScreen) and self.view is self.analysing:
            self.attempt(self.view, lambda: self.analysing.load(event.text))

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self._leave(INTERRUPTED)

    def _leave(self, code: int) -> None:
        self.thinker.close()
        self.analyst.close()
        self.exit(return_code=code)

    # Thinking, which never stops the keys

    def think(
        self, who: str, compute: Callable[[], T], then: Callable[[T], None], view: BoardView
    ) -> None:
        """Let an agent think in another process, and then do something with the result."""
        self.thinking = Thinking(who, time.monotonic())

        async def thought() -> None:
            def end() -> None:
                self.thinking = None
                self.tell()

            try:
                result = await asyncio.to_thread(compute)
            except SapperError as error:
                end()
                view.refused(error)
            else:
                end()
                self.attempt(view, lambda: then(result))
            while self._queued and self.thinking is None:
                queued, name = self._queued.popleft()
                self.press(name, queued)

        self.run_worker(thought())

    def find(self, question: Question[Any]) -> None:
        """Let a position or a game be analysed, one after the other."""
        self._questions.append(question)
        if not self._finding:
            self._finding = True
            self.run_worker(self._find())

    async def _find(self) -> None:
        while self._questions:
            question = self._questions.popleft()
            if not question.wanted():
                continue
            try:
                result = await asyncio.to_thread(question.compute)
            except SapperError as error:
                question.view.refused(error)
            else:
                self.attempt(question.view, partial(question.then, result))
        self._finding = False

    @property
    def finding(self) -> bool:
        """Whether a position or a game is being analysed."""
        return self._finding

    @property
    def idle(self) -> bool:
        """Whether nothing is being thought about, and no key waits."""
        return self.thinking is None and not self._finding and not self._queued

    # Actions that every view has

    def do_view_play(self) -> None:
        """To Play."""
        self.to(self.playing)

    def do_view_watch(self) -> None:
        """To Watch."""
        self.to(self.watching)

    def do_view_analyse(self) -> None:
        """To Analyse."""
        self.to(self.analysing)

    def do_view_learn(self) -> None:
        """Say where Learn is."""
        self.notify("Learn is on the page: sapper serve")

    def do_view_compare(self) -> None:
        """Say where Compare is."""
        self.notify("Compare is on the page: sapper serve")

    def do_stop(self) -> None:
        """Stop what is being thought about, and playing on."""
        self._queued.clear()
        self.watching.going = False
        self.thinker.stop()
        self.analyst.stop()
        self.tell()

    def do_help(self) -> None:
        """Show the keys."""
        self.push_screen(Help(self.view.view))

    def do_quit(self) -> None:
        """Leave."""
        self._leave(0)

    def to(self, view: BoardView) -> None:
        """Show a view."""
        self.view = view
        self.query_one(ContentSwitcher).current = view.view
        view.call_after_refresh(view.entered)
        self.tell()

    def examine(self, position: Position, cursor: Cell) -> None:
        """A position of a game in Analyse."""
        self.to(self.analysing)
        self.analysing.show_position(position, cursor)

    def review(self, record: Record) -> None:
        """A game from its start in Watch, and its review as soon as it is there."""
        self.open_game(session_of(record, player(self.player), minds=self.thinker.mind))
        self.watching.do_review()

    def open_game(self, session: Session) -> None:
        """A game that was played, from its start, in Watch; one without moves in Play."""
        session.go_to(0)
        view = self.watching if session.line else self.playing
        self.to(view)
        view.setup = Setup.of(session)
        view.begin(session)

    def open_bytes(self, data: bytes, name: str) -> None:
        """What a file or a text holds, in the view for it. Raises ``InputError``."""
        found = opened(data, name, player(self.player), minds=self.thinker.mind)
        if isinstance(found, Session):
            self.open_game(found)
        else:
            self.examine(found, (0, 0))


def action_of(app: Workbench, view: BoardView, name: str) -> Callable[[], None]:
    """What a binding does: a method ``do_…`` of the view or of the program."""
    if name.startswith("clue-"):
        assert isinstance(view, Analyse)
        return lambda: view.do_clue(int(name.removeprefix("clue-")))
    method = f"do_{name.replace('-', '_')}"
    found: Callable[[], None] = getattr(view, method, None) or getattr(app, method)
    return found
