"""Players: chains of strategies, each of which decides, giving its reason, or passes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sapper.game import Chance, Position
from sapper.players.decision import Decision, Pass
from sapper.players.strategy import Factory
from sapper.players.validation import checked


@dataclass(frozen=True)
class Link:
    """One strategy of a chain: its text in the recipe, and a function that makes it for a game."""

    text: str
    make: Factory


@dataclass(frozen=True)
class Player:
    """A named chain of strategies. Text form: the recipe, which ``sapper.player`` reads."""

    recipe: str
    chain: tuple[Link, ...]

    def __str__(self) -> str:
        return self.recipe

    def begin(self, chance: Chance) -> Callable[[Position], Decision | Pass]:
        """Start a game, and return a function that decides its positions one after another.

        Where every strategy passes, it returns a ``Pass`` with their reasons. It raises
        ``StrategyError`` if a strategy answers anything but a valid ``Decision`` or ``Pass``.
        """
        strategies = [(link.text, link.make()) for link in self.chain]
        asked = 0

        def decide(position: Position) -> Decision | Pass:
            nonlocal asked
            asked += 1
            started = time.perf_counter()
            passed: list[Pass] = []
            for text, strategy in strategies:
                answer = checked(strategy.decide(position, chance), text, position, asked)
                if isinstance(answer, Decision):
                    seconds = time.perf_counter() - started
                    return answer.timed(seconds, tuple(passed))
                passed.append(answer)
            return Pass(self.recipe, "every strategy passes", tuple(passed))

        return decide
