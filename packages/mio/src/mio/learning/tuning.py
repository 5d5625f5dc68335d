"""Decides from the examples how much noise learning should tolerate.

Many tasks have a theory of a few short clauses, so a brief search for one comes first. Next,
learning assumes no noise, where clauses can cover every positive and no negative. If successive
clauses cost more than they explain, a theory with noise is learned as well, and kept if it is much
cheaper. Clauses that cover a single positive may be too general: cross-validation decides whether
to drop them (Stone 1974).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from mio.chance import Chance
from mio.errors import percent, plural
from mio.learning.coverage import Coverage, ExampleSets
from mio.learning.covering import NOTHING, Before, Covering, Monitor, cover_examples
from mio.learning.saturation import bits
from mio.learning.seeds import (
    CandidateClause,
    Searcher,
    SearchResult,
    covered,
    keep_shortest,
)
from mio.learning.selection import (
    LITERAL_COST,
    MAX_SHORT_COST,
    Shuffles,
    compacted,
    cost,
    refine,
    select_theory,
    selected,
    selection_words,
    short,
)
from mio.learning.settings import (
    FOLD_STREAM,
    HARDER_STREAM,
    Acceptance,
    LearningSettings,
    longer,
    narrower,
    wider,
)

_COSTLY_IN_ROW = 5  #: number of consecutive costly clauses that suggests noise
_MIN_NOISY_POSITIVES = 30  #: minimum number of positives for recognising noise
_MAX_RELATIVE_COST = 0.85  #: maximum cost of a theory with noise, relative to one without
_IRREGULAR_COST = 0.6  #: cost per positive above which a theory with noise need only be cheaper
#: Maximum share of negatives among the examples that a clause with noise covers, also relative to
#: their share of all examples, since a clause that covers everything explains nothing. Half of it
#: is tried first.
_MAX_NOISE, _MAX_NOISE_OF_ALL = 0.4, 0.85
_NOISY_SHARE = 0.75  #: share of the time left for theories with noise, unless others came before
_SELECTION_CLAUSES = 300  #: number of clauses that each selection search returns
_REFINING_CLAUSES = 30  #: the same for searches that refine the theory
_MAX_HARD_SEEDS = 10  #: maximum number of seeds of wider searches
#: Consecutive searches without a clause after which covering gives up, and the same if a brief
#: search found nothing.
_PATIENT_SEARCHES, _DOUBTFUL_SEARCHES = 10, 2
_MAX_LEFT_SHARE = 0.1  #: share of uncovered positives below which no more noise is tried
#: Clauses needed for single positives are not questioned in a complete theory if they have at most
#: this number of literals, and at most so many of them cover no other positive.
_SHORT_LITERALS, _MAX_PLAUSIBLE = 3, 2
_FOLDS = 5
_REPEATS = 3


@dataclass(frozen=True)
class Tuned:
    """The result of learning, its settings, and why they were chosen."""

    covering: Covering
    settings: LearningSettings
    words: str


class Tuning:
    """Learns without noise, and decides from the result whether other settings are worth trying.

    ``shuffles`` know the clauses that earlier searches tried, and ``known`` are candidates from
    them. A theory that costs more than ``most`` is
    of no use, so covering stops as soon as its literals do.
    """

    def __init__(
        self,
        searcher: Searcher,
        settings: LearningSettings,
        watch: Monitor,
        seconds: float | None,
        shuffles: Shuffles,
        known: tuple[CandidateClause, ...] = (),
        most: float = inf,
    ) -> None:
        self._shuffles, self._most = shuffles, most
        self._searcher, self._settings = searcher, replace(settings, bounded=True)
        self._watch, self._seconds, self._known = watch, seconds, known
        self._examples = searcher.coverage.sets
        self._positives = searcher.coverage.positive
        #: the cheapest theory with noise, even if it is not cheap enough
        self._noisy: Tuned | None = None

    def run_briefly(self) -> Tuned:
        """Return the theory of the first, narrow searches."""
        brief = self._search_briefly() or Covering(self._positives)
        return Tuned(self._compacted(brief), self._settings, "")

    def run(self) -> Tuned:
        """Return the theory."""
        brief = self._search_briefly()
        if brief and short(brief.chosen, self._examples) and not self._weak(brief):
            return Tuned(self._compacted(brief), self._settings, "")
        strict = self._cover_strictly(brief)
        if self._watch.clock.interrupted():
            best = min((one for one in (strict, brief) if one is not None), key=self._cost)
            return Tuned(replace(self._compacted(best), stopped=True), self._settings, "")
        stable = brief is not None and not brief.left and self._cost(brief) <= self._cost(strict)
        if strict.stopped or strict.left or (self._weak(strict) and not stable):
            loose = self._tolerate_noise(strict)
            if loose is not None:
                return loose
        strict = self._search_further(strict)
        careful = self._drop_single_clauses(strict)
        if careful is not None:
            return careful
        found = self._worthwhile(self._compacted(strict))
        noisy = self._noisy  # noise may be why the theory is incomplete
        if noisy is None or not strict.left:
            return found
        return min(found, noisy, key=lambda one: self._cost(one.covering))

    def _enough(self, found: Covering) -> bool:
        """Return whether noise has to be tolerated, or the literals alone cost too much."""
        return cost(found.chosen, ExampleSets(0, 0)) >= self._most or _looks_noisy(found)

    def _cover_strictly(self, brief: Covering | None) -> Covering:
        """Learn without noise after the brief searches, if there were any."""
        share = 0.5 if brief is None or self._cost(brief) < _IRREGULAR_COST else 0.3
        watch = replace(self._watch, deadline=self._until(share), enough=self._enough)
        patience = _PATIENT_SEARCHES
        if brief is not None and not brief.chosen:  # a few wide searches show if more is promising
            patience = _DOUBTFUL_SEARCHES
            self._settings = replace(self._settings, seeds=min(self._settings.seeds, patience))
        patient = replace(self._settings, patience=patience)
        strict = self._cover(patient, watch, self._others(brief))
        if brief is not None:
            strict.searches[:0] = brief.searches
        return strict if strict.left else self._compacted(strict)

    def _search_further(self, strict: Covering) -> Covering:
        """Continue after noise has been ruled out, by ever wider searches, if these promise
        anything."""
        if strict.stopped and not self._watch.over and not self._hopeless(strict):
            before = replace(self._others(strict), clauses=tuple(strict.chosen))
            strict = self._continue(strict, self._settings, self._watch, before)
        if self._watch.over or not (strict.left or self._weak(strict)):
            return strict
        if self._hopeless(strict):
            strict = self._search_harder(strict, longer(self._settings), _DOUBTFUL_SEARCHES)
        if not self._hopeless(strict):
            strict = self._search_harder(strict, wider(self._settings))
            strict = self._search_deeper(strict)
            strict = self._search_until_deadline(strict)
        return strict

    def _hopeless(self, strict: Covering) -> bool:
        """Return whether no search found anything, with or without noise, and the last of them
        were cut at their limit of clauses, so that wider ones promise nothing either."""
        ends = [one.end for one in strict.searches if one.end != "time"]
        noisy = self._noisy is not None and self._noisy.covering.chosen
        cut = len(ends) >= _DOUBTFUL_SEARCHES and set(ends[-_DOUBTFUL_SEARCHES:]) == {"nodes"}
        return cut and not strict.chosen and not noisy

    def _worthwhile(self, found: Covering) -> Tuned:
        """Return the theory without clauses that cost more than they explain, if it is incomplete
        and explains little."""
        if not found.left or self._cost(found) <= _IRREGULAR_COST:
            return Tuned(found, self._settings, "")
        chosen = selected(found.chosen, self._examples, found.chosen)
        count = len(found.chosen) - len(chosen)
        words = f"{plural(count, 'clause')} left out: two thirds of the literals exceed the gain"
        left = self._positives & ~covered(chosen)
        return Tuned(
            replace(found, chosen=chosen, left=left), self._settings, words if count else ""
        )

    def _search_briefly(self) -> Covering | None:
        """Learn by narrow searches for short clauses."""
        if self._settings.search != "greedy":
            return None
        watch = replace(self._watch, deadline=self._until(0.2), enough=self._enough)
        settings = replace(narrower(self._settings), patience=_PATIENT_SEARCHES)
        found = self._cover(settings, watch, self._others())
        return found if found.left else self._compacted(found)

    def _others(self, found: Covering | None = None) -> Before:
        more = () if found is None else (c for one in found.searches for c in one.found)
        return Before(others=(*self._known, *more))

    def _cost(self, found: Covering) -> float:
        return cost(found.chosen, self._examples) / self._positives.bit_count()

    def _until(self, share: float) -> float:
        """Return the time at which this share of the total time will have passed."""
        if self._seconds is None:
            return self._watch.deadline
        return min(self._watch.deadline, self._watch.clock.now + share * self._seconds)

    def _cover(
        self, settings: LearningSettings, watch: Monitor, before: Before = NOTHING
    ) -> Covering:
        return cover_examples(self._searcher, settings, self._examples, watch, before)

    def _continue(
        self,
        strict: Covering,
        settings: LearningSettings,
        watch: Monitor,
        before: Before | None = None,
    ) -> Covering:
        """Continue from clauses found before, and keep the earlier searches in the result."""
        before = Before(tuple(strict.chosen)) if before is None else before
        found = self._cover(settings, watch, before)
        found.searches[:0] = strict.searches
        return found

    def _weak(self, found: Covering) -> list[CandidateClause]:
        """Return the clauses needed for at most one positive."""
        weak = []
        for candidate in found.chosen:
            others = covered(one for one in found.chosen if one.cover != candidate.cover)
            if (candidate.cover & self._positives & ~others).bit_count() <= 1:
                weak.append(candidate)
        return weak

    def _tolerate_noise(self, strict: Covering) -> Tuned | None:
        """Return a theory with noise if one is much cheaper, else None.

        The amount of noise is unknown beforehand, so the cheaper of a theory of precise clauses and
        one of more general clauses is used. If clauses without noise cover all positives, precise
        ones are known already, and only general ones are searched for.
        """
        positives = self._positives.bit_count()
        irregular = self._cost(strict) > _IRREGULAR_COST
        without = cost(self._worthwhile(strict).covering.chosen, self._examples)
        complete = not strict.left and not strict.stopped
        if positives < _MIN_NOISY_POSITIVES or (complete and without <= MAX_SHORT_COST * positives):
            return None
        most = (1 if irregular else _MAX_RELATIVE_COST) * without
        of_all = self._examples.negatives.bit_count() / self._searcher.coverage.count
        noise = min(_MAX_NOISE, _MAX_NOISE_OF_ALL * of_all)
        best: Covering | None = None
        settings, searches = self._settings, list[SearchResult]()
        shuffles = self._shuffles
        precise = [] if complete or not strict.chosen else [(0.5, noise / 2)]
        rest = _NOISY_SHARE if self._most == inf else 1
        for part, share in [*precise, (rest, noise)]:
            tried = replace(
                self._settings,
                acceptance=Acceptance(share, 2, 0.001),
                wanted=_SELECTION_CLAUSES,
                facts=False,
            )
            watch = _shortened(self._watch, part)
            found = self._select(tried, watch, most, shuffles)
            searches += found.searches
            if best is None or self._cost(found) < self._cost(best):
                best, settings = found, tried
            few = best.left.bit_count() <= _MAX_LEFT_SHARE * positives
            if few or cost(best.chosen, self._examples) >= without:
                break
        if best is None:
            return None
        costs = (without, cost(best.chosen, self._examples))
        negatives = self._examples.counts(best.covered)[1]
        words = selection_words(negatives, best.left.bit_count(), costs)
        self._noisy = Tuned(replace(best, searches=searches), settings, words)
        return self._noisy if costs[1] < most else None

    def _select(
        self, settings: LearningSettings, watch: Monitor, most: float, shuffles: Shuffles
    ) -> Covering:
        """Select a theory with noise, and refine it if it costs less than ``most``."""
        first = _shortened(watch, 0.5)
        found = select_theory(self._searcher, settings, self._examples, first, shuffles)
        if cost(found.chosen, self._examples) >= most or short(found.chosen, self._examples):
            return found
        tried = replace(settings, wanted=_REFINING_CLAUSES)
        return refine(self._searcher, tried, found, self._examples, watch, shuffles)

    def _search_deeper(self, strict: Covering) -> Covering:
        """Search for longer and longer chains of literals while some positive has no clause.

        Ends when a further level adds no literals to the most specific clauses.
        """
        settings, literals = wider(self._settings), 0
        while strict.left and not self._watch.over and settings.depth.levels < settings.length:
            known = max(
                (one.literals for one in strict.searches if strict.left >> one.seed & 1), default=0
            )
            if known <= literals:
                break
            literals = known
            depth = settings.depth
            settings = replace(settings, depth=replace(depth, levels=depth.levels + 1))
            strict = self._search_harder(strict, settings)
        return strict

    def _search_until_deadline(self, strict: Covering) -> Covering:
        """Search ever more widely for clauses of the uncovered positives, until time is up.

        Ends earlier if a round finds nothing. Does nothing without a time limit.
        """
        settings = wider(self._settings)
        while strict.left and self._seconds is not None and not self._watch.over:
            settings, left = wider(settings), strict.left
            strict = self._search_harder(strict, settings)
            if strict.left == left:
                break
        return strict

    def _search_harder(
        self, strict: Covering, settings: LearningSettings, most: int = _MAX_HARD_SEEDS
    ) -> Covering:
        """Search with other settings from positives that are uncovered or have clauses of their
        own, but from no more than ``most`` of them."""
        weak = self._weak(strict)
        strong = tuple(c for c in strict.chosen if c not in weak)
        found = (strict.left | covered(weak) & self._positives) & ~covered(strong)
        order = Chance(self._settings.seed, HARDER_STREAM).shuffled(bits(found))
        hopeless = sum(1 << number for number in order[most:])
        watch = replace(self._watch, deadline=self._until(0.5))
        harder = self._continue(strict, settings, watch, Before(strong, hopeless))
        for candidate in weak:
            if candidate.cover & harder.left:
                harder.chosen.append(candidate)
                harder.left &= ~candidate.cover
        return harder

    def _drop_single_clauses(self, strict: Covering) -> Tuned | None:
        """Return the theory without clauses for single positives if they do harm, else None."""
        settings = self._settings
        if settings.acceptance.positives != 1 or self._positives.bit_count() < 2 * _FOLDS:
            return None
        weak = self._weak(strict)
        if not weak or self._watch.over:
            return None
        if not strict.left and self._plausible(weak):
            return None
        careful = replace(settings, acceptance=replace(settings.acceptance, positives=2))
        quiet = replace(
            self._watch, deadline=self._until(0.3), report=lambda left, total, clauses: None
        )
        kept, dropped = _cross_validate(self._searcher, settings, careful, quiet)
        if dropped <= kept:
            return None
        # keeps the clauses for more than one positive
        found = self._continue(strict, careful, self._watch)
        words = (
            "clauses for single positives left out: in cross-validation, "
            f"{percent(dropped)} of the examples are right without them, {percent(kept)} with them"
        )
        return Tuned(self._compacted(found), careful, words)

    def _plausible(self, weak: Sequence[CandidateClause]) -> bool:
        """Return whether clauses needed for single positives are short, and few of them cover no
        other."""
        single = [c for c in weak if (c.cover & self._positives).bit_count() == 1]
        short = all(c.size <= _SHORT_LITERALS for c in weak)
        return short and len(single) <= _MAX_PLAUSIBLE

    def _compacted(self, found: Covering) -> Covering:
        """Return the theory with fewer literals where the clauses found allow it."""
        pool: dict[int, CandidateClause] = {}
        consistent = self._settings.acceptance.consistent
        for one in found.searches:
            counts = ((c, self._examples.counts(c.cover)) for c in one.found)
            keep_shortest(pool, (c for c, (p, n) in counts if consistent(p, n)))
        needed = self._positives & found.covered
        chosen = compacted(found.chosen, list(pool.values()), needed, lambda: self._watch.over)
        return replace(found, chosen=chosen, left=self._positives & ~covered(chosen))


def _shortened(watch: Monitor, share: float) -> Monitor:
    """Return a monitor that stops after this share of the time left."""
    now = watch.clock.now
    return replace(watch, deadline=now + share * (watch.deadline - now))


def _looks_noisy(found: Covering) -> bool:
    """Return whether each of the last clauses costs more in literals than it explains positives."""
    total = found.left.bit_count() + found.covered.bit_count()
    if total < _MIN_NOISY_POSITIVES or len(found.chosen) < _COSTLY_IN_ROW:
        return False
    before = covered(found.chosen[:-_COSTLY_IN_ROW])
    for candidate in found.chosen[-_COSTLY_IN_ROW:]:
        if (candidate.cover & ~before).bit_count() > LITERAL_COST * (candidate.size + 1):
            return False
        before |= candidate.cover
    return True


def _cross_validate(
    searcher: Searcher, settings: LearningSettings, careful: LearningSettings, watch: Monitor
) -> tuple[float, float]:
    """Return the accuracy on held-out examples with the settings, and with the clauses that careful
    settings reject removed and replaced.

    The searches are narrower, to save time.
    """
    settings, careful = (
        replace(one, width=min(one.width, 10), seeds=min(one.seeds, 3), bounded=False)
        for one in (settings, careful)
    )
    right, total = [0, 0], 0
    for number, held in enumerate(_folds(searcher.coverage, settings.seed)):
        if number % _FOLDS == 0 and right[1] + 1 < right[0]:
            break  # behind by two examples or more
        used = searcher.coverage.sets.without(held)
        kept = cover_examples(searcher, settings, used, watch)
        before = Before(tuple(kept.chosen))
        dropped = cover_examples(searcher, careful, used, watch, before)
        if watch.over:
            break
        for i, result in enumerate((kept, dropped)):
            wrong = (result.covered ^ searcher.coverage.positive) & held
            right[i] += held.bit_count() - wrong.bit_count()
        total += held.bit_count()
    return right[0] / max(total, 1), right[1] / max(total, 1)


def _folds(coverage: Coverage, seed: int) -> Iterator[int]:
    """Yield folds of the examples to hold out, with positives and negatives spread evenly."""
    chance = Chance(seed, FOLD_STREAM)
    for _ in range(_REPEATS):
        order = []
        for kind in coverage.sets:
            order += chance.shuffled(bits(kind))
        for fold in range(_FOLDS):
            yield sum(1 << number for number in order[fold::_FOLDS])
