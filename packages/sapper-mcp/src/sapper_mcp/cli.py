"""``sapper mcp``: tools for programs that use language models."""

from __future__ import annotations

import os
import signal
import sys

import click

from sapper.cli.errors import INTERRUPTED, OutputError
from sapper.cli.options import strategies


@click.command(epilog="\b\nExample:\n  sapper mcp")
@strategies
def command() -> None:
    """Provide analyses, moves and games to language models.

    Speaks the Model Context Protocol (MCP) on standard input and output: a program that uses a
    language model starts this command. The tools are hello, analyse, suggest, explain, hint, play,
    review and solve; docs/mcp.md describes them.
    """
    from sapper_mcp.server import serve  # takes a second

    if sys.stdin.isatty():
        click.echo("Waiting for an MCP client on standard input. Press Ctrl-C to stop.", err=True)
    before = signal.signal(signal.SIGINT, _stop)
    try:
        serve()
    except BaseExceptionGroup as group:  # of the library's tasks: the output cannot be written
        lost = group
        while isinstance(lost, BaseExceptionGroup):
            lost = lost.exceptions[0]
        raise (OutputError(lost) if isinstance(lost, OSError) else lost) from None
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(number: int, frame: object) -> None:
    """End the program: the library's thread that reads standard input cannot be interrupted."""
    os._exit(INTERRUPTED)
