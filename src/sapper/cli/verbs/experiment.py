"""``sapper experiment``: the experiments of published works, and plans of your own."""

from __future__ import annotations

from importlib import import_module

import click

from sapper.errors import unknown

#: The experiments, in the order of the help, and their modules here, each with a ``command``.
#: The module and the function of each experiment.
EXPERIMENTS = {
    "daggers-and-gold": ("daggers_and_gold", "command"),
    "bssuct-table-2": ("bssuct", "table_2"),
    "gnomine-5x5": ("bssuct", "gnomine"),
    "3x3-7": ("bssuct", "seven"),
    "limited-minesweeper": ("limited_minesweeper", "command"),
    "mio-table-2": ("mio", "table_2"),
    "mio-table-3": ("mio", "table_3"),
}


PLAN = ".toml"  #: the extension of a plan's file
LONG = 1000  #: characters, so that no sentence is cut


class Experiments(click.Group):
    """A group that imports a command only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the experiments."""
        return list(EXPERIMENTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of an experiment or of a plan. Raises a usage error for an unknown name that
        suggests the nearest or lists all."""
        if cmd_name.endswith(PLAN):
            from sapper.cli.experiments.plan import plan_command

            return plan_command(cmd_name)
        if cmd_name not in EXPERIMENTS:
            words = unknown("experiment", cmd_name, EXPERIMENTS, "a file PLAN.toml")
            raise click.UsageError(words, ctx)
        module, function = EXPERIMENTS[cmd_name]
        command: click.Command = getattr(
            import_module(f"sapper.cli.experiments.{module}"), function
        )
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the experiments, each with the whole first sentence of its help."""
        found = [(name, self.get_command(ctx, name)) for name in EXPERIMENTS]
        rows = [(name, one.get_short_help_str(LONG)) for name, one in found if one is not None]
        with formatter.section("Experiments"):
            formatter.write_dl(rows)


@click.command(
    cls=Experiments,
    invoke_without_command=True,
    subcommand_metavar="NAME|PLAN.toml [OPTIONS]",
    epilog="\b\nExample:\n  sapper experiment daggers-and-gold --games 20 --workers 2\n"
    "  sapper experiment PLAN.toml --store results.db",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Repeat a published experiment, or run a plan of your own.

    Each experiment has its own --help. A plan is a small file that lists the players, the levels
    and the number of games. Its games are kept in a store: run the plan again to continue it.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
