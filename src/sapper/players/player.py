"""Players: chains of strategies, each of which decides with a reason or passes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sapper.errors import SapperError, StrategyError, quoted
from sapper.game import Chance, Position
from sapper.players.decision import Decision, Factory, Pass, Strategy
from sapper.players.own import OwnStrategy
from sapper.players.validation import checked, moment

_log = logging.getLogger("sapper.players")


@dataclass(frozen=True)
class Link:
    """One strategy of a chain: its text in the recipe, and a function that makes it for a game.

    ``own`` is None for sapper's strategies.
    """

    text: str
    make: Factory
    own: OwnStrategy | None = None

    def begin(self) -> Strategy:
        """Make the strategy for a game. Raises as ``decide``."""
        try:
            return self.make()
        except (Exception, SystemExit) as error:
            self._raise_named(error, "")
            raise

    def decide(
        self, strategy: Strategy, position: Position, chance: Chance, asked: int
    ) -> Decision | Pass:
        """Return the answer of a strategy, made by ``begin``, as decision number ``asked`` of a
        game.

        Raises ``StrategyError`` for an invalid answer and, naming the line, for an error in the
        code of a file or a module. Errors in strategies passed as Python objects propagate
        unchanged.
        """
        try:
            answer = strategy.decide(position, chance)
        except (Exception, SystemExit) as error:
            self._raise_named(error, f", {moment(position, asked)}")
            raise
        place = self.own.place if self.own is not None and self.own.source is not None else ""
        return checked(answer, self.text, position, asked, place)

    def _raise_named(self, error: BaseException, when: str) -> None:
        """Raise ``StrategyError`` with the line of the file or module that caused an error."""
        clear = isinstance(error, SapperError | MemoryError)
        if not clear and self.own is not None and self.own.source is not None:
            words = f"strategy {quoted(self.text)}{when}: {self.own.fault(error)}"
            raise StrategyError(words) from error


@dataclass(frozen=True)
class Player:
    """A named chain of strategies. Text form: the recipe, which ``sapper.player`` reads."""

    recipe: str
    chain: tuple[Link, ...]

    def __str__(self) -> str:
        return self.recipe

    def __repr__(self) -> str:
        return f"<Player: {self.recipe}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the strategies as the rows of a table: ``strategy``, and ``own``, true for user
        strategies."""
        return [{"strategy": link.text, "own": link.own is not None} for link in self.chain]

    @property
    def own(self) -> tuple[OwnStrategy, ...]:
        """The user strategies of the chain."""
        return tuple(link.own for link in self.chain if link.own is not None)

    def begin(self, chance: Chance) -> Callable[[Position], Decision | Pass]:
        """Start a game, and return a function that decides its successive positions.

        If every strategy passes, it returns a ``Pass`` with their reasons. It raises
        ``StrategyError`` if a strategy returns anything but a valid ``Decision`` or ``Pass``.
        """
        strategies = [(link, link.begin()) for link in self.chain]
        asked = 0

        def decide(position: Position) -> Decision | Pass:
            nonlocal asked
            asked += 1
            started = time.perf_counter()
            passed: list[Pass] = []
            for link, strategy in strategies:
                answer = link.decide(strategy, position, chance, asked)
                if isinstance(answer, Decision):
                    seconds = time.perf_counter() - started
                    _log.debug(
                        "%d: %s decides %s in %.4f s", asked, link.text, answer.move, seconds
                    )
                    return answer.made(position, seconds, tuple(passed))
                passed.append(answer)
            return Pass(self.recipe, "every strategy passes", tuple(passed))

        return decide
