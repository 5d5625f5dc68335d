"""Minesweeper as a learning task: rules for ``safe`` and ``mine`` from random positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sapper.chance import Chance
from sapper.mio import (
    GREEDY_MACROS,
    Active,
    Clause,
    Confusion,
    Examples,
    Round,
    Sampler,
    Settings,
    active,
    confusion,
    holds,
    theory,
)
from sapper.mio.language.terms import signature
from sapper.mio.learning.macros import MacroBounds
from sapper.mio.learning.saturation import Depth
from sapper.players.mio.examples import Drawing, Example
from sapper.players.mio.predicates import background, declared
from sapper.players.mio.proof import Verdict, prove

#: AL+GS+M of the paper, with bounds that admit its longest rule: S-3 has eight literals, and its
#: last set is four variables away from the head.
SETTINGS = replace(
    GREEDY_MACROS,
    length=8,
    depth=Depth(levels=5, literals=250),
    macro_bounds=MacroBounds(size=7, met=None),
)
CELLS, TESTS = 5, 6  #: streams of a seed, after those of the learner
SAMPLE = 1000  #: examples drawn for a verdict
ACCURACY = 1.0  #: labels are certain, so a rule must never be wrong
FIRST = (20, 20)
RETURNED = 8  #: the most counterexamples of each kind that a verdict returns
#: By target: some rules for safe cells are seldom needed, so it takes longer to meet a cell that
#: only they explain.
ITERATIONS = {"safe": 5, "mine": 3}
CONFIRMED = 4  #: verdicts after learning: one of them tests rules that cover little too seldom
PROOF_SECONDS = 60.0  #: time to prove or refute a rule

#: The rules that the authors of the paper learned, by name.
PAPER: dict[str, Clause] = dict(
    zip(
        ("S-1", "S-2", "S-3", "M-1"),
        theory(
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


#: A clause and the verdict on it.
Proved = tuple[Clause, Verdict]


def learn_target(
    target: str,
    *,
    level: str = "beginner8",
    seed: int = 0,
    settings: Settings = SETTINGS,
    iterations: int | None = None,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[Round], None] = lambda round: None,
    progress: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> Active:
    """Learn ``safe`` or ``mine`` actively, with learner and server in this process.

    The default number of ``iterations`` is the one that the target usually needs. Afterwards all
    rules are tested on more examples, and those that are wrong once are dropped. Raises
    ``InputError`` for an unknown target or level.
    """
    known = background()
    server = Sampler(known, Drawing(target, level), seed, SAMPLE, ACCURACY, RETURNED)
    found = active(
        known,
        declared(target),
        server,
        replace(settings, seed=seed),
        iterations=ITERATIONS[target] if iterations is None else iterations,
        first=FIRST,
        interrupted=interrupted,
        report=report,
        progress=progress,
    )
    for _ in range(CONFIRMED):
        found = replace(found, theory=server.judge(found.theory).kept)
    return found


def sample(
    target: str, *, seed: int, counts: tuple[int, int], level: str = "beginner8"
) -> Examples:
    """Return random examples, for learning that is not active; ``counts`` says how many positive
    and negative ones."""
    return Sampler(background(), Drawing(target, level), seed).examples(*counts)


def proved(
    clauses: Sequence[Clause], *, seconds: float = PROOF_SECONDS
) -> tuple[tuple[Clause, ...], tuple[Proved, ...]]:
    """Return the clauses that are true on all boards, and the verdict on every clause.

    ``seconds`` limit the proof of each clause.
    """
    verdicts = tuple((clause, prove(clause, seconds=seconds)) for clause in clauses)
    return tuple(clause for clause, found in verdicts if found.sound), verdicts


def paper_name(clause: Clause, examples: Sequence[Example]) -> str | None:
    """Return the name of the paper's rule that covers the same examples, or None."""
    known = background()
    covered = holds(known, [clause], examples)
    for name, rule in PAPER.items():
        if about(rule) == about(clause) and holds(known, [rule], examples) == covered:
            return name
    return None


def about(clause: Clause) -> str:
    """Return the target that a clause is about."""
    found = signature(clause.head)
    return found[0] if found else ""


def cells(target: str, *, level: str, seed: int, count: int) -> tuple[Example, ...]:
    """Return ``count`` newly drawn examples, positive and negative."""
    draw, chance = Drawing(target, level), Chance(seed, CELLS)
    return tuple(draw(chance)[0] for _ in range(count))


def scored(
    target: str, clauses: Sequence[Clause], *, level: str, seed: int, count: int
) -> Confusion:
    """Test clauses about a target on ``count`` newly drawn examples."""
    draw, chance = Drawing(target, level), Chance(seed, TESTS)
    drawn = [draw(chance) for _ in range(count)]
    positives = tuple(example for example, positive in drawn if positive)
    negatives = tuple(example for example, positive in drawn if not positive)
    return confusion(background(), clauses, Examples(positives, negatives))
