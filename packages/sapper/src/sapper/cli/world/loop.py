"""The loop of ``sapper world``: reads commands, runs them and shows the result."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from sapper.cli.views.tables import board_text, coloured, screen
from sapper.cli.world.commands import MAX_LENGTH, Command, lines, parse
from sapper.errors import SapperError, plural
from sapper.files import write_file
from sapper.game import Move
from sapper.players import Pass
from sapper.terminal import narration
from sapper.terminal.board import LETTERS, SYMBOLS, BoardDrawing

if TYPE_CHECKING:
    from sapper.game.move import Action
    from sapper.session.session import Session

ACTIONS: dict[str, Action] = {"probe": "open", "mark": "flag", "unmark": "unflag"}
PROMPT = "Enter: the agent moves, ?: keys > "
LEGEND = "> the move   = clues it is based on   ! mines it infers"


class View:
    """The story of every move, and the board after it: in colour in a terminal, or plain text."""

    def __init__(self, session: Session) -> None:
        self.session, self.console = session, screen()

    def print(self, lines: Sequence[Text]) -> None:
        """Print lines."""
        for line in lines:
            line.plain = line.plain.replace("\u00a0", " ")
            self.console.print(line, soft_wrap=True)

    def show_title(self) -> None:
        """Print a description of the game."""
        self.print([Text(narration.title(self.session), "bold", no_wrap=True)])

    def show_move(self) -> None:
        """Print the last move in full."""
        self.print(narration.last_move_lines(self.session))

    def show_state(self) -> None:
        """Print the board, the counts and, when the game is over, its end."""
        width = self.console.width if self.console.is_terminal else None
        probes = f"random probes {self.session.counts.random_probes}"
        status = narration.SEPARATOR.join([narration.status(self.session), probes])
        self.print(
            [
                board_text(self._board().bands(width)),
                Text(status, "bold", no_wrap=True),
                *narration.end_lines(self.session),
            ]
        )

    def _board(self) -> BoardDrawing:
        """Return the board with the last move; when the game is over, with all mines and gold.

        It has the colours and characters that the console can show, or else marks.
        """
        session, colours = self.session, coloured(self.console)
        board = BoardDrawing(
            session.position,
            cell=2 if colours else 3,
            marks=not colours,
            symbols=SYMBOLS if self.console.encoding.lower().startswith("utf") else LETTERS,
        )
        if session.steps:
            board.step(session.steps[-1])
        if session.position.outcome != "playing":
            board.truth(session.record)
        return board

    def commands(self) -> Iterator[str]:
        """Yield the lines of the input, after a prompt; echo them unless from a keyboard."""
        keyboard = sys.stdin is not None and sys.stdin.isatty()
        typed = _read_lines()
        while True:
            if keyboard:
                self.console.print(PROMPT, style="grey50", end="")
            line = next(typed, None)
            if line is None:
                return
            if not keyboard:
                self.print([Text(f"> {narration.plain(line[:80].strip())}".rstrip())])
            yield line


def loop(session: Session) -> None:
    """Carry out the commands. One that fails shows a message and does not end the loop."""
    view = View(session)
    view.show_title()
    if not coloured(view.console):
        view.print([Text(LEGEND)])
    view.show_move()
    view.show_state()
    for line in view.commands():
        try:
            command = parse(line)
            if command.name == "quit":
                return
            changed = _carry_out(command, view)
        except SapperError as error:
            view.print([Text(narration.plain(str(error)), "bold yellow")])
            continue
        if changed:
            view.show_state()


def _carry_out(command: Command, view: View) -> bool:
    """Carry out a command; return whether to show the board."""
    session = view.session
    match command.name:
        case "step" | "go":
            return _let_agent_move(view, 1 if command.name == "step" else command.count)
        case "save":
            file = Path(command.file).expanduser()
            write_file(file, f"{session.record.text}\n")
            moves = plural(session.counts.moves, "move")
            view.print([Text(narration.plain(f"saved to {file}: {moves}"), "green3")])
            return False
        case "help":
            view.print([Text(line) for line in lines()])
            return False
        case "undo":
            undone = [session.undo() for _ in range(_times(command, session.undoable))]
            last = undone[-1].decision
            one = f"{last.move} by {narration.plain(last.strategy)}"
            words = one if len(undone) == 1 else plural(len(undone), "move")
            view.print([Text(f"undone: {words}", "yellow")])
            return True
        case "redo":
            for _ in range(_times(command, session.redoable)):
                session.redo()
        case "probe" | "mark" | "unmark":
            assert command.cell is not None
            session.play(Move(ACTIONS[command.name], command.cell))
    view.show_move()
    return True


def _times(command: Command, most: int) -> int:
    """Return the number of moves to undo or redo: as many as requested and possible, but at least
    one, so that an impossible request is an error."""
    return max(1, min(command.count or 1, most))


def _let_agent_move(view: View, most: int | None) -> bool:
    """Make moves of the agent until ``most`` are made, the game is over, or the agent passes;
    return whether it made one."""
    for made in count():
        if made == most or (made and view.session.position.outcome != "playing"):
            break
        step = view.session.play_agent()
        if isinstance(step, Pass):
            words = "The agent has no move: make one yourself, or undo."
            view.print([*narration.pass_lines(step.passed), Text(words, "bold yellow")])
            break
        view.show_move()
    return made > 0


def _read_lines() -> Iterator[str]:
    """Yield the lines of standard input; lines that are far too long are cut."""
    if isinstance(sys.stdin, TextIOWrapper):
        with suppress(UnsupportedOperation):  # something was read from it before
            sys.stdin.reconfigure(errors="replace")
    while sys.stdin is not None and (line := sys.stdin.readline(MAX_LENGTH + 2)):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_LENGTH + 2)
        yield line
