"""A theory chosen from a pool of clauses as a whole, for noisy examples.

Covering takes one clause after the other, each the best for what is left; with noise the first
one often takes in too much. Here many seeds give a pool, and the subset is chosen that costs
least: errors, and two thirds of all literals. It grows by the clause that saves most, and then
clauses are dropped or exchanged while that saves anything (minimal description length as Hocquette
et al. 2024, "Learning MDL logic programs from noisy data", have it, with local search for its
optimum).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from sapper.mio.covering import Covering, Watch
from sapper.mio.saturation import bits
from sapper.mio.seeds import Candidate, Searcher
from sapper.mio.settings import Settings

LITERAL = 2 / 3  #: what a literal costs, in errors


def selecting(
    searcher: Searcher, settings: Settings, positives: int, negatives: int, watch: Watch
) -> Covering:
    """Search from positives in random order until all are seeds or the time is over; select."""
    order = bits(positives)
    random.Random(settings.seed).shuffle(order)
    result = Covering(positives)
    pool: dict[int, Candidate] = {}
    while order and not watch.over:
        seeds, order = order[: settings.seeds], order[settings.seeds :]
        found = searcher.run(settings, seeds, positives, negatives, watch.deadline)
        result.searches += found
        for one in found:
            for candidate in one.found:
                known = pool.get(candidate.cover)
                if known is None or candidate.size < known.size:
                    pool[candidate.cover] = candidate
        watch.report(len(order), positives.bit_count(), len(pool))
    result.stopped = bool(order)
    result.chosen = selected(list(pool.values()), positives, negatives)
    result.left = positives & ~result.covered
    return result


def cost(chosen: Sequence[Candidate], positives: int, negatives: int) -> float:
    """Positives not covered, negatives covered, and two thirds of the literals, with heads."""
    covered = _covered(chosen)
    errors = (positives & ~covered).bit_count() + (negatives & covered).bit_count()
    return errors + LITERAL * _literals(chosen)


def selected(pool: Sequence[Candidate], positives: int, negatives: int) -> list[Candidate]:
    """The subset of a pool that no addition, removal or exchange makes cheaper."""
    chosen: list[Candidate] = []
    now = cost(chosen, positives, negatives)
    while True:
        others = [[c for c in chosen if c is not left_out] for left_out in chosen]
        trials = [
            *others,
            *(_extended(base, pool, positives, negatives) for base in [chosen, *others]),
        ]
        best = min(trials, key=lambda trial: cost(trial, positives, negatives), default=chosen)
        if cost(best, positives, negatives) >= now:
            return chosen
        chosen, now = best, cost(best, positives, negatives)


def compacted(
    chosen: Sequence[Candidate],
    pool: Sequence[Candidate],
    positives: int,
    over: Callable[[], bool] = lambda: False,
) -> list[Candidate]:
    """Clauses that cover the same positives, or more, with fewer literals: as long as it saves
    any, one of the pool is added and whatever it makes superfluous dropped; until it is ``over``.
    """
    now = best = list(chosen)
    while True:
        for candidate in pool:
            if over():
                return best
            trial = _pruned(candidate, now, positives)
            if _literals(trial) < _literals(best):
                best = trial
        if best is now:
            return now
        now = best


def _pruned(new: Candidate, others: Sequence[Candidate], positives: int) -> list[Candidate]:
    """A clause beside those of the others that are needed, the longest dropped first."""
    kept = [new, *others]
    for candidate in sorted(others, key=lambda c: -c.size):
        rest = [c for c in kept if c is not candidate]
        if candidate.cover & positives & ~_covered(rest) == 0:
            kept = rest
    return kept


def _literals(chosen: Sequence[Candidate]) -> int:
    return sum(candidate.size + 1 for candidate in chosen)


def _covered(chosen: Sequence[Candidate]) -> int:
    covered = 0
    for candidate in chosen:
        covered |= candidate.cover
    return covered


def _extended(
    chosen: list[Candidate], pool: Sequence[Candidate], positives: int, negatives: int
) -> list[Candidate]:
    """The clauses and the one of the pool that saves most beside them."""
    covered = _covered(chosen)

    def saved(candidate: Candidate) -> float:
        new = candidate.cover & ~covered
        errors = (new & positives).bit_count() - (new & negatives).bit_count()
        return errors - LITERAL * (candidate.size + 1)

    best = max(pool, key=saved, default=None)
    return chosen if best is None else [*chosen, best]
