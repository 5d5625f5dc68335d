"""What a strategy can show of its work besides its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.players import Decision, Reason
from sapper.players.champion import Why as Tried
from sapper.players.limited.reason import Why as Believed
from sapper.players.mio.mio import Why as Ruled
from sapper.players.mio.view import Mines, members
from sapper.players.planning.bssuct import Why as Searched


@dataclass(frozen=True)
class Shown:
    """The reason and the effort of a decision that was made in another process."""

    reason: Reason
    effort: dict[str, Any] | None

    def __call__(self) -> Reason:
        """Return the reason."""
        return self.reason


def effort(decision: Decision) -> dict[str, Any] | None:
    """Return the work behind a decision as plain values, or None if the strategy keeps nothing.

    The kinds are ``splits`` (the level of limited belief and its split tree), ``search`` (the moves
    that were tried, how often, and their average value) and ``rule`` (a learned rule and what its
    variables stand for).
    """
    match decision.why:
        case Shown() as why:
            return why.effort
        case Believed() as why:
            return {"kind": "splits", "level": why.level, "tree": why.tree().to_json()}
        case Searched() | Tried() as why:
            moves = [
                {"cell": cell, "visits": visits, "value": value}
                for cell, visits, value in why.tried
            ]
            return {"kind": "search", "moves": moves} if moves else None
        case Ruled() as why:
            return _rule(why)
    return None


def _rule(why: Ruled) -> dict[str, Any]:
    cell, firing = why.position.grid.cell, why.firing
    bindings: dict[str, Any] = {firing.rule.tile: {"cells": [cell(firing.tile)], "mines": None}}
    for name, value in firing.values:
        if isinstance(value, Mines):
            bindings[name] = {"cells": list(map(cell, members(value.cells))), "mines": value.mines}
        elif name in firing.rule.clue_names:
            bindings[name] = {"clue": cell(value)}
        else:
            bindings[name] = {"number": value}
    rule = {"name": firing.rule.name, "rule": str(firing.rule.clause)}
    return {"kind": "rule", **rule, "bindings": bindings}
