"""Selects a theory as a whole from a pool of clauses, for noisy examples.

Covering takes the best clause for the remaining positives, one at a time; with noise, the first
often covers too much. Selection searches from many seeds and chooses the subset of the clauses
found with the lowest cost: errors plus two thirds of the literals. A local search adds the clause
that saves most, and drops or exchanges clauses while this saves anything (minimal description
length as in Hocquette et al. 2024, "Learning MDL logic programs from noisy data").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from heapq import nlargest
from math import comb, erfc, inf, sqrt

from mio.chance import Chance
from mio.errors import plural
from mio.learning.coverage import ExampleSets
from mio.learning.covering import Covering, Monitor
from mio.learning.saturation import bits
from mio.learning.seeds import CandidateClause, Searcher, covered, keep_shortest
from mio.learning.settings import REFINING_STREAM, SELECTION_STREAM, LearningSettings

LITERAL_COST = 2 / 3  #: cost of a literal, in errors
MAX_SHORT_COST = (
    0.25  #: cost per positive of a complete theory below which no search for others pays
)
#: Rounds without improvement after which a selection ends, and the same without any clause.
_MAX_IDLE_ROUNDS, _MAX_EMPTY_ROUNDS = 3, 2
#: Maximum probability with which a clause that is right about half of the examples would seem as
#: good: a clause that only fits the noise is right about little more than half.
MAX_CHANCE = 0.05
_MAX_COUNTED = 100  #: number of examples up to which these probabilities are exact
_MAX_DIVISIONS = 10  #: maximum number of clauses with which the division of a clause may begin


def select_theory(
    searcher: Searcher, settings: LearningSettings, examples: ExampleSets, watch: Monitor
) -> Covering:
    """Search from positives in random order and select a theory.

    Ends after several consecutive rounds without a cheaper theory, when every positive has been a
    seed, when time runs out, or when a short theory makes no error.
    """
    order = Chance(settings.seed, SELECTION_STREAM).shuffled(bits(examples.positives))
    result = Covering(examples.positives)
    pool: dict[int, CandidateClause] = {}
    chosen: list[CandidateClause] = []
    idle = 0
    while order and idle < (_MAX_IDLE_ROUNDS if chosen else _MAX_EMPTY_ROUNDS) and not watch.over:
        seeds, order = order[: settings.seeds], order[settings.seeds :]
        found = searcher.run(settings, seeds, examples, watch.deadline)
        result.searches += found
        for one in found:
            keep_shortest(pool, one.found)
        watch.report(len(order), examples.positives.bit_count(), len(pool))
        before = cost(chosen, examples)
        chosen = selected(list(pool.values()), examples, chosen)
        idle = 0 if cost(chosen, examples) < before else idle + 1
        if short(chosen, examples):
            break
    result.stopped = watch.over and bool(order)
    again = selected(list(pool.values()), examples)
    best = min(chosen, again, key=lambda one: (cost(one, examples), _literals(one)))
    result.chosen = reliable(divided(best, list(pool.values()), examples), examples)
    result.left = examples.positives & ~result.covered
    return result


def refine(
    searcher: Searcher,
    settings: LearningSettings,
    found: Covering,
    examples: ExampleSets,
    watch: Monitor,
) -> Covering:
    """Improve a selected theory by searching for replacements of its clauses.

    Each clause in turn, and then none, is left out, and the examples that the others do not cover
    become the positives and negatives of searches from some of these positives. Ends after a full
    turn without a cheaper theory.
    """
    chance = Chance(settings.seed, REFINING_STREAM)
    pool: dict[int, CandidateClause] = {}
    for one in found.searches:
        keep_shortest(pool, one.found)
    chosen, searches = found.chosen, list(found.searches)
    cheaper = True
    while cheaper and not watch.over:
        cheaper = False
        for left_out in [None, *chosen]:
            left = examples.without(covered(c for c in chosen if c is not left_out))
            seeds = chance.shuffled(bits(left.positives))[: settings.seeds]
            if not seeds or watch.over:
                continue
            more = searcher.run(settings, seeds, left, watch.deadline)
            searches += more
            for one in more:
                keep_shortest(pool, one.found)
            trial = selected(list(pool.values()), examples, chosen)
            if cost(trial, examples) < cost(chosen, examples):
                chosen, cheaper = trial, True
        missed = examples.positives & ~covered(chosen)
        watch.report(missed.bit_count(), examples.positives.bit_count(), len(chosen))
    chosen = reliable(chosen, examples)
    missed = examples.positives & ~covered(chosen)
    return Covering(missed, chosen, searches, found.stopped or cheaper)


def cost(chosen: Sequence[CandidateClause], examples: ExampleSets) -> float:
    """Return the errors (positives missed and negatives covered) plus two thirds of the literals.
    Heads count as literals."""
    right, wrong = examples.counts(covered(chosen))
    errors = examples.positives.bit_count() - right + wrong
    return errors + LITERAL_COST * _literals(chosen)


def short(chosen: Sequence[CandidateClause], examples: ExampleSets) -> bool:
    """Return whether a theory makes no error and is too short for a longer search to pay."""
    count = examples.positives.bit_count()
    right = examples.counts(covered(chosen)) == (count, 0)
    return right and cost(chosen, examples) <= MAX_SHORT_COST * count


def selected(
    pool: Sequence[CandidateClause],
    examples: ExampleSets,
    first: Sequence[CandidateClause] = (),
) -> list[CandidateClause]:
    """Return a locally optimal subset of the pool, reached from the ``first`` one: no addition,
    removal or exchange makes it cheaper."""
    chosen = list(first)
    now = cost(chosen, examples)
    while True:
        others = [[c for c in chosen if c is not left_out] for left_out in chosen]
        trials = [*others, *(_extended(base, pool, examples) for base in [chosen, *others])]
        best = min(trials, key=lambda trial: (cost(trial, examples), _literals(trial)))
        if cost(best, examples) >= now:
            return chosen
        chosen, now = best, cost(best, examples)


def compacted(
    chosen: Sequence[CandidateClause],
    pool: Sequence[CandidateClause],
    positives: int,
    over: Callable[[], bool] = lambda: False,
) -> list[CandidateClause]:
    """Return clauses with fewer literals that cover at least the same positives.

    Drops redundant clauses, however late it is. Then repeatedly adds a clause from the pool and
    drops those that it makes redundant, until this saves nothing or time is ``over``.
    """
    reduced = (_pruned(one, [c for c in chosen if c is not one], positives) for one in chosen)
    now = best = min(reduced, key=_literals, default=[])
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


def _pruned(
    new: CandidateClause, others: Sequence[CandidateClause], positives: int
) -> list[CandidateClause]:
    """Return a new clause and the others that remain necessary, dropping long ones first."""
    kept = [new, *others]
    for candidate in sorted(others, key=lambda c: -c.size):
        rest = [c for c in kept if c is not candidate]
        if candidate.cover & positives & ~covered(rest) == 0:
            kept = rest
    return kept


def _literals(chosen: Sequence[CandidateClause]) -> int:
    return sum(candidate.size + 1 for candidate in chosen)


def _extended(
    chosen: list[CandidateClause], pool: Sequence[CandidateClause], examples: ExampleSets
) -> list[CandidateClause]:
    """Return the clauses extended by the one in the pool that saves most."""
    left = examples.without(covered(chosen))
    best = max(pool, key=lambda one: _saved(one, left), default=None)
    return chosen if best is None or _saved(best, left) <= 0 else [*chosen, best]


def divided(
    chosen: list[CandidateClause], pool: Sequence[CandidateClause], examples: ExampleSets
) -> list[CandidateClause]:
    """Return the theory with one clause replaced by several that cover fewer negatives, if that is
    cheaper: no exchange of a single clause leads there."""
    best = chosen
    for replaced in chosen:
        rest = [c for c in chosen if c is not replaced]
        left = examples.without(covered(rest))
        most = left.counts(replaced.cover)[1] / 2
        purer = [c for c in pool if left.counts(c.cover)[1] <= most]
        for first in nlargest(_MAX_DIVISIONS, purer, key=lambda one: _saved(one, left)):
            trial = [*rest, first]
            while cost(longer := _extended(trial, purer, examples), examples) < cost(
                trial, examples
            ):
                trial = longer
            best = min(best, trial, key=lambda one: cost(one, examples))
    return best


def _saved(candidate: CandidateClause, left: ExampleSets) -> float:
    """Return by how much a clause lowers the cost of a theory that leaves these examples, or minus
    infinity if it may be right about no more than half of them."""
    right, wrong = left.counts(candidate.cover)
    if _chance_of(right, wrong) > MAX_CHANCE:
        return -inf
    return right - wrong - LITERAL_COST * (candidate.size + 1)


@cache
def _chance_of(right: int, wrong: int) -> float:
    """Return the probability that of so many fair coins at least this many fall ``right``, or 0 if
    nothing is ``wrong``: a pure clause has only its price to pay."""
    if not wrong:
        return 0.0
    count = right + wrong
    if count > _MAX_COUNTED:
        return erfc((right - wrong - 1) / sqrt(2 * count)) / 2
    return float(sum(comb(count, heads) for heads in range(right, count + 1)) / 2**count)


def reliable(chosen: list[CandidateClause], examples: ExampleSets) -> list[CandidateClause]:
    """Return a theory without the clauses that may be right by luck about most of the examples that
    no other clause covers, the most doubtful first; at least one remains."""
    while len(chosen) > 1:
        others = [[c for c in chosen if c is not one] for one in chosen]
        counts = (
            examples.without(covered(rest)).counts(one.cover)
            for one, rest in zip(chosen, others, strict=True)
        )
        chance, place = max((_chance_of(*pair), place) for place, pair in enumerate(counts))
        if chance <= MAX_CHANCE:
            break
        chosen = others[place]
    return chosen


def selection_words(negatives: int, positives: int, costs: Sequence[float]) -> str:
    """Say why a theory was selected as a whole, and which errors it tolerates.

    - ``negatives``, ``positives``: how many it covers, and how many it misses.
    - ``costs``: those of covering without noise, and of the selection.
    """
    did = error_words(negatives, positives) or "clauses selected together"
    return (
        f"{did}: errors plus two thirds of the literals come to {costs[1]:.0f}, "
        f"against {costs[0]:.0f} one clause at a time without noise"
    )


def error_words(negatives: int, positives: int) -> str:
    """Say which errors a theory makes: negatives that it covers, positives that it misses."""
    errors = [plural(negatives, "negative") + " covered"] if negatives else []
    errors += [plural(positives, "positive") + " left out"] if positives else []
    return f"noise allowed, {' and '.join(errors)}" if errors else ""
