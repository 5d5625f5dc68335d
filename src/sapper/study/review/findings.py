"""The results of a review: guesses, slips and the curve of the chance to win, with their JSON."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from sapper.estimate import Estimate, estimate_json
from sapper.players.native.codes import Ending
from sapper.study.review.guess import Guess, GuessVerdict, Slip


@dataclass(frozen=True)
class CurvePoint:
    """The chance of winning after a number of steps; None where it is not estimated."""

    step: int
    chance: Estimate | None

    def to_json(self) -> dict[str, object]:
        """Return plain values."""
        return {"step": self.step, **estimate_json("chance", self.chance)}


@dataclass(frozen=True)
class Review:
    """The review of a game.

    ``guesses`` and ``slips`` (flags on safe cells) are in the order of play. ``curve`` is the
    chance of winning before the first step and after each step; if the review was ended early, it
    stops there. ``playouts`` is the number spent on each of two moves compared, and ``notes`` say
    what is not estimated, and why.
    """

    player: str
    outcome: Ending
    steps: int
    playouts: int
    guesses: tuple[Guess, ...]
    slips: tuple[Slip, ...]
    curve: tuple[CurvePoint, ...]
    notes: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every step was reviewed."""
        return len(self.curve) == self.steps + 1

    def number(self, verdict: GuessVerdict) -> int:
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
            **estimate_json("loss", self.loss),
            "guesses": [guess.to_json() for guess in self.guesses],
            "slips": [slip.to_json() for slip in self.slips],
            "curve": [point.to_json() for point in self.curve],
            "notes": self.notes,
        }
