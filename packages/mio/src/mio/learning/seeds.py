"""Runs searches from several seed examples, in this process or in workers.

A search depends only on its seed example and the uncovered positives, not on other searches, so any
number of workers finds the same clauses, unless a time limit cuts searches short.
"""

from __future__ import annotations

import signal
import uuid
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from dataclasses import dataclass

from mio.background.builtins import THRESHOLD_COMPARISONS, is_number
from mio.background.columns import Goal
from mio.background.interpreter import OutOfTimeError
from mio.language.program import Clause
from mio.language.terms import Struct, Term
from mio.learning.coverage import Coverage, ExampleSets, clause_from_ids
from mio.learning.saturation import (
    Bottom,
    Depth,
    MacroBounds,
    Saturation,
    SearchStep,
    literals,
    macros,
)
from mio.learning.search.greedy import greedy
from mio.learning.search.ida import ida
from mio.learning.search.space import SearchEnd, SearchTask, Space
from mio.learning.settings import Clock, LearningSettings
from mio.learning.theory import Problem
from mio.learning.thresholds import Thresholds


@dataclass(frozen=True, slots=True)
class CandidateClause:
    """A clause that a search found, and the examples it covers, as bits."""

    clause: Clause
    cover: int

    @property
    def size(self) -> int:
        """The number of body literals; a comparison with a constant from the data counts twice,
        because its constant is one of many."""
        body = self.clause.body
        return len(body) + sum(_is_threshold(goal) for goal in body)


def _is_threshold(goal: Term) -> bool:
    return (
        isinstance(goal, Struct) and goal.name in THRESHOLD_COMPARISONS and is_number(goal.args[-1])
    )


def covered(clauses: Iterable[CandidateClause]) -> int:
    """Return the examples that at least one clause covers."""
    found = 0
    for candidate in clauses:
        found |= candidate.cover
    return found


def keep_shortest(pool: dict[int, CandidateClause], clauses: Iterable[CandidateClause]) -> None:
    """Add clauses to a pool that keeps the shortest clause of each cover."""
    for candidate in clauses:
        known = pool.get(candidate.cover)
        if known is None or candidate.size < known.size:
            pool[candidate.cover] = candidate


@dataclass(frozen=True)
class SearchResult:
    """The result of one search: the number of its seed example, the clauses explored, why it ended,
    the size of the most specific clause, whether limits cut that clause, and the candidates
    found."""

    seed: int
    explored: int
    end: SearchEnd
    literals: int
    bottom_cut: bool
    found: tuple[CandidateClause, ...]


class Searcher:
    """Searches for one problem, with any number of workers.

    Searches from the same seed share its most specific clause and the macros.
    """

    def __init__(self, problem: Problem, coverage: Coverage, workers: int, clock: Clock) -> None:
        self.problem, self.coverage = problem, coverage
        self._workers, self._clock = workers, clock
        self._token = uuid.uuid4().hex
        rows = (*problem.examples.positives, *problem.examples.negatives)
        self._thresholds = Thresholds.of(problem.background, problem.declared, rows)
        self._bottoms: dict[tuple[int, Depth], Bottom] = {}
        self._steps: dict[tuple[int, Depth, MacroBounds | None], tuple[SearchStep, ...]] = {}

    def run(
        self,
        settings: LearningSettings,
        seeds: Sequence[int],
        examples: ExampleSets,
        deadline: float,
        floor: float = float("-inf"),
    ) -> list[SearchResult]:
        """Search from some seeds, and return the results in the same order.

        - ``settings``: how to search;
        - ``seeds``: the numbers of the seed examples;
        - ``examples``: those to use;
        - ``deadline``: a time of the clock;
        - ``floor``: the value that a clause must exceed.
        """
        if self._workers == 1 or len(seeds) == 1:
            return [self._search(settings, one, examples, deadline, floor) for one in seeds]
        from joblib.externals.loky import get_reusable_executor

        left = deadline - self._clock.now
        shares = [seeds[i :: self._workers] for i in range(min(self._workers, len(seeds)))]
        work = (self._token, self.problem, settings)
        workers = get_reusable_executor(
            self._workers, timeout=_WORKER_IDLE_SECONDS, initializer=_ignore_interrupts
        )
        waiting = {
            workers.submit(_elsewhere, *work, share, examples, left, floor) for share in shares
        }
        found: list[tuple[list[SearchResult], float]] = []
        while waiting:
            done, waiting = wait(waiting, _POLL_SECONDS, FIRST_COMPLETED)
            found += (one.result() for one in done)
            if waiting and self._clock.interrupted():
                workers.shutdown(kill_workers=True)
                break
        self._clock.spent(max((seconds for _, seconds in found), default=0.0))
        by_seed = {one.seed: one for share, _ in found for one in share}
        return [by_seed.get(seed) or _unfinished(seed) for seed in seeds]

    def _search(
        self,
        settings: LearningSettings,
        seed: int,
        examples: ExampleSets,
        deadline: float,
        floor: float,
    ) -> SearchResult:
        """Return the best clauses below the most specific clause of a seed example."""
        if self._clock.over(deadline):
            return _unfinished(seed)
        coverage, problem = self.coverage, self.problem
        with self._until(deadline):
            try:
                bottom, steps = self._start(settings, seed)
            except OutOfTimeError:
                return _unfinished(seed)
        task = SearchTask(coverage, examples, settings, floor, lambda: self._clock.over(deadline))
        space = Space(bottom, task)
        with self._until(deadline):
            if settings.search == "ida":
                outcome = ida(space, steps)
            else:
                outcome = greedy(space, steps, settings.width)
        fits = coverage.head(bottom.head)
        found = []

        def count(body: tuple[Goal, ...]) -> tuple[int, int]:
            return examples.counts(fits & coverage.body(body))

        for body in map(space.body, outcome.found):
            if not self._clock.over(deadline):
                body = self._thresholds.moved(body, bottom.types, count)
            name, symbols = problem.declared.head.name, problem.background.symbols
            clause = clause_from_ids(name, bottom.head, body, symbols)
            found.append(CandidateClause(clause, fits & coverage.body(body)))
        return SearchResult(
            seed, outcome.explored, outcome.end, len(bottom.goals), bottom.cut, tuple(found)
        )

    @contextmanager
    def _until(self, deadline: float) -> Iterator[None]:
        """Make queries and joins raise ``OutOfTimeError`` once the clock reaches a time."""
        background, coverage = self.problem.background, self.coverage
        background.over = coverage.over = lambda: self._clock.over(deadline)
        try:
            yield
        finally:
            background.over = coverage.over = None

    def _start(
        self, settings: LearningSettings, seed: int
    ) -> tuple[Bottom, tuple[SearchStep, ...]]:
        """Return the most specific clause of a seed, and the steps of searches below it."""
        key = (seed, settings.depth)
        bottom = self._bottoms.get(key)
        if bottom is None:
            background, declared = self.problem.background, self.problem.declared
            example = self.coverage.example(seed)
            given = background, declared, example, settings.depth, self._thresholds
            bottom = Saturation(*given).run()
            self._bottoms[key] = bottom
        bounds = settings.macro_bounds if settings.macros else None
        steps = self._steps.get((*key, bounds))
        if steps is None:
            steps = literals(bottom) if bounds is None else macros(bottom, bounds)
            self._steps[(*key, bounds)] = steps
        return bottom, steps


def _unfinished(seed: int) -> SearchResult:
    """Return the result of a search that was stopped before it found anything."""
    return SearchResult(seed, 0, "time", 0, True, ())


_POLL_SECONDS = 0.05  #: seconds between two polls for an interruption while workers search
_WORKER_IDLE_SECONDS = 10  #: seconds after which a worker without work ends


def _ignore_interrupts() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the caller, which ends this one."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


#: A worker process reuses its searcher with all its results.
_KEPT_SEARCHERS: dict[str, Searcher] = {}


def _elsewhere(
    token: str,
    problem: Problem,
    settings: LearningSettings,
    seeds: Sequence[int],
    examples: ExampleSets,
    left: float,
    floor: float,
) -> tuple[list[SearchResult], float]:
    """Run searches in a worker process, ``left`` seconds before the deadline; return the results
    and the seconds taken."""
    clock = Clock()
    begun = clock.now
    if token not in _KEPT_SEARCHERS:
        _KEPT_SEARCHERS.clear()
        rows = problem.examples
        coverage = Coverage(problem.background, rows.positives, rows.negatives)
        _KEPT_SEARCHERS[token] = Searcher(problem, coverage, 1, clock)
    found = _KEPT_SEARCHERS[token].run(settings, seeds, examples, begun + left, floor)
    return found, clock.now - begun
