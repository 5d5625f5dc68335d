"""``sapper review``: what the guesses of a game risked and lost, and the chance of winning."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.options import Whole, as_json

if TYPE_CHECKING:
    from sapper.records.record import Record


@click.command(
    epilog="\b\nExample:\n  sapper play --record game.json --quiet\n  sapper review game.json"
)
@click.argument("file", metavar="FILE")
@as_json
@click.option(
    "--playouts",
    type=Whole(1, 1_000_000),
    default=400,
    show_default=True,
    help="Simulated games for each of two moves compared; each point of the curve gets a quarter.",
)
@click.option(
    "--workers",
    type=Whole(1, 256),
    help="Number of threads; the review does not depend on it.  [default: one per core]",
)
def command(file: str, as_json: bool, playouts: int, workers: int | None) -> None:
    """Review a game: each guess, its risk, and what it lost.

    FILE holds a record, as 'sapper play --record' writes it, or a replay; - reads standard input.

    A guess is a move that might have opened a mine, judging by what the board showed. It is
    avoidable if a cell was certainly safe, if the move certainly hit a mine, or if another move
    wins more games and the 95 % interval of the difference lies above 0. It is forced if no better
    move was found, and unclear otherwise.

    Chances of winning are those of swift playing on, with 95 % intervals; they are exact where few
    layouts are left. Ctrl-C ends the review and shows the steps reviewed so far.
    """
    from sapper.cli.interruption import interruption
    from sapper.cli.views.progress import progress
    from sapper.study.review.review import review

    record = _read(file)
    with interruption() as stopped, progress("positions") as show:

        def report(done: int, total: int) -> bool:
            show(done, total)
            return bool(stopped)

        threads = workers or os.cpu_count() or 1
        found = review(record, playouts=playouts, workers=threads, report=report)
    if as_json:
        click.echo(json.dumps(found.to_json(), allow_nan=False))
    else:
        from sapper.cli.views.review import show_review

        show_review(found, record)
    if not found.complete:
        raise Exit(INTERRUPTED)


def _read(file: str) -> Record:
    from sapper.errors import InputError
    from sapper.notation.files import named
    from sapper.records.reading import read_file
    from sapper.records.record import Record

    found = read_file(file)
    if not isinstance(found, Record):
        with named(file):
            raise InputError("expected the record of a game, got only a board")
    return found
