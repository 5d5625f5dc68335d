"""Walks through an explanation in the terminal, one step at a time, with its cells marked."""

from __future__ import annotations

from rich.text import Text

from sapper.explanations import Explanation
from sapper.explanations.explanation import VERDICTS, settled
from sapper.game import Position
from sapper.game.codes import HIDDEN
from sapper.players import Decision, Pass
from sapper.study.screen.board import BoardDrawing
from sapper.study.screen.cells import ADVISED, CLUE, COUNTED
from sapper.tui import story


class Walk:
    """The steps of an explanation up to the current one; ``at`` is its index."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation
        self.narration = explanation.narration()
        self.at = 0

    def go(self, by: int) -> None:
        """Go to a later step, or an earlier one."""
        self.at = max(0, min(self.at + by, len(self.narration) - 1))

    def lines(self) -> list[Text]:
        """Return the steps so far, the current one in normal print, and the keys."""
        cell, verdict = self.explanation.cell, self.explanation.verdict
        head = Text(f"{story.cell_words(cell)} {VERDICTS[verdict]}", "bold")
        *before, (now, _) = self.narration[: self.at + 1]
        lines = [head, *(Text(line, story.FADED) for line, _ in before), Text(now)]
        if len(self.narration) > 1:
            keys = story.items(f"step {self.at + 1} of {len(self.narration)}", ". next", ", back")
            lines.append(Text(keys, story.NOTE))
        return lines

    def mark(self, board: BoardDrawing) -> None:
        """Mark the clues of the current step, the mines known by then, and its safe cells."""
        steps = [step for _, step in self.narration[: self.at + 1]]
        now, last = steps[-1], self.at == len(self.narration) - 1
        mines = [cell for step in steps for cell in step.mines if board.position[cell] == HIDDEN]
        board.mark(mines, COUNTED)
        board.mark(now.clues, CLUE)
        board.mark(now.safe, ADVISED)
        if last:
            board.mark([self.explanation.cell], ADVISED)


def walk_of(position: Position, advice: Decision | Pass) -> Walk | None:
    """Return the walk through the steps that prove an advised move; None for a guess."""
    if isinstance(advice, Pass) or advice.reason.kind != "proof":
        return None
    mine = advice.move.action == "flag"
    explanation = settled(position, position.grid.index(advice.move.cell), mine=mine)
    return None if explanation is None else Walk(explanation)
