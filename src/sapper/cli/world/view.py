"""Views of a session of ``sapper world``: a screen that changes in place, or plain text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.text import Text

from sapper.cli.views.tables import coloured
from sapper.cli.world.words import step_lines
from sapper.study.screen.board import BoardDrawing
from sapper.study.screen.cells import LETTERS, SYMBOLS
from sapper.study.screen.keys import LONGEST
from sapper.study.session.counts import HINT

if TYPE_CHECKING:
    from sapper.study.session.session import Session


@dataclass(frozen=True)
class Message:
    """The result of a command: ``lines`` to show, and whether the game ``moved``.

    On a screen the lines are shown next to the board, followed by the story of the last move unless
    they contain it already (``story`` is false), or without the board (``alone``).
    """

    lines: Sequence[Text] = ()
    moved: bool = False
    story: bool = True
    alone: bool = False


class WorldView(Protocol):
    """What shows a session."""

    def opened(self) -> AbstractContextManager[None]:
        """Show the session while the context lasts, and how it ended when it is left."""

    def commands(self) -> Iterator[str]:
        """The lines that the user types."""

    def show(self, message: Message, *, more: bool = False) -> None:
        """Show the session and a message; with ``more``, further moves follow without a command."""


def board_of(session: Session, console: Console) -> BoardDrawing:
    """The current board with the last move, the cells it opened, and those that its reason uses;
    when the game is over, with all daggers and gold.

    It has the colours and characters that a console can show. Without colours, cells have marks.
    """
    colours, unicode = coloured(console), console.encoding.lower().startswith("utf")
    board = BoardDrawing(
        session.position,
        cell=2 if colours else 3,
        marks=not colours,
        symbols=SYMBOLS if unicode else LETTERS,
    )
    if session.steps:
        board.step(session.steps[-1])
    if session.position.outcome != "playing":
        board.truth(session.record())
    return board


def last_story(session: Session) -> list[Text]:
    """The last move in full, or nothing at the start."""
    steps = session.steps
    if not steps or steps[-1].decision.strategy == HINT:
        return []
    return step_lines(session.counts.moves, steps[-1], session.position)


def read_lines() -> Iterator[str]:
    """The lines of standard input; lines that are far too long are cut."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    while sys.stdin is not None and (line := sys.stdin.readline(LONGEST + 2)):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(LONGEST + 2)
        yield line
