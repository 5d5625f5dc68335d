"""The loop of ``sapper world``: reads commands, runs them and shows the result."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.tables import board_text, screen
from sapper.cli.world.screen import (
    Message,
    Screen,
    board_of,
    end_lines,
    last_story,
    pass_lines,
    read_lines,
    reworded,
    status_line,
    taken_back,
    title_line,
)
from sapper.errors import SapperError, plural
from sapper.files import write_file
from sapper.game import Move
from sapper.players import Pass
from sapper.study.screen.keys import Command, lines, parse
from sapper.study.session.session import Session

if TYPE_CHECKING:
    from sapper.game.move import Action
    from sapper.study.session.session import Session


def view_of(session: Session) -> WorldView:
    """A screen if input and output are terminals that support one, otherwise plain text."""
    streams = (sys.stdin, sys.stdout)
    if all(stream is not None and stream.isatty() for stream in streams):
        console = screen()
        if console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows:
            return Screen(session, console)
    return Plain(session, screen(plain=True))


def show_end(session: Session) -> None:
    """Print the world, its last position and how the game ended."""
    Plain(session, screen(plain=True)).show_end()


ACTIONS: dict[str, Action] = {"probe": "open", "mark": "flag", "unmark": "unflag"}


def loop(session: Session, view: WorldView) -> None:
    """Carry out the commands. One that fails shows a message and does not end the loop."""
    with view.opened():
        for line in view.commands():
            try:
                command = parse(line)
                if command.name == "quit":
                    return
                message = _done(session, command, view)
            except SapperError as error:
                message = Message([Text(reworded(str(error)), "bold yellow")])
            view.show(message)


def _done(session: Session, command: Command, view: WorldView) -> Message:
    """Carry out one command."""
    match command.name:
        case "step":
            return _go(session, view, 1)
        case "go":
            return _go(session, view, command.count)
        case "undo":
            back = [session.undo() for _ in range(_times(command, session.undoable))]
            return Message([taken_back(back)], moved=True)
        case "redo":
            for _ in range(_times(command, session.redoable)):
                session.redo()
            return Message(last_story(session), moved=True, story=False)
        case "save":
            file = Path(command.file).expanduser()
            write_file(file, f"{session.record().text}\n")
            moves = plural(session.counts.moves, "move")
            return Message([Text(reworded(f"saved to {file}: {moves}"), "green3")])
        case "show":
            return Message(last_story(session), moved=True, story=False)
        case "help":
            return Message([Text(line) for line in lines()], alone=True)
    assert command.cell is not None
    session.user(Move(ACTIONS[command.name], command.cell))
    return Message(last_story(session), moved=True, story=False)


def _times(command: Command, most: int) -> int:
    """Return the number of moves to undo or redo: as many as requested and possible, but at least
    one, so that an impossible request is an error."""
    return max(1, min(command.count or 1, most))


def _go(session: Session, view: WorldView, most: int | None) -> Message:
    """Make moves of the agent until ``most`` are made, the game is over, or the agent passes."""
    made = 0
    while True:
        step = session.agent()
        if isinstance(step, Pass):
            return Message(pass_lines(step), moved=made > 0, story=False)
        made += 1
        message = Message(last_story(session), moved=True, story=False)
        if made == most or session.position.outcome != "playing":
            return message
        view.show(message, more=True)


LEGEND = "> the move   = clues it is based on   ! daggers it infers"


class Plain:
    """Plain text: the story of every move, and the board after it."""

    def __init__(self, session: Session, console: Console) -> None:
        self._session, self._console = session, console
        self._echo = sys.stdin is None or not sys.stdin.isatty()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Print the board at the start."""
        self._print([title_line(self._session), Text(LEGEND), *last_story(self._session)])
        self._print(self._state())
        yield

    def show_end(self) -> None:
        """Print the title and the board."""
        self._print([title_line(self._session), *self._state()])

    def commands(self) -> Iterator[str]:
        """The lines of the input; echoed unless they come from a keyboard."""
        for line in read_lines():
            if self._echo:
                typed = "".join(c for c in line[:80].strip() if c.isprintable())
                self._print([Text(f"> {typed}".rstrip())])
            yield line

    def show(self, message: Message, *, more: bool = False) -> None:
        """Print what happened, and the board if it changed."""
        self._print(message.lines)
        if message.moved and not more:
            self._print(self._state())

    def _state(self) -> list[Text]:
        board = board_text(board_of(self._session, self._console).bands(None))
        return [board, status_line(self._session), *end_lines(self._session)]

    def _print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self._console.print(line, soft_wrap=True)


WorldView = Screen | Plain
