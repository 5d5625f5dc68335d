"""What a review finds: guesses, slips, the curve of the chance of winning, and their JSON."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from sapper.game import Cell, Move
from sapper.records.record import Outcome
from sapper.study.review_estimate import Estimate


@dataclass(frozen=True)
class Guess:
    """One guess: step ``step`` of the game (from 1), and who decided it.

    ``risk`` is the chance that it hits a mine (None where counting is too hard), ``hit`` whether
    it did. ``safe`` is a cell that was certainly safe, None where the guess was forced; ``proof``
    says why, and ``clues`` prove it. ``best`` is the move's own cell where no better one was
    found. ``chance`` is the chance to win by the move, ``best_chance`` by the best one, ``loss``
    their difference; None where they are not estimated.
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
    def forced(self) -> bool:
        """Whether no hidden cell was certainly safe."""
        return self.safe is None

    @property
    def words(self) -> str:
        """What is to be said of it, in a sentence."""
        from sapper.study.review_words import of_guess

        return of_guess(self)

    def to_json(self) -> dict[str, object]:
        """Plain values: cells as ``[row, column]``, estimates as a figure and its interval."""
        return {
            "step": self.step,
            "action": self.move.action,
            "cell": self.move.cell,
            "strategy": self.strategy,
            "risk": self.risk,
            "hit": self.hit,
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
    """A flag, at step ``step``, on a cell that was certainly safe: ``proof`` says why, ``clues``
    prove it."""

    step: int
    cell: Cell
    strategy: str
    proof: str
    clues: tuple[Cell, ...]

    @property
    def words(self) -> str:
        """What is to be said of it, in a sentence."""
        from sapper.study.review_words import of_slip

        return of_slip(self)

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {"step": self.step, "cell": self.cell, "clues": self.clues, "words": self.words}


@dataclass(frozen=True)
class Point:
    """The chance of winning after so many steps; None where it is not estimated."""

    step: int
    chance: Estimate | None

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {"step": self.step, **_estimate_json("chance", self.chance)}


@dataclass(frozen=True)
class Review:
    """What became of a game's chances: its ``guesses``, flags that were ``slips``, and the
    ``curve`` of the chance of winning, before the first step and after each.

    ``playouts`` were spent on each of two moves compared; ``notes`` say what is not estimated,
    and why. Where the review was ended early, ``curve`` is that of the steps looked at.
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
        """Whether every step was looked at."""
        return len(self.curve) == self.steps + 1

    @property
    def loss(self) -> Estimate | None:
        """What all guesses lost together, in games; None if one of them is not estimated."""
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
        """Plain values, strict: null where there is no figure."""
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
    """A figure, its interval, and how many playouts it comes from (0: it is exact)."""
    if estimate is None:
        return {name: None, f"{name}_interval": None, f"{name}_playouts": None}
    return {
        name: estimate.value,
        f"{name}_interval": [estimate.low, estimate.high],
        f"{name}_playouts": estimate.playouts,
    }
