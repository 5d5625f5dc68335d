"""Rules and decisions as plain values, the same in all JSON that sapper writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite, nan
from typing import Any

from sapper.game import Cell, Move, Rules
from sapper.players import Decision, Pass, Reason
from sapper.players.effort import effort_of


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
    that ``decision_of`` can read it. Figures that JSON cannot represent are null.
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


def decision_of(found: Mapping[str, Any]) -> Decision:
    """Return the decision that ``decision_json`` gave, ``whole``, as plain values."""
    row, column = found["cell"]
    reason = Reason(
        found["kind"],
        found["reason"],
        _cells(found["clues"]),
        _cells(found["mines"]),
        tuple(
            ((r, c), nan if figure is None else figure) for (r, c), figure in found["considered"]
        ),
    )
    return Decision(
        Move(found["action"], (row, column)),
        found["strategy"],
        reason,
        found["mine_probability"],
        found["seconds"],
        tuple(Pass(one["strategy"], one["words"]) for one in found["passed"]),
        None if found["effort"] is None else effort_of(found["effort"]),
    )


def number(value: float) -> float | None:
    """Return a number, or None for one that JSON cannot represent."""
    return value if isfinite(value) else None


def _cells(found: Iterable[Iterable[int]]) -> tuple[Cell, ...]:
    return tuple((row, column) for row, column in found)
