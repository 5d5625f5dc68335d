"""One finding of a review, in words and as JSON: a guess with its grade, or a wrong flag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Literal, get_args

from sapper.estimate import Estimate, bounds_text, estimate_json, percent
from sapper.game import Cell, Move
from sapper.records import PEOPLE

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


def accuracy_of(losses: Sequence[float], moves: int) -> float:
    """Return the accuracy of a game, from 0 to 1, given the losses of its guesses and the number of
    moves that opened cells, guesses among them.

    It is the mean over these moves, by the curve that lichess.org uses for chess moves
    (lichess.org/page/accuracy): a guess that loses 1, 10 or 40 points in 100 has an accuracy of
    96%, 64% or 15%, and a move that loses nothing, such as a deduction or a forced guess, 100%.
    """
    lost = (1.0 - max(0.0, 1.031668 * exp(-4.354 * loss) - 0.031668) for loss in losses if loss > 0)
    return max(0.0, 1.0 - sum(lost) / max(1, moves, len(losses)))


#: Whether a guess could be avoided; ``Guess.verdict`` defines each word.
GuessVerdict = Literal["avoidable", "unclear", "forced"]


@dataclass(frozen=True)
class Guess:
    """One guess: step ``step`` of the game (from 1), and the strategy that decided it.

    ``risk`` is the probability that the move hits a mine (None where counting is too hard), ``hit``
    whether it did. ``safe`` is a cell that was certainly safe, None if there was none; ``proof``
    says why, ``clues`` are the clues that prove it, and ``motif`` is the technique of its hardest
    step (see ``sapper.explanations.steps.MOTIFS``). ``best`` is the best move found, which is
    the move's own cell if nothing better was found. ``chance`` is the chance of winning after the
    move, ``best_chance`` after the best one, and ``loss`` their difference. ``luck`` is the chance
    once the following clues were known, minus ``chance``. Each of the four is None if it is not
    estimated. ``reason`` compares the best guess with others if the move was a fault beside it and
    the figures of the comparison (see ``sapper.explain``) agree; otherwise it is empty.
    """

    step: int
    move: Move
    strategy: str
    risk: float | None
    hit: bool
    safe: Cell | None
    proof: str
    clues: tuple[Cell, ...]
    best: Cell
    best_risk: float | None
    chance: Estimate | None
    best_chance: Estimate | None
    loss: Estimate | None
    luck: Estimate | None = None
    reason: str = ""
    motif: str = ""

    @property
    def grade(self) -> Grade | None:
        """The loss of the guess as one word; None if it is not estimated."""
        return grade_of(self.loss)

    @property
    def proved(self) -> bool:
        """True if perfect play was computed after every guess, so that the loss is certain."""
        return self.loss is not None and self.loss.exact

    @property
    def missed(self) -> bool:
        """True if it was made although some cell was certainly safe."""
        return self.safe is not None

    @property
    def costly(self) -> bool:
        """True if it is worth learning from: a fault, a missed safe cell, or a certain mine."""
        return self.missed or self.risk == 1.0 or is_fault(self.grade)

    @property
    def verdict(self) -> GuessVerdict:
        """True if the guess could be avoided.

        ``avoidable``: a cell was certainly safe, the move certainly hit a mine, or another move
        wins more games and the 95% interval of the difference lies above 0.
        ``unclear``: another move seemed better, but the playouts do not show it with 95%
        confidence, or its chance of winning is not estimated.
        ``forced``: neither; no better move was found.
        """
        if self.safe is not None or self.risk == 1.0:
            return "avoidable"
        if self.loss is not None and self.loss.low > 0.0:
            return "avoidable"
        return "forced" if self.best == self.move.cell else "unclear"

    @property
    def avoidable(self) -> bool:
        """True if the verdict is ``avoidable``."""
        return self.verdict == "avoidable"

    @property
    def forced(self) -> bool:
        """True if the verdict is ``forced``."""
        return self.verdict == "forced"

    @property
    def words(self) -> str:
        """The comment on it, as a clause without a capital or a final stop."""
        return _guess_words(self)

    def to_json(self) -> dict[str, object]:
        """Return plain values: cells as ``[row, column]``, estimates as a figure and interval."""
        return {
            "step": self.step,
            "action": self.move.action,
            "cell": self.move.cell,
            "strategy": self.strategy,
            "risk": self.risk,
            "hit": self.hit,
            "verdict": self.verdict,
            "forced": self.forced,
            "grade": self.grade,
            "proved": self.proved,
            "missed": self.missed,
            "costly": self.costly,
            "safe": self.safe,
            "clues": self.clues,
            "motif": self.motif,
            "best": self.best,
            "best_risk": self.best_risk,
            **estimate_json("chance", self.chance),
            **estimate_json("best_chance", self.best_chance),
            **estimate_json("loss", self.loss),
            **estimate_json("luck", self.luck),
            "words": self.words,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Slip:
    """A flag, set at step ``step``, on a cell that was certainly safe.

    ``proof`` says why it was safe, and ``clues`` are the clues that prove it.
    """

    step: int
    cell: Cell
    strategy: str
    proof: str
    clues: tuple[Cell, ...]

    @property
    def words(self) -> str:
        """The comment on it, as a clause without a capital or a final stop."""
        who, where = _who(self.strategy), list(self.cell)
        return f"{who} flagged {where}, which was certainly safe: {self.proof}"

    def to_json(self) -> dict[str, object]:
        """Return plain values."""
        return {"step": self.step, "cell": self.cell, "clues": self.clues, "words": self.words}


def move_words(strategy: str, move: Move) -> str:
    """Return a clause that names the move and who made it."""
    done = {"open": "opened", "chord": "chorded at"}.get(move.action, f"{move.action}ged")
    return f"{_who(strategy)} {done} {list(move.cell)}"


def _guess_words(guess: Guess) -> str:
    """Return the move, its risk and result, and the better move."""
    words = f"{_who(guess.strategy)} {_did(guess)}"
    if guess.safe is not None:
        words += f", although {list(guess.safe)} was certainly safe: {guess.proof}"
        return words + _gain(guess.safe, guess.loss)
    words += "; no cell was certainly safe"
    if guess.best == guess.move.cell:
        if guess.proved:
            return f"{words}, and it is proved that no guess was better"
        none = "none was less risky" if guess.loss is None else "no better guess was found"
        return f"{words}, and {none}"
    if guess.loss is None:
        return f"{words}, but {_best(guess)} was less risky"
    if guess.loss.low > 0.0:
        return f"{words}, but {_best(guess)} wins {_more(guess.loss)}"
    return (
        f"{words}; {_best(guess)} may be better: in simulated games it won"
        f" {_more(guess.loss)}, which may be chance"
    )


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
        wrong = f"trusting flags that were wrong at {risk_words(guess.risk)}"
        return f"chorded at {where}, {wrong}, and {came}"
    if guess.risk == 1.0:
        return f"opened {where}, which was certainly a mine"
    came = "hit a mine" if guess.hit else "survived"
    return f"guessed {where} at {risk_words(guess.risk)} and {came}"


def _best(guess: Guess) -> str:
    return f"{list(guess.best)} at {risk_words(guess.best_risk)}"


def risk_words(risk: float | None) -> str:
    """Return a risk in words."""
    return "a risk too hard to count" if risk is None else f"{percent(risk)} risk"


def _gain(safe: Cell, loss: Estimate | None) -> str:
    """Return a sentence about the advantage of the safe cell."""
    if loss is None:
        return ""
    if loss.value == 0.0 and loss.exact:
        return f". Opening {list(safe)} would not have changed the chance of winning"
    if loss.low == 0.0:
        return f". Opening {list(safe)} wins at most {100 * loss.high:.1f} more games in 100"
    return f". Opening {list(safe)} wins {_more(loss)}"


def _more(loss: Estimate) -> str:
    words = f"{100 * loss.value:.1f} more games in 100"
    return words if loss.exact else f"{words} (95% interval: {bounds_text(loss.low, loss.high)})"
