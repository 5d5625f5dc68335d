"""Active inductive learning: a learner that is sent counterexamples to what it has learned.

Few random examples are learned from; the clauses go to a server, which tries them on freshly drawn
examples, discards those that are right too seldom, and returns counterexamples: positives that no
clause covers, and negatives that one does. They join the examples, and so on until the server has
none or the iterations are spent (Peña Castillo & Wrobel 2003, §3.3). Learner and server know each
other by ``Server`` alone: in one process, or as two (see ``remote``).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from sapper.errors import InputError, SapperError
from sapper.mio.background import Background
from sapper.mio.clause import Clause
from sapper.mio.coverage import Coverage, Example
from sapper.mio.examples import Examples
from sapper.mio.learn import Learned, learn
from sapper.mio.modes import Declarations
from sapper.mio.rules import cover
from sapper.mio.settings import Settings


class ServerLostError(SapperError):
    """The server of counterexamples cannot be reached any more."""


@dataclass(frozen=True)
class Verdict:
    """What a server says of clauses: those that stand, counterexamples, and how many positives
    and negatives were drawn to find out."""

    kept: tuple[Clause, ...]
    counterexamples: Examples
    drawn: tuple[int, int]


class Server(Protocol):
    """Where examples come from."""

    def examples(self, positives: int, negatives: int) -> Examples:
        """So many random examples of each kind, or fewer where there are no more."""

    def judge(self, clauses: Sequence[Clause]) -> Verdict:
        """Try clauses on freshly drawn examples."""


@dataclass(frozen=True)
class Round:
    """One iteration: the examples learned from, what was learned, and the server's verdict, None
    if the server was lost."""

    positives: int
    negatives: int
    learned: Learned
    verdict: Verdict | None


@dataclass(frozen=True)
class Active:
    """What active learning found: the clauses that stood the last verdict, every iteration, the
    examples, and why it ended. Without any verdict the clauses are those just learned."""

    theory: tuple[Clause, ...]
    rounds: tuple[Round, ...]
    examples: Examples
    end: str

    @property
    def drawn(self) -> tuple[int, int]:
        """The positives and negatives that the server drew for its verdicts."""
        verdicts = [round.verdict for round in self.rounds if round.verdict is not None]
        return sum(v.drawn[0] for v in verdicts), sum(v.drawn[1] for v in verdicts)


def active(
    background: Background,
    declared: Declarations,
    server: Server,
    settings: Settings,
    *,
    iterations: int = 20,
    first: tuple[int, int] = (10, 10),
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[Round], None] = lambda round: None,
    progress: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> Active:
    """Learn from ``first`` random positives and negatives and then from counterexamples.

    The seconds of the settings are for all iterations together; ``interrupted`` is asked between
    searches, and ``progress`` is told of them as ``learn`` reports. Clauses that stood a verdict
    stay, as long as the examples allow; a positive that no clause was found for is not searched
    from again. Where the server is lost it ends with what it has. Raises ``ServerLostError`` only
    if that happens before the first examples, and as ``learn`` does.
    """
    if iterations < 1:
        raise InputError(f"active learning needs an iteration, not {iterations}")
    examples = server.examples(*first)
    begun = time.monotonic()
    rounds: list[Round] = []
    theory: tuple[Clause, ...] = ()
    end = f"{iterations} iterations spent"
    hopeless: set[Example] = set()
    coverage: Coverage | None = None
    for _ in range(iterations):
        left = inf if settings.seconds is None else settings.seconds + begun - time.monotonic()
        if left <= 0 or interrupted():
            end = "stopped"
            break
        if coverage is None:
            coverage = Coverage(background, examples.positives, examples.negatives)
        else:
            coverage = coverage.grown(examples.positives, examples.negatives)
        learned = learn(
            background,
            declared,
            examples,
            replace(settings, seconds=None if left == inf else left),
            known=theory,
            hopeless=hopeless,
            coverage=coverage,
            interrupted=interrupted,
            report=progress,
        )
        hopeless.update(learned.left)
        try:
            verdict = server.judge(learned.theory)
        except ServerLostError as error:
            rounds.append(Round(len(examples.positives), len(examples.negatives), learned, None))
            theory, end = theory or learned.theory, f"{error}"
            break
        rounds.append(Round(len(examples.positives), len(examples.negatives), learned, verdict))
        report(rounds[-1])
        theory = verdict.kept
        more = verdict.counterexamples
        if not len(more):
            end = "no counterexample found"
            break
        known = len(examples)
        examples = Examples(
            (*examples.positives, *more.positives), (*examples.negatives, *more.negatives)
        )
        if len(examples) == known:
            end = "every counterexample was known already"
            break
    return Active(theory, tuple(rounds), examples, end)


#: Draws an example, and says whether it is a positive one.
Draw = Callable[[random.Random], tuple[Example, bool]]


@dataclass
class Sampler:
    """A server in this process, which draws its examples from a function.

    A verdict takes ``sample`` examples; a clause right in less than ``accuracy`` of those it covers
    is discarded; at most ``most`` counterexamples of each kind are returned.
    """

    background: Background
    draw: Draw
    seed: int = 0
    sample: int = 300
    accuracy: float = 0.98
    most: int = 5

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    def examples(self, positives: int, negatives: int) -> Examples:
        """See ``Server``; gives up after a hundred draws for each example asked for."""
        found: tuple[list[Example], list[Example]] = ([], [])
        wanted = (positives, negatives)
        for _ in range(100 * (positives + negatives)):
            example, positive = self.draw(self._chance)
            kind = 0 if positive else 1
            if len(found[kind]) < wanted[kind] and example not in found[kind]:
                found[kind].append(example)
            if all(len(rows) == n for rows, n in zip(found, wanted, strict=True)):
                break
        return Examples(tuple(found[0]), tuple(found[1]))

    def judge(self, clauses: Sequence[Clause]) -> Verdict:
        """See ``Server``."""
        drawn = [self.draw(self._chance) for _ in range(self.sample)]
        examples = Examples(
            tuple(example for example, positive in drawn if positive),
            tuple(example for example, positive in drawn if not positive),
        )
        coverage = Coverage(self.background, examples.positives, examples.negatives)
        kept, covered, wrong = [], 0, 0
        for clause in clauses:
            found = cover(clause, coverage, self.background)
            right = (found & coverage.positive).bit_count()
            wrong |= found & coverage.negative
            if right >= self.accuracy * found.bit_count():
                kept.append(clause)
                covered |= found
        count = len(examples.positives)
        missed = [e for i, e in enumerate(examples.positives) if not covered >> i & 1]
        misled = [e for i, e in enumerate(examples.negatives) if wrong >> (count + i) & 1]
        counterexamples = Examples(_spread(missed, self.most), _spread(misled, self.most))
        return Verdict(tuple(kept), counterexamples, (count, len(examples.negatives)))


def _spread(rows: Sequence[Example], most: int) -> tuple[Example, ...]:
    """At most so many, spread over all: neighbours may have been drawn from one world."""
    if len(rows) <= most:
        return tuple(rows)
    return tuple(rows[i * len(rows) // most] for i in range(most))
