"""A player is a chain of strategies; each either decides, giving its reason, or passes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from sapper.game import Chance, Position
from sapper.players.decision import Decision, Pass
from sapper.players.strategy import Factory


@dataclass(frozen=True)
class Link:
    """One strategy of a chain: how it is written, and how a new game's is made."""

    text: str
    make: Factory


@dataclass(frozen=True)
class Player:
    """A named chain of strategies. Text form: the recipe, which ``sapper.player`` reads."""

    recipe: str
    chain: tuple[Link, ...]

    def __str__(self) -> str:
        return self.recipe

    @property
    def written_out(self) -> str:
        """The recipe without names for chains: ``first > second > …``."""
        return " > ".join(link.text for link in self.chain)

    def begin(self, chance: Chance) -> Callable[[Position], Decision | Pass]:
        """Start a game: the function returned decides its positions one after another.

        Where every strategy passes it passes, too, and lists their reasons.
        """
        strategies = [link.make() for link in self.chain]

        def decide(position: Position) -> Decision | Pass:
            started = time.perf_counter()
            passed: list[Pass] = []
            for strategy in strategies:
                decision = strategy.decide(position, chance)
                if isinstance(decision, Decision):
                    seconds = time.perf_counter() - started
                    return replace(decision, seconds=seconds, passed=tuple(passed))
                passed.append(decision)
            return Pass(self.recipe, "every strategy passes", tuple(passed))

        return decide
