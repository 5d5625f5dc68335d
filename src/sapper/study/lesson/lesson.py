"""The rule learner at work on Minesweeper, reported step by step.

(Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": examples, a
search, a verdict with counterexamples, and another round; ``mio_task`` has the settings. Proving or
refuting every learned rule at the end is our addition.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from sapper.errors import InputError, listed
from sapper.game import Cell, Position
from sapper.mio import Clause, Examples, Round, holds
from sapper.mio.learning.coverage import Example
from sapper.players.mio.examples import TARGETS
from sapper.players.mio.predicates import background
from sapper.players.mio.rules import Rule, ruled
from sapper.players.mio.task import (
    FIRST,
    SETTINGS,
    cells,
    learn_target,
    paper_name,
    proved,
    sample,
)
from sapper.study.lesson.illustration import Illustration, illustrated

Search = Literal["greedy-macros", "ida-macros", "ida"]

LEVEL = "beginner8"  #: the level of the boards that examples come from
COMPARED = 1000  #: cells on which a rule is compared with the paper's
PROOF_SECONDS = 20.0  #: time limit of a proof


@dataclass(frozen=True)
class Shown:
    """An example: a cell of a position, and whether it is a positive example of the target.

    A ``counter`` example comes from a verdict: the rules did not cover it although it is positive,
    or covered it although it is negative.
    """

    target: str
    position: Position
    cell: Cell
    positive: bool
    counter: bool


@dataclass(frozen=True)
class Searched:
    """The progress of an iteration: ``clauses`` found, and ``left`` of the ``positives`` that are
    not covered yet."""

    target: str
    iteration: int
    left: int
    positives: int
    clauses: int


@dataclass(frozen=True)
class Found:
    """A rule that an iteration found.

    ``positives`` and ``negatives`` count the examples that it covers, ``kept`` says whether the
    verdict kept it, and ``explored`` is the number of clauses that the whole iteration explored.
    """

    target: str
    iteration: int
    clause: Clause
    positives: int
    negatives: int
    kept: bool
    explored: int
    illustration: Illustration | None


@dataclass(frozen=True)
class Judged:
    """A rule of the final theory, proved for all boards of squares or refuted by a position and a
    cell for which it is wrong.

    ``sound`` is None if this was not decided in time. ``paper`` is the name of an equivalent rule
    in the paper.
    """

    clause: Clause
    sound: bool | None
    note: str
    against: tuple[Position, Cell] | None
    paper: str | None


News = Shown | Searched | Found | Judged


def lesson(
    tell: Callable[[News], None],
    *,
    search: Search = "greedy-macros",
    seed: int = 0,
    seconds: float = 120.0,
    paper: bool = False,
) -> tuple[Clause, ...]:
    """Learn rules for safe cells and for mines, each in half the time, and return the proved ones.

    With ``paper``, return only rules that the paper has as well. ``tell`` is called with each event
    and may raise an exception to end the lesson. Raises ``InputError`` for an unknown search.
    """
    if search not in get_args(Search):
        raise InputError(f"unknown search '{search}': expected {listed(get_args(Search), 'or')}")
    settings = replace(SETTINGS, seconds=seconds / len(TARGETS))
    if search != "greedy-macros":
        settings = replace(settings, search="ida", macros=search == "ida-macros")
    theory: list[Clause] = []
    for target in TARGETS:
        log = _Log(target, seed, tell)
        found = learn_target(
            target,
            level=LEVEL,
            seed=seed,
            settings=settings,
            report=log.round,
            progress=log.progress,
        )
        compared = cells(target, level=LEVEL, seed=seed, count=COMPARED)
        for clause in found.theory:
            _, ((_, verdict),) = proved([clause], seconds=PROOF_SECONDS)
            name = paper_name(clause, compared)
            one = verdict.counterexample
            against = None if one is None else (one.position, one.position.grid.cell(one.tile))
            tell(Judged(clause, verdict.sound, verdict.note, against, name))
            if verdict.sound and (name is not None or not paper):
                theory.append(clause)
    return tuple(theory)


class _Log:
    """Reports how one target is learned; keeps the examples, which rounds only count."""

    def __init__(self, target: str, seed: int, tell: Callable[[News], None]) -> None:
        self._target, self._seed, self._tell = target, seed, tell
        self._iteration = 1
        self._known: set[Clause] = set()
        self._examples = sample(target, seed=seed, counts=FIRST, level=LEVEL)
        self._show(self._examples, counter=False)

    def progress(self, left: int, positives: int, clauses: int) -> None:
        """Report the progress of ``learn``."""
        self._tell(Searched(self._target, self._iteration, left, positives, clauses))

    def round(self, now: Round) -> None:
        """Report the end of an iteration."""
        assert now.verdict is not None, "the server is in this process"
        theory = now.learned.theory
        for number, clause in enumerate(theory):
            kept = clause in now.verdict.kept
            figure = None
            if clause not in self._known:
                figure = _figure(clause, theory[:number], self._seed)
            self._known.add(clause)
            self._tell(
                Found(
                    self._target,
                    self._iteration,
                    clause,
                    _covered(clause, self._examples.positives),
                    _covered(clause, self._examples.negatives),
                    kept,
                    now.learned.explored,
                    figure,
                )
            )
        more = now.verdict.counterexamples
        self._show(more, counter=True)
        self._examples = Examples(
            (*self._examples.positives, *more.positives),
            (*self._examples.negatives, *more.negatives),
        )
        self._iteration += 1

    def _show(self, examples: Examples, *, counter: bool) -> None:
        for positive, rows in ((True, examples.positives), (False, examples.negatives)):
            for index, text in rows:
                position = Position.parse(str(text))
                cell = position.grid.cell(int(str(index)))
                self._tell(Shown(self._target, position, cell, positive, counter))


def _covered(clause: Clause, rows: Sequence[Example]) -> int:
    return sum(holds(background(), [clause], rows))


def _figure(clause: Clause, simpler: Sequence[Clause], seed: int) -> Illustration | None:
    try:
        return illustrated(Rule("", clause), ruled(simpler), seed=seed)
    except InputError:  # a learned rule can be one that no player could evaluate
        return None
