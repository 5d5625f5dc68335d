"""``sapper report``: what a store of results says, in tables and as a page."""

from __future__ import annotations

from math import inf

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.files import spare, write
from sapper.cli.options import as_json, whole

LOSSES = 100  #: lost games of each player that are played again
EFFORT = 10.0  #: seconds of CPU time that those of one player may have taken when they were played


@click.command(epilog="\b\nExample:\n  sapper report results.db --html report.html")
@click.argument("store", metavar="STORE")
@click.option("--html", "page", metavar="FILE", help="Also write one page with tables and plots.")
@click.option(
    "--losses",
    metavar="N",
    callback=whole(most=10**9),
    help="How many lost games of each player to play again, to see where they were lost."
    f"  [default: {LOSSES}, or fewer of slow players]",
)
@as_json
def command(store: str, page: str | None, losses: int | None, as_json: bool) -> None:
    """Sum up the results in STORE: win rates, differences, losses.

    Shares have 95 % intervals: Wilson's for win rates, Tango's for the difference of two players
    on the same deals, with the p-value of McNemar's exact test, and Holm's for all pairs together.
    Games are lost at the first move, by a guess that was forced, or by one that a certainly safe
    cell would have avoided: the first lost games are played again from their seeds to see.

    With --json: store and contests, each with its players, pairs and trends; docs/report.md
    describes every field. Ctrl-C ends the search for losses; everything else is printed.
    """
    from sapper.arena.report import ReportInterrupted, report
    from sapper.cli.progress import progress

    if page is not None:
        spare(store, page)
    try:
        with progress() as told:
            found = report(
                store,
                losses=LOSSES if losses is None else losses,
                effort=EFFORT if losses is None else inf,
                progress=told,
            )
    except ReportInterrupted as interrupted:
        found = interrupted.report
    if page is not None:
        from sapper.cli.report_page import html

        write(page, html(found), "w")
    if as_json:
        click.echo(str(found))
    else:
        from sapper.cli.report_view import show

        show(found)
    if found.interrupted:
        click.echo("sapper: interrupted, not all losses were looked at", err=True)
        raise Exit(INTERRUPTED)
