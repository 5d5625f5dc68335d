"""Reads input files safely, with errors of one sentence; writes files as a whole, and locates the
folders for the user's.

The path ``-`` is standard input. No function reads more than ``limit`` bytes, so neither an endless
device nor a file of gigabytes can fill the memory. The folders are where each operating system
expects them, on Linux by the XDG Base Directory Specification, whose variables are honoured on
every system. They may not exist yet.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from sapper.errors import FULL, InputError, NotationError, StorageError

NAME = "sapper"  #: of the folders
MAX_BYTES = 20_000_000  #: limit in bytes, more than any position or record needs
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@contextmanager
def naming_errors(path: str | Path) -> Iterator[None]:
    """Make errors raised in the block name the file. An ``InputError`` keeps its class and is
    prefixed with the name; an ``OSError`` becomes an ``InputError``."""
    name = _shown(path) if str(path) != "-" else "standard input"
    try:
        yield
    except InputError as error:
        raise type(error)(f"{name}: {error}") from None
    except OSError as error:
        raise InputError(f"{name}: {file_fault(error, Path(path))}") from None


def _shown(path: str | Path) -> str:
    """Return the name of a file for a message. Raises ``InputError`` if no file can have it."""
    name = os.fsencode(path).decode(errors="replace")
    if "\0" in name:
        raise InputError(f"{name!r} is not a file name")
    return name


def file_fault(error: OSError, path: Path) -> str:
    """Return what is wrong with a path, in words: the part of it that is missing or no folder."""
    if error.errno in FULL:
        return "the disk is full"
    if isinstance(error, FileNotFoundError | FileExistsError | NotADirectoryError):
        for folder in reversed(path.parents):
            if not folder.exists():
                its = folder == path.parent
                return "its folder does not exist" if its else f"no such folder: {folder}"
            if not folder.is_dir():
                return f"{folder} is a file, not a folder"
    if isinstance(error, FileNotFoundError):
        return "no such file"
    words = error.strerror or str(error)
    return f"{words[:1].lower()}{words[1:]}"


def read_bytes(path: str | Path, *, limit: int = MAX_BYTES) -> bytes:
    """Return the bytes of a file. Raises ``InputError`` if it cannot be read or is too large."""
    with naming_errors(path):
        return _read(path, limit)


def read_text(path: str | Path, *, limit: int = MAX_BYTES) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark.

    Raises ``InputError`` as ``read_bytes`` does, ``NotationError`` if the file is not text.
    """
    with naming_errors(path):
        return decoded(_read(path, limit))


def _read(path: str | Path, limit: int) -> bytes:
    if str(path) == "-":
        data = sys.stdin.buffer.read(limit + 1)
    else:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    if len(data) > limit:
        raise InputError(f"the file is larger than {limit:,} bytes")
    return data


def decoded(data: bytes) -> str:
    """Decode the bytes of a file in UTF-8. Raises ``NotationError`` naming the line at fault."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(f"line {line} is not UTF-8 text") from None
    if junk := _BINARY.search(text):
        line = text.count("\n", 0, junk.start()) + 1
        raise NotationError(f"line {line} contains binary data, not text")
    return text


_drafts = count()


@contextmanager
def replacing(path: str | Path, *, private: bool = False) -> Iterator[Path]:
    """Yield the path of a new file to write, which replaces the one at ``path`` after the block.

    If the block fails or is interrupted, or the disk is full, the old file stays, so nobody ever
    finds half a file. A device or a pipe is written directly. Only its owner may read a ``private``
    file; others keep their permissions. Raises ``StorageError`` for an ``OSError``.
    """
    name, target = _shown(path), Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and (not target.is_file() or target.parts[:2] == ("/", "dev")):
            yield target
        else:
            with _replacing(Path(os.path.realpath(target)), private) as draft:  # a link stays one
                yield draft
    except OSError as error:
        reason = StorageError.of(name, error).reason
        raise StorageError(f"{name}: {file_fault(error, target)}", reason) from None


@contextmanager
def _replacing(target: Path, private: bool) -> Iterator[Path]:
    draft = target.with_name(f"{target.name}.{os.getpid()}-{next(_drafts)}.part")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_WRONLY, 0o600 if private else 0o666))
        if target.exists() and not private:
            os.close(os.open(target, os.O_WRONLY))  # raises an error if it may not be written
            shutil.copymode(target, draft)
        yield draft
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def write_file(path: str | Path, data: str | bytes, *, private: bool = False) -> None:
    """Replace the content of a file, as ``replacing`` does. Raises ``StorageError``."""
    with replacing(path, private=private) as draft:
        draft.write_bytes(data if isinstance(data, bytes) else data.encode())


class _CheckedError(Exception):
    """A file can be written."""


def check_writable(path: str | Path) -> None:
    """Raise ``StorageError`` if a file cannot be written, without changing anything."""
    with suppress(_CheckedError), replacing(path):
        raise _CheckedError


def is_file(name: str) -> bool:
    """Return whether a file or folder with this name exists; False for an impossible name."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # longer than a name can be, or with a null character
        return False


def data_folder() -> Path:
    """Return the folder for the user's data: histories and ratings."""
    from platformdirs import user_data_path  # only few callers need it

    return _named("XDG_DATA_HOME") or user_data_path(NAME, appauthor=False)


def state_folder() -> Path:
    """Return the folder for the state of programs: games that are still being played."""
    from platformdirs import user_state_path

    return _named("XDG_STATE_HOME") or user_state_path(NAME, appauthor=False)


def _named(variable: str) -> Path | None:
    base = Path(os.environ.get(variable, ""))
    return base / NAME if base.is_absolute() else None
