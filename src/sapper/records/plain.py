"""Rules and decisions as plain values, the same in all JSON that sapper writes."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, nan
from typing import Any

from msgspec import Struct, convert

from sapper.errors import NotationError
from sapper.game import Cell, Move, Rules
from sapper.game.move import Action
from sapper.players import Decision, Pass, Reason
from sapper.players.effort import Effort, effort_of


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return the rules by name."""
    return {
        "first": rules.first,
        "zeros_open": rules.zeros_open,
        "lives": rules.lives,
        "won_by": rules.won_by,
        "signs": rules.signs,
        "gold_known": rules.gold_known,
    }


def decision_json(decision: Decision, *, whole: bool = False) -> dict[str, Any]:
    """Return a decision with its reason; cells are ``[row, column]``.

    With ``whole`` it also has the strategies that passed, the effort, and whether it is a guess, so
    that ``WholeDecision`` can read it. Figures that JSON cannot represent are null.
    """
    reason = decision.reason
    found: dict[str, Any] = {
        "action": decision.move.action,
        "cell": decision.move.cell,
        "strategy": decision.strategy,
        "reason": reason.words,
        "kind": reason.kind,
        "clues": reason.clues,
        "mines": reason.mines,
        "considered": [(cell, number(figure)) for cell, figure in reason.considered],
        "mine_probability": decision.mine_probability,
        "seconds": decision.seconds,
    }
    if whole:
        found |= {
            "guess": decision.guess,
            "passed": [{"strategy": p.strategy, "words": p.words} for p in decision.passed],
            "effort": None if decision.effort is None else decision.effort.to_json(),
        }
    return found


class DecisionFields(Struct, frozen=True):
    """The fields of a decision in all JSON, read back."""

    action: Action
    cell: Cell
    strategy: str
    kind: str
    reason: str
    clues: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    considered: tuple[tuple[Cell, float | None], ...]
    mine_probability: float | None
    seconds: float

    def decision_with(self, passed: Iterable[Pass], effort: Effort | None = None) -> Decision:
        """Return the decision, with what not all JSON has."""
        considered = tuple((cell, nan if f is None else f) for cell, f in self.considered)
        return Decision(
            Move(self.action, self.cell),
            self.strategy,
            Reason(self.kind, self.reason, self.clues, self.mines, considered),
            self.mine_probability,
            self.seconds,
            tuple(passed),
            effort,
        )


class PassFields(Struct, frozen=True):
    """A strategy that passed, and why."""

    strategy: str
    words: str


class WholeDecision(DecisionFields, frozen=True):
    """The fields of a ``whole`` decision."""

    guess: bool
    passed: tuple[PassFields, ...]
    effort: dict[str, Any] | None

    @classmethod
    def of(cls, decision: Decision) -> WholeDecision:
        """Return the fields of a decision."""
        return convert(decision_json(decision, whole=True), cls)

    @property
    def decision(self) -> Decision:
        """The decision. Raises ``NotationError`` for an effort of no known form."""
        try:
            effort = None if self.effort is None else effort_of(self.effort)
        except (KeyError, TypeError, ValueError):
            raise NotationError("'effort': expected that of a decision") from None
        return self.decision_with((Pass(one.strategy, one.words) for one in self.passed), effort)


def number(value: float) -> float | None:
    """Return a number, or None for one that JSON cannot represent."""
    return value if isfinite(value) else None
