"""The examples that ``--help`` prints can be pasted as they are printed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import which

import click
import pytest

from sapper.cli import main
from tests.cli.runs import run
from tests.docs.commands import commands, parse


def groups(context: click.Context) -> Iterator[list[str]]:
    """Yield the words of every command and of its subcommands."""
    yield context.command_path.split()[1:]
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            assert command is not None
            yield from groups(click.Context(command, info_name=name, parent=context))


@cache
def examples() -> tuple[str, ...]:
    """Return the lines of examples as all help pages print them."""
    found = []
    for words in groups(click.Context(main, info_name="sapper")):
        _, _, shown = run(*words, "--help").stdout.partition("Example:\n")
        found += [line.strip() for line in shown.splitlines() if "sapper" in line]
    return tuple(found)


def test_every_example_names_a_command_with_its_options() -> None:
    lines = examples()
    assert len(lines) > 20
    for line in lines:
        for words in commands(line):
            parse(words)


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "dash"])
def test_an_example_that_feeds_text_works_in_a_shell(shell: str, tmp_path: Path) -> None:
    if which(shell) is None:
        pytest.skip(f"needs {shell}")
    piped = [line for line in examples() if "|" in line]
    assert len(piped) >= 2
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for line in piped:
        done = subprocess.run(
            [shell, "-c", line],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        assert '"error"' not in done.stdout, f"{line}: {done.stdout}"
