"""``sapper experiment PLAN.toml``: a plan of your own, played into a store of results."""

from __future__ import annotations

import json
import shlex
import sys
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.options import as_json, strategies, workers

if TYPE_CHECKING:
    from sapper.arena.experiment.contests import ExperimentResult

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
        help="The store that keeps the games; created if it does not exist.",
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
        from sapper.arena.experiment.experiment import experiment
        from sapper.arena.plan.plan import Plan
        from sapper.arena.runner.runner import Interrupted
        from sapper.cli.views.progress import experiment_progress

        if scheduler is not None and workers > 1:
            raise click.UsageError("use --workers or --scheduler, not both")
        plan = Plan.load(path)
        try:
            with experiment_progress() as progress:
                found = experiment(
                    plan,
                    store,
                    workers=workers,
                    scheduler=scheduler,
                    command=shlex.join(["sapper", *sys.argv[1:]]),
                    progress=progress,
                )
        except Interrupted as interrupted:
            found = interrupted.result
        _print(found, as_json)
        if found.ending != "finished":
            words = f"{found.ending}, {found.games:,} games are kept in {store}"
            click.echo(f"sapper: {words}; run it again to continue", err=True)
        if found.ending == "interrupted":
            raise Exit(INTERRUPTED)

    return command


def _print(found: ExperimentResult, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=2, allow_nan=False, ensure_ascii=False))
        return
    from sapper.cli.views.match import show

    for contest in found.contests:
        show(contest.result, title=contest.entry.contest.title)
        if contest.entry.verdict is not None:
            click.echo(f"stopped: {contest.entry.verdict.words}\n")
        if len(contest.entry.versions) > 1:
            versions = " and ".join(contest.entry.versions)
            click.echo(f"These games were played by different versions of sapper: {versions}\n")
