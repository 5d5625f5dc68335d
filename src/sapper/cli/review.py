"""``sapper review``: what the guesses of a game risked and lost, and its chance of winning."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.options import as_json, whole

if TYPE_CHECKING:
    from sapper.records.record import Record
    from sapper.study.review import Report


@click.command(
    epilog="\b\nExample:\n  sapper play --record game.json --quiet\n  sapper review game.json"
)
@click.argument("file", metavar="FILE")
@as_json
@click.option(
    "--playouts",
    metavar="N",
    callback=whole(1, 1_000_000),
    default="400",
    show_default=True,
    help="Games that play on each of two moves compared; the curve has a quarter of them a step.",
)
@click.option(
    "--workers",
    metavar="N",
    callback=whole(1, 256),
    help="Threads to look at positions in; the review is the same.  [default: one for each core]",
)
def command(file: str, as_json: bool, playouts: int, workers: int | None) -> None:
    """Review a game: each guess, its risk, and what it lost.

    FILE holds a record, as 'sapper play --record' writes it, or a replay; - is the standard
    input. A guess is a move that might have opened a mine, for all that the board told. Chances of
    winning are those of swift playing on, exact where few layouts are left; all others with their
    95 % interval. Ctrl-C ends the review; what was looked at is still shown.
    """
    from sapper.cli.interruption import interruption
    from sapper.study.review import review

    record = _read(file)
    with interruption() as stopped, _progress() as show:

        def report(done: int, due: int) -> bool:
            if show is not None:
                show(done, due)
            return bool(stopped)

        threads = workers or os.cpu_count() or 1
        found = review(record, playouts=playouts, workers=threads, report=report)
    if as_json:
        click.echo(json.dumps(found.to_json(), allow_nan=False))
    else:
        from sapper.cli.review_view import show_review

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
            raise InputError("a review needs the record of a game, this is only a board")
    return found


@contextmanager
def _progress() -> Iterator[Report | None]:
    """A bar on standard error, None if nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from sapper.cli.screen import screen

    columns = (BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen(stderr=True), transient=True, expand=True) as bars:
        task = bars.add_task("positions", total=None)

        def show(done: int, due: int) -> bool:
            bars.update(task, completed=done, total=due)
            return False

        yield show
