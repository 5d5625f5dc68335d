"""The command line: one file per verb, loaded when it is called. No game logic lives here."""

from __future__ import annotations

from importlib import import_module

import click

from sapper.cli.errors import told

#: The verbs, in the order of the help; each is a module here with a ``command``.
VERBS = (
    "serve",
    "tui",
    "analyse",
    "convert",
    "play",
    "review",
    "match",
    "world",
    "experiment",
    "report",
    "export",
    "optimum",
    "believe",
    "learn",
    "engine",
)


class Verbs(click.Group):
    """A group whose commands are imported only when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb, or None."""
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"sapper.cli.{cmd_name}").command
        return command

    def main(self, *args: object, **options: object) -> None:  # type: ignore[override]
        """Run, and leave with one of the house's exit codes; errors are one sentence each."""
        told(lambda: super(Verbs, self).main(*args, **{**options, "standalone_mode": False}))  # type: ignore[call-overload]


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
    """Play Minesweeper, say why, and find out who plays it best."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
