"""The links of a player's chain. What strategies return is validated: anyone may write one, and
matches rely on the results."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.errors import IllegalMoveError, SapperError, StrategyError, quoted
from sapper.game import Chance, Position
from sapper.game.position import why_illegal
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


def check_answer(answer: object, position: Position) -> None:
    """Check what a strategy returned; NumPy's numbers become plain ones.

    Raises ``StrategyError`` for anything but a ``Decision`` or a ``Pass``, for a cell outside the
    board, and for an illegal move.
    """
    if isinstance(answer, Pass):
        return
    if not isinstance(answer, Decision):
        raise StrategyError(f"expected a Decision or a Pass, got {shown(answer)}")
    grid, move = position.grid, answer.move
    if plain_cell(move.cell, grid) is None:
        rows, columns = f"0 to {grid.height - 1}", f"0 to {grid.width - 1}"
        raise StrategyError(
            f"expected a cell (row {rows}, column {columns}), got {shown(move.cell)}"
        )
    if position.outcome == "playing":  # a position that is over may still be analysed
        illegal = why_illegal(position, move)
        if illegal is not None:
            raise StrategyError(illegal)
    if isinstance(answer.why, Reason):
        answer.why.check(grid)


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
            check_answer(answer, position)
        except (StrategyError, IllegalMoveError) as error:
            place = self.own.place if self.own is not None and self.own.source is not None else ""
            words = f"strategy {quoted(self.text)}, {moment(position, asked)}: {error}"
            raise StrategyError(f"{place}: {words}" if place else words) from error
        except (Exception, SystemExit) as error:
            self._raise_named(error, f", {moment(position, asked)}")
            raise
        return answer

    def _raise_named(self, error: BaseException, when: str) -> None:
        """Raise ``StrategyError`` with the line of the file or module that caused an error."""
        clear = isinstance(error, SapperError | MemoryError)
        if not clear and self.own is not None and self.own.source is not None:
            words = f"strategy {quoted(self.text)}{when}: {self.own.fault(error)}"
            raise StrategyError(words) from error
