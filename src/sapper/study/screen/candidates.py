"""The best cells of a position as a table of text."""

from __future__ import annotations

from sapper.estimate import percent
from sapper.study.candidates import Candidates

HEADING = "best cells      mine  progress  wins"


def candidates_table(found: Candidates) -> list[str]:
    """Return the heading and a line for each of the best cells: its risk, its chance of progress
    and its chance to win, with an interval; no lines if there are no candidates."""
    if not found.best:
        return []
    lines = [HEADING]
    for one in found.best:
        cell, chance = f"[{one.cell[0]}, {one.cell[1]}]", str(one.chance or "")
        lines.append(
            f"{cell:<12}{_share(one.risk):>8}{_share(one.progress):>10}  {chance}".rstrip()
        )
    return lines


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share)
