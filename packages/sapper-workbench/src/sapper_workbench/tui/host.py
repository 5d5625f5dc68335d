"""The program around the views: its workers, long computations, and what views ask of others."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from textual.app import App

from sapper.errors import SapperError
from sapper.game import Cell, Position
from sapper.players.decider import DecisionWorker
from sapper.records import Record
from sapper_workbench.history.database import History
from sapper_workbench.history.writer import HistoryWriter
from sapper_workbench.session.session import Session
from sapper_workbench.study.mistakes import Exercise

T = TypeVar("T")

MAX_QUEUED_KEYS = 9  #: keys that wait while an agent thinks


class Asker(Protocol):
    """A view that waits for an answer."""

    def show_error(self, error: SapperError) -> None:
        """Show why something could not be done."""


@dataclass(frozen=True)
class Question(Generic[T]):
    """Work for the background: ``then`` gets the result of ``compute``, unless the question is no
    longer ``wanted`` when its turn comes. The ``view`` reports errors."""

    compute: Callable[[], T]
    then: Callable[[T], None]
    view: Asker
    wanted: Callable[[], bool]


@dataclass(frozen=True)
class Thinking:
    """A computation in progress: its description and start time."""

    words: str
    since: float


class Host(App[None]):
    """The program, as its views see it. Long computations never block the keys.

    ``player`` is the recipe for advice if no game names a player.
    """

    def __init__(
        self,
        player: str,
        decider: DecisionWorker | None,
        analyst: DecisionWorker | None,
        writer: HistoryWriter,
    ) -> None:
        super().__init__()
        self.player, self.writer = player, writer
        self.decider, self.analyst = decider or DecisionWorker(), analyst or DecisionWorker()
        self.thinking: Thinking | None = None
        self.finding = False  #: whether a question is being answered
        self._questions: deque[Question[Any]] = deque()  # waiting behind the current one
        self._queued: deque[Callable[[], None]] = deque(maxlen=MAX_QUEUED_KEYS)  # actions of keys

    def attempt(self, view: Asker, act: Callable[[], None]) -> None:
        """Perform an action; the view shows the error if it is refused."""
        try:
            act()
        except SapperError as error:
            view.show_error(error)

    def think(
        self, words: str, compute: Callable[[], T], then: Callable[[T], None], view: Asker
    ) -> None:
        """Run ``compute`` in a thread, then call ``then`` with the result.

        The status line shows ``words`` meanwhile, and keys wait.
        """
        self.thinking = Thinking(words, time.monotonic())

        async def run() -> None:
            show = await _computed(compute, then, view)
            self.thinking = None
            self.update_bars()
            self.attempt(view, show)
            while self._queued and self.thinking is None:
                self._queued.popleft()()

        self.run_worker(run())

    def find(self, question: Question[Any]) -> None:
        """Queue a question about a position or a game; questions are answered in order."""
        self._questions.append(question)
        if not self.finding:
            self.finding = True
            self.run_worker(self._answer_questions())

    async def _answer_questions(self) -> None:
        while self._questions:
            question = self._questions.popleft()
            if question.wanted():
                show = await _computed(question.compute, question.then, question.view)
                self.attempt(question.view, show)
        self.finding = False

    def update_bars(self) -> None:
        """Update the title and the status line."""
        raise NotImplementedError

    def press(self, name: str, view: Any = None) -> None:
        """Perform the action of a key binding in a view, by default the one shown."""
        raise NotImplementedError

    def open_kept(self, history: History, number: int) -> None:
        """Show a game of the history, or continue it if it has not ended."""
        raise NotImplementedError

    def play_on(self, session: Session, key: str, *, no_guess: bool) -> None:
        """Play a game that is kept in the history under a key."""
        raise NotImplementedError

    def examine(self, position: Position, cursor: Cell) -> None:
        """Show a position in Analyse."""
        raise NotImplementedError

    def review(self, record: Record, *, learn: bool = False) -> None:
        """Show a finished game in Watch, with its review; then, to ``learn``, its mistakes."""
        raise NotImplementedError

    def learn(self, record: Record, exercise: Exercise) -> None:
        """Show the mistakes of a game."""
        raise NotImplementedError

    def open_bytes(self, data: bytes, name: str) -> None:
        """Open a file or a pasted text. Raises ``InputError``."""
        raise NotImplementedError


async def _computed(
    compute: Callable[[], T], then: Callable[[T], None], view: Asker
) -> Callable[[], None]:
    """Compute something in a thread; return what shows the result, or why there is none."""
    try:
        return partial(then, await asyncio.to_thread(compute))
    except SapperError as error:
        return partial(view.show_error, error)
