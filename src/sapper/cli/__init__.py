"""The command line: one module for each verb, imported when it is called. No game logic."""

from __future__ import annotations

from importlib import import_module

import click

from sapper.cli.errors import run_and_exit
from sapper.logs import configure_logging

#: The verbs, in the order of the help. Each is a module of this package with a ``command``.
VERBS = (
    "serve",
    "tui",
    "analyse",
    "convert",
    "deal",
    "puzzle",
    "daily",
    "play",
    "review",
    "history",
    "match",
    "world",
    "experiment",
    "report",
    "export",
    "opening",
    "optimum",
    "bounds",
    "believe",
    "learn",
    "new-strategy",
    "engine",
    "mcp",
)

#: Other spellings of verbs, which no help lists.
ALIASES = {"analyze": "analyse"}


class Verbs(click.Group):
    """A group that imports a command only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb. Raises a usage error that suggests the nearest verb."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in VERBS:
            if cmd_name.startswith("-"):
                return None  # click says which option is wrong
            raise click.NoSuchCommand(cmd_name, possibilities=VERBS, ctx=ctx)
        command: click.Command = import_module(f"sapper.cli.verbs.{name.replace('-', '_')}").command
        return command

    def main(self, *args: object, **options: object) -> None:  # type: ignore[override]
        """Run and exit; see ``sapper.cli.errors`` for the exit codes."""
        start = super().main
        run_and_exit(lambda: start(*args, **{**options, "standalone_mode": False}))  # type: ignore[call-overload]


def _version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        import sapper

        click.echo(f"sapper {sapper.__version__}")
        ctx.exit()


@click.command(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  sapper play",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play Minesweeper, explain every move, and measure who plays best."""
    configure_logging()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
