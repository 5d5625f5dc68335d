"""Rules and decisions as plain values, as every JSON of the house has them."""

from __future__ import annotations

from typing import Any

from sapper.game import Rules
from sapper.players import Decision


def rules_json(rules: Rules) -> dict[str, Any]:
    """The rules by name."""
    return {
        "first": rules.first,
        "zeros_open": rules.zeros_open,
        "lives": rules.lives,
        "won_by": rules.won_by,
        "signs": rules.signs,
        "gold_known": rules.gold_known,
    }


def decision_json(decision: Decision) -> dict[str, Any]:
    """A decision with its reason, cells as ``[row, column]``; not who passed."""
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
