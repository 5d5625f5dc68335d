"""What a review says about a step, in words that a player understands."""

from __future__ import annotations

from sapper.errors import plural
from sapper.study.review.estimate import Estimate, percent
from sapper.study.review.findings import Guess, Review, Slip, Verdict
from sapper.study.session.counts import PEOPLE

#: What each verdict on a guess means, for the screens that show one.
MEANINGS: dict[Verdict, str] = {
    "avoidable": "a cell was certainly safe, the move certainly hit a mine, or another move wins"
    " more games and the 95 % interval of the difference lies above 0",
    "unclear": "another move may be better, but the playouts do not show it with 95 % confidence",
    "forced": "no cell was certainly safe, and no better move was found",
}


def of_review(review: Review) -> str:
    """The number of guesses, how many were avoidable, and what all of them lost."""
    guesses, slips = len(review.guesses), len(review.slips)
    words = f"{guesses} guess{'' if guesses == 1 else 'es'}"
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


def of_guess(guess: Guess) -> str:
    """What was done at which risk, what came of it, and which move was better."""
    words = f"{_who(guess.strategy)} {_did(guess)}"
    if guess.safe is not None:
        words += f", although {list(guess.safe)} was certainly safe: {guess.proof}"
        return words + _gain(guess.loss)
    words += "; no cell was certainly safe"
    if guess.best == guess.move.cell:
        return f"{words}, and no better guess was found"
    if guess.loss is None:
        return f"{words}, but {_best(guess)} was less risky"
    if guess.loss.low > 0.0:
        return f"{words}, but {_best(guess)} wins {_more(guess.loss)}"
    return (
        f"{words}; {_best(guess)} may be better: in simulated games it won"
        f" {_more(guess.loss)}, which may be chance"
    )


def of_slip(slip: Slip) -> str:
    """A flag on a safe cell, and how the player could have known."""
    who, where = _who(slip.strategy), list(slip.cell)
    return f"{who} flagged {where}, which was certainly safe: {slip.proof}"


def _who(strategy: str) -> str:
    return "you" if strategy in PEOPLE else strategy


def _did(guess: Guess) -> str:
    where = list(guess.move.cell)
    if guess.move.action == "chord":
        came = "hit a mine" if guess.hit else "survived"
        if guess.risk == 1.0:
            return f"chorded at {where} with a flag that was certainly wrong"
        if guess.risk is None:
            return f"chorded at {where}, trusting flags that might be wrong, and {came}"
        return (
            f"chorded at {where}, trusting flags that were wrong at {_at(guess.risk)}, and {came}"
        )
    if guess.risk == 1.0:
        return f"opened {where}, which was certainly a mine"
    return f"guessed {where} at {_at(guess.risk)}, and it was {'a mine' if guess.hit else 'safe'}"


def _best(guess: Guess) -> str:
    return f"{list(guess.best)} at {_at(guess.best_risk)}"


def _at(risk: float | None) -> str:
    return "a risk too hard to count" if risk is None else f"{percent(risk)} risk"


def _gain(loss: Estimate | None) -> str:
    """How much more the safe cell wins."""
    if loss is None:
        return ""
    if loss.value == 0.0 and loss.exact:
        return "; opening it would have made no difference to the chance of winning"
    if loss.low == 0.0:
        return f"; opening it wins at most {100 * loss.high:.1f} more games in 100"
    return f"; opening it wins {_more(loss)}"


def _more(loss: Estimate) -> str:
    words = f"{100 * loss.value:.1f} more games in 100"
    return words if loss.exact else f"{words} (95 %: {100 * loss.low:.1f} to {100 * loss.high:.1f})"
