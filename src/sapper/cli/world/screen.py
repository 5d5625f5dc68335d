"""Views of a session of ``sapper world``: a screen that changes in place, or plain text."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.control import Control
from rich.text import Text

from sapper.cli.views.progress import attentive
from sapper.cli.views.tables import board_text, coloured
from sapper.cli.world.words import end_lines, status_line, step_lines, title_line
from sapper.study.screen.board import LETTERS, SYMBOLS, BoardDrawing
from sapper.study.screen.keys import LONGEST
from sapper.study.session.counts import HINT

if TYPE_CHECKING:
    from sapper.game import Cell
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
    """A view of a session."""

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


DELAY = 0.1  #: seconds per move while the agent plays several
ASIDE = 30  #: columns that the story needs to fit next to the board
GAP = 3  #: columns between the board and the story
PROMPT = "Enter: the agent moves, ?: keys > "


class Screen:
    """A full-screen view, redrawn after every command and when the terminal changes its size."""

    def __init__(self, session: Session, console: Console) -> None:
        self._session, self._console = session, console
        self._message = Message()
        self._waiting = self._drawing = self._stale = False

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Use the whole screen; the board stays on the terminal afterwards."""
        try:
            with self._console.screen(hide_cursor=False), self._noticing_sizes():
                yield
        except KeyboardInterrupt:
            self._leave()
            raise
        self._leave()

    @contextmanager
    def _noticing_sizes(self) -> Iterator[None]:
        """Redraw when the terminal changes its size."""
        if not hasattr(signal, "SIGWINCH"):
            yield
            return
        before = signal.signal(signal.SIGWINCH, self._resized)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before or signal.SIG_DFL)

    def _leave(self) -> None:
        self._message = Message(story=False)
        for line in self._frame():
            self._console.print(line, no_wrap=True, overflow="crop")

    def commands(self) -> Iterator[str]:
        """The lines typed at the prompt."""
        self._draw()
        lines = read_lines()
        with attentive() as wait:
            while True:
                self._waiting = True
                if self._stale:
                    self._draw()
                wait()
                line = next(lines, None)
                self._waiting = False
                if line is None:
                    return
                yield line
                self._draw()

    def show(self, message: Message, *, more: bool = False) -> None:
        """Keep a message for the next frame; draw it now if more moves follow."""
        self._message = message
        if more:
            self._draw()
            time.sleep(DELAY)

    def _resized(self, number: int, frame: FrameType | None) -> None:
        """Draw a new frame for the new size, at once or when the current command is done."""
        self._stale = True
        if self._waiting:
            self._draw()

    def _draw(self) -> None:
        while not self._drawing:  # true if a signal arrives while drawing
            self._drawing, self._stale = True, False
            try:
                self._paint()
            finally:
                self._drawing = False
            if not self._stale:  # checked last: a later signal draws a frame itself
                return

    def _paint(self) -> None:
        console = self._console
        console.control(Control.home(), Control.clear())
        for line in self._frame():
            console.print(line, no_wrap=True, overflow="crop")
        prompt = Text(PROMPT[-max(2, console.width - 20) :], "grey50")
        console.print(prompt, end="")
        console.file.flush()

    def _frame(self) -> list[Text]:
        """All lines but the prompt, as many as fit on the screen."""
        console, session = self._console, self._session
        width, height = console.width, console.height
        message = self._message
        roomy = height >= 12
        body = max(1, height - (5 if roomy else 3))
        if message.alone:
            lines = _wrapped(console, message.lines, width, body)
        else:
            last = last_story(session) if message.story else []
            between = [Text("")] if last and message.lines else []
            story = [*message.lines, *between, *last, *end_lines(session)]
            focus = session.steps[-1].decision.move.cell if session.steps else (0, 0)
            lines = _body(console, board_of(session, console), focus, story, width, body)
        gap = [Text("")] if roomy else []
        every = [title_line(session), *gap, *lines, *gap, status_line(session)]
        return every[-max(1, height - 1) :]


def _body(
    console: Console,
    board: BoardDrawing,
    focus: Cell,
    story: Sequence[Text],
    width: int,
    height: int,
) -> list[Text]:
    """The board around the focus, and the story beside it if both fit, otherwise below it."""

    def around(height: int) -> list[Text]:
        return list(board_text(board.lines(*board.window(focus, width, height))).split("\n"))

    aside = width - board.width - GAP
    if aside >= ASIDE:
        left, right = around(height), _wrapped(console, story, aside, height)
        rows = max(len(left), len(right))
        left += [Text("") for _ in range(rows - len(left))]
        right += [Text("") for _ in range(rows - len(right))]
        lines = []
        for a, b in zip(left, right, strict=True):
            a.pad_right(max(0, board.width + GAP - a.cell_len))
            lines.append(a.append_text(b))
        return lines
    below = _wrapped(console, story, width, max(4, height - board.height))
    return [*around(max(1, height - len(below))), *below]


def _wrapped(console: Console, story: Sequence[Text], width: int, most: int) -> list[Text]:
    """A story wrapped to a width. If it is too long its end is kept, which has the move."""
    lines = [line for text in story for line in text.wrap(console, width)]
    return lines if len(lines) <= most else [Text("…", "grey50"), *lines[len(lines) - most + 1 :]]
