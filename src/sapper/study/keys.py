"""The commands that are typed in ``sapper world``: one table for parsing and for help.

Keys that are pressed, on every other screen, are those of ``study.bindings``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sapper.errors import InputError

if TYPE_CHECKING:
    from sapper.game import Cell

Name = Literal[
    "step", "go", "undo", "redo", "probe", "mark", "unmark", "save", "show", "help", "quit"
]

LONGEST = 1000  #: characters of a command
MOST = 1_000_000  #: moves at once
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_CELL = re.compile(r"\[?\s*(\d{1,7})(?:\s*,\s*|\s+)(\d{1,7})\s*\]?", re.ASCII)


@dataclass(frozen=True)
class Key:
    """A command: its name, other words for it, what follows it, and what it does."""

    name: Name
    aliases: tuple[str, ...]
    takes: Literal["", "[N]", "COLUMN ROW", "FILE"]
    help: str

    @property
    def usage(self) -> str:
        """How it is typed, shortest word first."""
        words = ["Enter" if word == "" else word for word in (*self.aliases, self.name)]
        return " ".join(filter(None, [", ".join(words), self.takes]))


KEYS = (
    Key("step", ("", "s"), "", "one move of the agent"),
    Key("go", (), "[N]", "the agent plays to the end, or N moves"),
    Key("undo", ("u",), "[N]", "take the last move back, or the last N"),
    Key("redo", ("r",), "[N]", "make it again; gone once another move is made"),
    Key("probe", ("p",), "COLUMN ROW", "your own move: open a cell, as in 'probe 3 8'"),
    Key("mark", ("m",), "COLUMN ROW", "your own move: mark a cell as a dagger"),
    Key("unmark", (), "COLUMN ROW", "your own move: take a mark off"),
    Key("save", (), "FILE", "write the record of the game, for --resume"),
    Key("show", (), "", "show board and last move again"),
    Key("help", ("?", "h"), "", "show these keys"),
    Key("quit", ("q", "exit"), "", "leave"),
)
_BY_WORD = {word: key for key in KEYS for word in (key.name, *key.aliases)}


@dataclass(frozen=True)
class Command:
    """A key pressed: ``cell`` as ``(row, column)``, ``count`` None where it was not given."""

    name: Name
    cell: Cell | None = None
    count: int | None = None
    file: str = ""


def parse(line: str) -> Command:
    """Read a command: a word of the table, then what it takes; cells are column first.

    Raises ``InputError`` for anything else.
    """
    if len(line) > LONGEST:
        raise InputError(f"a command has at most {LONGEST:,} characters")
    word, rest = [*line.split(maxsplit=1), "", ""][:2]
    key, rest = _BY_WORD.get(word.lower()), rest.strip()
    if key is None:
        raise InputError(f"there is no command {_quoted(word)}: ? shows the keys")
    match key.takes:
        case "COLUMN ROW":
            found = _CELL.fullmatch(rest)
            if found is None:
                raise InputError(
                    f"{key.name} takes COLUMN ROW, as in '{key.name} 3 8'"
                    + (f", not {_quoted(rest)}" if rest else "")
                )
            return Command(key.name, cell=(int(found[2]), int(found[1])))
        case "[N]" if rest:
            if _NUMBER.fullmatch(rest) is None or not 1 <= int(rest) <= MOST:
                what = f"{key.name} takes a number from 1 to {MOST:,}, or none"
                raise InputError(f"{what}: not {_quoted(rest)}")
            return Command(key.name, count=int(rest))
        case "FILE":
            if not rest:
                raise InputError(f"{key.name} takes the name of a file, as in 'save game.json'")
            return Command(key.name, file=rest)
        case "" if rest:
            raise InputError(f"{key.name} takes nothing after it, not {_quoted(rest)}")
    return Command(key.name)


def lines(indent: str = "") -> list[str]:
    """The table for people: usage and help, a line each."""
    width = max(len(key.usage) for key in KEYS) + 2
    return [f"{indent}{key.usage:<{width}}{key.help}" for key in KEYS]


def _quoted(text: str) -> str:
    return repr(text[:30]) + ("…" if len(text) > 30 else "")
