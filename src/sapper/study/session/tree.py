"""What the nodes of a game's tree hold."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Position
from sapper.records.step import Step
from sapper.study.tree import Node


@dataclass(frozen=True, eq=False, slots=True)
class Played:
    """A step of a game, and the position that it led to.

    ``player`` is the recipe or the name of the player that decided the step; it is None for the
    user's own moves and for hints. The start of a game has no step.
    """

    after: Position
    made: Step | None = None
    player: str | None = None

    @property
    def step(self) -> Step:
        """The step that led here; the start has none."""
        assert self.made is not None, "the start of a game has no step"
        return self.made


GameNode = Node[Played]
