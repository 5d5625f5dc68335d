"""Players: chains of strategies, each of which decides with a reason or passes.

What strategies return is validated: anyone may write one, and matches rely on the results.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sapper.arguments import CHECKS, several, text
from sapper.errors import IllegalMoveError, RecipeError, SapperError, StrategyError, quoted
from sapper.game import Chance, Position
from sapper.game.move import why_illegal
from sapper.players.decision import (
    Decision,
    Factory,
    Pass,
    Reason,
    Strategy,
    plain_cell,
    shown,
)
from sapper.players.own import OwnStrategy


def checked(
    answer: object, strategy: str, position: Position, asked: int, place: str = ""
) -> Decision | Pass:
    """Return the answer of a strategy to a position if it is valid.

    ``asked`` is the number of the decision in its game, and ``place`` the file and line of the
    strategy's code. NumPy's numbers become plain ones. Raises ``StrategyError`` if the answer is
    not a ``Decision`` or ``Pass``, or a part of it is wrong.
    """
    if isinstance(answer, Decision):
        fault = _fault_of_decision(answer, position)
        if fault is None:
            return _plain(answer)
    elif isinstance(answer, Pass):
        return answer
    else:
        fault = f"expected a Decision or a Pass, got {shown(answer)}"
    raise StrategyError(named(fault, strategy, position, asked, place))


def named(fault: str, strategy: str, position: Position, asked: int, place: str) -> str:
    """Return a fault with the place of the strategy's code, its name and the decision."""
    code = f"{place}: " * bool(place)
    return f"{code}strategy {quoted(strategy)}, {moment(position, asked)}: {fault}"


def moment(position: Position, asked: int) -> str:
    """Name decision ``asked`` of a game, and the board."""
    grid = position.grid
    return f"decision {asked} of a {grid.width}x{grid.height}x{position.mines} game"


def check_maker(name: str, make: object) -> None:
    """Raise ``StrategyError`` if this is not a callable that makes a strategy."""
    if not callable(make):
        raise StrategyError(
            f"strategy '{name}': expected a class or a function that makes it, got {shown(make)}"
        )


def check_strategy(name: str, made: object) -> None:
    """Raise ``StrategyError`` if an object is not a strategy."""
    if isinstance(made, type):
        fault = f"got the class {made.__name__} instead of an object of it"
    elif not callable(getattr(made, "decide", None)):
        fault = f"{type(made).__name__} has no method decide(position, chance)"
    elif not isinstance(getattr(made, "name", None), str):
        fault = f"{type(made).__name__} has no attribute 'name' that is a string"
    else:
        return
    raise StrategyError(f"strategy '{name}': {fault}")


def _fault_of_decision(decision: Decision, position: Position) -> str | None:
    """Return what is wrong with a decision in this position, or None."""
    grid, move = position.grid, decision.move
    if plain_cell(move.cell, grid) is None:
        rows, columns = f"0 to {grid.height - 1}", f"0 to {grid.width - 1}"
        return f"expected a cell (row {rows}, column {columns}), got {shown(move.cell)}"
    if position.outcome == "playing":  # a position that is over may still be analysed
        illegal = why_illegal(position, move)
        if illegal is not None:
            return illegal
    return decision.why.fault(grid) if isinstance(decision.why, Reason) else None


def _plain(decision: Decision) -> Decision:
    risk = decision.mine_probability
    if risk is not None and type(risk) is not float:
        decision = replace(decision, mine_probability=float(risk))
    if isinstance(decision.why, Reason):
        reason = decision.why.plain()
        if reason is not decision.why:
            decision = replace(decision, why=reason)
    return decision


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
        place = self.own.place if self.own is not None and self.own.source is not None else ""
        try:
            answer = strategy.decide(position, chance)
        except (StrategyError, IllegalMoveError) as error:  # of a decision, reason or move
            raise StrategyError(named(str(error), self.text, position, asked, place)) from error
        except (Exception, SystemExit) as error:
            self._raise_named(error, f", {moment(position, asked)}")
            raise
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

    def __post_init__(self) -> None:
        text("recipe", self.recipe)
        links = several("chain", self.chain)
        if not (links and all(isinstance(link, Link) for link in links)):
            raise RecipeError("chain: expected strategies; sapper.player reads a recipe")

    def __str__(self) -> str:
        return self.recipe

    def __repr__(self) -> str:
        return f"<Player: {self.recipe}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the strategies as the rows of a table: ``strategy``, and ``own``, true for user
        strategies."""
        return [{"strategy": link.text, "own": link.own is not None} for link in self.chain]

    @property
    def written_out(self) -> str:
        """The recipe with every strategy of the chain: ``corner > single-point > csp``."""
        return " > ".join(link.text for link in self.chain)

    @property
    def own(self) -> tuple[OwnStrategy, ...]:
        """The user strategies of the chain."""
        return tuple(link.own for link in self.chain if link.own is not None)

    def begin(self, chance: Chance) -> Callable[[Position], Decision | Pass]:
        """Start a game, and return a function that decides its successive positions.

        If every strategy passes, it returns a ``Pass`` with their reasons. It raises
        ``StrategyError`` if a strategy returns anything but a valid ``Decision`` or ``Pass``.
        """
        CHECKS["Chance"]("chance", chance)
        strategies = [(link, link.begin()) for link in self.chain]
        asked = 0

        def decide(position: Position) -> Decision | Pass:
            nonlocal asked
            position = Position.of(position)
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
