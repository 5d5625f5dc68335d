"""The analysis of a position, as JSON for the page."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sapper.game import Cell, Position
from sapper.notation.links.links import link_of_position
from sapper.players import Decision
from sapper.records.text import decision_json, number
from sapper.study.candidates import estimates
from sapper.study.clicks import NO_PLAN, plans
from sapper.study.findings import find, suggest, why
from sapper.study.watch import Claim, judged
from sapper.web.views.views import board_json

MEGABYTES = 256  #: memory that exact counting may use
SUGGESTS = "swift"  #: the player that suggests moves by default


def analysis_json(position: Position, player: str, seconds: float) -> dict[str, Any]:
    """Return the analysis of a position with a player's suggestion.

    Counting takes at most ``seconds``. An impossible position has an analysis too, whose ``error``
    says which clues are at fault.
    """
    began = time.perf_counter()
    findings = find(position, seconds, MEGABYTES)
    found: dict[str, Any] = {
        "consistent": findings.fault is None,
        "error": None if findings.fault is None else str(findings.fault),
        "conflict": None if findings.fault is None else {"clues": findings.fault.clues},
        "faults": [
            {"kind": fault.kind, "cell": fault.cell, "words": fault.sentence}
            for fault in position.status()
        ],
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines,
        "board": board_json(position),
        "text": str(position),
        "link": link_of_position(position),
        "log10_layouts": None,
        "exact": True,
        "note": "",
        "mine_probability": [None] * position.grid.size,
        "safe": [],
        "certain_mines": [],
        "suggestion": None,
    }
    if findings.analysis is not None:
        analysis, suggestion = findings.analysis, suggest(findings, player)
        found |= {
            "log10_layouts": number(analysis.log10_layouts),
            "exact": analysis.exact,
            "note": analysis.note,
            "mine_probability": [number(p) for p in analysis.mine_probability.ravel().tolist()],
            "safe": analysis.safe,
            "certain_mines": analysis.certain_mines,
        }
        if isinstance(suggestion, Decision):
            found["suggestion"] = decision_json(suggestion, whole=True)
    found["seconds"] = time.perf_counter() - began
    return found


def clicks_json(position: Position) -> dict[str, Any]:
    """Return the clicks that open most, and a sentence if no click is sure."""
    found = plans(find(position))
    return {"plans": [plan.to_json() for plan in found], "words": "" if found else NO_PLAN}


def show_candidates(
    tell: Callable[[str, Any], None],
    position: Position,
    player: str,
    playouts: int,
    seconds: float,
) -> None:
    """Tell the candidates of a position as they get surer, as ``candidates``, and once what a
    player would do, as ``advice``: after the first playouts, as some players think for long."""
    asked = False
    for found in estimates(position, playouts, seconds):
        tell("candidates", found.to_json())
        if not asked and (found.playouts or found.done) and position.outcome == "playing":
            asked = True
            tell("advice", _advice_json(player, position))


def _advice_json(player: str, position: Position) -> dict[str, Any]:
    advice = suggest(find(position, megabytes=MEGABYTES), player)
    if isinstance(advice, Decision):
        return {"decision": decision_json(advice, whole=True), "words": ""}
    return {"decision": None, "words": str(advice)}


def why_json(position: Position, cell: Cell, seconds: float) -> dict[str, Any]:
    """Return whether a cell is certainly safe or certainly a mine, and which clues prove it.

    Raises ``RulesError`` for a cell outside the grid.
    """
    found = why(find(position, seconds, MEGABYTES), cell)
    return {
        "certain": found.certain,
        "clues": found.reason.clues,
        "mines": found.reason.mines,
        "words": found.reason.words,
    }


def answer_json(
    position: Position, cell: Cell, claim: Claim, chosen: Cell, seconds: float
) -> dict[str, Any]:
    """Return whether a visitor's answer is right where a player has ``chosen`` a cell, and why.

    Raises ``InputError`` for a cell that is not hidden, ``RulesError`` for one outside the grid.
    """
    found = judged(find(position, seconds, MEGABYTES), cell, claim, chosen)
    return {
        "right": found.right,
        "clues": found.reason.clues,
        "mines": found.reason.mines,
        "words": found.reason.words,
    }
