"""``sapper world`` in pipes and files: plain text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.screen import board_text
from sapper.cli.world.view import Message, board_of, last_story, read_lines
from sapper.cli.world.words import end_lines, status_line, title_line

if TYPE_CHECKING:
    from sapper.study.session.session import Session

LEGEND = "> the move   = clues it is based on   ! daggers it infers"


class Plain:
    """Plain text: the story of every move, and the board after it."""

    def __init__(self, session: Session, console: Console, *, quiet: bool) -> None:
        self._session, self._console, self._quiet = session, console, quiet
        self._echo = sys.stdin is None or not sys.stdin.isatty()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Print the board at the start or, if quiet, at the end."""
        if not self._quiet:
            self._print([title_line(self._session), Text(LEGEND), *last_story(self._session)])
            self._print(self._state())
        yield
        if self._quiet:
            self._print([title_line(self._session), *self._state()])

    def commands(self) -> Iterator[str]:
        """The lines of the input; echoed unless they come from a keyboard."""
        for line in read_lines():
            if self._echo and not self._quiet:
                typed = "".join(c for c in line[:80].strip() if c.isprintable())
                self._print([Text(f"> {typed}".rstrip())])
            yield line

    def show(self, message: Message, *, more: bool = False) -> None:
        """Print what happened, and the board if it changed."""
        if self._quiet and message.moved:
            return
        self._print(message.lines)
        if message.moved and not more:
            self._print(self._state())

    def _state(self) -> list[Text]:
        board = board_text(board_of(self._session, self._console).bands(None))
        return [board, status_line(self._session), *end_lines(self._session)]

    def _print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self._console.print(line, soft_wrap=True)
