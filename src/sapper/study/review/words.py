"""What the verdicts of a review mean, in words that a player understands."""

from __future__ import annotations

from sapper.study.review.findings import Review
from sapper.study.review.guess import GuessVerdict

#: What each verdict on a guess means, for the screens that show one.
MEANINGS: dict[GuessVerdict, str] = {
    "avoidable": "a cell was certainly safe, the move certainly hit a mine, or another move wins"
    " more games and the 95% interval of the difference lies above 0",
    "unclear": "another move may be better, but the playouts do not show it with 95% confidence",
    "forced": "no cell was certainly safe, and no better move was found",
}


def meanings(review: Review) -> list[str]:
    """Return the meaning of each verdict that occurs in a review."""
    return [f"{each}: {MEANINGS[each]}" for each in MEANINGS if review.number(each)]
