"""Exit codes, one-sentence messages, and Ctrl-C."""

from __future__ import annotations

import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TypeVar, cast

import click

from sapper.cli.streams import OutputError, guard_streams
from sapper.errors import SapperError, nearest

T = TypeVar("T")

WRONG_INPUT = 2
INTERRUPTED = 130
INTERPRETED = (
    "the kernel is not compiled and runs as plain Python, which needs the package of the extra "
    "'interpreted': pip install 'sapper[interpreted]'"
)


def run_and_exit(run: Callable[[], object]) -> NoReturn:
    """Run a command line and exit with its code; an error that sapper raises becomes a sentence."""
    guard_streams()
    try:
        code = run()
        sys.stdout.flush()
    except OutputError as error:
        sys.exit(_say(error.words) if error.words else error.code)
    except SapperError as error:
        sys.exit(_say(str(error)))
    except ModuleNotFoundError as error:
        if error.name != "cython":
            raise
        sys.exit(_say(INTERPRETED))
    except click.ClickException as error:
        sys.exit(_say(_sentence(error)))
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except OSError as error:  # errors about files name the file, so this is another error
        sys.exit(_say((error.strerror or str(error)).lower()))
    if code == INTERRUPTED:  # a second Ctrl-C must not break into the end, nor change the code
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code if isinstance(code, int) else 0)


def _say(sentence: str) -> int:
    click.echo(f"sapper: {sentence}", err=True)
    return WRONG_INPUT


def _sentence(error: click.ClickException) -> str:
    """Click's message as one sentence, with the nearest name and where to read more."""
    match error:
        case click.NoSuchCommand():
            words = f"unknown verb '{error.command_name[:40]}'"
            words += _meant(error.possibilities)
        case click.NoSuchOption():
            words = f"unknown option '{error.option_name[:40]}'"
            words += _meant_option(error)
        case _:
            words = " ".join(error.format_message().split()).rstrip(".")
            words = _EXTRA.sub(_unexpected, words)
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return words
    return f"{words[:1].lower()}{words[1:]} (see {context.command_path} --help)"


#: Click's message for arguments that a command does not take.
_EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)")


def _unexpected(message: re.Match[str]) -> str:
    """Return the message for the first argument that a command does not take."""
    return f"unexpected argument '{message[1].split()[0][:40]}'"


def _meant_option(error: click.NoSuchOption) -> str:
    """Return the nearest option; its dashes, which all options have, make it no nearer."""
    near = nearest(
        error.option_name.lstrip("-"), [p.lstrip("-") for p in error.possibilities or ()]
    )
    return f": did you mean '--{near}'?" if near else ""


def _meant(possibilities: list[str] | None) -> str:
    """Click's own suggestion, the nearest only."""
    return f": did you mean '{possibilities[0]}'?" if possibilities else ""


def until_interrupted(run: Callable[[], T]) -> T:
    """Return what ``run`` returns or, if Ctrl-C interrupts it, the result of what is finished."""
    from sapper.arena.runner.runner import Interrupted

    try:
        return run()
    except Interrupted as interrupted:
        return cast(T, interrupted.result)


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
