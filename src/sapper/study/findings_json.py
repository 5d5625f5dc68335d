"""The JSON of an analysis, as ``sapper analyse`` prints it."""

from __future__ import annotations

from typing import Any

from sapper.players import Decision, Pass
from sapper.records.plain import number
from sapper.study.findings import Findings


def findings_json(findings: Findings, suggestion: Decision | Pass) -> dict[str, Any]:
    """Return plain values, null where there is no number.

    An impossible position has the same keys, plus the clues at fault.
    """
    position, analysis, fault = findings.position, findings.analysis, findings.fault
    found: dict[str, Any] = {
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines,
        "consistent": analysis is not None,
        "log10_layouts": None,
        "mine_probability": None,
        "safe": [],
        "certain_mines": [],
        "suggestion": _suggestion_json(suggestion) if isinstance(suggestion, Decision) else None,
    }
    if fault is not None:
        found |= {"clues": fault.clues, "note": str(fault)}
    if analysis is not None:
        found |= {
            "log10_layouts": number(analysis.log10_layouts),
            "mine_probability": [
                [number(p) for p in row] for row in analysis.mine_probability.tolist()
            ],
            "safe": analysis.safe,
            "certain_mines": analysis.certain_mines,
        }
        if not analysis.exact:
            found |= {"exact": False, "note": analysis.note}
    return found


def _suggestion_json(decision: Decision) -> dict[str, Any]:
    return {
        "action": decision.move.action,
        "cell": decision.move.cell,
        "strategy": decision.strategy,
        "reason": decision.reason.words,
    }
