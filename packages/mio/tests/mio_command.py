"""Running the command line inside the test's own process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from mio.cli import command


def run(*arguments: str) -> Result:
    """What ``mio ARGUMENTS`` leaves; a traceback fails the test."""
    result = CliRunner().invoke(command, list(arguments), prog_name="mio")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def sentence(*arguments: str) -> str:
    """The one sentence on standard error of a command with wrong input."""
    result = run(*arguments)
    assert result.exit_code == 2
    *_, last = result.stderr.splitlines()
    assert last.startswith("Error: ")
    return last.removeprefix("Error: ")
