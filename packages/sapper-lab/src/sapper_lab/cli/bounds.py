"""``sapper bounds``: lower and upper bounds on the win rate of the best possible player."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import click

from sapper.cli.errors import end_if
from sapper.cli.options import (
    Whole,
    as_json,
    echo_json,
    first,
    seed,
    start,
    time_limit,
    workers,
)
from sapper.cli.views.progress import status
from sapper.estimate import interval_text
from sapper_lab.cli.options import board, until_interrupted

if TYPE_CHECKING:
    from sapper.game.rules import First


@click.command(epilog="\b\nExample:\n  sapper bounds 9x9x10 --first safe --seconds 20")
@board
@first()
@click.option(
    "--guesses",
    type=Whole(1, 3),
    default=1,
    show_default=True,
    help="Number of guesses after the first 0 that the upper bound evaluates. More than one take"
    " much longer, so only one deal in 64 evaluates them.",
)
@click.option(
    "--deals",
    type=Whole(1, 10_000_000),
    default=10_000,
    show_default=True,
    help="Maximum number of deals: for swift, and on average for each first cell of the games"
    " with help.",
)
@click.option(
    "--layouts",
    type=Whole(1, 1_000_000),
    default=20,
    show_default=True,
    help="Number of layouts in which the first guess is evaluated; each further guess uses a tenth"
    " as many.",
)
@time_limit("the search; when it is up, the bounds found so far are printed")
@click.option(
    "--state",
    "file",
    metavar="FILE",
    help="Keep the samples in a file. A search that was stopped continues from it.",
)
@seed("the deals")
@workers
@as_json
def command(
    level: str,
    first: First,
    guesses: int,
    deals: int,
    layouts: int,
    seconds: float | None,
    file: str | None,
    seed: int,
    workers: int,
    as_json: bool,
) -> None:
    """Bound how often any player can win a board.

    Gives a lower and an upper bound for the best possible player.

    LEVEL is beginner8, beginner, intermediate, expert or WIDTHxHEIGHTxMINES, of any size.

    The lower bound is the win rate of swift. The upper bound is the win rate of the best player
    that gets help after the first 0 and --guesses more guesses; no player without help wins more
    often. Until the first 0 is open, all moves are searched. Each bound holds with 95% probability,
    no matter when the search stops.

    Related: sapper optimum computes the exact value for a small board, sapper opening compares
    first cells.

    With --json: level, first, low, high, confidence, lower (player, start, value, games), upper
    (guesses, layouts, deals, looked, which counts the moves searched before the first 0, and cells
    with cell and high, the largest bound first), and seed. Ctrl-C ends the search: the bounds so
    far are printed, with "interrupted": true.
    """
    from sapper_lab.bounds.bounds import BoundsState, bounds

    with status("sampling") as show:

        def report(state: BoundsState) -> None:
            cell = "" if state.cell is None else f" · most from {list(state.cell)}"
            share = f"{interval_text((state.low, state.high))}%"
            show(f"{share} · {state.deals:,} deals{cell}")

        found = until_interrupted(
            lambda: bounds(
                level,
                first,
                guesses=guesses,
                layouts=layouts,
                deals=deals,
                seconds=inf if seconds is None else start().left(seconds),
                seed=seed,
                workers=workers,
                file=file,
                progress=report,
            )
        )
    if as_json:
        echo_json(found.to_json())
    else:
        click.echo(str(found))
    end_if(found.interrupted)
