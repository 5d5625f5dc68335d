"""Rules and decisions as plain values, the same in all JSON that sapper writes."""

from __future__ import annotations

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


def decision_json(decision: Decision) -> dict[str, Any]:
    """Return a decision with its reason, but without passes; cells are ``[row, column]``."""
    reason = decision.reason
    return {
        "action": decision.move.action,
        "cell": decision.move.cell,
        "strategy": decision.strategy,
        "reason": reason.words,
        "kind": reason.kind,
        "clues": reason.clues,
        "mines": reason.mines,
        "considered": reason.considered,
        "mine_probability": decision.mine_probability,
        "seconds": decision.seconds,
    }
