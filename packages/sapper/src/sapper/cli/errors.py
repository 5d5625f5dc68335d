"""Exit codes, one-sentence messages, Ctrl-C and SIGTERM, and the standard streams.

A write to standard output that fails raises ``OutputError``, which no verb can mistake for a fault
of the file that it reads or writes.
"""

from __future__ import annotations

import atexit
import errno
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO, TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO, TypeVar

import click
from click.exceptions import Exit

from sapper.errors import SapperError, nearest

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

T = TypeVar("T")

WRONG_INPUT = 2
INTERRUPTED = 130
UNFINISHED = "interrupted: only what was finished is shown"


def run_and_exit(run: Callable[[], object], *, alone: bool = False) -> NoReturn:
    """Run a command line and exit with its code; an error that sapper raises becomes a sentence.

    ``alone`` says that the process does nothing else.
    """
    guard_streams()
    interrupted: list[int] = []
    if alone:  # registered first, so it is called last
        atexit.register(_end_at_once, interrupted)
    try:
        _interrupt_on_termination()
        code = run()
        sys.stdout.flush()
    except OutputError as error:
        sys.exit(_say(error.words) if error.words else error.code)
    except SapperError as error:
        sys.exit(_say(str(error)))
    except click.ClickException as error:
        sys.exit(_say(_sentence(error)))
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except OSError as error:  # errors about files name the file, so this is another error
        sys.exit(_say((error.strerror or str(error)).lower()))
    if code == INTERRUPTED:  # a second signal must not break into the end, nor change the code
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        interrupted.append(code)
    sys.exit(code if isinstance(code, int) else 0)


def _end_at_once(interrupted: list[int]) -> None:
    """End an interrupted process without freeing its objects one by one, which can take longer
    than everything else after Ctrl-C."""
    if interrupted:
        with suppress(Exception):  # as at every end of Python, the output may be lost
            sys.stdout.flush()
        os._exit(INTERRUPTED)


def _interrupt_on_termination() -> None:
    """Treat SIGTERM as Ctrl-C, so that everything finished so far is kept."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        on_interrupt = signal.getsignal(signal.SIGINT)  # a verb may have one of its own
        if not callable(on_interrupt):  # a shell starts commands in the background without Ctrl-C
            raise KeyboardInterrupt
        on_interrupt(signal.SIGINT, frame)

    # A parent that ignores SIGTERM has asked for that, and only the main thread gets signals.
    if (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    ):
        signal.signal(signal.SIGTERM, interrupt)


def _say(sentence: str) -> int:
    click.echo(f"sapper: {sentence}", err=True)
    return WRONG_INPUT


def _sentence(error: click.ClickException) -> str:
    """Click's message as one sentence, with the nearest name and where to read more."""
    match error:
        case click.NoSuchCommand():
            words = f"unknown verb '{error.command_name[:40]}'"
            if error.possibilities:  # click's own suggestion, the nearest only
                words += f": did you mean '{error.possibilities[0]}'?"
        case click.NoSuchOption():
            # All options have dashes, so they make none nearer.
            known = [possible.lstrip("-") for possible in error.possibilities or ()]
            near = nearest(error.option_name.lstrip("-"), known)
            words = f"unknown option '{error.option_name[:40]}'"
            words += f": did you mean '--{near}'?" if near else ""
        case click.UsageError():
            words = " ".join(error.format_message().split()).rstrip(".")
            words = _EXTRA_ARGUMENTS.sub(
                lambda extra: f"unexpected argument '{extra[1][:40]}'", words
            )
        case _:  # a sentence of the command itself
            return error.message
    context = error.ctx
    if context is None:
        return words
    return f"{words[:1].lower()}{words[1:]} (see {context.command_path} --help)"


#: Click's message for arguments that a command does not take.
_EXTRA_ARGUMENTS = re.compile(r"^Got unexpected extra arguments? \((\S+?)(?: .*)?\)$")


def end_if(interrupted: object, words: str = UNFINISHED) -> None:
    """Exit with the code of an interruption if there was one, after a sentence unless ``words`` is
    empty because the output itself says so."""
    if interrupted:
        if words:
            click.echo(f"sapper: {words}", err=True)
        raise Exit(INTERRUPTED)


@contextmanager
def interruption() -> Iterator[list[int]]:
    """A list that Ctrl-C makes true; a second Ctrl-C raises ``KeyboardInterrupt``."""
    seen: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield seen
        return

    def note(number: int, frame: FrameType | None) -> None:
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


CLOSED_PIPE = 141  #: exit code after a closed pipe: 128 + SIGPIPE, as in a shell
LOST_OUTPUT = 2  #: exit code when the output cannot be written


class OutputError(SystemExit):
    """Standard output cannot be written; ``words`` says why, and is empty for a closed pipe."""

    def __init__(self, error: OSError) -> None:
        closed = error.errno in (errno.EPIPE, errno.ECONNRESET)
        super().__init__(CLOSED_PIPE if closed else LOST_OUTPUT)
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
