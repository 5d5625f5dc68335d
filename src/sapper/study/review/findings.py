"""The results of a review: guesses, slips, the curve of the chance of winning, and their JSON."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from sapper.game import Cell, Move
from sapper.records.step import Outcome
from sapper.study.review.estimate import Estimate

#: Whether a guess could be avoided; ``Guess.verdict`` defines each word.
Verdict = Literal["avoidable", "unclear", "forced"]


@dataclass(frozen=True)
class Guess:
    """One guess: step ``step`` of the game (from 1), and the strategy that decided it.

    ``risk`` is the probability that the move hits a mine (None where counting is too hard), ``hit``
    whether it did. ``safe`` is a cell that was certainly safe, None if there was none; ``proof``
    says why, and ``clues`` are the clues that prove it. ``best`` is the best move found, which is
    the move's own cell if nothing better was found. ``chance`` is the chance of winning after the
    move, ``best_chance`` after the best one, and ``loss`` their difference; each is None where it
    is not estimated.
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

    @property
    def verdict(self) -> Verdict:
        """Whether the guess could be avoided.

        ``avoidable``: a cell was certainly safe, the move certainly hit a mine, or another move
        wins more games and the 95 % interval of the difference lies above 0.
        ``unclear``: another move seemed better, but the playouts do not show it with 95 %
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
        """Whether the verdict is ``avoidable``."""
        return self.verdict == "avoidable"

    @property
    def forced(self) -> bool:
        """Whether the verdict is ``forced``."""
        return self.verdict == "forced"

    @property
    def words(self) -> str:
        """What the review says about it, as a clause without a capital or a final stop."""
        from sapper.study.review.words import of_guess

        return of_guess(self)

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
            "safe": self.safe,
            "clues": self.clues,
            "best": self.best,
            "best_risk": self.best_risk,
            **_estimate_json("chance", self.chance),
            **_estimate_json("best_chance", self.best_chance),
            **_estimate_json("loss", self.loss),
            "words": self.words,
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
        """What the review says about it, as a clause without a capital or a final stop."""
        from sapper.study.review.words import of_slip

        return of_slip(self)

    def to_json(self) -> dict[str, object]:
        """Return plain values."""
        return {"step": self.step, "cell": self.cell, "clues": self.clues, "words": self.words}


@dataclass(frozen=True)
class Point:
    """The chance of winning after a number of steps; None where it is not estimated."""

    step: int
    chance: Estimate | None

    def to_json(self) -> dict[str, object]:
        """Return plain values."""
        return {"step": self.step, **_estimate_json("chance", self.chance)}


@dataclass(frozen=True)
class Review:
    """The review of a game.

    ``guesses`` and ``slips`` (flags on safe cells) are in the order of play. ``curve`` is the
    chance of winning before the first step and after each step; if the review was ended early, it
    stops there. ``playouts`` is the number spent on each of two moves compared, and ``notes`` say
    what is not estimated, and why.
    """

    player: str
    outcome: Outcome
    steps: int
    playouts: int
    guesses: tuple[Guess, ...]
    slips: tuple[Slip, ...]
    curve: tuple[Point, ...]
    notes: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every step was reviewed."""
        return len(self.curve) == self.steps + 1

    def number(self, verdict: Verdict) -> int:
        """The number of guesses with a verdict."""
        return sum(guess.verdict == verdict for guess in self.guesses)

    @property
    def loss(self) -> Estimate | None:
        """The sum of what all guesses lost, in games; None if one of them is not estimated."""
        losses = [guess.loss for guess in self.guesses]
        known = [loss for loss in losses if loss is not None]
        if len(known) < len(losses):
            return None
        value = sum(loss.value for loss in known)
        below = sqrt(sum((loss.value - loss.low) ** 2 for loss in known))
        above = sqrt(sum((loss.high - loss.value) ** 2 for loss in known))
        games = max((loss.playouts for loss in known), default=0)
        return Estimate(value, max(0.0, value - below), value + above, games)

    def to_json(self) -> dict[str, object]:
        """Return plain values for strict JSON: null where there is no figure."""
        return {
            "player": self.player,
            "outcome": self.outcome,
            "steps": self.steps,
            "playouts": self.playouts,
            "complete": self.complete,
            **_estimate_json("loss", self.loss),
            "guesses": [guess.to_json() for guess in self.guesses],
            "slips": [slip.to_json() for slip in self.slips],
            "curve": [point.to_json() for point in self.curve],
            "notes": self.notes,
        }


def _estimate_json(name: str, estimate: Estimate | None) -> dict[str, object]:
    """A figure, its interval, and the number of playouts behind it (0 if it is exact)."""
    if estimate is None:
        return {name: None, f"{name}_interval": None, f"{name}_playouts": None}
    return {
        name: estimate.value,
        f"{name}_interval": [estimate.low, estimate.high],
        f"{name}_playouts": estimate.playouts,
    }
