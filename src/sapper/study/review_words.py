"""What a review says of a step, in words a player understands."""

from __future__ import annotations

from sapper.study.counts import YOU
from sapper.study.review_estimate import Estimate, percent
from sapper.study.review_findings import Guess, Slip

PEOPLE = (YOU, "person")  #: strategies that are people's moves: here and in replays


def of_guess(guess: Guess) -> str:
    """What was done at which risk, what should have been done instead, and what came of it."""
    words = f"{_who(guess.strategy)} {_did(guess)}"
    if guess.safe is not None:
        words += f" although {list(guess.safe)} was certainly safe: {guess.proof}"
        words += _cost(guess.loss)
    elif guess.best == guess.move.cell:
        words += "; nothing was certain, and no better guess was found"
    elif guess.loss is None:
        words += f"; nothing was certain, but {_best(guess)} was less risky"
    elif guess.loss.low > 0.0:
        words += f"; nothing was certain, but {_best(guess)} was better{_cost(guess.loss)}"
    else:
        words += "; nothing was certain; as good a guess as playouts can tell,"
        words += f" {_best(guess)} perhaps a little better"
    return f"{words}; {_came(guess)}"


def of_slip(slip: Slip) -> str:
    """A flag on a safe cell, and how it could be known."""
    who, where = _who(slip.strategy), list(slip.cell)
    return f"{who} flagged {where}, which was certainly safe: {slip.proof}"


def _who(strategy: str) -> str:
    return "you" if strategy in PEOPLE else strategy


def _did(guess: Guess) -> str:
    where = list(guess.move.cell)
    if guess.move.action == "chord":
        if guess.risk == 1.0:
            return f"chorded at {where} with a flag that was certainly wrong"
        return f"chorded at {where} trusting flags that were wrong at {_at(guess.risk)}"
    if guess.risk == 1.0:
        return f"opened {where}, which was certainly a mine,"
    return f"guessed {where} at {_at(guess.risk)}"


def _best(guess: Guess) -> str:
    return f"{list(guess.best)} at {_at(guess.best_risk)}"


def _at(risk: float | None) -> str:
    return "a risk nobody counted" if risk is None else percent(risk)


def _cost(loss: Estimate | None) -> str:
    """What the better move wins more."""
    if loss is None:
        return ""
    if loss.value == 0.0 and loss.exact:
        return ", which made no difference"
    if loss.low == 0.0:
        return f", which wins no more than playouts can tell (at most {100 * loss.high:.1f} of 100)"
    words = f", which wins {100 * loss.value:.1f} more games of 100"
    return words if loss.exact else f"{words} (95 %: {100 * loss.low:.1f} to {100 * loss.high:.1f})"


def _came(guess: Guess) -> str:
    if guess.move.action == "chord":
        return "it hit a mine" if guess.hit else "it went well"
    return "it was a mine" if guess.hit else "it was safe"
