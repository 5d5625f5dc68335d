"""``sapper experiment``: the tables of published works, run again, and plans of one's own."""

from __future__ import annotations

from importlib import import_module

import click

from sapper.errors import unknown

#: The experiments, in the order of the help, and their modules here, each with a ``command``.
EXPERIMENTS = {
    "daggers-and-gold": "daggers_and_gold",
    "bssuct-table-2": "bssuct_table_2",
    "gnomine-5x5": "bssuct_gnomine",
    "3x3-7": "bssuct_3x3_7",
    "limited-minesweeper": "limited_minesweeper",
    "mio-table-2": "mio_table_2",
    "mio-table-3": "mio_table_3",
}


PLAN = ".toml"  #: what the name of a plan's file ends with
LONG = 1000  #: characters, more than a sentence has


class Experiments(click.Group):
    """A group whose commands are imported only when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the experiments."""
        return list(EXPERIMENTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of an experiment, or that of a plan's file. Raises a usage error that lists
        what there is."""
        if cmd_name.endswith(PLAN):
            from sapper.cli.experiment_plan import plan_command

            return plan_command(cmd_name)
        if cmd_name not in EXPERIMENTS:
            words = unknown("experiment", cmd_name, EXPERIMENTS, "a file PLAN.toml")
            raise click.UsageError(words, ctx)
        module = import_module(f"sapper.cli.{EXPERIMENTS[cmd_name]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The experiments, each with the whole first sentence of its help."""
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
    """Run a published experiment again, or a plan of your own.

    Its players, its boards, its table; each experiment has a --help of its own. A plan is a small
    file that says who plays what how often; its games are kept in a store, and it goes on where it
    was left.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
