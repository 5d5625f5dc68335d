"""Active inductive learning: the learner receives counterexamples to its theory.

The learner starts from a few random examples and sends its clauses to a server. The server tests
them on newly drawn examples, discards those that are too often wrong, and returns counterexamples:
positives that no clause covers, and negatives that some clause covers. They are added to the
examples, and learning repeats until the server finds no counterexample or the iterations are spent
(Peña Castillo & Wrobel 2003, §3.3). Learner and server share only the ``Server`` protocol, so they
can run in one process or in two (see ``remote``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from mio.background.background import Background
from mio.chance import Chance
from mio.errors import InputError, MioError, plural
from mio.language.program import Clause
from mio.learning.coverage import Coverage, Example, cover
from mio.learning.learn import Earlier, Learned, learn
from mio.learning.modes import Declarations
from mio.learning.settings import DRAW_STREAM, Clock, LearningSettings
from mio.learning.theory import Confusion, Examples

ITERATIONS = 20  #: rounds of learning and judging, at most
STOPPED = "stopped"  #: why learning ended if time or a user stopped it


class ServerLostError(MioError):
    """The server of counterexamples can no longer be reached."""


@dataclass(frozen=True)
class Verdict:
    """A server's verdict on clauses: the clauses it keeps, counterexamples, and the numbers of
    positives and negatives drawn for the test."""

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
    """One iteration: the examples, the theory learned from them, and the server's verdict, if
    any."""

    examples: Examples
    learned: Learned
    verdict: Verdict | None


@dataclass(frozen=True)
class Active:
    """The result of active learning.

    ``target`` is the name of what was learned. ``theory`` has the clauses kept by the last verdict,
    or those just learned if there was no verdict; ``rounds`` are all iterations, ``examples`` all
    examples, and ``end`` says why learning ended.
    """

    target: str
    theory: tuple[Clause, ...]
    rounds: tuple[Round, ...]
    examples: Examples
    end: str

    @property
    def drawn(self) -> tuple[int, int]:
        """The positives and negatives that the server drew for its verdicts."""
        verdicts = [round.verdict for round in self.rounds if round.verdict is not None]
        return sum(v.drawn[0] for v in verdicts), sum(v.drawn[1] for v in verdicts)


def learn_actively(
    background: Background,
    declared: Declarations,
    server: Server,
    examples: Examples,
    settings: LearningSettings,
    *,
    iterations: int = ITERATIONS,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[Round], None] = lambda round: None,
    progress: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> Active:
    """Learn from a few examples first, then from counterexamples.

    Clauses that passed a verdict stay while they agree with the examples. Positives for which no
    clause was found are not searched again. If the server is lost, learning ends with the current
    theory. The arguments are

    - ``background``: the predicates that clauses may use;
    - ``declared``: the target, and what a clause may consist of;
    - ``server``: the source of counterexamples;
    - ``examples``: the first examples, in general from the server;
    - ``settings``: how to search; their seconds are for all iterations together;
    - ``iterations``: the maximum number of rounds of learning and judging;
    - ``interrupted``: polled all the time; true ends learning at once;
    - ``report``: called with each round that ended with a verdict;
    - ``progress``: the ``report`` of ``learn``.

    Raises ``InputError`` for fewer than one iteration, and the errors of ``learn``.
    """
    if iterations < 1:
        raise InputError(f"active learning needs at least 1 iteration, not {iterations}")
    clock = Clock(background.work)
    until = clock.limit(settings.seconds)
    rounds: list[Round] = []
    theory: tuple[Clause, ...] = ()
    end = "the limit of iterations was reached"
    hopeless: set[Example] = set()
    coverage: Coverage | None = None
    for _ in range(iterations):
        left = clock.left(until)
        if left <= 0 or interrupted():
            end = STOPPED
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
            earlier=Earlier(coverage, clock, theory, hopeless),
            interrupted=interrupted,
            report=progress,
        )
        hopeless.update(learned.left)
        try:
            if interrupted():
                raise ServerLostError(STOPPED)
            verdict = server.judge(learned.theory)
        except ServerLostError as error:
            rounds.append(Round(examples, learned, None))
            theory, end = theory or learned.theory, f"{error}"
            break
        rounds.append(Round(examples, learned, verdict))
        report(rounds[-1])
        theory = verdict.kept
        if not len(verdict.counterexamples):
            end = "the server found no counterexample"
            break
        known, examples = len(examples), examples.with_more(verdict.counterexamples)
        if len(examples) == known:
            end = "all counterexamples were already known"
            break
    return Active(declared.head.name, theory, tuple(rounds), examples, end)


def together(several: Sequence[Active]) -> Learned:
    """Combine the results for several targets.

    ``train`` scores the theories of the last rounds on the examples of those rounds. The result is
    finished if no part was stopped.
    """
    rounds = [one.rounds[-1].learned for one in several if one.rounds]
    learned = [now.learned for one in several for now in one.rounds]
    return Learned(
        tuple(clause for one in several for clause in one.theory),
        sum((one.train for one in rounds), Confusion(0, 0, 0, 0)),
        0,
        tuple(row for one in rounds for row in one.left),
        tuple(search for one in learned for search in one.searches),
        sum(one.seconds for one in learned),
        all(one.end != STOPPED for one in several),
        tuple(
            f"{one.target}: {one.end} after {plural(len(one.rounds), 'iteration')}, "
            f"{one.drawn[0]} positives and {one.drawn[1]} negatives drawn, "
            f"{len(one.examples)} learned from"
            for one in several
        ),
    )


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
    interrupted: Callable[[], bool] = lambda: False  #: polled while drawing; true ends the server

    def __post_init__(self) -> None:
        self._chance = Chance(self.seed, DRAW_STREAM)

    def examples(self, positives: int, negatives: int) -> Examples:
        """See ``Server``; stops after 100 draws for each requested example."""
        found: tuple[list[Example], list[Example]] = ([], [])
        wanted = (positives, negatives)
        for _ in range(100 * (positives + negatives)):
            if self.interrupted() and all(found):
                break
            example, positive = self.draw(self._chance)
            kind = 0 if positive else 1
            if len(found[kind]) < wanted[kind] and example not in found[kind]:
                found[kind].append(example)
            if all(len(rows) == n for rows, n in zip(found, wanted, strict=True)):
                break
        return Examples(tuple(found[0]), tuple(found[1]))

    def judge(self, clauses: Sequence[Clause]) -> Verdict:
        """See ``Server``. Raises ``ServerLostError`` when interrupted."""
        drawn = []
        for _ in range(self.sample):
            if self.interrupted():
                raise ServerLostError(STOPPED)
            drawn.append(self.draw(self._chance))
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
    """Return at most ``most`` evenly spread rows, since neighbours may come from the same world."""
    if len(rows) <= most:
        return tuple(rows)
    return tuple(rows[i * len(rows) // most] for i in range(most))
