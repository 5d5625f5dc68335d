"""``sapper review``: what the guesses of a game risked and lost, and the chance of winning."""

from __future__ import annotations

import os

import click

from sapper.cli.errors import end_if, interruption
from sapper.cli.options import Whole, as_json, echo_json, start, time_limit
from sapper.cli.views.progress import stages
from sapper.errors import InputError
from sapper.files import naming_errors


@click.command(
    epilog="\b\nExample:\n  sapper play --output game.json --quiet\n  sapper review game.json"
)
@click.argument("file", metavar="FILE")
@as_json
@click.option(
    "--playouts",
    type=Whole(1, 1_000_000),
    default=400,
    show_default=True,
    help="Simulated games for each of the two moves compared.",
)
@time_limit("the review; guesses not reached by then have no figures")
@click.option(
    "--workers",
    type=Whole(1, 256),
    help="Number of threads; the result is the same for any number.  [default: one per core]",
)
def command(
    file: str, as_json: bool, playouts: int, seconds: float | None, workers: int | None
) -> None:
    """Review a game: each guess, its risk, and what it lost.

    FILE holds a record, as 'sapper play --output' writes it, or a replay; - reads standard input.

    A guess is a move that might have opened a mine, judging by what the board showed. It is
    avoidable if a cell was certainly safe, if the move certainly hit a mine, or if another move
    wins more games and the 95% interval of the difference lies above 0. It is forced if no better
    move was found, and unclear otherwise. Its grade says how much it lost: best, fine, inaccuracy,
    mistake or blunder.

    Chances of winning are those of swift playing on, with 95% intervals; they are exact where few
    layouts are left. The last guesses come first. Ctrl-C ends the review and shows the steps
    reviewed so far.

    The player's figures follow: 3BV, clicks, efficiency, ZiNi and others. Clicks that changed
    nothing are known only for replays.
    """
    from contextlib import closing

    from sapper.cli.views.review import ReviewPrinter
    from sapper.records import Record
    from sapper.records.files import read_file
    from sapper.reviews.findings import Progress, ReviewInProgress, StepReview
    from sapper.reviews.review import review_events

    record = read_file(file)
    with naming_errors(file):
        if not isinstance(record, Record):
            raise InputError("expected the record of a game, got only a board")
    found = ReviewInProgress(record, playouts)
    printer = None if as_json else ReviewPrinter(record)
    threads = workers or os.cpu_count() or 1
    left = None if seconds is None else start().left(seconds)
    events = review_events(record, playouts=playouts, workers=threads, seconds=left)
    with interruption() as stopped, stages("positions") as ((show,), hide), closing(events):
        for event in events:
            found.add(event)
            if isinstance(event, Progress):
                show(event.done, event.of)
            elif isinstance(event, StepReview) and event.comment is not None and printer:
                hide()
                printer.comment(event.comment)
            if stopped:
                break
    if printer is None:
        echo_json(found.review.to_json())
    else:
        printer.end(found.review)
    end_if(not found.review.complete)
