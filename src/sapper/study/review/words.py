"""What a review says in sum, in words that a player understands."""

from __future__ import annotations

from sapper.errors import plural
from sapper.study.review.findings import Review
from sapper.study.review.guess import GuessVerdict

#: What each verdict on a guess means, for the screens that show one.
MEANINGS: dict[GuessVerdict, str] = {
    "avoidable": "a cell was certainly safe, the move certainly hit a mine, or another move wins"
    " more games and the 95 % interval of the difference lies above 0",
    "unclear": "another move may be better, but the playouts do not show it with 95 % confidence",
    "forced": "no cell was certainly safe, and no better move was found",
}


def of_review(review: Review) -> str:
    """The number of guesses, how many were avoidable, and what all of them lost."""
    guesses, slips = len(review.guesses), len(review.slips)
    words = plural(guesses, "guess")
    if guesses:
        unclear = review.number("unclear")
        words += f", {review.number('avoidable')} of them avoidable"
        words += f" and {unclear} unclear" if unclear else ""
    words += f", {plural(slips, 'flag')} on safe cells" if slips else ""
    loss = review.loss
    if guesses and loss is not None:
        words += f"; together they lost {100 * loss.value:.1f} games in 100"
        words += "" if loss.exact else f" (95 %: {100 * loss.low:.1f} to {100 * loss.high:.1f})"
    return words


def meanings(review: Review) -> list[str]:
    """The meaning of each verdict that occurs in a review."""
    return [f"{each}: {MEANINGS[each]}" for each in MEANINGS if review.number(each)]
