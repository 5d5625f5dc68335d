"""Exports games of the history to files, and imports files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sapper.errors import InputError
from sapper.files import naming_errors, read_bytes
from sapper.game.grid import cells_limited
from sapper.notation.replays.replay import BINARY_ENDINGS
from sapper.notation.variations.text import TREE, is_tree
from sapper.records import Game, Record, is_of_person
from sapper.records.files import BINARIES, TEXTS, read_any, read_tree
from sapper_workbench.history.database import History
from sapper_workbench.history.entry import HistoryGame, history_game, key_of
from sapper_workbench.history.session import of_file
from sapper_workbench.history.studies import Studies
from sapper_workbench.study.chapters import study_of
from sapper_workbench.study.study import STUDY, Study, is_study

Form = Literal["record", "rawvf", "evf", "mbf"]
SUFFIXES: dict[Form, str] = {"record": "json", "rawvf": "rawvf", "evf": "evf", "mbf": "mbf"}
#: The suffixes of the files that are read from a folder; a text must begin like a tree.
IMPORT_SUFFIXES = frozenset({*BINARY_ENDINGS, "rawvf", "json", "jsonl", "txt"})
TEXT_SUFFIX = "txt"
MAX_LINK_BYTES = 2_000_000  #: bytes of a file that may be a link
PEEK_BYTES = 200  #: bytes at the start of a file that show whether it is a tree
MAX_FILES = 20_000  #: files of a folder


@dataclass(frozen=True)
class Imported:
    """The result for a file: whether its game or ``study`` was added, or the reason why not;
    ``failed`` if the file could not be read."""

    name: str
    added: bool
    words: str = ""
    failed: bool = False
    study: bool = False


def file_of(record: Record, form: Form, at: float | None = None) -> bytes:
    """Return a game as a file; ``at`` is when it ended, if the record does not say.

    Raises ``RulesError`` if the format cannot represent it.
    """
    if record.ended is None:
        record = replace(record, ended=at)
    if form in BINARIES:
        return BINARIES[form](record)
    return TEXTS[form](record).encode() + b"\n"


@dataclass(frozen=True)
class ReadGame:
    """The game of a file; ``tries`` if the file may contain several, of which this one ended
    first."""

    game: HistoryGame
    record: Record
    tries: bool


def add(history: History, found: ReadGame | Study) -> bool:
    """Add a game or a study from a file; return False if the history already has it."""
    if isinstance(found, ReadGame):
        return history.keep(found.game, found.record, tries=found.tries)
    studies = Studies(history)
    if studies.has(found):
        return False
    studies.create(found)
    return True


def read_import(data: bytes, name: str, at: float) -> ReadGame | Study:
    """Return the game of a file, or its study; ``at`` is the time of a game if the file does not
    say.

    A session or a tree of moves may contain several tries; the line that ended first counts. Raises
    ``InputError`` with a sentence that says where the file is wrong.
    """
    if _is_study(data):
        return study_of(data)
    found = read_tree(data) or read_any(data, name)
    record, person = found, None
    if isinstance(found, Game):
        record, ended = of_file(found)
        at, person = ended or at, found.name if is_of_person(record) else None
    if not isinstance(record, Record):
        raise InputError("expected a game with its moves, got only a board")
    if not record.begun:
        raise InputError("no cell was opened in this game")
    at = record.ended or at
    game = history_game(record, key_of(record), "import", at, player=person)
    return ReadGame(game, record, isinstance(found, Game))


def _is_study(data: bytes) -> bool:
    return is_study(data) or STUDY.found(data[:MAX_LINK_BYTES].decode(errors="replace"))


def import_paths(history: History, paths: list[Path], cells: int) -> Iterator[Imported]:
    """Add the games of files and folders, and yield the result for each file.

    A path may also be a link to a tree or a study. In a folder and its subfolders, files with one
    of ``IMPORT_SUFFIXES`` are read. Boards have at most ``cells`` cells. Raises ``InputError`` for
    a path that does not exist, and for a folder with too many files.
    """
    for file in [found for path in paths for found in _files(path)]:
        try:
            if _is_link(file):
                at, data = time.time(), str(file).encode()
            else:
                with naming_errors(file):
                    at = file.stat().st_mtime
                data = read_bytes(file)
            with naming_errors(file), cells_limited(cells):
                added = add(history, read_import(data, file.name, at))
        except InputError as error:
            yield Imported(str(file), False, str(error), failed=True)
        else:
            words = "" if added else f"{file}: already in the history"
            yield Imported(str(file), added, words, study=_is_study(data))


def _files(path: Path) -> list[Path]:
    if _is_link(path):
        return [path]
    if not path.is_dir():
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
        return [path]
    with naming_errors(path):
        files = []
        for file in path.rglob("*"):
            ending = file.suffix.lower().removeprefix(".")
            if (
                ending in IMPORT_SUFFIXES
                and file.is_file()
                and (ending != TEXT_SUFFIX or _is_tree(file))
            ):
                files.append(file)
                if len(files) > MAX_FILES:
                    raise InputError(f"the folder has more than {MAX_FILES:,} replays and records")
    return sorted(files)


def _is_link(path: Path) -> bool:
    return TREE.found(str(path)) or STUDY.found(str(path))


def _is_tree(file: Path) -> bool:
    with file.open("rb") as text:
        return is_tree(text.read(PEEK_BYTES).decode(errors="replace"))
