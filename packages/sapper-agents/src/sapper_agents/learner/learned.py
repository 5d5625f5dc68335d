"""Learns rules from the positions that a theory of Minesweeper misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from mio import Chance, Clause, Declarations, LearningSettings, Sampler, learn_actively
from sapper.game import Deal, Level, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.inference.analysis import analyse
from sapper_agents.mio.mio import seen
from sapper_agents.mio.rules import Rule, ruled
from sapper_agents.mio.task import (
    FIRST_EXAMPLES,
    LEVEL,
    MIN_ACCURACY,
    CellExample,
    JudgedRule,
    flagged,
    judged,
    settings,
)
from sapper_agents.mio.view import Body, background, declared

MAX_ITERATIONS = 4
VERDICT_EXAMPLES = 400  #: examples drawn for a verdict
MAX_EXAMPLES = 6  #: examples of each kind from a position, at most

#: The predicates of the larger theory beyond those of the paper, added in these steps.
STEPS: tuple[Body, ...] = ("total", "wide")


class MissedDrawing:
    """Draws examples from positions of games in which rules miss a certain cell."""

    def __init__(self, rules: tuple[Rule, ...], level: str, seed: int) -> None:
        self._stuck = stuck_positions(rules, level, seed)
        self._waiting: list[tuple[CellExample, bool]] = []

    def __call__(self, chance: Chance) -> tuple[CellExample, bool]:
        """Return a cell as an example, and whether it is certainly safe."""
        while not self._waiting:
            stuck = next(self._stuck)
            position = flagged(stuck.position, stuck.known)
            text, hidden = str(position), enumerate(position.cells)
            rest = [i for i, code in hidden if code == HIDDEN and i not in stuck.safe]
            drawn = [
                ((i, text), certainly)
                for certainly, indices in ((True, stuck.safe), (False, rest))
                for i in chance.shuffled(indices)[:MAX_EXAMPLES]
            ]
            self._waiting = chance.shuffled(drawn)
        return self._waiting.pop()


def learn_missed(
    theory: Sequence[Clause],
    *,
    seed: int = 0,
    workers: int = 1,
    interrupted: Callable[[], bool] = lambda: False,
    unproved: Callable[[], bool] = lambda: False,
) -> tuple[JudgedRule, ...]:
    """Learn rules for ``safe`` in ``STEPS``, each from the cells that the theory and earlier steps
    miss.

    Returns all learned rules with their proofs. Each step builds on the rules proved before it.
    ``interrupted`` and ``unproved`` are those of ``learn_minesweeper``.
    """
    rules: list[JudgedRule] = []
    for step in STEPS:
        known = (*theory, *(rule.clause for rule in rules if rule.proof.sound))
        more = _learned(
            known, declared("safe", step), settings(seed=seed, workers=workers), interrupted
        )
        rules += (judged(clause, interrupted=unproved) for clause in more)
        if interrupted():
            break
    return tuple(rules)


def _learned(
    theory: tuple[Clause, ...],
    declared: Declarations,
    settings: LearningSettings,
    interrupted: Callable[[], bool],
) -> tuple[Clause, ...]:
    known, seed = background(), settings.seed
    server = Sampler(
        known, MissedDrawing(ruled(theory), LEVEL, seed), seed, VERDICT_EXAMPLES, MIN_ACCURACY
    )
    first = server.examples(*FIRST_EXAMPLES)
    result = learn_actively(
        known, declared, server, first, settings, iterations=MAX_ITERATIONS, interrupted=interrupted
    )
    return result.theory


@dataclass(frozen=True)
class Stuck:
    """A position with safe cells that the rules miss; ``known`` are the mines they found."""

    position: Position
    known: frozenset[int]
    safe: tuple[int, ...]


def stuck_positions(rules: Sequence[Rule], level: str, seed: int) -> Iterator[Stuck]:
    """Yield positions in which the rules are stuck, from an endless series of games."""
    for number in count():
        yield from stuck_in_game(rules, Level.parse(level), seed, number, Counter())


def stuck_in_game(
    rules: Sequence[Rule], level: Level, seed: int, number: int, tally: Counter[str]
) -> Iterator[Stuck]:
    """Play game ``number`` of a seed, add what each rule finds to ``found``, and yield the
    positions in which the rules are stuck.

    - ``rules``: the rules to play by.
    - ``level``: the board.
    - ``seed``, ``number``: the deal.
    - ``tally``: counts the cells that each rule finds.
    """
    grid = level.grid
    referee = Referee(Deal.seeded(grid, level.mines, seed, number), Rules(first="safe"))
    referee.open(grid.cell(grid.corner))
    known: frozenset[int] = frozenset()
    while referee.position.outcome == "playing":
        position = referee.position
        safe, mines, _ = seen(rules, position, known)
        known |= {firing.tile for firing in mines}
        for firing in safe:
            after = referee.position
            if after.outcome == "playing" and after.cells[firing.tile] == HIDDEN:
                tally[firing.rule.name] += 1
                referee.open(grid.cell(firing.tile))
        if safe:
            continue
        analysis = analyse(position)
        cells = tuple(map(grid.index, analysis.safe))
        if cells:
            yield Stuck(position, known, cells)
        for cell in cells or (grid.index(analysis.safest[0]),):
            if referee.position.cells[cell] == HIDDEN:
                referee.open(grid.cell(cell))
