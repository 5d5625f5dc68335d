"""Example-driven covering: learn a clause from uncovered positives, remove those it covers, repeat.

Each round draws some positives, searches from each and takes the best clause (Peña Castillo &
Wrobel 2002, "On the stability of example-driven learning systems"). Clauses from earlier rounds
remain candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from mio.chance import Chance
from mio.learning.coverage import ExampleSets
from mio.learning.recursion.bodies import size_of
from mio.learning.saturation import bits
from mio.learning.seeds import (
    CandidateClause,
    Searcher,
    SearchResult,
    covered,
    keep_shortest,
)
from mio.learning.settings import (
    COVERING_STREAM,
    Acceptance,
    Clock,
    LearningSettings,
    compression,
    narrower,
)

_MIN_ROUNDS_LEFT = 8  #: share of the remaining time above which the next round gets fewer seeds


@dataclass
class Covering:
    """The result of covering: the clauses in the order in which they were taken, the uncovered
    positives as bits, all searches, and whether time or a user stopped it."""

    left: int
    chosen: list[CandidateClause] = field(default_factory=list)
    searches: list[SearchResult] = field(default_factory=list)
    stopped: bool = False

    @property
    def covered(self) -> int:
        """The examples that at least one clause covers."""
        return covered(self.chosen)

    def open(self, examples: ExampleSets) -> ExampleSets:
        """Return the uncovered positives and the negatives among these examples."""
        return examples._replace(positives=self.left)

    def take(self, clause: CandidateClause) -> None:
        """Add a clause."""
        self.chosen.append(clause)
        self.left &= ~clause.cover


@dataclass(frozen=True)
class Before:
    """Earlier results from some of the examples: clauses to take first, the positives, as bits,
    from which no search succeeded, and candidate clauses."""

    clauses: tuple[CandidateClause, ...] = ()
    hopeless: int = 0
    others: tuple[CandidateClause, ...] = ()


NOTHING = Before()


@dataclass(frozen=True)
class Monitor:
    """When to stop, and where to report.

    ``deadline`` is a time of the ``clock``, and ``enough`` is called with each intermediate result.
    ``report`` receives the numbers of uncovered positives, of all
    positives, and of clauses so far.
    """

    clock: Clock
    deadline: float = float("inf")
    enough: Callable[[Covering], bool] = lambda covering: False
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None

    @property
    def over(self) -> bool:
        """Return whether to stop."""
        return self.clock.over(self.deadline)

    def until(self, deadline: float) -> Monitor:
        """Return a monitor that stops at this time of the clock, or earlier if this one does."""
        return replace(self, deadline=min(self.deadline, deadline))


def cover_examples(
    searcher: Searcher,
    settings: LearningSettings,
    examples: ExampleSets,
    watch: Monitor,
    before: Before = NOTHING,
) -> Covering:
    """Cover positives one clause at a time.

    - ``searcher``: finds clauses from seed examples;
    - ``settings``: how to search, and which clauses to accept;
    - ``examples``: those to use;
    - ``watch``: when to stop;
    - ``before``: acceptable clauses to take without a search, seeds not to try, and candidates.

    Seeds that led to no acceptable clause are not tried again, and too many of them in a row end
    covering (``patience`` of the settings).
    """
    chance = Chance(settings.seed, COVERING_STREAM)
    result = Covering(examples.positives)
    pool: dict[int, CandidateClause] = {}
    keep_shortest(pool, before.others)
    known = list(before.clauses)
    while (best := best_clause(known, settings, result.open(examples))) is not None:
        result.take(best)
    hopeless = before.hopeless
    total, count = result.left.bit_count(), settings.seeds
    fruitful = 0  #: searches up to the last clause
    while result.left & ~hopeless and not result.stopped:
        if _fruitless(len(result.searches) - fruitful, fruitful, settings.patience):
            break
        seeds = chance.shuffled(bits(result.left & ~hopeless))[:count]
        begun = watch.clock.now
        left = result.open(examples)
        floor = _floor(list(pool.values()), settings, left)
        found = searcher.run(settings, seeds, left, watch.deadline, floor)
        result.searches += found
        for one in found:
            keep_shortest(pool, one.found)
        if watch.clock.now - begun > (watch.deadline - begun) / _MIN_ROUNDS_LEFT:
            count = max(1, count // 2)
        result.stopped = watch.over
        best = best_clause(list(pool.values()), settings, left)
        if best is None:
            for one in found:
                if one.end != "time":
                    hopeless |= 1 << one.seed
        else:
            result.take(best)
            result.stopped |= watch.enough(result)
            fruitful = len(result.searches)
        watch.report(result.left.bit_count(), total, len(result.chosen))
    result.stopped &= bool(result.left & ~hopeless)
    return result


def _fruitless(since: int, before: int, patience: int | None) -> bool:
    """Return whether to expect nothing after this many searches since the last clause, and before
    it."""
    return patience is not None and since >= max(patience, before)


def _floor(pool: Sequence[CandidateClause], settings: LearningSettings, left: ExampleSets) -> float:
    """Return the value that a clause must exceed to be taken, if searches are bounded."""
    best = best_clause(pool, settings, left) if settings.bounded else None
    if best is None or settings.wanted > 1:
        return float("-inf")
    return compression(*left.counts(best.cover), best.size)


def best_clause(
    pool: Sequence[CandidateClause], settings: LearningSettings, left: ExampleSets
) -> CandidateClause | None:
    """Return the acceptable candidate with the best value on the uncovered positives, or None."""
    ranked: list[tuple[int, int, CandidateClause]] = []
    for candidate in pool:
        p, n = left.counts(candidate.cover)
        value = compression(p, n, candidate.size)
        if settings.acceptance.accepts(p, n) and value >= settings.acceptance.least:
            ranked.append((value, -candidate.size, candidate))
    return max(ranked, key=lambda one: one[:2])[2] if ranked else None


_MAX_SHORT_LITERALS = (
    4  #: literals of the body: no recursive program has fewer than five with its heads
)


def short_clause(searcher: Searcher, settings: LearningSettings, watch: Monitor) -> Covering | None:
    """Return a theory of one clause that is no longer than any recursive program, or None."""
    if watch.over:
        return None
    rows = searcher.problem.examples.positives
    seed = min(range(len(rows)), key=lambda number: sum(map(size_of, rows[number])))
    brief = narrower(settings)
    depth = replace(brief.depth, levels=_MAX_SHORT_LITERALS)  # each literal may need the one before
    found = searcher.run(
        replace(
            brief,
            length=min(brief.length, _MAX_SHORT_LITERALS),
            depth=depth,
            acceptance=Acceptance(positives=len(rows)),
        ),
        [seed],
        searcher.coverage.sets,
        watch.deadline,
    )
    best = next((clause for search in found for clause in search.found), None)
    return None if best is None else Covering(0, [best], found)
