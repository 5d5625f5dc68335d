"""Composes the text beside the board, as lines, and walks through explanations step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from sapper.errors import plural
from sapper.estimate import percent
from sapper.explanations import Explanation
from sapper.explanations.explanation import VERDICTS, settled
from sapper.explanations.letters import letters_of
from sapper.game import Cell, Position
from sapper.game.codes import HIDDEN
from sapper.inference.analysis import layouts
from sapper.metrics.figures import rows
from sapper.players import Decision, Pass
from sapper.reviews import explain
from sapper.reviews.candidates import Candidates
from sapper.reviews.findings import Review, meanings
from sapper.reviews.guess import is_fault
from sapper.reviews.position_report import Certainty, Findings
from sapper.terminal.board import (
    ADVISED,
    CLUE,
    COUNTED,
    MOVED,
    WRONG,
    BoardDrawing,
    candidates_table,
)
from sapper_workbench.narration import (
    BETWEEN,
    FADED,
    GUESS,
    NOTE,
    SEPARATOR,
    considered_lines,
    items,
    pass_lines,
    plain,
    prose,
    risk_text,
)
from sapper_workbench.study.clicks import NO_PLAN, Plan
from sapper_workbench.study.watch import Answer, Claim, question

#: The legend of the marks, in the order of display.
LEGEND = {
    MOVED: "> last move",
    CLUE: "= clue it relies on",
    COUNTED: "! mine it relies on",
    ADVISED: "? suggested move",
    WRONG: "x clue at fault",
}


def unsplit(line: Text, width: int) -> list[Text]:
    """Return a legend as lines of at most ``width`` columns that split no item, if one fits.

    Textual breaks lines at any blank, even at those that should not be broken.
    """
    if "\u00a0" not in line.plain or line.cell_len <= width:
        return [line]
    found: list[Text] = []
    for item in line.split(BETWEEN):
        if found and found[-1].cell_len + len(BETWEEN) + item.cell_len <= width:
            found[-1].append(BETWEEN).append_text(item)
        else:
            found.append(item)
    return found


def legend(board: BoardDrawing, words: Mapping[str, str] = LEGEND) -> str:
    """Return the legend of the marks that are on a board; ``words`` explains each mark."""
    marks = {glyph.mark for glyph in board.glyphs}
    return items(*(each for mark, each in words.items() if mark in marks))


def advice_lines(advice: Decision | Pass, *, reason: bool = True) -> list[Text]:
    """Return the move that an agent advises with its reason, or why it has none.

    - ``reason``: whether to include the reason; a walk shows it in steps.
    """
    if isinstance(advice, Pass):
        head = Text(prose(f"no move: {advice.words}"), NOTE)
        return [head, *pass_lines(advice.passed)]
    head = Text(f"? {advice.move}", "bold green3")
    head.append(f"  {plain(advice.strategy)}", "not bold default").append_text(risk_text(advice))
    words = [Text(prose(advice.reason.words))] if reason else []
    return [head, *words, *considered_lines(advice), *pass_lines(advice.passed)]


def question_lines(asked: Decision) -> list[Text]:
    """Return the question before a player's move, and the keys that answer it."""
    keys = items("Enter safe", "f mine", "g show it")
    return [Text(prose(question(asked)), "bold"), Text(keys, FADED)]


def answer_lines(cell: Cell, claim: Claim, answer: Answer) -> list[Text]:
    """Return the judgement of an answer, with its reason."""
    said = "is safe" if claim == "safe" else "is a mine"
    head = "Right" if answer.right else "Wrong"
    style = "bold green3" if answer.right else f"bold {GUESS}"
    words = Text(f"{head}: {list(cell)} {said}?", style)
    return [words, Text(prose(answer.reason.words))]


def why_lines(cell: Cell, why: Certainty) -> list[Text]:
    """Return the verdict on a cell, with the reason."""
    verdict = {"safe": "is safe", "mine": "is a mine", "neither": ""}[why.certain]
    head = Text(f"{list(cell)} {verdict}".rstrip(), "bold")
    return [head, Text(prose(why.reason.words))]


def clicks_lines(plans: Sequence[Plan]) -> list[Text]:
    """Return the clicks that open most, the best first."""
    if not plans:
        return [Text(prose(NO_PLAN))]
    head = Text("Most cells for the fewest clicks", "bold")
    return [head, *(Text(prose(plan.words)) for plan in plans)]


def findings_lines(findings: Findings, away: float | None) -> list[Text]:
    """Return the summary of an analysis; ``away`` is the probability away from all clues."""
    analysis = findings.analysis
    lines = [Text(prose(note), NOTE) for note in findings.notes]
    if analysis is None:
        return lines
    counted = [layouts(analysis.log10_layouts)] if analysis.counted else []
    safe = analysis.promise or f"{len(analysis.safe)} safe"
    mines = plural(len(analysis.certain_mines), "certain mine")
    head = Text(SEPARATOR.join([*counted, safe, mines]), "bold")
    rest = [] if away is None else [Text(f"■ away from all clues: {percent(away)} risk", FADED)]
    return [head, *rest, *lines]


def candidates_lines(candidates: Candidates) -> list[Text]:
    """Return the best cells: risk, chance of progress, and chance of winning with its interval."""
    if not candidates.best:
        return [Text(prose(candidates.note), FADED)] if candidates.note else []
    heading, *cells = candidates_table(candidates)
    lines = [Text(heading, "bold"), *map(Text, cells)]
    if candidates.playouts:
        games = f"{candidates.playouts:,} simulated games for each cell"
        lines.append(Text(games if candidates.done else f"{games} so far", FADED))
    return lines


def review_lines(review: Review, number: int) -> list[Text]:
    """Return the review of a step (0: of the whole game), as far as it is known."""
    lines: list[Text] = []
    for guess in review.guesses:
        if guess.step == number:
            style = GUESS if guess.avoidable else "green3"
            grade = f" · {guess.grade}" if is_fault(guess.grade) else ""
            head = Text(f"{guess.verdict} guess{grade}", f"bold {style}")
            lines += [head, Text(prose(guess.words))]
            lines += [Text(prose(guess.reason), FADED)] if guess.reason else []
    for slip in review.slips:
        if slip.step == number:
            lines += [Text("wrong flag", f"bold {GUESS}"), Text(prose(slip.words))]
    if not review.complete:
        left = review.steps + 1 - len(review.curve)
        lines.append(Text(f"The review has {plural(left, 'position')} to go.", NOTE))
    elif number == 0:
        lines += [Text(f"Review: {review.story}", "bold"), *map(Text, map(prose, review.summary))]
        lines += [Text(prose(meaning), FADED) for meaning in meanings(review)]
        lines += [Text(prose(note), NOTE) for note in review.notes]
        if review.figures is not None:
            lines += [Text.assemble((f"{name}  ", FADED), it) for name, it in rows(review.figures)]
    return lines


def chance_lines(review: Review, number: int) -> list[Text]:
    """Return the chance of winning after a step, if the review estimates it."""
    chance = review.chance(number)
    return [] if chance is None else [Text(f"chance of winning {percent(chance.value)}", FADED)]


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
        name = self.explanation.letters[cell]
        head = Text(f"{name} {list(cell)} {VERDICTS[verdict]}", "bold")
        told = [self.explanation.lettered(line) for line, _ in self.narration[: self.at + 1]]
        *before, now = told
        lines = [head, *(Text(line, FADED) for line in before), Text(now)]
        if len(self.narration) > 1:
            keys = items(f"step {self.at + 1} of {len(self.narration)}", ". next", ", back")
            lines.append(Text(keys, NOTE))
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
        named = letters_of([step.words for step in steps], [self.explanation.cell])
        board.letters({c: sign for c, sign in self.explanation.letters.items() if c in named})


class Hint:
    """A hint whose move is not named yet: where to look, then at which numbers."""

    def __init__(self, advice: Decision, walk: Walk | None, explanation: Explanation) -> None:
        self.advice, self.walk, self.explanation = advice, walk, explanation
        self.at = 0

    def lines(self) -> list[Text]:
        """Return what the hint says so far, and the key that goes on."""
        said = [grade.words for grade in self.explanation.grades[: self.at + 1]]
        told = [Text(self.explanation.lettered(words)) for words in said]
        return [Text("Hint", "bold"), *told, Text("h go on", NOTE)]

    def mark(self, board: BoardDrawing) -> None:
        """Show the region, or the clues with their letters."""
        grade = self.explanation.grades[self.at]
        if grade.region:
            board.shade(grade.cells)
            return
        board.mark(grade.cells, CLUE)
        named = letters_of([grade.words])
        board.letters({c: self.explanation.letters[c] for c in named})


def hint_of(position: Position, advice: Decision | Pass, walk: Walk | None) -> Hint | None:
    """Return the hint at an advised move; None if there is nothing to say before the move."""
    if not isinstance(advice, Decision) or position.next_open_is_safe:
        return None
    if walk is None and not advice.guess:
        return None
    explanation = explain(position, advice.move.cell) if walk is None else walk.explanation
    return Hint(advice, walk, explanation)


#: The kinds of reasons that a walk can replace: those of ``proven`` and of ``single-point``.
PROOF_KINDS = ("proof", "single-point")


def walk_of(position: Position, advice: Decision | Pass) -> Walk | None:
    """Return the walk through the steps that prove an advised move; None for a guess."""
    if isinstance(advice, Pass) or advice.reason.kind not in PROOF_KINDS:
        return None
    mine = advice.move.action == "flag"
    explanation = settled(position, position.grid.index(advice.move.cell), mine=mine)
    return None if explanation is None else Walk(explanation)
