"""How strict to be with given examples, decided from the examples.

Without noise every positive can be covered and no negative need be. First this is tried. If
clause after clause costs more than it explains, noise is allowed, and kept if that makes a much
cheaper theory. If single positives got clauses of their own, such clauses may say too much: whether
they pay is tried out on examples held back (cross-validation; Stone 1974).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sapper.mio.coverage import Coverage
from sapper.mio.covering import Before, Covering, Watch, covering
from sapper.mio.saturation import bits
from sapper.mio.score import Acceptance
from sapper.mio.seeds import Searcher
from sapper.mio.selection import LITERAL, cost, selecting
from sapper.mio.settings import Settings

_ROW = 5  #: so many clauses in a row that do not pay look like noise
_FEW = 30  #: of fewer positives nobody can tell
_CHEAPER = 0.85  #: what a theory with noise may cost of one without
_NOISE = 0.2  #: the share of negatives that it allows
_POOL = 300  #: clauses that each of its searches looks for
_FOLDS = 5
_REPEATS = 3
_FEWER = 0.8  #: errors on examples held back, at most, for clauses to be left out


@dataclass(frozen=True)
class Tuned:
    """What was found, with the settings that found it and why they were chosen."""

    covering: Covering
    settings: Settings
    words: str


def tuned(searcher: Searcher, settings: Settings, watch: Watch, seconds: float | None) -> Tuned:
    """Learn without noise, and from what comes of it decide whether to learn otherwise."""
    coverage = searcher.coverage
    positives, negatives = coverage.positive, coverage.negative

    def until(share: float) -> float:
        return (
            min(watch.deadline, time.monotonic() + share * seconds) if seconds else watch.deadline
        )

    first = replace(watch, deadline=until(0.4), enough=_looks_noisy)
    strict = covering(searcher, settings, positives, negatives, first)
    if watch.interrupted():
        return Tuned(strict, settings, "")
    if strict.stopped and positives.bit_count() >= _FEW:
        noisy = replace(
            settings,
            acceptance=Acceptance(_NOISE, 2, 0.001),
            wanted=_POOL,
            theory="selected",
            facts=False,
        )
        second = replace(watch, deadline=until(0.4))
        loose = selecting(searcher, noisy, positives, negatives, second)
        strict_cost = cost(strict.chosen, positives, negatives)
        loose_cost = cost(loose.chosen, positives, negatives)
        if loose_cost < _CHEAPER * strict_cost:
            words = f"noise allowed: errors and two thirds of the literals are {loose_cost:.0f}"
            return Tuned(loose, noisy, f"{words}, without it {strict_cost:.0f}")
    if strict.stopped and not watch.over:
        searches, before = strict.searches, Before(tuple(strict.chosen))
        strict = covering(searcher, settings, positives, negatives, watch, before)
        strict.searches[:0] = searches
    weak = [c for c in strict.chosen if _alone(c.cover, strict, positives)]
    if weak and not watch.over and settings.acceptance.positives == 1:
        careful = replace(settings, acceptance=replace(settings.acceptance, positives=2))
        third = replace(watch, deadline=until(0.3), report=lambda left, total, clauses: None)
        kept, dropped = _validated(searcher, (settings, careful), third)
        if dropped > kept and 1 - dropped <= _FEWER * (1 - kept):
            before = Before(tuple(strict.chosen))  # those for more than one positive stay
            found = covering(searcher, careful, positives, negatives, watch, before)
            found.searches[:0] = strict.searches
            words = "clauses for a single positive left out: held-back examples are then"
            return Tuned(found, careful, f"{words} right in {dropped:.1%}, else in {kept:.1%}")
    return Tuned(strict, settings, "")


def _looks_noisy(found: Covering) -> bool:
    """Whether the last clauses explain fewer positives than their literals cost."""
    total = found.left.bit_count() + found.covered.bit_count()
    if total < _FEW or len(found.chosen) < _ROW:
        return False
    before = 0
    for candidate in found.chosen[:-_ROW]:
        before |= candidate.cover
    for candidate in found.chosen[-_ROW:]:
        if (candidate.cover & ~before).bit_count() > LITERAL * (candidate.size + 1):
            return False
        before |= candidate.cover
    return True


def _alone(cover: int, found: Covering, positives: int) -> bool:
    """Whether a clause is taken for one positive only."""
    others = 0
    for candidate in found.chosen:
        if candidate.cover != cover:
            others |= candidate.cover
    return (cover & positives & ~others).bit_count() <= 1


def _validated(searcher: Searcher, variants: tuple[Settings, ...], watch: Watch) -> list[float]:
    """The shares of examples held back that variants of the settings get right, with a narrower
    search to save time."""
    variants = tuple(replace(v, width=min(v.width, 10), seeds=min(v.seeds, 3)) for v in variants)
    right, total = [0] * len(variants), 0
    for held in _folds(searcher.coverage, variants[0].seed):
        positives = searcher.coverage.positive & ~held
        negatives = searcher.coverage.negative & ~held
        results = [
            covering(searcher, settings, positives, negatives, watch) for settings in variants
        ]
        if watch.over:
            break
        for i, result in enumerate(results):
            wrong = (result.covered ^ searcher.coverage.positive) & held
            right[i] += held.bit_count() - wrong.bit_count()
        total += held.bit_count()
    return [count / max(total, 1) for count in right]


def _folds(coverage: Coverage, seed: int) -> Iterator[int]:
    """Parts of the examples to hold back, positives and negatives spread evenly."""
    chance = random.Random(seed)
    for _ in range(_REPEATS):
        order = []
        for kind in (coverage.positive, coverage.negative):
            numbers = bits(kind)
            chance.shuffle(numbers)
            order += numbers
        for fold in range(_FOLDS):
            yield sum(1 << number for number in order[fold::_FOLDS])
