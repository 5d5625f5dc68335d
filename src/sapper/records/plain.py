"""Rules and decisions as plain values, the same in all JSON that sapper writes."""

from __future__ import annotations

from math import isfinite
from typing import Any

from sapper.game import Rules
from sapper.players import Decision


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
    that ``parsing.WholeDecision`` can read it. Figures that JSON cannot represent are null.
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


def number(value: float) -> float | None:
    """Return a number, or None for one that JSON cannot represent."""
    return value if isfinite(value) else None
