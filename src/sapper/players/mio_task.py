"""Minesweeper as a task for the learner: rules for ``safe`` and ``mine`` from random positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

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
from sapper.mio.macros import MacroBounds
from sapper.mio.saturation import Depth
from sapper.mio.terms import signature
from sapper.players.mio_examples import Drawing, Example
from sapper.players.mio_predicates import background, declared
from sapper.players.mio_proof import Verdict, prove

#: AL+GS+M of the paper, with bounds that let in its longest rule: S-3 has eight literals, and its
#: last set is four variables away from the head.
SETTINGS = replace(
    GREEDY_MACROS,
    length=8,
    depth=Depth(levels=5, literals=250),
    macro_bounds=MacroBounds(size=7, met=None),
)
SAMPLE = 1000  #: examples that a verdict draws
ACCURACY = 1.0  #: labels are certain, so a rule that is ever wrong is no rule
FIRST = (20, 20)
RETURNED = 8  #: counterexamples of each kind that a verdict returns, at most
#: By target: some rules for safe cells are seldom needed, so it takes longer to meet a cell that
#: only they explain.
ITERATIONS = {"safe": 5, "mine": 3}
CONFIRMED = 4  #: verdicts in the end: rules that cover little are tried too seldom by one
PROOF_SECONDS = 60.0  #: to prove or refute a rule

#: The rules that the paper's authors learned, by their names.
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


#: A clause and what its proof found.
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
    """Learn ``safe`` or ``mine`` actively, learner and server in this process, in so many
    ``iterations`` or else as many as the target usually needs.

    In the end all rules are tried on more examples, and those that are wrong once are dropped.
    Raises ``InputError`` for an unknown target or level.
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
    """So many random positives and negatives, where learning is not active."""
    return Sampler(background(), Drawing(target, level), seed).examples(*counts)


def proved(
    clauses: Sequence[Clause], *, seconds: float = PROOF_SECONDS
) -> tuple[tuple[Clause, ...], tuple[Proved, ...]]:
    """The clauses that are true on all boards, and the verdict on each; ``seconds`` are for
    each."""
    verdicts = tuple((clause, prove(clause, seconds=seconds)) for clause in clauses)
    return tuple(clause for clause, found in verdicts if found.sound), verdicts


def paper_name(clause: Clause, examples: Sequence[Example]) -> str | None:
    """The name of the paper's rule that covers the same of some examples, None if none does."""
    known = background()
    covered = holds(known, [clause], examples)
    for name, rule in PAPER.items():
        if about(rule) == about(clause) and holds(known, [rule], examples) == covered:
            return name
    return None


def about(clause: Clause) -> str:
    """The target that a clause is about."""
    found = signature(clause.head)
    return found[0] if found else ""


def cells(target: str, *, level: str, seed: int, count: int) -> tuple[Example, ...]:
    """So many examples drawn anew, whatever their labels."""
    draw, chance = Drawing(target, level), random.Random(f"cells {seed}")
    return tuple(draw(chance)[0] for _ in range(count))


def scored(
    target: str, clauses: Sequence[Clause], *, level: str, seed: int, count: int
) -> Confusion:
    """How clauses about a target do on so many examples drawn anew."""
    draw, chance = Drawing(target, level), random.Random(f"test {seed}")
    drawn = [draw(chance) for _ in range(count)]
    positives = tuple(example for example, positive in drawn if positive)
    negatives = tuple(example for example, positive in drawn if not positive)
    return confusion(background(), clauses, Examples(positives, negatives))
