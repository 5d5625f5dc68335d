"""The commands that are typed in ``sapper world``: their table, which is also their help."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sapper.errors import InputError

if TYPE_CHECKING:
    from sapper.game import Cell

Name = Literal[
    "step", "go", "undo", "redo", "probe", "mark", "unmark", "save", "show", "help", "quit", "exit"
]

MAX_LENGTH = 1000  #: characters of a command
MAX_MOVES = 1_000_000  #: moves made by one command
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_CELL = re.compile(r"\[?\s*(\d{1,7})(?:\s*,\s*|\s+)(\d{1,7})\s*\]?", re.ASCII)


@dataclass(frozen=True)
class CommandForm:
    """The form of a command: its name, its aliases, its argument and its help."""

    name: Name
    aliases: tuple[str, ...]
    takes: Literal["", "[N]", "ROW COLUMN", "FILE"]
    help: str

    @property
    def usage(self) -> str:
        """The usage of the command, with the shortest word first."""
        words = ["Enter" if word == "" else word for word in (*self.aliases, self.name)]
        return " ".join(filter(None, [", ".join(words), self.takes]))


COMMANDS = (
    CommandForm("step", ("", "s"), "", "let the player make one move"),
    CommandForm("go", (), "[N]", "let the player play to the end, or N moves"),
    CommandForm("undo", ("u",), "[N]", "undo the last move, or the last N"),
    CommandForm("redo", ("r",), "[N]", "redo what was undone, until you make another move"),
    CommandForm(
        "probe", ("p",), "ROW COLUMN", "make your own move: open a cell, as in 'probe 8 3'"
    ),
    CommandForm("mark", ("m",), "ROW COLUMN", "make your own move: mark a cell as a dagger"),
    CommandForm("unmark", (), "ROW COLUMN", "make your own move: remove a mark"),
    CommandForm("save", (), "FILE", "save the record of the game, for --resume"),
    CommandForm("show", (), "", "show the board and the last move again"),
    CommandForm("help", ("?", "h"), "", "show these commands"),
    CommandForm("quit", ("q",), "", "end this game; another world may follow"),
    CommandForm("exit", (), "", "end the program"),
)
_BY_WORD = {word: form for form in COMMANDS for word in (form.name, *form.aliases)}


@dataclass(frozen=True)
class Command:
    """A command that was typed: ``cell`` as ``(row, column)``, ``count`` None if not given."""

    name: Name
    cell: Cell | None = None
    count: int | None = None
    file: str = ""


def parse(line: str) -> Command:
    """Read a command: a word of the table and its argument; cells are typed as
    ``ROW COLUMN`` or ``[ROW, COLUMN]``, from 0.

    Raises ``InputError`` for anything else.
    """
    if len(line) > MAX_LENGTH:
        raise InputError(f"a command has at most {MAX_LENGTH:,} characters")
    word, rest = [*line.split(maxsplit=1), "", ""][:2]
    form, rest = _BY_WORD.get(word.lower()), rest.strip()
    if form is None:
        raise InputError(f"there is no command {_quoted(word)}; type ? for a list of commands")
    match form.takes:
        case "ROW COLUMN":
            numbers = _CELL.fullmatch(rest)
            if numbers is None:
                raise InputError(
                    f"{form.name} takes ROW COLUMN, as in '{form.name} 8 3'"
                    + (f", not {_quoted(rest)}" if rest else "")
                )
            return Command(form.name, cell=(int(numbers[1]), int(numbers[2])))
        case "[N]" if rest:
            if _NUMBER.fullmatch(rest) is None or not 1 <= int(rest) <= MAX_MOVES:
                what = f"{form.name} takes a number from 1 to {MAX_MOVES:,} or nothing"
                raise InputError(f"{what}, not {_quoted(rest)}")
            return Command(form.name, count=int(rest))
        case "FILE":
            if not rest:
                raise InputError(f"{form.name} needs the name of a file, as in 'save game.json'")
            return Command(form.name, file=rest)
        case "" if rest:
            raise InputError(f"{form.name} takes nothing after it, not {_quoted(rest)}")
    return Command(form.name)


def lines(indent: str = "") -> list[str]:
    """The table for people: usage and help, one line per command."""
    width = max(len(form.usage) for form in COMMANDS) + 2
    return [f"{indent}{form.usage:<{width}}{form.help}" for form in COMMANDS]


def _quoted(text: str) -> str:
    return repr(text[:30]) + ("…" if len(text) > 30 else "")
