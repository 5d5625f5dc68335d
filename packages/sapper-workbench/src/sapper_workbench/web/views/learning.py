"""The rule learner's reports, and rules on boards, as JSON for the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from mio import Clause
from sapper.errors import InputError
from sapper.game import Cell
from sapper_agents.learner.minesweeper import (
    FoundRule,
    Illustration,
    LearningEvent,
    SearchProgress,
    ShownExample,
    illustrated,
    illustrated_clause,
    learn_minesweeper,
)
from sapper_agents.mio.mio import THEORIES, rules
from sapper_agents.mio.rules import Rule, ruled
from sapper_agents.mio.task import JudgedRule
from sapper_workbench.web.http.fields import Answer, Tell
from sapper_workbench.web.views.board import BoardJson

PROOF_SECONDS = 20.0  #: time limit of a proof
BUSY = 1.5  #: the time limit of learning on a busy machine, relative to its CPU time


class SetJson(Answer):
    """A variable of a rule and its value: cells, and the number of mines among them if known."""

    name: str
    cells: tuple[Cell, ...]
    mines: int | None


class MarksJson(Answer):
    """The marks on a board that shows a rule or an example."""

    cell: Cell
    verdict: str | None
    clues: tuple[Cell, ...]
    sets: tuple[SetJson, ...]

    @classmethod
    def of_cell(cls, cell: Cell) -> MarksJson:
        """Mark a cell only."""
        return cls(cell, None, (), ())


class MarkedBoardJson(Answer):
    """A board with marks."""

    board: BoardJson
    marks: MarksJson


class FigureJson(Answer, kw_only=True):
    """A rule on a board, with a sentence and the text of the position, if a board shows it."""

    board: BoardJson | None
    marks: MarksJson | None
    words: str
    text: str | None

    @staticmethod
    def drawn(figure: Illustration | None) -> dict[str, Any]:
        """Return these fields of an illustration."""
        if figure is None:
            return {"board": None, "marks": None, "words": "", "text": None}
        sets = tuple(SetJson(named.variable, named.cells, named.mines) for named in figure.named)
        return {
            "board": BoardJson.of(figure.position),
            "marks": MarksJson(figure.tile, figure.verdict, figure.clues, sets),
            "words": figure.words,
            "text": str(figure.position),
        }


class RuleJson(FigureJson, kw_only=True):
    """A rule that comes with sapper."""

    theory: str
    name: str
    target: str
    clause: str

    @classmethod
    def of(cls, theory: str, rule: Rule, figure: Illustration | None) -> RuleJson:
        """Return a rule of a theory and its figure."""
        return cls(
            theory=theory,
            name=rule.name,
            target=rule.target,
            clause=str(rule.clause),
            **cls.drawn(figure),
        )


class ExampleJson(Answer, kw_only=True):
    """An example: a cell of a position, and whether it is a positive example of the target."""

    target: str
    positive: bool
    board: BoardJson
    marks: MarksJson
    text: str

    @classmethod
    def of(cls, example: ShownExample) -> ExampleJson:
        """Return an example."""
        return cls(
            target=example.target,
            positive=example.positive,
            board=BoardJson.of(example.position),
            marks=MarksJson.of_cell(example.cell),
            text=str(example.position),
        )


class FoundRuleJson(FigureJson, kw_only=True):
    """A rule that an iteration found, on a board when it is new."""

    target: str
    iteration: int
    clause: str
    covers: int
    wrongly: int
    kept: bool
    explored: int

    @classmethod
    def of(cls, rule: FoundRule, seed: int) -> FoundRuleJson:
        """Return a rule; its figure is drawn from a position of the seed."""
        figure = illustrated_clause(rule.clause, rule.simpler, seed=seed) if rule.new else None
        return cls(
            target=rule.target,
            iteration=rule.iteration,
            clause=str(rule.clause),
            covers=rule.positives,
            wrongly=rule.negatives,
            kept=rule.kept,
            explored=rule.explored,
            **cls.drawn(figure),
        )


class ProofJson(Answer, kw_only=True):
    """The proof or the refutation of a rule; ``sound`` is null if neither was found in time, and
    ``paper`` names the equivalent rule of the paper, if any."""

    clause: str
    sound: bool | None
    note: str
    against: MarkedBoardJson | None
    paper: str | None

    @classmethod
    def of(cls, judged: JudgedRule) -> ProofJson:
        """Return the proof of a rule."""
        refuting, against = judged.proof.counterexample, None
        if refuting is not None:
            cell = refuting.position.grid.cell(refuting.tile)
            against = MarkedBoardJson(BoardJson.of(refuting.position), MarksJson.of_cell(cell))
        return cls(
            clause=str(judged.clause),
            sound=judged.proof.sound,
            note=judged.proof.note,
            against=against,
            paper=judged.paper,
        )


class NamedRuleJson(Answer):
    """A rule and its name for players."""

    name: str
    clause: str


class TheoryJson(Answer):
    """A learned theory; ``rules`` is empty if players cannot use some of its clauses."""

    theory: list[str]
    rules: list[NamedRuleJson]

    @classmethod
    def of(cls, theory: Sequence[Clause]) -> TheoryJson:
        """Return a theory."""
        try:
            named = [NamedRuleJson(rule.name, str(rule.clause)) for rule in ruled(theory)]
        except InputError:
            named = []
        return cls(list(map(str, theory)), named)


def learn_rules(tell: Tell, search: str, seed: int, rules: str, seconds: float) -> None:
    """Learn Minesweeper and report ``example``, ``search``, ``rule``, ``counterexample`` and
    ``proof``, and finally ``end`` with the theory.

    Learning takes at most ``seconds`` of CPU time, and at most ``BUSY`` times as long in wall time.
    """
    until = time.monotonic() + BUSY * seconds

    def report(event: LearningEvent) -> None:
        match event:
            case ShownExample():
                tell("counterexample" if event.counter else "example", ExampleJson.of(event))
            case SearchProgress():
                tell("search", event)
            case FoundRule():
                tell("rule", FoundRuleJson.of(event, seed))
            case JudgedRule():
                tell("proof", ProofJson.of(event))

    theory = learn_minesweeper(
        report,
        search=search,  # type: ignore[arg-type]  # the learner checks the word
        seed=seed,
        seconds=seconds,
        rules="paper" if rules == "paper" else "all",
        proof_seconds=PROOF_SECONDS,
        interrupted=over(until),
    ).theory
    tell("end", TheoryJson.of(theory))


def over(until: float) -> Callable[[], bool]:
    """Return a function that says whether the time ``until`` has passed."""
    return lambda: time.monotonic() > until


@lru_cache(maxsize=1)
def packaged() -> list[RuleJson]:
    """Return the rules that come with sapper, theory by theory, each on a board."""
    packaged_rules = []
    for theory in THEORIES:
        known = rules(theory)
        for number, rule in enumerate(known):
            packaged_rules.append(RuleJson.of(theory, rule, illustrated(rule, known[:number])))
    return packaged_rules
