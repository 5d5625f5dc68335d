"""The interface of the program to its views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sapper.errors import SapperError
from sapper.game import Cell, Position
from sapper.records import Record
from sapper.session.decider import DecisionWorker
from sapper.session.session import Session
from sapper_workbench.history.database import History
from sapper_workbench.history.writer import HistoryWriter
from sapper_workbench.study.mistakes import Exercise

T = TypeVar("T")


class Asker(Protocol):
    """A view that waits for an answer."""

    def refused(self, error: SapperError) -> None:
        """Show why something could not be done."""


@dataclass(frozen=True)
class Question(Generic[T]):
    """Work for the background: ``then`` gets the result of ``compute``, unless the question is no
    longer ``wanted`` when its turn comes. The ``view`` reports errors."""

    compute: Callable[[], T]
    then: Callable[[T], None]
    view: Asker
    wanted: Callable[[], bool]


class Host(Protocol):
    """The program around the views: its workers, its queue of questions, and its other views."""

    decider: DecisionWorker
    analyst: DecisionWorker
    writer: HistoryWriter
    player: str  #: the recipe for advice if no game names a player

    @property
    def finding(self) -> bool:
        """True if a question is being answered."""

    def update_bars(self) -> None:
        """Update the title and the status line."""

    def press(self, name: str, view: Any = None) -> None:
        """Run the action of a key binding in a view, by default the one shown."""

    def think(
        self, who: str, compute: Callable[[], T], then: Callable[[T], None], view: Any
    ) -> None:
        """Compute something in the background while the status line says who is thinking."""

    def find(self, question: Question[Any]) -> None:
        """Queue a question."""

    def call_from_thread(self, function: Callable[..., T], /, *args: Any) -> T:
        """Call a function in the program's thread from the thread of a question."""

    def push_screen(self, screen: Any) -> Any:
        """Show a dialog."""

    def open_kept(self, history: History, number: int) -> None:
        """Show a game of the history, or continue it if it has not ended."""

    def play_on(self, session: Session, key: str, *, no_guess: bool) -> None:
        """Play a game that is kept in the history under a key."""

    def examine(self, position: Position, cursor: Cell) -> None:
        """Show a position in Analyse."""

    def review(self, record: Record, *, learn: bool = False) -> None:
        """Show a finished game in Watch, with its review; then, to ``learn``, its mistakes."""

    def learn(self, record: Record, exercise: Exercise) -> None:
        """Show the mistakes of a game."""

    def open_bytes(self, data: bytes, name: str) -> None:
        """Open a file or a pasted text. Raises ``InputError``."""
