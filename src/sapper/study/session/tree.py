"""What the nodes of a game's tree hold."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Position
from sapper.records.step import Step
from sapper.study.tree import Node


@dataclass(frozen=True)
class Origin:
    """Where the board of a session comes from.

    ``known`` says that the user may know it: it comes from a file or a position, or was played
    before. ``no_guess`` says that it was dealt to need no guess, and ``repaired`` that mines were
    moved for that. ``drawn`` says that the seed is random: it determines the deal, so it is shown
    only when the game ends.
    """

    known: bool = False
    no_guess: bool = False
    repaired: bool = False
    drawn: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Played:
    """A step of a game, and the position that it led to.

    ``player`` is the recipe or the name of the player that decided the step; it is None for the
    user's own moves and for hints. ``at`` is when the step was made, in seconds since the epoch;
    0 if that is not known. The start of a game has no step.
    """

    after: Position
    made: Step | None = None
    player: str | None = None
    at: float = 0.0

    @property
    def step(self) -> Step:
        """The step that led here; the start has none."""
        assert self.made is not None, "the start of a game has no step"
        return self.made


GameNode = Node[Played]
