"""``sapper mcp``: tools for programs that use language models."""

from __future__ import annotations

import click

from sapper.cli.options import strategies
from sapper.cli.streams import OutputError


@click.command(epilog="\b\nExample:\n  sapper mcp")
@strategies
def command() -> None:
    """Offer analyses, moves and games to language models.

    Speaks the Model Context Protocol (MCP) on standard input and output: a program that uses a
    language model starts this command. The tools are hello, analyse, suggest, explain and play;
    docs/mcp.md describes them.
    """
    from sapper.errors import require

    require("mcp", "mcp", "sapper mcp")
    from sapper.engine.mcp import server

    try:
        server().run("stdio")
    except BaseExceptionGroup as group:  # of the library's tasks: the output cannot be written
        lost = group
        while isinstance(lost, BaseExceptionGroup):
            lost = lost.exceptions[0]
        raise (OutputError(lost) if isinstance(lost, OSError) else lost) from None
