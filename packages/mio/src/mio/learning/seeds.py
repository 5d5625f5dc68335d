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
from dataclasses import dataclass, replace

import numpy as np

from mio.background.builtins import THRESHOLD_COMPARISONS, is_number
from mio.background.conditions import Condition
from mio.background.interpreter import OutOfTimeError
from mio.language.program import Clause
from mio.language.terms import Struct, Term, conjuncts
from mio.learning.coverage import Coverage, ExampleSets, clause_from_ids
from mio.learning.modes import Mode
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

_MAX_TRIED_BITS = 1_000_000  #: maximum size of the covers of explored clauses that are kept


@dataclass(frozen=True, slots=True)
class CandidateClause:
    """A clause that a search found, and the examples it covers, as bits."""

    clause: Clause
    cover: int

    @property
    def size(self) -> int:
        """The number of body literals. A comparison with a constant from the data counts twice,
        because its constant is one of many, and a condition one more than its goals."""
        return sum(map(_literals, self.clause.body))


def _literals(goal: Term) -> int:
    if not isinstance(goal, Struct):
        return 1
    if goal.name == "\\+":
        return 1 + sum(map(_literals, conjuncts(goal.args[0])))
    if goal.name == "aggregate_all" and len(goal.args) == 3:
        return 1 + sum(map(_literals, conjuncts(goal.args[1]))) + is_number(goal.args[2])
    return 1 + (goal.name in THRESHOLD_COMPARISONS and is_number(goal.args[-1]))


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
    the size of the most specific clause, whether limits cut that clause, and the candidates found.
    If clauses may cover negatives, ``tried`` has covers of explored clauses, and their literals."""

    seed: int
    explored: int
    end: SearchEnd
    literals: int
    bottom_cut: bool
    found: tuple[CandidateClause, ...]
    tried: tuple[tuple[int, int], ...] = ()


class Searcher:
    """Searches for one problem, with any number of workers.

    Searches from the same seed share its most specific clause and the macros.
    """

    def __init__(self, problem: Problem, coverage: Coverage, workers: int, clock: Clock) -> None:
        self.problem, self.coverage = problem, coverage
        self._workers, self.clock = workers, clock
        self._token = uuid.uuid4().hex
        rows = (*problem.examples.positives, *problem.examples.negatives)
        self.thresholds = Thresholds.of(
            problem.background, problem.declared, rows, _computed_numbers(problem, coverage)
        )
        self._bottoms: dict[tuple[int, Depth, bool], Bottom] = {}
        self._steps: dict[tuple[int, Depth, bool, MacroBounds | None], tuple[SearchStep, ...]] = {}

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

        left = self.clock.left(deadline)
        shares = [seeds[i :: self._workers] for i in range(min(self._workers, len(seeds)))]
        work = (self._token, self.problem, settings)
        workers = get_reusable_executor(
            self._workers, timeout=_WORKER_IDLE_SECONDS, initializer=_ignore_interrupts
        )
        waiting = {
            workers.submit(_elsewhere, *work, share, examples, left, floor) for share in shares
        }
        found: list[tuple[list[SearchResult], float, float]] = []
        while waiting:
            done, waiting = wait(waiting, _POLL_SECONDS, FIRST_COMPLETED)
            found += (one.result() for one in done)
            if waiting and self.clock.interrupted():
                workers.shutdown(kill_workers=True)
                break
        self.clock.spent(
            max((work for _, work, _ in found), default=0.0),
            max((cpu for _, _, cpu in found), default=0.0),
        )
        by_seed = {one.seed: one for share, _, _ in found for one in share}
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
        if self.clock.over(deadline):
            return _unfinished(seed)
        coverage, problem = self.coverage, self.problem
        problem.background.work.add("search")
        with self._until(deadline):
            try:
                bottom, steps = self._start(settings, seed)
            except OutOfTimeError:
                return _unfinished(seed)
        task = SearchTask(coverage, examples, settings, floor, lambda: self.clock.over(deadline))
        fitted = _fits_thresholds(settings)
        space = Space(bottom, task, self.thresholds if fitted else None)
        with self._until(deadline):
            if settings.search == "ida":
                outcome = ida(space, steps)
            else:
                outcome = greedy(space, steps, settings.width)
        fits = coverage.head(bottom.head)
        found = []
        left = ExampleSets(examples.positives & fits, examples.negatives & fits)
        noisy = settings.acceptance.noise > 0
        for body in map(space.body, outcome.found):
            if not self.clock.over(deadline):
                body = self.thresholds.refitted(body, bottom.types, coverage, left, noisy)
            name, symbols = problem.declared.head.name, problem.background.symbols
            clause = clause_from_ids(name, bottom.head, body, symbols)
            found.append(CandidateClause(clause, fits & coverage.body(body)))
        tried = tuple(space.tried.items())
        tried = tried[:: len(tried) * coverage.count // _MAX_TRIED_BITS + 1]
        return SearchResult(
            seed, outcome.explored, outcome.end, bottom.size, bottom.cut, tuple(found), tried
        )

    @contextmanager
    def _until(self, deadline: float) -> Iterator[None]:
        """Make queries and joins raise ``OutOfTimeError`` once the clock reaches a time."""
        background, coverage = self.problem.background, self.coverage
        background.over = coverage.over = lambda: self.clock.over(deadline)
        try:
            yield
        finally:
            background.over = coverage.over = None

    def _start(
        self, settings: LearningSettings, seed: int
    ) -> tuple[Bottom, tuple[SearchStep, ...]]:
        """Return the most specific clause of a seed, and the steps of searches below it."""
        fitted = _fits_thresholds(settings)
        key = (seed, settings.depth, fitted)
        bottom = self._bottoms.get(key)
        if bottom is None:
            background, declared = self.problem.background, self.problem.declared
            example = self.coverage.example(seed)
            if fitted:  # a search adds the comparisons that suit its clauses
                body = tuple(mode for mode in declared.body if not mode.is_threshold)
                declared = replace(declared, body=body or declared.body)
            given = background, declared, example, settings.depth, self.thresholds
            bottom = Saturation(*given).run()
            self._bottoms[key] = bottom
            background.work.add("literal", bottom.size)
        bounds = settings.macro_bounds if settings.macros else None
        steps = self._steps.get((*key, bounds))
        if steps is None:
            steps = literals(bottom) if bounds is None else macros(bottom, bounds)
            self._steps[(*key, bounds)] = steps
            self.problem.background.work.add("macro", len(steps))
        return bottom, steps


def _fits_thresholds(settings: LearningSettings) -> bool:
    """Return whether a search chooses thresholds for its clauses, rather than literals of a most
    specific clause, as the paper's searches do."""
    return settings.search == "greedy" and settings.width > 1


_MAX_SAMPLED = 200  #: maximum number of examples whose computed numbers are compared
_SAMPLE_DEPTH = Depth(literals=200)  #: limits on the literals that compute them


def _computed_numbers(problem: Problem, coverage: Coverage) -> dict[str, set[int | float]]:
    """Return the numbers of compared types that predicates compute for some examples."""
    background, declared = problem.background, problem.declared
    modes = [mode for mode in declared.body if not mode.is_threshold]
    compared = {mode.places[0].type for mode in declared.body if mode.is_threshold}
    found: dict[str, set[int | float]] = {kind: set() for kind in compared}
    for mode in modes:  # the numbers of solutions for the terms of the examples are known
        if isinstance(mode.name, Condition) and mode.name.counted:
            place = [way.type for way in declared.head.places].index(mode.places[0].type)
            columns = background.relation(mode.about).answers((0,), [coverage.column(place)])[1]
            terms = map(background.symbols.term, np.unique(columns[0]).tolist())
            found[mode.places[1].type].update(n for n in terms if isinstance(n, int))
    compared -= {kind for kind, values in found.items() if values}
    compared &= {
        p.type for mode in modes if not background.is_table(mode.about) for p in mode.others
    }
    if not compared:
        return found
    needed, leading, size = set(compared), list[Mode](), -1
    while size < len(needed):
        size = len(needed)
        leading = [mode for mode in modes if any(p.type in needed for p in mode.others)]
        needed.update(mode.places[i].type for mode in leading for i in mode.inputs)
    declared = replace(declared, body=tuple(leading), constants=())
    for number in range(0, coverage.count, coverage.count // _MAX_SAMPLED + 1):
        saturation = Saturation(background, declared, coverage.example(number), _SAMPLE_DEPTH)
        saturation.run()
        for kind in compared:
            numbers = (n for n in saturation.terms(kind) if isinstance(n, int | float))
            found[kind].update(numbers)
    return found


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
) -> tuple[list[SearchResult], float, float]:
    """Run searches in a worker process, ``left`` seconds before the deadline; return the results,
    and the seconds of work and of CPU time."""
    if token not in _KEPT_SEARCHERS:
        _KEPT_SEARCHERS.clear()
        rows = problem.examples
        coverage = Coverage(problem.background, rows.positives, rows.negatives)
        clock = Clock(problem.background.work)
        _KEPT_SEARCHERS[token] = Searcher(problem, coverage, 1, clock)
    searcher = _KEPT_SEARCHERS[token]
    clock = searcher.clock
    begun, cpu = clock.now, clock.cpu
    found = searcher.run(settings, seeds, examples, clock.limit(left), floor)
    return found, clock.now - begun, clock.cpu - cpu
