"""Answers of somebody who looks for a player's move: right or wrong, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.errors import InputError, plural
from sapper.estimate import percent
from sapper.game import Cell
from sapper.players import Decision, Reason
from sapper.study.findings import Findings, why

Claim = Literal["safe", "mine"]
EQUAL = 1e-9  #: probabilities that differ by less are equal


@dataclass(frozen=True)
class Answer:
    """Whether a claim about a cell was right, and the reason."""

    right: bool
    reason: Reason


def question(decision: Decision) -> str:
    """Return what is asked before a player's move, as a clause."""
    if decision.guess:
        return f"here {decision.strategy} knows no certain cell and guesses: where would you open?"
    return f"here {decision.strategy} is certain: which cell is safe, or a mine?"


def judged(findings: Findings, cell: Cell, claim: Claim, chosen: Cell) -> Answer:
    """Judge a claim about a cell of a position in which a player ``chosen`` another or the same.

    What is certainly as claimed is right, whether the player chose it or not. Where no cell is
    certainly safe, it is right to open the player's cell, or one that is no more likely a mine.

    Raises ``InputError`` for a cell that is not hidden, ``RulesError`` for one outside the grid.
    """
    position = findings.position
    for picked in (cell, chosen):
        if position.grid.index(picked) not in position.hidden:
            raise InputError(f"{list(picked)} is not hidden: pick a hidden cell")
    found = why(findings, cell)
    if found.certain != "neither" or findings.analysis is None:
        return Answer(found.certain == claim, found.reason)
    risk, other = (float(findings.analysis.mine_probability[each]) for each in (cell, chosen))
    if risk != risk:  # not counted
        return Answer(cell == chosen and claim == "safe", found.reason)
    share = f"a mine lies here in {percent(risk)} of the possible layouts"
    if claim == "mine":
        return Answer(False, _reason(found.reason, f"this is not certain: {share}"))
    safe = len(findings.analysis.safe)
    if safe:
        surely = "1 other cell is" if safe == 1 else f"{safe} other cells are"
        return Answer(False, _reason(found.reason, f"{share}, and {surely} certainly safe"))
    if cell == chosen:
        return Answer(True, _reason(found.reason, f"the player opens it too: {share}"))
    beside = f"and in {percent(other)} at the player's cell"
    words = f"no cell is certainly safe, and {share} {beside}"
    return Answer(risk <= other + EQUAL, _reason(found.reason, words))


def score_words(found: int, asked: int) -> str:
    """Return how many moves were found at the first try, as a clause."""
    return f"{found} of {plural(asked, 'move')} found at the first try"


def _reason(reason: Reason, words: str) -> Reason:
    return Reason(reason.kind, words, clues=reason.clues, mines=reason.mines)
