"""A game that is watched in half steps: first the reason of a move where its clues are, then the
move and what it brought to light."""

from __future__ import annotations

from sapper.errors import IllegalMoveError
from sapper.game import Cell
from sapper.players import Decision, Pass
from sapper.records.step import Step
from sapper.study.findings import Findings
from sapper.study.session.counts import HINT, PEOPLE
from sapper.study.session.session import Session
from sapper.study.watch.answers import Answer, Claim, judged


class WatchedGame:
    """The cursor of a viewer in a game.

    ``session`` has the moves so far. ``coming`` is the next decision once the viewer stands at its
    half step, which shows the position before the move. If the viewer looks for the moves
    (``finding``), its reason stays ``hidden`` until a right answer or the next half step.
    ``answers`` has for each move that was looked for, by the number of moves before it, whether the
    first answer was right.
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
            found = self.decide()
            if isinstance(found, Pass):
                return found
            if explained(found):
                self._show(found)
                return found
        elif self.hidden:
            self.hidden = False
            self.answers.setdefault(len(self.session.steps), False)
            return self.coming
        return self.move()

    def move(self) -> Step | Pass:
        """Make the next move, whether its reason was shown or not. Raises as ``forward``."""
        self.coming, self.hidden = None, False
        return self.session.redo() if self.session.redoable else self.session.agent()

    def back(self) -> None:
        """Go half a step back, at most to the start."""
        if self.coming is not None:
            self.coming, self.hidden = None, False
        elif self.session.undoable:
            decision = self.session.undo().decision
            if explained(decision):
                self._show(decision)

    def go_to(self, moves: int) -> None:
        """Go to the position after so many moves, or as close as possible."""
        self.coming, self.hidden = None, False
        self.session.go_to(moves)

    def answer(self, findings: Findings, cell: Cell, claim: Claim) -> Answer:
        """Judge an answer to what is asked; a right one reveals the reason of the player's move.

        Raises ``IllegalMoveError`` if nothing is asked, and as ``judged``.
        """
        if self.asks is None:
            raise IllegalMoveError("there is no move to find here")
        found = judged(findings, cell, claim, self.asks.move.cell)
        self.answered(found)
        return found

    def answered(self, answer: Answer) -> None:
        """Take note of an answer to what is asked, judged elsewhere."""
        self.answers.setdefault(len(self.session.steps), answer.right)
        self.hidden = self.hidden and not answer.right

    def _show(self, decision: Decision) -> None:
        """Show a decision, or ask for it unless it was found or the first cell is meant."""
        known = len(self.session.steps) in self.answers
        self.coming = decision
        self.hidden = self.finding and not known and not self.session.position.untouched


def explained(decision: Decision) -> bool:
    """Whether a decision has a reason to look at: moves of people and hints have none."""
    return decision.strategy not in (*PEOPLE, HINT)
