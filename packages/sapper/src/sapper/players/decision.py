"""Strategies, and what they return: a decision with its reason, or a pass that says why not."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real
from operator import index
from typing import Any, Protocol, Self, TypeVar, cast

from sapper.errors import StrategyError, quoted
from sapper.game import Cell, Chance, Grid, Move, Position
from sapper.lazy import cached_property
from sapper.players.effort import Effort

T = TypeVar("T")


def plain_cell(value: object, grid: Grid | None) -> Cell | None:
    """Return a pair of whole numbers as a cell; None if it is not one, or outside the grid."""
    try:
        row, column = map(index, cast("tuple[int, int]", value))
    except (TypeError, ValueError):
        return None
    size = (row, column) if grid is None else (grid.height - 1, grid.width - 1)
    return (row, column) if 0 <= row <= size[0] and 0 <= column <= size[1] else None


def plain_number(value: object) -> float | None:
    """Return a real number as a ``float``; None if it is something else."""
    if type(value) is float:  # the usual case; checking for a ``Real`` takes longer
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    return float(value)


def finite(value: float) -> float | None:
    """Return a number, or None for one that JSON cannot represent."""
    return value if isfinite(value) else None


def brief_repr(value: object) -> str:
    """Return a value for a message: short, and on one line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:60]}…"


@dataclass(frozen=True)
class Reason:
    r"""Why a move is made: a ``kind`` for programs, ``words`` for people, and cells to highlight.

    - ``kind``: a few words, such as ``least risk``.
    - ``words``: a clause without a full stop, which names cells as ``[row, column]``.
    - ``clues``: the open cells that the reason rests on.
    - ``mines``: the hidden cells that it takes to be mines.
    - ``considered``: the candidates, best first, as pairs ``(cell, figure)``.

    Raises ``StrategyError`` for values of other types.

    >>> reason = sapper.Player("csp").choose("4x3x2\nHHHH\n1221\n0000").reason
    >>> reason.kind, reason.clues
    ('proof', ((1, 2),))
    """

    kind: str
    words: str
    clues: tuple[Cell, ...] = ()
    mines: tuple[Cell, ...] = ()
    considered: tuple[tuple[Cell, float], ...] = ()

    def __post_init__(self) -> None:
        _check_text(self.kind, "the kind of the reason")
        _check_text(self.words, "the words of the reason")
        self.check()

    def check(self, grid: Grid | None = None) -> None:
        """Check cells and figures, which may come from user code, and make them plain numbers.

        Raises ``StrategyError`` for values of other types and for cells outside the grid. Without
        a grid, cells may have any row and column from 0.
        """
        for name in ("clues", "mines"):
            cells: object = getattr(self, name)
            if not isinstance(cells, Collection):
                raise StrategyError(
                    f"expected cells as the {name} of the reason, got {brief_repr(cells)}"
                )
            kind = f"cells of the board as the {name}"
            plain = tuple([_checked(plain_cell(cell, grid), kind, cell) for cell in cells])
            object.__setattr__(self, name, plain)
        pairs, kind = self.considered, "pairs (cell, figure) as considered"
        if not isinstance(pairs, Collection):
            raise StrategyError(f"expected {kind}, got {brief_repr(pairs)}")
        plain_pairs = tuple([_checked(_plain_pair(pair, grid), kind, pair) for pair in pairs])
        object.__setattr__(self, "considered", plain_pairs)


@dataclass(frozen=True)
class Pass:
    r"""The answer of a strategy that does not decide, and why.

    For a whole chain, ``passed`` has the answers of its strategies in order. Raises
    ``StrategyError`` for values of other types.

    >>> passed = sapper.Player("sat").choose("3x1x1\nH1H")
    >>> [missed.strategy for missed in passed.passed]
    ['corner', 'single-point', 'sat']
    """

    strategy: str
    words: str
    passed: tuple[Pass, ...] = ()

    def __post_init__(self) -> None:
        _check_text(self.strategy, "the pass's strategy")
        _check_text(self.words, "the words of the pass")
        _check_passes(self.passed)

    def __str__(self) -> str:
        return f"{self.strategy} passes: {self.words}"

    def to_json(self) -> dict[str, str]:
        """Return the strategy and its reason as plain values."""
        return {"strategy": self.strategy, "words": self.words}


@dataclass(frozen=True, eq=False)
class Decision:
    r"""A move with the strategy that chose it and its reason.

    - ``move``: the move, and ``strategy``: the name of the strategy.
    - ``why``: the reason, or a function that finds it when it is first needed, because proofs cost
      more than most decisions and matches never need them.
    - ``mine_probability``: the exact chance that the move's cell holds a mine, or None if the
      strategy does not know it.
    - ``seconds``: the time that the strategies took, excluding the reason.
    - ``passed``: the passes of the strategies before this one.
    - ``effort``: a record of the work behind the move, if the strategy keeps one.
    - ``position``: the position of the decision, which notebooks draw, if known.
    - ``turn``: successive decisions of a strategy with the same number belong together, such as
      those at all neighbours of one clue; None if a decision stands alone.

    Decisions are equal if they differ only in effort, position and turn.

    ``str(decision)`` is a sentence for people: the move, the strategy and the reason. Raises
    ``StrategyError`` for values of other types.

    >>> decision = sapper.Player("csp").choose("4x3x2\nHHHH\n1221\n0000")
    >>> str(decision.move), decision.strategy, decision.mine_probability, decision.guess
    ('open [0, 0]', 'csp', 0.0, False)
    """

    move: Move
    strategy: str
    why: Reason | Callable[[], Reason]
    mine_probability: float | None
    seconds: float = 0.0
    passed: tuple[Pass, ...] = ()
    effort: Effort | None = None
    position: Position | None = None
    turn: int | None = None

    def __post_init__(self) -> None:
        move: object = self.move
        if not isinstance(move, Move):
            raise StrategyError(f"expected a Move as the decision's move, got {brief_repr(move)}")
        risk: object = self.mine_probability
        figure = 0.0 if risk is None else plain_number(risk)
        if figure is None or not 0.0 <= figure <= 1.0:
            kinds = "None or a number from 0 to 1"
            raise StrategyError(f"expected {kinds} as mine_probability, got {brief_repr(risk)}")
        if risk is not None and risk is not figure:
            object.__setattr__(self, "mine_probability", figure)
        _check_text(self.strategy, "the decision's strategy")
        why: object = self.why
        if not (isinstance(why, Reason) or callable(why)):
            kinds = "a Reason, or a function that returns one"
            raise StrategyError(f"expected {kinds}, got {brief_repr(why)}")
        if plain_number(self.seconds) is None:
            raise StrategyError(f"expected a number of seconds, got {brief_repr(self.seconds)}")
        if self.turn is not None and type(self.turn) is not int:
            raise StrategyError(
                f"expected a whole number or None as turn, got {brief_repr(self.turn)}"
            )
        if type(self.passed) is not tuple or self.passed:
            _check_passes(self.passed)
        position: object = self.position
        if not (position is None or isinstance(position, Position)):
            raise StrategyError(f"expected None or a Position, got {brief_repr(position)}")
        effort: object = self.effort
        if not (effort is None or isinstance(effort, Effort)):
            raise StrategyError(
                f"expected None or an Effort as the decision's effort, got {brief_repr(effort)}"
            )

    @cached_property
    def reason(self) -> Reason:
        """Why the move is made. Raises ``StrategyError`` if ``why`` returns something else."""
        if isinstance(self.why, Reason):
            return self.why
        try:
            reason: object = self.why()
            if not isinstance(reason, Reason):
                raise StrategyError(f"expected a Reason, got {brief_repr(reason)}")
            reason.check(None if self.position is None else self.position.grid)
        except StrategyError as error:
            asked = f"the function that explains {self.move}"
            raise StrategyError(f"strategy {quoted(self.strategy)}, {asked}: {error}") from None
        return reason

    def made(self, position: Position, seconds: float, passed: tuple[Pass, ...]) -> Self:
        """Return the decision with its position, its time and the passes before it.

        A first cell that the rules guarantee to be safe has no risk, whatever the strategy claims.
        """
        same = object.__new__(type(self))
        same.__dict__.update(self.__dict__, position=position, seconds=seconds, passed=passed)
        return same.promised(position)

    def promised(self, position: Position) -> Self:
        """Return the decision, with no risk if it opens a first cell that the rules keep safe."""
        if (
            self.move.action != "open"
            or self.mine_probability == 0.0
            or not position.next_open_is_safe
        ):
            return self
        return replace(self, mine_probability=0.0)

    @property
    def guess(self) -> bool:
        """True if the move opens a cell that may be a mine according to the strategy."""
        return self.move.action == "open" and self.mine_probability != 0.0

    def false_proof(self, *, mine: bool) -> bool:
        """Return whether the strategy claimed to know what the cell holds, and was wrong.

        Opening a cell claims it with a ``mine_probability`` of 0, flagging it with 1; ``mine`` says
        whether the cell held a mine.
        """
        claim = {"open": 0.0, "flag": 1.0}.get(self.move.action)
        return claim is not None and claim == self.mine_probability and mine is (claim == 0.0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.move, self.strategy))

    def __str__(self) -> str:
        return f"{self.move} – {self.strategy}: {self.reason.words}"

    def __repr__(self) -> str:
        return f"<Decision: {self.move}, {self.strategy}, {self.reason.kind}>"

    def to_json(self, *, whole: bool = False) -> dict[str, Any]:
        """Return the decision with its reason as plain values; cells are ``[row, column]``.

        With ``whole``, they include the strategies that passed, the effort, and whether it is a
        guess. Figures that JSON cannot represent are null.
        """
        reason = self.reason
        fields: dict[str, Any] = {
            "action": self.move.action,
            "cell": self.move.cell,
            "strategy": self.strategy,
            "reason": reason.words,
            "kind": reason.kind,
            "clues": reason.clues,
            "mines": reason.mines,
            "considered": [(cell, finite(figure)) for cell, figure in reason.considered],
            "mine_probability": self.mine_probability,
            "seconds": self.seconds,
        }
        if whole:
            fields |= {
                "guess": self.guess,
                "passed": [one.to_json() for one in self.passed],
                "effort": None if self.effort is None else self.effort.to_json(),
            }
        return fields

    def _repr_html_(self) -> str:
        """Return the move, its reason and the highlighted clues, as notebooks show them."""
        from html import escape

        from sapper.game.drawing import board, inline

        reason = self.reason
        why = escape(f" – {self.strategy}: {reason.words}.")
        words = f"<p><b>{escape(str(self.move))}</b>{why}</p>"
        if self.position is None:
            return words
        drawn = board(self.position, clues=reason.clues, mines=reason.mines, safe=[self.move.cell])
        return f"<div>{inline(drawn, str(self.move))}{words}</div>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the reason, not the function that finds it."""
        return Decision, (*self._values(), self.effort, None, self.turn)

    def _values(self) -> tuple[object, ...]:
        figures = self.mine_probability, self.seconds, self.passed
        return (self.move, self.strategy, self.reason, *figures)


def _check_passes(passed: object) -> None:
    """Raise ``StrategyError`` unless these are passes."""
    if not (isinstance(passed, tuple | list) and all(isinstance(one, Pass) for one in passed)):
        raise StrategyError(f"expected the passes of other strategies, got {brief_repr(passed)}")


def _check_text(value: object, what: str) -> None:
    if not isinstance(value, str):
        raise StrategyError(f"expected a string as {what}, got {brief_repr(value)}")


def _checked(plain: T | None, kind: str, value: object) -> T:
    """Return a plain value; raise ``StrategyError`` if ``value`` has none."""
    if plain is None:
        raise StrategyError(f"expected {kind}, got {brief_repr(value)}")
    return plain


def _plain_pair(value: object, grid: Grid | None) -> tuple[Cell, float] | None:
    if not (isinstance(value, tuple | list) and len(value) == 2):
        return None
    cell, figure = plain_cell(value[0], grid), plain_number(value[1])
    return None if cell is None or figure is None else (cell, figure)


class Strategy(Protocol):
    """Decides or passes. One object plays one game, so it may keep what it has found."""

    @property
    def name(self) -> str:
        """Its name in recipes."""

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Return a decision or a pass; all random numbers come from ``chance``."""


class TakesTurns(Strategy, Protocol):
    """A strategy that may finish its turn before any strategy of the chain is asked again."""

    def proceed(self, position: Position) -> Decision | None:
        """Return the next decision of an unfinished turn, or None."""


#: Makes a strategy for a new game; recipes build it from a name and options.
Factory = Callable[[], Strategy]
