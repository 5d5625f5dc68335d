"""Selects a theory as a whole from a pool of clauses, for noisy examples.

Covering takes the best clause for the remaining positives, one at a time; with noise, the first
often covers too much. Selection searches from many seeds and chooses the subset of the clauses
found with the lowest cost: errors plus two thirds of the literals. A local search adds the clause
that saves most, and drops or exchanges clauses while this saves anything (minimal description
length as in Hocquette et al. 2024, "Learning MDL logic programs from noisy data").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from heapq import nlargest
from math import inf, sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from mio.background.columns import Floats, Ints
from mio.chance import Chance
from mio.errors import plural
from mio.learning.coverage import ExampleSets
from mio.learning.covering import Covering, Monitor
from mio.learning.saturation import bits
from mio.learning.seeds import (
    CandidateClause,
    Searcher,
    SearchResult,
    covered,
    keep_shortest,
)
from mio.learning.settings import (
    REFINING_STREAM,
    SELECTION_STREAM,
    SHUFFLE_STREAM,
    Acceptance,
    LearningSettings,
    wider,
)

LITERAL_COST = 2 / 3  #: cost of a literal, in errors
MAX_SHORT_COST = (
    0.25  #: cost per positive of a complete theory below which no search for others pays
)
#: Rounds without improvement after which a selection ends, and the same without any clause.
_MAX_IDLE_ROUNDS, _MAX_EMPTY_ROUNDS = 3, 2
_SHUFFLES = 99  #: number of shuffles of the labels
_MAX_LUCKY = 5  #: number of them, with the true labels, in which a lucky clause would be accepted
_MAX_DEVIATIONS = 5  #: standard deviations that no cover exceeds after a shuffle
_MAX_COMPARED = 4096  #: number of covers that are compared with the shuffles at a time
_MAX_DIVISIONS = 10  #: maximum number of clauses with which the division of a clause may begin

#: The surplus that a clause must exceed in a theory that leaves these examples.
Luck: TypeAlias = Callable[[ExampleSets], float]


class Shuffles:
    """How good the clauses that were tried look among examples with shuffled labels.

    The more clauses are tried, the better the best of them looks by luck. So a clause needs a
    larger surplus than any that would be useful has in 95 of 99 shuffles of the labels of the
    examples that a theory leaves: a test at 5% for all clauses together (Westfall & Young 1993,
    "Resampling-based multiple testing").
    """

    def __init__(self, seed: int, examples: int) -> None:
        self._seed, self._examples = seed, examples
        #: literals of the shortest clause with each cover, by the examples and the criterion
        self._shortest: dict[tuple[int, Acceptance], dict[int, int]] = {}
        #: the same for each addition, without covers that were known
        self._added: list[tuple[int, Acceptance, list[tuple[int, int]]]] = []
        #: for each of the examples left: additions seen, and the largest surplus of each shuffle
        self._known: dict[ExampleSets, tuple[int, Floats]] = {}

    def add(
        self, examples: ExampleSets, acceptance: Acceptance, searches: Iterable[SearchResult]
    ) -> None:
        """Add the clauses that searches among some examples have tried."""
        within = examples.positives | examples.negatives
        shortest = self._shortest.setdefault((within, acceptance), {})
        new: list[tuple[int, int]] = []
        for search in searches:
            for cover, size in search.tried:
                if size < shortest.get(cover, size + 1):
                    shortest[cover] = size
                    new.append((cover, size))
        self._added.append((within, acceptance, new))

    def most(self, left: ExampleSets) -> float:
        """Return the surplus that fewer than 5 of 99 shuffles exceed."""
        seen, largest = self._known.get(left) or (0, np.zeros(_SHUFFLES))
        everything = left.positives | left.negatives
        fresh: dict[Acceptance, dict[int, int]] = {}  #: covers of these examples, and literals
        for examples, acceptance, added in self._added[seen:]:
            if everything & ~examples:
                continue  # clauses may cover more than is known
            shortest = fresh.setdefault(acceptance, {})
            for cover, size in added:
                cover &= everything
                shortest[cover] = min(size, shortest.get(cover, size))
        for acceptance, shortest in fresh.items():
            covers, sizes = list(shortest), list(shortest.values())
            for begin in range(0, len(covers), _MAX_COMPARED):
                part = slice(begin, begin + _MAX_COMPARED)
                found = self._surpluses(covers[part], sizes[part], acceptance, left, largest)
                largest = np.maximum(largest, found)
        self._known[left] = len(self._added), largest
        return float(np.sort(largest)[-_MAX_LUCKY])

    def _surpluses(
        self,
        covers: list[int],
        sizes: list[int],
        acceptance: Acceptance,
        left: ExampleSets,
        largest: Floats,
    ) -> Floats:
        """Return the largest surplus of a useful clause after each shuffle, or 0, without clauses
        that change nothing about the ``largest`` that count."""
        positives, negatives = left.counts(-1)
        total = positives + negatives
        count = np.array([cover.bit_count() for cover in covers])
        variance = count * positives * negatives * (total - count)
        deviation = np.sqrt(variance / (total * total * max(1, total - 1)))
        likely = np.minimum(count, count * positives / total + _MAX_DEVIATIONS * deviation)
        most = np.sort(largest)[-_MAX_LUCKY]
        promising = np.flatnonzero(2 * likely - count - 1 > most * np.sqrt(count)).tolist()
        if not promising:
            return largest
        rows = _bit_rows([covers[i] for i in promising], self._examples)
        count = rows.sum(axis=1, dtype=np.float64)[:, None]
        right = (rows @ self._labels(left).T).astype(np.float64)
        wrong = count - right
        price = LITERAL_COST * (np.array([[sizes[i]] for i in promising]) + 1)
        useful = (right - wrong > price) & (right >= acceptance.positives)
        useful &= wrong <= acceptance.noise * count
        found: Floats = np.where(useful, (right - wrong - 1) / np.sqrt(count), 0).max(axis=0)
        return found

    def _labels(self, left: ExampleSets) -> npt.NDArray[np.float32]:
        """Return for each shuffle as many of the examples left as are positive."""
        inside = _bit_rows([left.positives | left.negatives], self._examples)[0] > 0
        ordered = self._orders[inside[self._orders]].reshape(_SHUFFLES, -1)
        labels = np.zeros((_SHUFFLES, self._examples), dtype=np.float32)
        drawn = ordered[:, : left.positives.bit_count()]
        np.put_along_axis(labels, drawn, 1, axis=1)
        return labels

    @cached_property
    def _orders(self) -> Ints:
        """The examples in the order of each shuffle."""
        chances = (Chance(self._seed, SHUFFLE_STREAM, number) for number in range(_SHUFFLES))
        return np.array([one.shuffled(range(self._examples)) for one in chances])


def _bit_rows(numbers: Sequence[int], bits: int) -> npt.NDArray[np.float32]:
    """Return the bits of each number as a row of zeros and ones, the lowest first."""
    size = (bits + 7) // 8
    packed = b"".join(number.to_bytes(size, "little") for number in numbers)
    rows = np.frombuffer(packed, dtype=np.uint8).reshape(-1, size)
    return np.unpackbits(rows, axis=1, count=bits, bitorder="little").astype(np.float32)


def select_theory(
    searcher: Searcher,
    settings: LearningSettings,
    examples: ExampleSets,
    watch: Monitor,
    shuffles: Shuffles,
) -> Covering:
    """Search from positives in random order and select a theory.

    Ends after several consecutive rounds without a cheaper theory, when every positive has been a
    seed, when time runs out, or when a short theory makes no error.
    """
    order = Chance(settings.seed, SELECTION_STREAM).shuffled(bits(examples.positives))
    result = Covering(examples.positives)
    pool: dict[int, CandidateClause] = {}
    chosen: list[CandidateClause] = []
    idle, luck = 0, shuffles.most
    while order and idle < (_MAX_IDLE_ROUNDS if chosen else _MAX_EMPTY_ROUNDS) and not watch.over:
        seeds, order = order[: settings.seeds], order[settings.seeds :]
        found = searcher.run(settings, seeds, examples, watch.deadline)
        result.searches += found
        for one in found:
            keep_shortest(pool, one.found)
        watch.report(len(order), examples.positives.bit_count(), len(pool))
        before = cost(chosen, examples)
        shuffles.add(examples, settings.acceptance, found)
        chosen = selected(list(pool.values()), examples, chosen, luck)
        idle = 0 if cost(chosen, examples) < before else idle + 1
        if short(chosen, examples):
            break
    result.stopped = watch.over and bool(order)
    again = selected(list(pool.values()), examples, luck=luck)
    best = min(chosen, again, key=lambda one: (cost(one, examples), _literals(one)))
    best = divided(best, list(pool.values()), examples, luck)
    result.chosen = reliable(best, examples, luck)
    result.left = examples.positives & ~result.covered
    return result


def refine(
    searcher: Searcher,
    settings: LearningSettings,
    found: Covering,
    examples: ExampleSets,
    watch: Monitor,
    shuffles: Shuffles,
) -> Covering:
    """Improve a selected theory by searching for replacements of its clauses.

    None and then each clause in turn is left out, and the examples that the others do not cover
    become the positives and negatives of searches from some of these positives. Once all of them
    have been tried, wider searches begin if time is limited. Ends when time is up, or no search was
    cut.
    """
    chance = Chance(settings.seed, REFINING_STREAM)
    pool: dict[int, CandidateClause] = {}
    for one in found.searches:
        keep_shortest(pool, one.found)
    chosen, searches, luck = found.chosen, list(found.searches), shuffles.most
    tried: dict[ExampleSets, int] = {}
    cut, ended = False, False
    while not (watch.over or ended):
        ended = True
        for left_out in [None, *chosen]:
            left = examples.without(covered(c for c in chosen if c is not left_out))
            fresh = left.positives & ~tried.get(left, 0)
            seeds = chance.shuffled(bits(fresh))[: settings.seeds]
            if not seeds or watch.over:
                continue
            ended = False
            tried[left] = tried.get(left, 0) | sum(1 << number for number in seeds)
            more = searcher.run(settings, seeds, left, watch.deadline)
            searches += more
            shuffles.add(left, settings.acceptance, more)
            for one in more:
                keep_shortest(pool, one.found)
                cut |= one.end == "nodes"
            trial = selected(list(pool.values()), examples, chosen, luck)
            if cost(trial, examples) < cost(chosen, examples):
                chosen = trial
        if ended and cut and watch.deadline < inf:
            settings, cut, ended = wider(settings), False, False
            tried.clear()
        missed = examples.positives & ~covered(chosen)
        watch.report(missed.bit_count(), examples.positives.bit_count(), len(chosen))
    chosen = reliable(chosen, examples, luck)
    missed = examples.positives & ~covered(chosen)
    return Covering(missed, chosen, searches, not ended)


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
    luck: Luck = lambda left: -inf,
) -> list[CandidateClause]:
    """Return a locally optimal subset of the pool, reached from the ``first`` one: no addition,
    removal or exchange makes it cheaper. A clause needs more than ``luck``."""
    chosen = list(first)
    now = cost(chosen, examples)
    while True:
        others = [[c for c in chosen if c is not left_out] for left_out in chosen]
        trials = [*others, *(_extended(base, pool, examples, luck) for base in [chosen, *others])]
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
    chosen: list[CandidateClause],
    pool: Sequence[CandidateClause],
    examples: ExampleSets,
    luck: Luck,
) -> list[CandidateClause]:
    """Return the clauses extended by the one in the pool that saves most."""
    left = examples.without(covered(chosen))
    best = next(iter(_ranked(pool, left, luck, 1)), None)
    return chosen if best is None else [*chosen, best]


def _ranked(
    pool: Sequence[CandidateClause], left: ExampleSets, luck: Luck, most: int
) -> list[CandidateClause]:
    """Return up to ``most`` clauses that save anything in a theory that leaves these examples, and
    not by luck, those that save most first."""
    useful = [one for one in pool if _saved(one, left) > 0]
    if useful:
        most_by_luck = luck(left)
        useful = [one for one in useful if _surplus(*left.counts(one.cover)) > most_by_luck]
    return nlargest(most, useful, key=lambda one: _saved(one, left))


def divided(
    chosen: list[CandidateClause],
    pool: Sequence[CandidateClause],
    examples: ExampleSets,
    luck: Luck = lambda left: -inf,
) -> list[CandidateClause]:
    """Return the theory with one clause replaced by several that cover fewer negatives, if that is
    cheaper: no exchange of a single clause leads there."""
    best = chosen
    for replaced in chosen:
        rest = [c for c in chosen if c is not replaced]
        left = examples.without(covered(rest))
        most = left.counts(replaced.cover)[1] / 2
        purer = [c for c in pool if left.counts(c.cover)[1] <= most]
        for first in _ranked(purer, left, luck, _MAX_DIVISIONS):
            trial = [*rest, first]
            while cost(longer := _extended(trial, purer, examples, luck), examples) < cost(
                trial, examples
            ):
                trial = longer
            best = min(best, trial, key=lambda one: cost(one, examples))
    return best


def _saved(candidate: CandidateClause, left: ExampleSets) -> float:
    """Return by how much a clause lowers the cost of a theory that leaves these examples."""
    right, wrong = left.counts(candidate.cover)
    return right - wrong - LITERAL_COST * (candidate.size + 1)


def _surplus(right: float, wrong: float) -> float:
    """Return by how many standard deviations a clause is right about more than half of what it
    covers, with the correction for whole numbers."""
    return (right - wrong - 1) / sqrt(right + wrong) if right else -inf


def reliable(
    chosen: list[CandidateClause], examples: ExampleSets, luck: Luck
) -> list[CandidateClause]:
    """Return a theory without the clauses that may be right by luck about the examples that no
    other clause covers, the most doubtful first."""
    while chosen:
        others = [[c for c in chosen if c is not one] for one in chosen]
        lefts = [examples.without(covered(rest)) for rest in others]
        beyond = [
            _surplus(*left.counts(one.cover)) - luck(left)
            for one, left in zip(chosen, lefts, strict=True)
        ]
        if min(beyond) > 0:
            break
        chosen = others[beyond.index(min(beyond))]
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
