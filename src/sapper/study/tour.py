"""What is special here, for a first visitor: a proof, a split tree and a rule learned live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.game import Position
from sapper.mio import Clause
from sapper.players import Decision
from sapper.study.learner.illustration import Illustration, illustrated_clause
from sapper.study.learner.minesweeper import FoundRule, LearningEvent, learn_minesweeper
from sapper.study.suggestion import suggest

PROOF = Position.parse("7x6x8\n01H2H10\n1323110\nH2H2111\n243H11H\nHHH2111\n12H1000")
SPLITS = Position.parse("5x4x5\nHHHHH\nHHHHH\n12HHH\n01HHH")


@dataclass(frozen=True)
class Part:
    """A part of the tour: its ``question`` comes before what a button or a key ``offers``."""

    title: str
    question: str
    offer: str


PROOFS = Part("Proofs", "Is the marked cell safe? No single clue shows it.", "Prove it")
SPLIT_TREES = Part(
    "Split trees",
    "Is the marked cell safe? Suppose that a cell is a mine, then that it is safe, and see what "
    "follows.",
    "Split",
)
RULES = Part(
    "Rules learned live",
    "Mio knows no rules: it learns them now, from examples of safe cells and mines.",
    "Learn a rule",
)


@dataclass(frozen=True)
class Exhibit:
    """A position, and what a player decides in it."""

    part: Part
    position: Position
    decision: Decision

    @classmethod
    def of(cls, part: Part, position: Position, player: str) -> Exhibit:
        """Ask a player that is certain here."""
        found = suggest(position, player)
        assert isinstance(found, Decision), f"{player} is certain in this position"
        return cls(part, position, found)


def proof() -> Exhibit:
    """Return a cell that only several clues together prove safe."""
    return Exhibit.of(PROOFS, PROOF, "csp")


def splits() -> Exhibit:
    """Return a cell that limited belief finds safe by case splits."""
    return Exhibit.of(SPLIT_TREES, SPLITS, "limited(splits=2)")


@dataclass(frozen=True)
class LearnedRule:
    """A rule that has just been learned, on a board; ``explored`` clauses were tried for it."""

    clause: Clause
    explored: int
    figure: Illustration


class _EnoughError(Exception):
    """Ends learning."""


def learn_rule(tell: Callable[[LearningEvent], None] = lambda event: None) -> LearnedRule:
    """Learn until the first rule that a board can show, and report the events until then."""
    found: list[LearnedRule] = []

    def heard(event: LearningEvent) -> None:
        tell(event)
        if isinstance(event, FoundRule):
            figure = illustrated_clause(event.clause, event.simpler)
            if figure is not None:
                found.append(LearnedRule(event.clause, event.explored, figure))
                raise _EnoughError

    try:
        learn_minesweeper(heard, rules="paper")
    except _EnoughError:
        return found[0]
    raise AssertionError("a board shows the first rule that is learned")
