"""Minesweeper as a learning task: rules for ``safe`` and ``mine`` from random positions.

An example is used only if its position implies its label, that is, if all layouts agree on the
cell; exact inference decides that. Peña Castillo & Wrobel 2003 call other examples contradictory:
nothing can be learned from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from mio import (
    SEARCHES,
    STOPPED,
    Active,
    Clause,
    Confusion,
    Depth,
    Examples,
    LearningSettings,
    MacroBounds,
    Round,
    Sampler,
    SearchName,
    ServerLostError,
    confusion,
    holds,
    learn,
    learn_actively,
    parse_theory,
    signature,
)
from mio import Chance as LearnerChance
from sapper.errors import InputError, listed
from sapper.game import Level, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.inference.analysis import analyse
from sapper.kernel.chance import Chance
from sapper_agents.mio.proof import RuleProof, prove
from sapper_agents.mio.rules import target_of
from sapper_agents.mio.view import TARGETS, background, declared

#: An example: the index of a cell, and the position as text.
CellExample = tuple[int, str]
#: The learner's stream of random numbers, or the faster one of the kernel with the same numbers.
AnyChance = Chance | LearnerChance

LEVEL = "beginner8"  #: 8×8 cells, 10 mines: the paper's board


class Drawing:
    """Draws examples of a target from positions on random boards.

    A position has some random cells open, with the openings of zeros; in half of the positions, the
    certain mines are marked. Raises ``InputError`` for an unknown target.
    """

    def __init__(self, target: str, level: str = LEVEL) -> None:
        if target not in TARGETS:
            raise InputError(f"unknown target '{target}': expected {' or '.join(TARGETS)}")
        self._target, self._level = target, Level.parse(level)
        self._waiting: list[tuple[CellExample, bool]] = []

    def __call__(self, chance: AnyChance) -> tuple[CellExample, bool]:
        """Return an example, and whether it is positive."""
        while not self._waiting:
            drawn = certain(opened(self._level, chance), self._target, chance)
            self._waiting = chance.shuffled(drawn)
        return self._waiting.pop()


def opened(level: Level, chance: AnyChance) -> Position:
    """Return a random position of a level in which no mine was opened."""
    grid = level.grid
    mines = set(chance.shuffled(grid.playable)[: level.mines])
    safe = [i for i in grid.playable if i not in mines]
    cells = bytearray(Position.start(grid, level.mines).cells)
    waiting = chance.shuffled(safe)[: 1 + chance.below(max(1, len(safe) // 3))]
    while waiting:
        index = waiting.pop()
        if cells[index] == HIDDEN:
            near = grid.neighbour_indices(index)
            cells[index] = sum(i in mines for i in near)
            if not cells[index]:
                waiting.extend(near)
    return Position(grid, Position.start(grid, level.mines).rules, level.mines, bytes(cells))


def certain(
    position: Position, target: str, chance: AnyChance
) -> Iterator[tuple[CellExample, bool]]:
    """Yield the certain covered cells next to clues, as examples of a target."""
    grid = position.grid
    analysis = analyse(position)
    safe = [grid.index(cell) for cell in analysis.safe]
    mines = [grid.index(cell) for cell in analysis.certain_mines]
    marked = bool(chance.below(2))
    text = str(flagged(position, mines)) if marked else str(position)
    for index in safe if marked else [*safe, *mines]:
        if any(position.cells[i] < HIDDEN for i in grid.neighbour_indices(index)):
            yield (index, text), (index in safe) == (target == "safe")
    if marked and mines:  # remove one of the marks: that mine is the example
        index = chance.choice(mines)
        if any(position.cells[i] < HIDDEN for i in grid.neighbour_indices(index)):
            others = [i for i in mines if i != index]
            yield (index, str(flagged(position, others))), target == "mine"


def flagged(position: Position, mines: Iterable[int]) -> Position:
    """Return a position with flags on some cells."""
    cells = bytearray(position.cells)
    for index in mines:
        cells[index] = FLAGGED
    return replace(position, cells=bytes(cells))


CELLS_STREAM, TESTS_STREAM = 5, 6  #: streams of a seed, after those of the learner
VERDICT_EXAMPLES = 1000  #: examples drawn for a verdict
MIN_ACCURACY = 1.0  #: labels are certain, so rules must never be wrong
FIRST_EXAMPLES = (20, 20)  #: positives and negatives
MAX_COUNTEREXAMPLES = 8  #: maximum number of counterexamples of each kind in a verdict
#: By target: some rules for safe cells are rarely needed, so a cell that only they explain takes
#: longer to come up.
MAX_ITERATIONS = {"safe": 7, "mine": 4}
CONFIRMING_VERDICTS = 4  #: verdicts after learning, as one rarely tests rules that cover little
PROOF_SECONDS = 60.0  #: time to prove or refute a rule
COMPARED_CELLS = 2000  #: number of cells on which rules are compared with those of the paper
SCORED_CELLS = 2000  #: number of cells that score the rules of a target

#: The rules that the authors of the paper learned, by name.
PAPER: dict[str, Clause] = dict(
    zip(
        ("S-1", "S-2", "S-3", "M-1"),
        parse_theory(
            """
            safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S), inSet(T,S), minesInSet(S,0).
            safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S), setHasXMines(D,B,Z,R),
                diffSetHasXMines(S,R,Q), inSet(T,Q), minesInSet(Q,0).
            safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S), setHasXMines(D,B,Z,R),
                setHasXMines(E,B,Z,Q), diffSetHasXMines(R,S,P), diffSetHasXMines(Q,P,O),
                inSet(T,O), minesInSet(O,0).
            mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S), inSet(T,S),
                minesInSet(S,N), lengthSet(S,N).
            """,
            "paper",
        ),
        strict=True,
    )
)


@dataclass(frozen=True)
class JudgedRule:
    """A rule, its proof or refutation, and the name of the equivalent rule of the paper, if any."""

    clause: Clause
    proof: RuleProof
    paper: str | None


def settings(
    search: SearchName = "greedy-macros",
    *,
    seed: int = 0,
    seconds: float | None = None,
    workers: int = 1,
) -> LearningSettings:
    """Return the settings of one of the paper's searches, for Minesweeper.

    The bounds admit the paper's longest rule: S-3 has eight literals, and its last set is four
    variables away from the head. Raises ``InputError`` for an unknown search.
    """
    if search not in SEARCHES:
        raise InputError(f"unknown search '{search}': expected {listed(SEARCHES, 'or')}")
    return replace(
        SEARCHES[search],
        length=8,
        depth=Depth(levels=5, literals=250),
        macro_bounds=MacroBounds(size=7, met=None),
        seed=seed,
        seconds=seconds,
        workers=workers,
    )


def learn_target(
    target: str,
    settings: LearningSettings,
    *,
    iterations: int | None = None,
    accuracy: float = MIN_ACCURACY,
    counts: tuple[int, int] | None = None,
    begin: Callable[[Examples], None] = lambda examples: None,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[Round], None] = lambda round: None,
    progress: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> Active:
    """Learn ``safe`` or ``mine``, with learner and server in this process.

    After active learning, all rules are tested on further examples, and any that is less accurate
    than asked for is dropped. The arguments are

    - ``target``: what to learn;
    - ``settings``: how to search, from which seed, and for how long;
    - ``iterations``: the maximum number of rounds, by default as many as the target usually needs;
    - ``accuracy``: the least share of the examples that a rule covers for which it must be right;
    - ``counts``: the numbers of positives and negatives, for learning that is not active;
    - ``begin``: called with the first examples;
    - ``interrupted``, ``report`` and ``progress``: as for ``active``.

    Raises ``InputError`` for an unknown target.
    """
    known = background()
    server = Sampler(
        known,
        Drawing(target),
        settings.seed,
        VERDICT_EXAMPLES,
        accuracy,
        MAX_COUNTEREXAMPLES,
        interrupted,
    )
    examples = server.examples(*(counts or FIRST_EXAMPLES))
    begin(examples)
    if counts is not None:
        learned = learn(
            known, declared(target), examples, settings, interrupted=interrupted, report=progress
        )
        rounds = (Round(examples, learned, None),)
        end = "all examples used" if learned.finished else STOPPED
        return Active(target, learned.theory, rounds, examples, end)
    found = learn_actively(
        known,
        declared(target),
        server,
        examples,
        settings,
        iterations=MAX_ITERATIONS[target] if iterations is None else iterations,
        interrupted=interrupted,
        report=report,
        progress=progress,
    )
    with suppress(ServerLostError):  # interrupted
        for _ in range(CONFIRMING_VERDICTS):
            found = replace(found, theory=server.judge(found.theory).kept)
    return found


def sample(target: str, *, seed: int, counts: tuple[int, int]) -> Examples:
    """Return random examples; ``counts`` has the numbers of positives and negatives."""
    return Sampler(background(), Drawing(target), seed).examples(*counts)


def judged(
    clause: Clause,
    *,
    seconds: float = PROOF_SECONDS,
    interrupted: Callable[[], bool] = lambda: False,
) -> JudgedRule:
    """Prove or refute a rule in limited time, and compare it with those of the paper. If
    ``interrupted``, it remains undecided."""
    proof = prove(clause, seconds=seconds, interrupted=interrupted)
    return JudgedRule(clause, proof, None if interrupted() else paper_name(clause))


def paper_name(clause: Clause) -> str | None:
    """Return the name of the equivalent rule of the paper, or None.

    Equivalent rules cover the same of ``COMPARED_CELLS``, or consist of the same predicates in
    another arrangement: S-3 may subtract its sets in either order.
    """
    for name, rule in PAPER.items():
        if rule == clause:
            return name
    target = target_of(clause)
    cells, papers = _compared(target)
    covered = holds(background(), [clause], cells)
    same = (name for name, found in papers.items() if found == covered)
    alike = (name for name in papers if _predicates(PAPER[name]) == _predicates(clause))
    return next(same, next(alike, None))


def _predicates(clause: Clause) -> list[object]:
    return sorted(map(signature, clause.body), key=str)


@cache
def _compared(target: str) -> tuple[tuple[CellExample, ...], dict[str, list[bool]]]:
    """Return the cells for comparing rules of a target, and those that the paper's rules cover."""
    draw, chance, known = Drawing(target), Chance(0, CELLS_STREAM), background()
    cells = tuple(draw(chance)[0] for _ in range(COMPARED_CELLS))
    papers = {name: rule for name, rule in PAPER.items() if target_of(rule) == target}
    return cells, {name: holds(known, [rule], cells) for name, rule in papers.items()}


def scored(
    clauses: Sequence[Clause],
    *,
    seed: int,
    count: int = SCORED_CELLS,
    interrupted: Callable[[], bool] = lambda: False,
) -> Confusion | None:
    """Test clauses on ``count`` newly drawn examples of each target; return None if
    ``interrupted``."""
    total = Confusion(0, 0, 0, 0)
    for target in TARGETS:
        draw, chance = Drawing(target), Chance(seed, TESTS_STREAM)
        drawn = []
        for _ in range(count):
            if interrupted():
                return None
            drawn.append(draw(chance))
        positives = tuple(example for example, positive in drawn if positive)
        negatives = tuple(example for example, positive in drawn if not positive)
        rules = [clause for clause in clauses if target_of(clause) == target]
        total += confusion(background(), rules, Examples(positives, negatives))
    return total
