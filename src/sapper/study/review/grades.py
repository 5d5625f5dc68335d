"""Grades guesses by the loss in the chance of winning."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Literal, get_args

from sapper.estimate import Estimate

Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = get_args(Grade)

#: The least loss of each grade, as a share of all games, from the worst grade on.
THRESHOLDS: dict[Grade, float] = {
    "blunder": 0.10,
    "mistake": 0.03,
    "inaccuracy": 0.01,
}


def grade_of(loss: Estimate | None) -> Grade | None:
    """Return the grade of a guess with this loss; None if it is not estimated.

    A guess is ``best`` if no better one was found. It is a fault only if the 95% interval of the
    loss lies above 0; then the loss itself determines the grade. All others are ``fine``.
    """
    if loss is None:
        return None
    if loss.value == 0.0:
        return "best"
    if loss.low > 0.0:
        for grade, least in THRESHOLDS.items():
            if loss.value >= least:
                return grade
    return "fine"


def is_fault(grade: Grade | None) -> bool:
    """Return whether a grade is one of ``THRESHOLDS``."""
    return grade in THRESHOLDS


def accuracy_of(losses: Sequence[float]) -> float:
    """Return the accuracy of a game, from 0 to 1, given the losses of its guesses.

    It is the mean over the guesses, by the curve that lichess.org uses for chess moves
    (lichess.org/page/accuracy): a guess that loses 1, 10 or 40 points in 100 has an accuracy of
    96%, 64% or 15%. Without guesses nothing was lost.
    """
    if not losses:
        return 1.0
    each = (1.031668 * exp(-4.354 * loss) - 0.031668 for loss in losses)
    return sum(max(0.0, accuracy) for accuracy in each) / len(losses)
