"""The standard streams of the program, and the files that verbs write.

A write to standard output that fails raises ``OutputError``, which no verb can mistake for a fault
of the file that it reads or writes.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from io import FileIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

import click

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

CLOSED_PIPE = 141  #: exit code after a closed pipe: 128 + SIGPIPE, as in a shell
LOST = 2  #: exit code when the output cannot be written


class OutputError(SystemExit):
    """Standard output cannot be written; ``words`` says why, and is empty for a closed pipe."""

    def __init__(self, error: OSError) -> None:
        closed = error.errno in (errno.EPIPE, errno.ECONNRESET)
        super().__init__(CLOSED_PIPE if closed else LOST)
        reason = "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)
        self.words = "" if closed else f"cannot write to standard output: {reason.lower()}"


class _Guarded(FileIO):
    """A file descriptor to write to. After the first failure, all further output is dropped."""

    def __init__(self, number: int, *, quiet: bool) -> None:
        super().__init__(number, "w", closefd=False)
        self._quiet, self._lost = quiet, False

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some bytes. Raises ``OutputError``, unless failures are silent."""
        size = memoryview(data).nbytes
        if self._lost:
            return size
        try:
            return super().write(data)
        except OSError as error:
            self._lost = True
            if not self._quiet:
                raise OutputError(error) from None
        return size


def guard_streams() -> None:
    """Put guarded streams in the place of the standard ones.

    A stream that was closed at the start is replaced by one that always fails: otherwise the next
    file opened would get its descriptor, and the output.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            usable_only_to = os.O_WRONLY if name != "stdout" else os.O_RDONLY
            place = os.open(os.devnull, usable_only_to)
            stream = open(place, "r" if name == "stdin" else "w", closefd=False)  # noqa: SIM115
        if name != "stdin":
            stream = _guarded(stream, quiet=number == 2)
        setattr(sys, name, stream)


def _guarded(stream: TextIO, *, quiet: bool) -> TextIO:
    """The same stream with failures noticed, and ``?`` for what a terminal cannot show."""
    if not isinstance(stream, TextIOWrapper):
        return stream
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not FileIO:  # already guarded, a test's, or a console of Windows
        stream.reconfigure(errors="replace")
        return stream
    stream.flush()
    return TextIOWrapper(
        io.BufferedWriter(_Guarded(raw.fileno(), quiet=quiet)),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def write(file: str, text: str, mode: Literal["w", "a"]) -> None:
    """Write or append a text. Raises ``InputError`` naming the file if that is impossible."""
    from sapper.files import named

    with named(file), Path(file).open(mode, encoding="utf-8") as opened:
        opened.write(text)


def check_writable(file: str) -> None:
    """Raise ``InputError`` if a file cannot be written, without changing anything."""
    new = not Path(file).exists()
    write(file, "", "a")
    if new:
        Path(file).unlink(missing_ok=True)


def spare(store: str, file: str) -> None:
    """Raise a usage error if ``file`` is the store that is read."""
    if Path(file).exists() and Path(store).exists() and Path(file).samefile(store):
        raise click.UsageError(f"{file} is the store that is read: choose another file to write")
