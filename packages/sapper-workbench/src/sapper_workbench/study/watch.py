"""A game watched in half steps, first the reason, then the move; and judgements of the viewer's own
guesses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.errors import InputError, plural
from sapper.estimate import percent
from sapper.game import Cell
from sapper.players import Decision, Pass, Reason
from sapper.records import HINT, PEOPLE, Step
from sapper.reviews.position_report import Findings, why
from sapper_workbench.session.session import Session


class WatchedGame:
    """The cursor of a viewer in a game.

    ``session`` has the moves so far. ``coming`` is the next decision while the viewer is at its
    half step, which shows the position before the move. If the viewer tries to find the moves
    (``finding``), the reason stays ``hidden`` until a right answer or the next half step.
    ``answers`` maps the number of moves before a question to whether the first answer was right.
    """

    def __init__(self, session: Session, *, finding: bool = False) -> None:
        self.session, self.finding = session, finding
        self.coming: Decision | None = None
        self.hidden = False
        self.answers: dict[int, bool] = {}

    @property
    def asks(self) -> Decision | None:
        """The decision that the viewer is to find now."""
        return self.coming if self.hidden else None

    def decide(self) -> Decision | Pass:
        """Return the next decision of this line, or that of the session's player after the last
        one. Raises ``IllegalMoveError`` if the game is over."""
        session = self.session
        if session.redoable:
            return session.line[len(session.steps)].decision
        return session.hint()

    def forward(self) -> Decision | Step | Pass:
        """Go half a step: return the decision whose reason is shown now, or the move made.

        A pass changes nothing. Moves of people have no reason, so they are made at once. Raises
        ``IllegalMoveError`` if the game is over.
        """
        if self.coming is None:
            decision = self.decide()
            if isinstance(decision, Pass):
                return decision
            if explained(decision):
                self._show(decision)
                return decision
        elif self.hidden:
            self.hidden = False
            self.answers.setdefault(len(self.session.steps), False)
            return self.coming
        return self.move()

    def move(self) -> Step | Pass:
        """Make the next move, with or without showing its reason first. Raises as ``forward``."""
        self.coming, self.hidden = None, False
        return self.session.redo() if self.session.redoable else self.session.play_agent()

    def back(self) -> None:
        """Go half a step back, at most to the start."""
        if self.coming is not None:
            self.coming, self.hidden = None, False
        elif self.session.undoable:
            decision = self.session.undo().decision
            if explained(decision):
                self._show(decision)

    def go_to(self, moves: int) -> None:
        """Go to the position after this many moves, or the closest one."""
        self.coming, self.hidden = None, False
        self.session.go_to(moves)

    def record(self, answer: Answer) -> None:
        """Record the answer to a question; a right one reveals the reason of the player's move."""
        self.answers.setdefault(len(self.session.steps), answer.right)
        self.hidden = self.hidden and not answer.right

    def _show(self, decision: Decision) -> None:
        """Show a decision, or ask for it unless it was found or opens the first cell."""
        known = len(self.session.steps) in self.answers
        self.coming = decision
        self.hidden = self.finding and not known and not self.session.position.untouched


def explained(decision: Decision) -> bool:
    """Return whether a decision has a reason to show: moves of people and hints have none."""
    return decision.strategy not in (*PEOPLE, HINT)


Claim = Literal["safe", "mine"]
TOLERANCE = 1e-9  #: probabilities that differ by less are equal


@dataclass(frozen=True)
class Answer:
    """The judgement of a claim about a cell: whether it is right, and why."""

    right: bool
    reason: Reason


def question(decision: Decision) -> str:
    """Return the question before a player's move, as a clause."""
    if decision.guess:
        return "the player guesses here: which cell would you open?"
    return (
        "the player is certain of the next move: find a cell that must be safe, or one that must be"
        " a mine"
    )


def judge(findings: Findings, cell: Cell, claim: Claim, chosen: Cell) -> Answer:
    """Judge a claim about a cell of a position in which a player has ``chosen`` a cell to open.

    A claim that is certainly true is right, whatever the player chose. If no cell is certainly
    safe, the player's cell is right, and so is any cell of no higher risk.

    Raises ``InputError`` for a cell that is not hidden, ``RulesError`` for one outside the grid.
    """
    position = findings.position
    for picked in (cell, chosen):
        if position.grid.index(picked) not in position.hidden_indices:
            raise InputError(f"{list(picked)} is not hidden: pick a hidden cell")
    certainty = why(findings, cell)
    if certainty.certain != "neither" or findings.analysis is None:
        return Answer(certainty.certain == claim, certainty.reason)
    if position.next_open_is_safe:
        return Answer(claim == "safe", certainty.reason)
    risk, other = (findings.analysis.probability(each) for each in (cell, chosen))
    if risk != risk:  # not counted
        return Answer(cell == chosen and claim == "safe", certainty.reason)
    share = f"a mine lies here in {percent(risk)} of the possible layouts"
    if claim == "mine":
        return Answer(False, _reason(certainty.reason, f"this is not certain: {share}"))
    safe = len(findings.analysis.safe)
    if safe:
        surely = "1 other cell is" if safe == 1 else f"{safe} other cells are"
        return Answer(False, _reason(certainty.reason, f"{share}, and {surely} certainly safe"))
    if cell == chosen:
        return Answer(True, _reason(certainty.reason, f"the player opens it too: {share}"))
    beside = f"and in {percent(other)} at the player's cell"
    words = f"no cell is certainly safe, and {share} {beside}"
    return Answer(risk <= other + TOLERANCE, _reason(certainty.reason, words))


def score_words(found: int, asked: int) -> str:
    """Return a clause with the number of moves found at the first try."""
    return f"{found} of {plural(asked, 'move')} found at the first try"


def _reason(reason: Reason, words: str) -> Reason:
    return Reason(reason.kind, words, clues=reason.clues, mines=reason.mines)
