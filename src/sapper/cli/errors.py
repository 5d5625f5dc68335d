"""How a command ends: 0 done, 2 wrong input (one sentence on stderr), 130 interrupted."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import NoReturn

import click

from sapper.errors import SapperError

WRONG_INPUT = 2
INTERRUPTED = 130


def told(run: Callable[[], object]) -> NoReturn:
    """Run a command line and exit; whatever sapper raises on purpose becomes a sentence.

    Click itself leaves quietly, with 1, where a pipe is closed on it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Unicode shows ? for the rest
            stream.reconfigure(errors="replace")
    try:
        code = run()
    except SapperError as error:
        sys.exit(_say(str(error)))
    except click.ClickException as error:
        sys.exit(_say(_sentence(error)))
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except OSError as error:  # a full disk, say: files that are read or written say so themselves
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the last flush would fail once more
        sys.exit(_say(f"the output cannot be written: {(error.strerror or str(error)).lower()}"))
    if code == INTERRUPTED:  # heard: once more must not break into the end, nor change its code
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code if isinstance(code, int) else 0)


def _say(sentence: str) -> int:
    click.echo(f"sapper: {sentence}", err=True)
    return WRONG_INPUT


def _sentence(error: click.ClickException) -> str:
    """Click's message, and where to read more."""
    words = error.format_message().strip().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return words
    return f"{words[:1].lower()}{words[1:]} (see {context.command_path} --help)"
