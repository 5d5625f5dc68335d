"""The review of a game, as events for the page."""

from __future__ import annotations

from contextlib import closing

from sapper.records.record import Record
from sapper.study.mistakes import Exercise
from sapper.study.review.findings import Progress, ReviewInProgress, StepReview
from sapper.study.review.guess import Guess
from sapper.study.review.review import review_events
from sapper.web.http.fields import Answer, Tell


class ReviewProgressJson(Answer):
    """The number of guesses that have figures, and of all guesses."""

    done: int
    of: int


def show_review(tell: Tell, record: str, playouts: int, seconds: float) -> None:
    """Review a game and report each ``guess`` and ``slip``, the last one first, each after the
    ``chances`` of winning since the previous report; ``progress``; the ``exercise`` on its
    mistakes; and the whole ``review``.

    After ``seconds`` the remaining guesses get no figures.
    """
    game = Record.parse(record)
    findings = ReviewInProgress(game, playouts)
    points: list[object] = []
    before: object = None
    with closing(review_events(game, playouts=playouts, seconds=seconds)) as events:
        for event in events:
            findings.add(event)
            if isinstance(event, StepReview):
                points.append(event.point.to_json())
            comment = event.comment if isinstance(event, StepReview) else None
            waits = isinstance(event, Progress) and event == before
            if points and (comment is not None or waits):
                tell("chances", points)
                points = []
            if comment is not None:
                tell("guess" if isinstance(comment, Guess) else "slip", comment.to_json())
            elif isinstance(event, Progress):
                if waits:
                    tell("progress", ReviewProgressJson(event.done, event.of))
                before = event
    tell("exercise", Exercise.of(findings.review))
    tell("review", findings.review.to_json())
