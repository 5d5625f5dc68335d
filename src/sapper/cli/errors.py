"""How a command ends.

Exit codes: 0 done; 2 wrong input, or output that cannot be written (one sentence on standard error
says which); 130 interrupted; 141 nobody reads the output any more.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import NoReturn

import click

from sapper.cli.streams import OutputError, guard_streams
from sapper.errors import SapperError

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
    except OSError as error:  # files name themselves in their errors, so this is something else
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
            words += _meant(error.possibilities)
        case _:
            words = error.format_message().strip().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return words
    return f"{words[:1].lower()}{words[1:]} (see {context.command_path} --help)"


def _meant(possibilities: list[str] | None) -> str:
    """Click's own suggestion, the nearest only."""
    return f": did you mean '{possibilities[0]}'?" if possibilities else ""
