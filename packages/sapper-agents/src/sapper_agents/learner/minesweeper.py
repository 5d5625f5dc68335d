"""Learns the rules of Minesweeper, reports each step, and illustrates a rule by a small position.

(Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": examples, a
search, a verdict with counterexamples, and another round; ``mio.task`` has the settings.
Their figure 4 shows rules on positions. Proving or refuting every learned rule at the end is our
addition.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mio import (
    Active,
    Clause,
    Example,
    Examples,
    Learned,
    Round,
    SearchName,
    holds,
    together,
)
from sapper.errors import InputError
from sapper.game import Cell, Level, Position
from sapper.inference import analyse
from sapper.kernel.chance import Chance
from sapper_agents.learner.learned import learn_missed
from sapper_agents.mio.mio import reason_of
from sapper_agents.mio.rules import Firing, Rule, ruled
from sapper_agents.mio.task import (
    MIN_ACCURACY,
    PAPER,
    PROOF_SECONDS,
    JudgedRule,
    flagged,
    judged,
    learn_target,
    opened,
    settings,
)
from sapper_agents.mio.view import TARGETS, Mines, RuleView, background, members

#: Which proved rules to keep: all; only those that cover the same cells as a rule of the paper; or
#: all, and further rules learned from the cells they miss.
RuleChoice = Literal["all", "paper", "larger"]


@dataclass(frozen=True)
class ShownExample:
    """An example: a cell of a position, and whether it is a positive example of the target.

    A ``counter`` example comes from a verdict: it is positive and the rules did not cover it, or
    negative and they did.
    """

    target: str
    position: Position
    cell: Cell
    positive: bool
    counter: bool


@dataclass(frozen=True)
class SearchProgress:
    """The progress of an iteration: the ``clauses`` found so far, and the number of the
    ``positives`` that are ``left`` to cover."""

    target: str
    iteration: int
    left: int
    positives: int
    clauses: int


@dataclass(frozen=True)
class FoundRule:
    """A rule that an iteration found.

    - ``simpler``: the rules before it in the theory.
    - ``new``: whether this is the first iteration that found it.
    - ``positives``, ``negatives``: the number of examples that it covers.
    - ``kept``: whether the verdict kept it.
    - ``explored``: the number of clauses that the whole iteration explored.
    """

    target: str
    iteration: int
    clause: Clause
    simpler: tuple[Clause, ...]
    new: bool
    positives: int
    negatives: int
    kept: bool
    explored: int


#: The events of learning; the last ones judge the rules of the final theory.
LearningEvent = ShownExample | SearchProgress | FoundRule | JudgedRule


@dataclass(frozen=True)
class LearnedRules:
    """The result: the rules kept, all learned rules with their proofs, and all searches."""

    theory: tuple[Clause, ...]
    judged: tuple[JudgedRule, ...]
    parts: tuple[Active, ...]

    @property
    def learned(self) -> Learned:
        """The searches for all targets together; its theory has the rules before their proofs."""
        return together(self.parts)


def learn_minesweeper(
    tell: Callable[[LearningEvent], None] = lambda event: None,
    *,
    search: SearchName = "greedy-macros",
    seed: int = 0,
    seconds: float = 120.0,
    rules: RuleChoice = "all",
    counts: tuple[int, int] | None = None,
    iterations: int | None = None,
    accuracy: float = MIN_ACCURACY,
    limits: Mapping[str, int | None] | None = None,
    workers: int = 1,
    proof_seconds: float = PROOF_SECONDS,
    interrupted: Callable[[], bool] = lambda: False,
    unproved: Callable[[], bool] = lambda: False,
) -> LearnedRules:
    """Learn rules for safe cells and for mines, each in half the time, and prove them.

    - ``tell``: is called with each event, and may raise an exception to end learning;
    - ``search``: one of the paper's searches;
    - ``seed``: the seed of the examples and of the choice among them;
    - ``seconds``: the CPU time for learning, without proofs and what ``larger`` adds;
    - ``rules``: which of the proved rules to keep;
    - ``counts``: for learning that is not active, the numbers of positives and negatives;
    - ``iterations``, ``accuracy``: those of ``learn_target``;
    - ``limits``: other limits of searches, by the names of ``LearningSettings``;
    - ``workers``: the number of processes, which does not change the result;
    - ``proof_seconds``: the CPU time for each proof, after which a rule is dropped as undecided;
    - ``interrupted``: polled all the time; true ends learning at once;
    - ``unproved``: polled while rules are proved; true leaves the rest of them undecided.

    Raises ``InputError`` for an unknown search.
    """
    how = settings(search, seed=seed, seconds=seconds / len(TARGETS), workers=workers)
    how = how.limited(limits or {})
    parts: list[Active] = []
    judgements: dict[str, list[JudgedRule]] = {}
    for target in TARGETS:
        if interrupted() and parts:
            break
        log = _Log(target, tell)
        learned = learn_target(
            target,
            how,
            iterations=iterations,
            accuracy=accuracy,
            counts=counts,
            begin=log.begin,
            interrupted=interrupted,
            report=log.round,
            progress=log.progress,
        )
        parts.append(learned)
        judgements[target] = []
        for clause in learned.theory:
            rule = judged(clause, seconds=proof_seconds, interrupted=unproved)
            judgements[target].append(rule)
            tell(judgements[target][-1])
    if rules == "larger" and not interrupted():
        theory = [
            rule.clause for rules in judgements.values() for rule in rules if rule.proof.sound
        ]
        more = learn_missed(
            theory, seed=seed, workers=workers, interrupted=interrupted, unproved=unproved
        )
        judgements["safe"] += more
        for rule in more:
            tell(rule)
    every = tuple(rule for rules in judgements.values() for rule in rules)
    return LearnedRules(_kept(every, paper=rules == "paper"), every, tuple(parts))


def _kept(every: Sequence[JudgedRule], *, paper: bool) -> tuple[Clause, ...]:
    """Return the proved rules or, with ``paper``, the first equivalent to each of the paper."""
    sound = [rule for rule in every if rule.proof.sound]
    if not paper:
        return tuple(rule.clause for rule in sound)
    first = {rule.paper: rule.clause for rule in reversed(sound) if rule.paper is not None}
    return tuple(first[name] for name in PAPER if name in first)


class _Log:
    """Reports how one target is learned."""

    def __init__(self, target: str, tell: Callable[[LearningEvent], None]) -> None:
        self._target, self._tell = target, tell
        self._iteration = 1
        self._known: set[Clause] = set()

    def begin(self, examples: Examples) -> None:
        """Report the first examples."""
        self._show(examples, counter=False)

    def progress(self, left: int, positives: int, clauses: int) -> None:
        """Report the progress of ``learn``."""
        self._tell(SearchProgress(self._target, self._iteration, left, positives, clauses))

    def round(self, now: Round) -> None:
        """Report the end of an iteration."""
        assert now.verdict is not None, "the server is in this process"
        theory = now.learned.theory
        for number, clause in enumerate(theory):
            self._tell(
                FoundRule(
                    self._target,
                    self._iteration,
                    clause,
                    theory[:number],
                    clause not in self._known,
                    _covered(clause, now.examples.positives),
                    _covered(clause, now.examples.negatives),
                    clause in now.verdict.kept,
                    now.learned.explored,
                )
            )
            self._known.add(clause)
        self._show(now.verdict.counterexamples, counter=True)
        self._iteration += 1

    def _show(self, examples: Examples, *, counter: bool) -> None:
        for positive, rows in ((True, examples.positives), (False, examples.negatives)):
            for index, text in rows:
                position = Position.parse(str(text))
                cell = position.grid.cell(int(str(index)))
                self._tell(ShownExample(self._target, position, cell, positive, counter))


def _covered(clause: Clause, rows: Sequence[Example]) -> int:
    return sum(holds(background(), [clause], rows))


#: The board sizes to try, and the number of positions of each.
LEVELS = (Level(4, 3, 3), Level(4, 4, 4), Level(5, 4, 5), Level(5, 5, 6), Level(6, 6, 8))
POSITIONS_PER_LEVEL = 400
FIGURES = 7  #: the random stream of figures, after those of the learner and its task


@dataclass(frozen=True)
class Named:
    """A variable of a rule and its value: cells, and their number of mines if it is given."""

    variable: str
    cells: tuple[Cell, ...]
    mines: int | None = None


@dataclass(frozen=True)
class Illustration:
    """A position in which a rule holds for ``tile``; ``verdict`` is ``safe`` or ``mine``.

    Known mines are flagged. ``clues`` are the clues that the rule uses, ``named`` the values of its
    variables, and ``words`` explains it in a sentence.
    """

    rule: str
    position: Position
    tile: Cell
    verdict: str
    clues: tuple[Cell, ...]
    named: tuple[Named, ...]
    words: str


def illustrated(rule: Rule, simpler: Sequence[Rule] = (), *, seed: int = 0) -> Illustration | None:
    """Illustrate a rule on the smallest suitable board among 2,000 positions of a seed.

    No ``simpler`` rule decides the same tile there. Positions without known mines come first.
    Returns None if no position shows the rule.
    """
    chance = Chance(seed, FIGURES)
    for level in LEVELS:
        positions = [opened(level, chance) for _ in range(POSITIONS_PER_LEVEL)]
        for marked in (False, True):
            for position in positions:
                figure = _on(rule, simpler, _marked(position) if marked else position)
                if figure is not None:
                    return figure
    return None


def illustrated_clause(
    clause: Clause, simpler: Sequence[Clause] = (), *, seed: int = 0
) -> Illustration | None:
    """Illustrate a clause as ``illustrated`` does; return None if no player can evaluate it,
    or one of the simpler clauses."""
    try:
        return illustrated(Rule("", clause), ruled(simpler), seed=seed)
    except InputError:
        return None


def _marked(position: Position) -> Position:
    """Flag every certain mine but the last."""
    mines = analyse(position).certain_mines[:-1]
    return flagged(position, map(position.grid.index, mines))


def _on(rule: Rule, simpler: Sequence[Rule], position: Position) -> Illustration | None:
    view = RuleView(position)
    firings = rule.firings(view)
    if not firings:
        return None
    wanted = sum(1 << tile for tile in firings)
    for other in simpler:
        if other.target == rule.target:
            wanted &= ~sum(1 << tile for tile in other.firings(view))
    tile = next(iter(members(wanted)), None)
    return None if tile is None else illustration(firings[tile], position)


def illustration(firing: Firing, position: Position) -> Illustration:
    """Illustrate one application of a rule."""
    cell = position.grid.cell
    named = tuple(
        Named(name, tuple(map(cell, members(value.cells))), value.mines)
        if isinstance(value, Mines)
        else Named(name, (cell(value),))
        for name, value in firing.values
        if isinstance(value, Mines) or name in firing.rule.clue_names
    )
    return Illustration(
        rule=firing.rule.name,
        position=position,
        tile=cell(firing.tile),
        verdict="safe" if firing.rule.target == "safe" else "mine",
        clues=tuple(map(cell, sorted(firing.clues))),
        named=named,
        words=reason_of(firing, position).words,
    )
