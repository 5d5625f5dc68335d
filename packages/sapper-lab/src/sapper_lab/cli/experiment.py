"""``sapper experiment``: the experiments of published works, and plans of your own."""

from __future__ import annotations

import shlex
import sys
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from typing import TYPE_CHECKING

import click

from sapper.cli.errors import end_if
from sapper.cli.options import as_json, echo_json, strategies, workers
from sapper.errors import unknown
from sapper_lab.cli.options import until_interrupted
from sapper_lab.cli.progress import experiment_progress

if TYPE_CHECKING:
    from sapper_lab.experiment import ExperimentResult


STORE = "results.db"


def plan_command(path: str) -> click.Command:
    """The command that plays the plan in a file."""

    @click.command(
        epilog=f"\b\nExample:\n  sapper experiment PLAN.toml --store {STORE} --workers 2"
    )
    @click.option(
        "--store",
        metavar="FILE",
        default=STORE,
        show_default=True,
        help="The store for the games; created if it does not exist.",
    )
    @strategies
    @workers
    @click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Play on a cluster: the address of a Dask scheduler, such as tcp://HOST:8786.",
    )
    @as_json
    def command(store: str, workers: int, scheduler: str | None, as_json: bool) -> None:
        """Play the games of a plan that its store lacks, and show the results.

        Games are kept as soon as their batch is finished, so a run that was stopped in any way can
        be continued by running it again. Several processes can play into the same store.

        With --json: plan, ending (finished, out of time or interrupted) and contests; each contest
        has the fields of sapper match --json, and title, seed, deals, planned, versions and
        verdict. Ctrl-C interrupts the run: finished games are kept and printed.
        """
        from sapper_lab.experiment import experiment
        from sapper_lab.plan import Plan

        if scheduler is not None and workers > 1:
            raise click.UsageError("use --workers or --scheduler, not both")
        plan = Plan.load(path)
        with experiment_progress() as progress:
            found = until_interrupted(
                lambda: experiment(
                    plan,
                    store,
                    workers=workers,
                    scheduler=scheduler,
                    command=shlex.join(["sapper", *sys.argv[1:]]),
                    progress=progress,
                )
            )
        _print(found, as_json)
        if found.ending != "finished":
            words = f"{found.ending}, {found.games:,} games are kept in {store}"
            click.echo(f"sapper: {words}; run it again to continue", err=True)
        end_if(found.ending == "interrupted", "")

    return command


def _print(found: ExperimentResult, as_json: bool) -> None:
    if as_json:
        echo_json(found.to_json())
        return
    from sapper.cli.views.match import show

    for contest in found.contests:
        show(contest.result, title=contest.entry.contest.title)
        if contest.entry.verdict is not None:
            click.echo(f"stopped: {contest.entry.verdict.words}\n")
        if len(contest.entry.versions) > 1:
            versions = " and ".join(contest.entry.versions)
            click.echo(f"These games were played by different versions of sapper: {versions}\n")


#: The group of entry points under which installed packages offer experiments.
GROUP = "sapper.experiments"
PLAN = ".toml"  #: the extension of a plan's file
MAX_HELP_CHARACTERS = 1000  #: characters, so that no sentence is cut


@cache
def _offered() -> EntryPoints:
    """Return the experiments of installed packages, read once for all of their help."""
    return entry_points(group=GROUP)


class Experiments(click.Group):
    """A group that imports a command only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the experiments."""
        return sorted(_offered().names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of an experiment or of a plan. Raises a usage error for an unknown name that
        suggests the nearest or lists all."""
        if cmd_name.endswith(PLAN):
            return plan_command(cmd_name)
        for entry in _offered().select(name=cmd_name):
            command: click.Command = entry.load()
            return command
        words = unknown("experiment", cmd_name, self.list_commands(ctx), "a file PLAN.toml")
        raise click.UsageError(words, ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the experiments, each with the whole first sentence of its help."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [
            (name, one.get_short_help_str(MAX_HELP_CHARACTERS))
            for name, one in found
            if one is not None
        ]
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
    """Reproduce a published experiment, or run a plan of your own.

    Each experiment has its own --help. A plan is a small file that lists the players, the levels
    and the number of games. Its games are kept in a store: run the plan again to continue it.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
