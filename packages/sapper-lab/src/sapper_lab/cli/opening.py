"""``sapper opening``: the first cells of a board, compared on the same deals."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import click

from sapper.cli.errors import end_if
from sapper.cli.options import (
    as_json,
    echo_json,
    first,
    games,
    row_column,
    seed,
    start,
    time_limit,
    workers,
)
from sapper.cli.views.progress import progress
from sapper.estimate import hundredths
from sapper_lab.cli.options import board, until_interrupted

if TYPE_CHECKING:
    from sapper.game.rules import First
    from sapper_lab.opening import RaceState

DEFAULT_GAMES = 10_000


@click.command(epilog="\b\nExample:\n  sapper opening 9x9x10 --first opening --games 2000")
@board
@first()
@click.option(
    "--cell",
    "cells",
    type=row_column,
    multiple=True,
    metavar="ROW,COLUMN",
    help="Compare only this first cell. May be repeated.  [default: all]",
)
@games("each cell that does not drop out", DEFAULT_GAMES)
@time_limit("the games; when it is up, the results so far are printed")
@seed("the deals and the random choices of swift")
@workers
@as_json
def command(
    level: str,
    first: First,
    cells: tuple[tuple[int, int], ...],
    games: int,
    seconds: float | None,
    seed: int,
    workers: int,
    as_json: bool,
) -> None:
    """Compare the first cells of a board, to find the best one.

    LEVEL is beginner8, beginner, intermediate, expert or WIDTHxHEIGHTxMINES. Every first cell is
    opened in the same deals, and swift continues the game. Of cells that are equivalent by
    symmetry, only one is played. A cell drops out once it is significantly worse than the best one,
    so most games compare the closest cells; the best cell drops out with a probability of at most
    5%.

    Shows the chance of winning from each cell, and its difference from the best cell in the deals
    that both played, with 95% intervals. Each game counts as the probability of surviving its
    guesses, which takes far fewer games than counting wins.

    With --json: level, first, games, seed, version, best, and cells (cell, games, chance, interval,
    less, less_interval, dropped), best first. Ctrl-C ends the games: the results so far are
    printed, with "interrupted": true.

    Related: sapper optimum computes perfect play on a small board, sapper bounds bounds it on any
    board.
    """
    from sapper_lab.opening import opening

    with progress() as show:
        result = until_interrupted(
            lambda: opening(
                level,
                first,
                games=games,
                cells=cells or None,
                seconds=inf if seconds is None else start().left(seconds),
                seed=seed,
                workers=workers,
                progress=lambda state: show(state.done, state.due, _leader(state)),
            )
        )
    if as_json:
        echo_json(result.to_json())
    else:
        click.echo(str(result))
    end_if(result.interrupted)


def _leader(state: RaceState) -> str:
    """Return the best cell so far and the number of cells left."""
    words = f"{state.left} of {state.cells} first cells left"
    if state.best is None or state.chance is None:
        return words
    chance = f"{hundredths(state.chance.value)} ± {hundredths(state.chance.half_width)}%"
    return f"{list(state.best)} {chance} · {words}"
