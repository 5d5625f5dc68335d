"""The review of a game: what every guess risked and lost, and the chance of winning.

A guess is a move that might have opened a mine, judging by the position, whatever the player
thought of it. Its loss is the advantage of the best other move.

The last steps are reviewed first: their guesses are estimated most quickly, and they decided the
game. Certain moves decide nothing, so all positions from one guess to the next have the same chance
of winning: that of the last of them, which contains all available information.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from contextlib import closing
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TypeVar

from sapper.arguments import checked
from sapper.errors import InputError
from sapper.estimate import Estimate, total
from sapper.records.record import Record
from sapper.study.review.findings import (
    CurvePoint,
    Note,
    Progress,
    Review,
    ReviewEvent,
    ReviewInProgress,
    StepReview,
)
from sapper.study.review.guess import Guess
from sapper.study.review.steps import StepReviewer
from sapper.worker.threads import THREADS, pool

T = TypeVar("T")

PLAYOUTS = 400  #: for each of two moves compared
MOST_PLAYOUTS = 1_000_000
PULSE = 0.2  #: the longest time between events, in seconds


@checked
def review(
    record: Record | str,
    *,
    playouts: int = PLAYOUTS,
    workers: int = 1,
    seconds: float | None = None,
) -> Review:
    """Review a finished or unfinished game, a record or its text, in ``workers`` threads.

    The same record and number of playouts give the same review on every machine. After ``seconds``,
    if given, guesses are still found but have no figures. Raises ``InputError`` if the number of
    playouts is out of range and ``NotationError`` for a record that could not have been played.
    """
    record = Record.of(record)
    progress = ReviewInProgress(record, playouts)
    for event in review_events(record, playouts=playouts, workers=workers, seconds=seconds):
        progress.add(event)
    return progress.review


def review_events(
    record: Record, *, playouts: int = PLAYOUTS, workers: int = 1, seconds: float | None = None
) -> Generator[ReviewEvent, None, None]:
    """Return the events of a review as they come: one for each step, the last step first.

    An event follows within ``PULSE`` of the one before. To end the review early, close the
    iterator. Parameters and errors are those of ``review``.
    """
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise InputError(f"playouts: expected 1 to {MOST_PLAYOUTS:,}, got {playouts}")
    record.check()
    return _events(record, playouts, max(1, workers), inf if seconds is None else seconds)


def report_review(report: Callable[[ReviewEvent], None], record: Record) -> None:
    """Report the events of a review, for a worker process (``worker.messages.Call``)."""
    with closing(review_events(record)) as events:
        for event in events:
            report(event)


def _events(
    record: Record, playouts: int, workers: int, seconds: float
) -> Generator[ReviewEvent, None, None]:
    closed, until = threading.Event(), monotonic() + seconds
    reviewer = StepReviewer(record, playouts, lambda: closed.is_set() or monotonic() > until)
    steps = range(len(record.steps), 0, -1)
    of = len(steps) + 1
    threads = pool(workers)
    try:
        yield from map(Note, reviewer.rules_notes)
        end = threads.submit(reviewer.chance, len(steps))
        begun = (threads.submit(reviewer.comment, step) for step in steps)
        comments = list(begun) if THREADS else begun  # without threads, each step in its turn
        chance = yield from _awaited(end, Progress(0, of))
        for done, (step, future) in enumerate(zip(steps, comments, strict=True)):
            comment = yield from _awaited(future, Progress(done, of))
            point = CurvePoint(step, chance)
            if isinstance(comment, Guess):
                comment = replace(comment, luck=_luck_of(comment, chance))
                chance = comment.best_chance
            elif reviewer.begins(step):
                start = threads.submit(reviewer.chance, step - 1)
                chance = yield from _awaited(start, Progress(done, of))
            yield StepReview(comment, point)
            yield Progress(done + 1, of)
        yield StepReview(None, CurvePoint(0, chance))
        yield Progress(of, of)
        yield from map(Note, reviewer.limits_notes)
    finally:
        closed.set()
        threads.shutdown(cancel_futures=True)


def _awaited(future: Future[T], progress: Progress) -> Generator[ReviewEvent, None, T]:
    """Yield the progress so far until a result is there, and return it."""
    while not wait([future], PULSE).done:
        yield progress
    return future.result()


def _luck_of(guess: Guess, after: Estimate | None) -> Estimate | None:
    """Return the luck of a guess: the chance ``after`` it minus the expected one."""
    if None in (after, guess.chance, guess.best_chance, guess.loss):
        return None
    assert after is not None
    assert guess.chance is not None
    assert guess.best_chance is not None
    assert guess.loss is not None
    luck = total([after, guess.chance.negative])
    # The chances before and after all guesses add up: before - loss + luck = after.
    exact = after.value - (guess.best_chance.value - guess.loss.value)
    shift = exact - luck.value
    return Estimate(exact, luck.low + shift, luck.high + shift, luck.playouts)
