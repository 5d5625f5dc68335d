"""Running the command line inside the test's own process."""

from __future__ import annotations

import signal

from click.testing import CliRunner, Result

from sapper.cli import main


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """What ``sapper ARGUMENTS`` leaves; a traceback fails the test."""
    heard = signal.getsignal(signal.SIGINT)  # a program that ends by Ctrl-C no longer hears it
    result = CliRunner().invoke(main, list(arguments), input=stdin)
    signal.signal(signal.SIGINT, heard)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def sentence(*arguments: str, stdin: str | bytes | None = None) -> str:
    """The one sentence on standard error of a command with wrong input."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("sapper: ")
    return lines[0].removeprefix("sapper: ")
