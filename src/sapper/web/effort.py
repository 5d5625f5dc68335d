"""What a strategy can show of its thinking, beyond its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.players import Decision, Reason
from sapper.players.bssuct import Why as Searched
from sapper.players.champion import Why as Tried
from sapper.players.limited_reason import Why as Believed
from sapper.players.mio import Why as Ruled
from sapper.players.mio_view import Mines, members


@dataclass(frozen=True)
class Shown:
    """Why a move was made that was thought of elsewhere: its reason, and the effort shown there."""

    reason: Reason
    effort: dict[str, Any] | None

    def __call__(self) -> Reason:
        """The reason."""
        return self.reason


def effort(decision: Decision) -> dict[str, Any] | None:
    """The thinking behind a decision as plain values; None where nothing is kept of it.

    ``splits``: the level of limited belief and its split tree. ``search``: the moves tried, how
    often, and what they won on average. ``rule``: a learned rule, and what its variables stand
    for.
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
