"""Example-driven covering: learn a clause from uncovered positives, remove what it covers, again.

In each round some positives are drawn and searched from; the best clause of all is taken (Peña
Castillo & Wrobel 2002, "On the stability of example-driven learning systems"). Clauses found in
earlier rounds stay candidates.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sapper.mio.saturation import bits
from sapper.mio.score import EVALUATIONS
from sapper.mio.seeds import Candidate, Search, Searcher
from sapper.mio.settings import Settings

_ROUNDS = 8  #: a round that takes a larger share of the time left has fewer seeds the next time


@dataclass
class Covering:
    """What covering found: clauses in the order they were taken, the positives left, as bits,
    every search, and whether time or a user stopped it."""

    left: int
    chosen: list[Candidate] = field(default_factory=list)
    searches: list[Search] = field(default_factory=list)
    stopped: bool = False

    @property
    def covered(self) -> int:
        """The examples that some clause covers."""
        covered = 0
        for candidate in self.chosen:
            covered |= candidate.cover
        return covered


@dataclass(frozen=True)
class Before:
    """What was learned before from some of the examples: clauses, and positives, as bits, from
    which no search came to anything."""

    clauses: tuple[Candidate, ...] = ()
    hopeless: int = 0


NOTHING = Before()


@dataclass(frozen=True)
class Watch:
    """When to stop and whom to tell: a moment of ``time.monotonic``, a question asked now and
    then, another about what has been found, and a function of positives left, positives in all
    and clauses so far."""

    deadline: float = float("inf")
    interrupted: Callable[[], bool] = lambda: False
    enough: Callable[[Covering], bool] = lambda covering: False
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None

    @property
    def over(self) -> bool:
        """Whether to stop."""
        return time.monotonic() >= self.deadline or self.interrupted()


def covering(
    searcher: Searcher,
    settings: Settings,
    positives: int,
    negatives: int,
    watch: Watch,
    before: Before = NOTHING,
) -> Covering:
    """Cover positives, given as bits, one clause after the other.

    Seeds from which nothing acceptable is found are not tried again. Of what was learned
    ``before`` the acceptable clauses are taken without a search.
    """
    chance = random.Random(settings.seed)
    result = Covering(positives)
    pool: dict[int, Candidate] = {}
    known = list(before.clauses)
    while (best := _best(known, settings, result.left, negatives)) is not None:
        result.chosen.append(best)
        result.left &= ~best.cover
    hopeless = before.hopeless
    total, count = positives.bit_count(), settings.seeds
    while result.left & ~hopeless and not result.stopped:
        waiting = bits(result.left & ~hopeless)
        seeds = chance.sample(waiting, min(count, len(waiting)))
        begun = time.monotonic()
        found = searcher.run(settings, seeds, result.left, negatives, watch.deadline)
        result.searches += found
        for one in found:
            for candidate in one.found:
                same = pool.get(candidate.cover)
                if same is None or candidate.size < same.size:
                    pool[candidate.cover] = candidate
        if time.monotonic() - begun > (watch.deadline - begun) / _ROUNDS:
            count = max(1, count // 2)
        result.stopped = watch.over
        best = _best(list(pool.values()), settings, result.left, negatives)
        if best is None:
            for one in found:
                hopeless |= 1 << one.seed
        else:
            result.chosen.append(best)
            result.left &= ~best.cover
            result.stopped |= watch.enough(result)
        watch.report(result.left.bit_count(), total, len(result.chosen))
    result.stopped &= bool(result.left & ~hopeless)
    return result


def _best(
    pool: Sequence[Candidate], settings: Settings, left: int, negatives: int
) -> Candidate | None:
    """The candidate that is worth the most for the positives left, if any is acceptable."""
    evaluation, accepted = EVALUATIONS[settings.evaluation], settings.acceptance
    best: tuple[float, int, int] | None = None
    for index, candidate in enumerate(pool):
        p, n = (candidate.cover & left).bit_count(), (candidate.cover & negatives).bit_count()
        if p < accepted.positives or not accepted.consistent(p, n):
            continue
        value = evaluation(p, n, candidate.size)
        rank = (value, -candidate.size, -index)
        if value >= accepted.least and (best is None or rank > best):
            best = rank
    return None if best is None else pool[-best[2]]
