"""The loop of ``sapper world``: reads commands, runs them and shows the result."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from sapper.cli.views.tables import board_text, coloured, screen
from sapper.errors import SapperError, plural
from sapper.files import write_file
from sapper.game import Move
from sapper.players import Pass
from sapper.terminal.board import LETTERS, NUMBER, SIGN, SYMBOLS, BoardDrawing, Line
from sapper_workbench import narration
from sapper_workbench.cli.world.commands import MAX_LENGTH, Command, lines, parse

if TYPE_CHECKING:
    from sapper.game.move import Action
    from sapper.players import Decision
    from sapper_workbench.session.session import Session

_MARGIN, _CELL = 3, 4  #: columns of the report's board before its first cell, and of a cell
ACTIONS: dict[str, Action] = {"probe": "open", "mark": "flag", "unmark": "unflag"}
PROMPT = "Enter: the agent moves, ?: keys > "
LEGEND = "> the move   = clues it is based on   ! mines it infers"


class Lines:
    """The lines of standard input, each after a prompt; those not from a keyboard are printed if
    ``echo``."""

    def __init__(self, *, echo: bool = True) -> None:
        self.console, self.echo = screen(), echo
        self.keyboard = sys.stdin is not None and sys.stdin.isatty()
        self._typed = _read_lines()

    def ask(self, prompt: str) -> str | None:
        """Return the next line, or None at the end of the input."""
        if self.keyboard:
            self.console.print(prompt, style="grey50", end="", markup=False, highlight=False)
        line = next(self._typed, None)
        if line is not None and self.echo and not self.keyboard:
            self.say(f"> {line[:80].strip()}".rstrip())
        return line

    def say(self, words: str, style: str = "") -> None:
        """Print a line."""
        self.console.print(Text(narration.plain(words), style), soft_wrap=True)


class View:
    """The story of every move, and the board after it: in colour in a terminal, or plain text.

    ``report``: as in the report on logical agents, the agent moves a turn at a time, and the board
    has its letters and lines.
    """

    def __init__(self, session: Session, *, report: bool = False) -> None:
        self.session, self.console, self.report = session, screen(), report

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
                board_text(self._lines(width)),
                Text(status, "bold", no_wrap=True),
                *narration.end_lines(self.session),
            ]
        )

    def _lines(self, width: int | None) -> Iterator[Line]:
        """Return the lines of the board: those of the report, if it has squares and they fit."""
        board = self._board()
        fits = width is None or _MARGIN + _CELL * board.grid.width < width
        return _ruled(board) if self.report and fits and board.slant == 0 else board.bands(width)

    def _board(self) -> BoardDrawing:
        """Return the board with the last move; when the game is over, with all mines and gold.

        It has the colours and characters that the console can show, or else marks.
        """
        session, colours = self.session, coloured(self.console)
        unicode = self.console.encoding.lower().startswith("utf")
        board = BoardDrawing(
            session.position,
            cell=2 if colours else 3,
            marks=not colours and not self.report,
            symbols=LETTERS if self.report or not unicode else SYMBOLS,
        )
        if session.steps:
            board.step(session.steps[-1])
        if session.position.outcome != "playing":
            board.truth(session.record)
        return board


def _ruled(board: BoardDrawing) -> Iterator[Line]:
    """Return the lines of a board with ``|`` between its cells and ``-`` between its rows."""
    columns = range(board.grid.width)
    margin = " " * _MARGIN
    dashes = [(margin + "-" * (_CELL * len(columns) + 1), NUMBER)]
    yield [(margin + "".join(f"{column:3d} " for column in columns).rstrip(), NUMBER)]
    for row in range(board.grid.height):
        yield dashes
        line = [(f"{row:2d} |", NUMBER)]
        for column in columns:
            shown = board.at((row, column))
            line += [(f"{shown.text:>2}", shown.style), (f"{shown.sign:1}", SIGN), ("|", NUMBER)]
        yield line
    yield dashes


def loop(session: Session, typed: Lines, *, report: bool = False) -> bool:
    """Carry out the commands, and return whether to end the program.

    A command that fails shows a message and does not end the loop.
    """
    view = View(session, report=report)
    view.show_title()
    if not coloured(view.console) and not report:
        view.print([Text(LEGEND)])
    view.show_move()
    view.show_state()
    while (line := typed.ask(PROMPT)) is not None:
        try:
            command = parse(line)
            if command.name in ("quit", "exit"):
                return command.name == "exit"
            changed = _carry_out(command, view)
        except SapperError as error:
            view.print([Text(narration.plain(str(error)), "bold yellow")])
            continue
        if changed:
            view.show_state()
    return True


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
            wanted = command.count or (_turn_length(session) if view.report else 1)
            undone = [session.undo() for _ in range(max(1, min(wanted, session.undoable)))]
            last = undone[-1].decision
            one = f"{last.move} by {narration.plain(last.strategy)}"
            words = one if len(undone) == 1 else plural(len(undone), "move")
            view.print([Text(f"undone: {words}", "yellow")])
            return True
        case "redo":
            for _ in range(max(1, min(command.count or 1, session.redoable))):
                session.redo()
        case "probe" | "mark" | "unmark":
            assert command.cell is not None
            session.play(Move(ACTIONS[command.name], command.cell))
    view.show_move()
    return True


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
        while view.report and view.session.position.outcome == "playing":
            ahead = view.session.hint()
            if isinstance(ahead, Pass) or not _same_turn(ahead, step.decision):
                break
            step = view.session.take(ahead, str(view.session.player))
            view.show_move()
    return made > 0


def _same_turn(one: Decision, other: Decision) -> bool:
    """Return whether the decisions belong to the same turn of an agent."""
    return one.turn is not None and (one.strategy, one.turn) == (other.strategy, other.turn)


def _turn_length(session: Session) -> int:
    """Return the number of moves in the last turn."""
    steps = session.steps
    same = (_same_turn(step.decision, steps[-1].decision) for step in reversed(steps))
    return max(1, sum(1 for _ in takewhile(bool, same)))


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
