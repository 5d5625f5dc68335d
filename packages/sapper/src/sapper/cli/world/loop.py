"""The loop of ``sapper world``: reads commands, runs them and shows the result."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.tables import board_text, coloured, screen
from sapper.cli.world.words import (
    Message,
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
from sapper.session.session import Session
from sapper.terminal.keys import Command, lines, parse

if TYPE_CHECKING:
    from sapper.game.move import Action
    from sapper.session.session import Session


def show_end(session: Session) -> None:
    """Print the world, its last position and how the game ended."""
    View(session, screen(plain=True)).show_end()


ACTIONS: dict[str, Action] = {"probe": "open", "mark": "flag", "unmark": "unflag"}


def loop(session: Session) -> None:
    """Carry out the commands. One that fails shows a message and does not end the loop."""
    view = View(session, screen())
    view.open()
    for line in view.commands():
        try:
            command = parse(line)
            if command.name == "quit":
                return
            message = _done(session, command, view)
        except SapperError as error:
            message = Message([Text(reworded(str(error)), "bold yellow")])
        view.show(message)


def _done(session: Session, command: Command, view: View) -> Message:
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
            return Message(last_story(session), moved=True)
        case "save":
            file = Path(command.file).expanduser()
            write_file(file, f"{session.record.text}\n")
            moves = plural(session.counts.moves, "move")
            return Message([Text(reworded(f"saved to {file}: {moves}"), "green3")])
        case "show":
            return Message(last_story(session), moved=True)
        case "help":
            return Message([Text(line) for line in lines()])
    assert command.cell is not None
    session.play(Move(ACTIONS[command.name], command.cell))
    return Message(last_story(session), moved=True)


def _times(command: Command, most: int) -> int:
    """Return the number of moves to undo or redo: as many as requested and possible, but at least
    one, so that an impossible request is an error."""
    return max(1, min(command.count or 1, most))


def _go(session: Session, view: View, most: int | None) -> Message:
    """Make moves of the agent until ``most`` are made, the game is over, or the agent passes."""
    made = 0
    while True:
        step = session.agent()
        if isinstance(step, Pass):
            return Message(pass_lines(step), moved=made > 0)
        made += 1
        message = Message(last_story(session), moved=True)
        if made == most or session.position.outcome != "playing":
            return message
        view.show(message, more=True)


PROMPT = "Enter: the agent moves, ?: keys > "
LEGEND = "> the move   = clues it is based on   ! daggers it infers"


class View:
    """The story of every move, and the board after it: in colour in a terminal, or plain text."""

    def __init__(self, session: Session, console: Console) -> None:
        self._session, self._console = session, console
        self._keyboard = sys.stdin is not None and sys.stdin.isatty()

    def open(self) -> None:
        """Print the board at the start."""
        marks = [] if coloured(self._console) else [Text(LEGEND)]
        self._print([title_line(self._session), *marks, *last_story(self._session)])
        self._print(self._state())

    def show_end(self) -> None:
        """Print the title and the board."""
        self._print([title_line(self._session), *self._state()])

    def commands(self) -> Iterator[str]:
        """The lines of the input, after a prompt; echoed unless they come from a keyboard."""
        lines = read_lines()
        while True:
            if self._keyboard:
                self._console.print(PROMPT, style="grey50", end="")
            line = next(lines, None)
            if line is None:
                return
            if not self._keyboard:
                typed = "".join(c for c in line[:80].strip() if c.isprintable())
                self._print([Text(f"> {typed}".rstrip())])
            yield line

    def show(self, message: Message, *, more: bool = False) -> None:
        """Print what happened, and the board if it changed."""
        self._print(message.lines)
        if message.moved and not more:
            self._print(self._state())

    def _state(self) -> list[Text]:
        width = self._console.width if self._console.is_terminal else None
        board = board_text(board_of(self._session, self._console).bands(width))
        return [board, status_line(self._session), *end_lines(self._session)]

    def _print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self._console.print(line, soft_wrap=True)
