"""Games of the history as files, and files as games of the history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sapper.errors import InputError
from sapper.files import named, read_bytes
from sapper.history.game import history_game, key_of
from sapper.history.store import History
from sapper.notation.replays import binary
from sapper.notation.replays.replay import presses
from sapper.records.files import BINARIES, TEXTS, read_any, read_replay, record_of_replay
from sapper.records.record import Record

Form = Literal["record", "rawvf", "evf", "mbf"]
ENDINGS: dict[Form, str] = {"record": "json", "rawvf": "rawvf", "evf": "evf", "mbf": "mbf"}
#: The endings of files that a folder is searched for.
READ = frozenset({*binary.ENDINGS, "rawvf", "json"})
FILES = 20_000  #: the most files of a folder


@dataclass(frozen=True)
class Imported:
    """What became of a file: whether its game was added, or else why not; ``failed`` if the file
    could not be read."""

    name: str
    added: bool
    words: str = ""
    failed: bool = False


def file_of(record: Record, form: Form) -> bytes:
    """Return a game as a file. Raises ``RulesError`` if the format cannot represent it."""
    if form in BINARIES:
        return BINARIES[form](record)
    return TEXTS[form](record).encode() + b"\n"


def import_bytes(history: History, data: bytes, name: str, at: float, cells: int) -> bool:
    """Add the game of a file that was changed at a time; return False if it was there already.

    Raises ``InputError`` with a sentence that says where the file is wrong, and for a board of more
    than ``cells`` cells.
    """
    replay = read_replay(data, name)
    found = read_any(data, name) if replay is None else record_of_replay(replay)
    if not isinstance(found, Record):
        raise InputError("expected the record or the replay of a game, got only a board")
    if found.deal.grid.size > cells:
        raise InputError(f"a board here has at most {cells:,} cells, not {found.deal.grid.size:,}")
    if not found.begun:
        raise InputError("no cell was opened in this game")
    made = None if replay is None else presses(replay)
    return history.keep(history_game(found, key_of(found), "import", at, presses=made), found)


def import_paths(history: History, paths: list[Path], cells: int) -> Iterator[Imported]:
    """Add the games of files and folders, and say of each file what became of it.

    Of a folder, those files are read whose endings are in ``READ``, in its subfolders as well.
    Raises ``InputError`` for a path that does not exist, and for a folder with too many files.
    """
    for file in [found for path in paths for found in _files(path)]:
        try:
            with named(file):
                at = file.stat().st_mtime
            data = read_bytes(file)
            with named(file):
                added = import_bytes(history, data, file.name, at, cells)
        except InputError as error:
            yield Imported(str(file), False, str(error), failed=True)
        else:
            yield Imported(str(file), added, "" if added else f"{file}: it was there already")


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
        return [path]
    with named(path):
        found = []
        for file in path.rglob("*"):
            if file.suffix.lower().removeprefix(".") in READ and file.is_file():
                found.append(file)
                if len(found) > FILES:
                    raise InputError(f"the folder has more than {FILES:,} replays and records")
    return sorted(found)
