"""``sapper report``: the results in a store, in tables and as a page."""

from __future__ import annotations

from math import inf

import click

from sapper.cli.errors import end_if
from sapper.cli.options import Whole, as_json, echo_json, start, strategies, time_limit
from sapper.cli.views.progress import stages
from sapper.errors import require
from sapper.files import check_writable, write_file
from sapper_lab.cli.options import spare, until_interrupted

DEFAULT_LOSSES = 100  #: lost games of each player that are replayed
DEFAULT_EFFORT_SECONDS = 10.0  #: that those of one player may have taken when they were played
DEFAULT_SECONDS = 20  #: time for all replays together


@click.command(epilog="\b\nExample:\n  sapper report results.db --output report.html")
@click.argument("store", metavar="STORE")
@click.option(
    "-o", "--output", "page", metavar="FILE", help="Also write an HTML page with tables and plots."
)
@click.option(
    "--losses",
    type=Whole(0, 10**9),
    help="Number of lost games of each player to replay, to see where they were lost."
    f"  [default: {DEFAULT_LOSSES}, or fewer for slow players]",
)
@strategies
@time_limit("replaying lost games", DEFAULT_SECONDS)
@as_json
def command(
    store: str, page: str | None, losses: int | None, seconds: float, as_json: bool
) -> None:
    """Summarise the results in STORE: win rates, differences, losses.

    All intervals are 95%: Wilson's for win rates, Tango's for the difference of two players on the
    same deals. Each difference comes with the p-value of McNemar's exact test, and with one
    adjusted for the number of pairs by Holm's method.

    A game is lost at the first move, by a forced guess, or by a guess that a safe cell would have
    avoided. To find out which, the first lost games of each player are replayed from their seeds
    until --seconds have passed.

    sapper export writes the games themselves. sapper serve --store STORE shows the tables on the
    page.

    With --json: store and contests, each with its players, pairs and trends; docs/report.md
    describes every field. Ctrl-C ends the replays; everything else is printed.
    """
    from sapper_lab.report import report

    if page is not None:
        require("matplotlib", "plot", "a page")
        spare(store, page)
        check_writable(page)
    with stages("stored games", "games") as ((reading, replaying), _):
        found = until_interrupted(
            lambda: report(
                store,
                losses=DEFAULT_LOSSES if losses is None else losses,
                effort=DEFAULT_EFFORT_SECONDS if losses is None else inf,
                seconds=start().left(seconds),
                reading=reading,
                progress=replaying,
            )
        )
    if page is not None:
        from sapper_lab.cli.report_page import page as page_of

        write_file(page, page_of(found))
    if as_json:
        echo_json(found.to_json())
    else:
        from sapper_lab.cli.report_table import show

        show(found)
    skipped = sum(contest.skipped for contest in found.contests)
    if skipped:
        words = f"{skipped:,} lost games were not replayed within {seconds:g} s"
        click.echo(f"sapper: {words}; give them more time with --seconds", err=True)
    end_if(found.interrupted, "interrupted before all lost games were replayed")
