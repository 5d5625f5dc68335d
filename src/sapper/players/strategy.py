"""The interface between players and strategies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sapper.game import Chance, Position
from sapper.players.decision import Decision, Pass


class Strategy(Protocol):
    """Decides or passes. One object serves one game, so it may remember what it has found."""

    @property
    def name(self) -> str:
        """Its name in recipes."""

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Return a decision or a pass; all random numbers come from ``chance``."""


#: Makes a strategy for a new game; recipes build it from a name and options.
Factory = Callable[[], Strategy]
