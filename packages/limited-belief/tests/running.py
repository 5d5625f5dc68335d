"""Running the command inside the test's own process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from limited_belief.cli import command


def run(*arguments: str, stdin: str | None = None) -> Result:
    """What ``limited-belief ARGUMENTS`` leaves; a traceback fails the test."""
    result = CliRunner().invoke(command, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def sentence(*arguments: str, stdin: str | None = None) -> str:
    """The one sentence on standard error of a command with wrong input."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("limited-belief: ")
    return line.removeprefix("limited-belief: ")
