"""Active inductive learning: a learner that receives counterexamples to what it has learned.

The learner starts from a few random examples and sends its clauses to a server. The server tests
them on newly drawn examples, discards those that are too often wrong, and returns counterexamples:
positives that no clause covers, and negatives that some clause covers. They are added to the
examples, and learning repeats until the server finds no counterexample or the iterations are spent
(Peña Castillo & Wrobel 2003, §3.3). The two only share the ``Server`` protocol, so they can run in
one process or in two (see ``remote``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from sapper.chance import Chance
from sapper.errors import InputError, SapperError
from sapper.mio.background.background import Background
from sapper.mio.language.clause import Clause
from sapper.mio.learning.coverage import Coverage, Example
from sapper.mio.learning.examples import Examples
from sapper.mio.learning.learn import Learned, learn
from sapper.mio.learning.modes import Declarations
from sapper.mio.learning.rules import cover
from sapper.mio.learning.settings import DRAWS, Settings


class ServerLostError(SapperError):
    """The server of counterexamples can no longer be reached."""


@dataclass(frozen=True)
class Verdict:
    """A server's verdict on clauses: those it keeps, counterexamples, and how many positives and
    negatives it drew for the test."""

    kept: tuple[Clause, ...]
    counterexamples: Examples
    drawn: tuple[int, int]


class Server(Protocol):
    """A source of examples that tests clauses."""

    def examples(self, positives: int, negatives: int) -> Examples:
        """Return this many random examples of each kind, or fewer if there are no more."""

    def judge(self, clauses: Sequence[Clause]) -> Verdict:
        """Test clauses on newly drawn examples."""


@dataclass(frozen=True)
class Round:
    """One iteration: the numbers of examples, what was learned from them, and the server's
    verdict, None if the server was lost."""

    positives: int
    negatives: int
    learned: Learned
    verdict: Verdict | None


@dataclass(frozen=True)
class Active:
    """The result of active learning: the clauses that the last verdict kept, all iterations, the
    examples, and why learning ended. If there was no verdict, the clauses are those just learned.
    """

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

    The seconds of the settings are for all iterations together. ``interrupted`` is called between
    searches, ``progress`` with what ``learn`` reports. Clauses that a verdict kept stay as long as
    the examples allow. No search starts again from a positive for which no clause was found. If
    the server is lost, learning ends with what it has. Raises ``ServerLostError`` only if that
    happens before the first examples, and errors as ``learn`` does.
    """
    if iterations < 1:
        raise InputError(f"active learning needs at least 1 iteration, not {iterations}")
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
            end = "the server found no counterexample"
            break
        known = len(examples)
        examples = Examples(
            (*examples.positives, *more.positives), (*examples.negatives, *more.negatives)
        )
        if len(examples) == known:
            end = "all counterexamples were already known"
            break
    return Active(theory, tuple(rounds), examples, end)


#: Draws an example, and says whether it is positive.
Draw = Callable[[Chance], tuple[Example, bool]]


@dataclass
class Sampler:
    """A server in this process that draws its examples with a function.

    A verdict draws ``sample`` examples. It discards clauses that are right for less than
    ``accuracy`` of the examples they cover, and returns at most ``most`` counterexamples of each
    kind.
    """

    background: Background
    draw: Draw
    seed: int = 0
    sample: int = 300
    accuracy: float = 0.98
    most: int = 5

    def __post_init__(self) -> None:
        self._chance = Chance(self.seed, DRAWS)

    def examples(self, positives: int, negatives: int) -> Examples:
        """See ``Server``; stops after 100 draws for each requested example."""
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
    """Return at most ``most`` rows, spread evenly: neighbours may come from one world."""
    if len(rows) <= most:
        return tuple(rows)
    return tuple(rows[i * len(rows) // most] for i in range(most))
