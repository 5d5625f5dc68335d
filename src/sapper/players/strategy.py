"""The seam between players and strategies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sapper.game import Chance, Position
from sapper.players.decision import Decision, Pass


class Strategy(Protocol):
    """Decides or passes. One object serves one game, so it may remember what it found out."""

    @property
    def name(self) -> str:
        """The name it has in recipes."""

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A decision for this position, or why there is none; luck only through ``chance``."""


#: Makes the strategy of a new game; built by a recipe from a name and options.
Factory = Callable[[], Strategy]
