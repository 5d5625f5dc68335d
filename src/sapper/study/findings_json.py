"""The JSON of an analysis, as ``sapper analyse`` prints it."""

from __future__ import annotations

from typing import Any

from sapper.players import Decision, Pass
from sapper.study.candidates import Candidates
from sapper.study.findings import Findings


def findings_json(
    findings: Findings, suggestion: Decision | Pass, compared: Candidates | None = None
) -> dict[str, Any]:
    """Return plain values, null where there is no number, and the best cells if they were compared.

    An impossible position has the same keys, plus the clues at fault.
    """
    position, analysis, fault = findings.position, findings.analysis, findings.fault
    advice = {"suggestion": _suggestion_json(suggestion)}
    if analysis is not None:
        known = analysis.to_json()
        doubts = {name: known.pop(name) for name in ("exact", "note") if name in known}
        return known | advice | doubts | _compared_json(compared)
    found: dict[str, Any] = {
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines,
        "consistent": False,
        "log10_layouts": None,
        "mine_probability": None,
        "safe": [],
        "certain_mines": [],
    }
    return found | advice | {"clues": fault and fault.clues, "note": str(fault)}


def _compared_json(compared: Candidates | None) -> dict[str, Any]:
    if compared is None:
        return {}
    note = {"note": compared.note} if compared.note else {}
    return {"candidates": [one.to_json() for one in compared.best], **note}


def _suggestion_json(decision: Decision | Pass) -> dict[str, Any] | None:
    if isinstance(decision, Pass):
        return None
    return {
        "action": decision.move.action,
        "cell": decision.move.cell,
        "strategy": decision.strategy,
        "reason": decision.reason.words,
    }
