"""Experiments: plans whose games are kept in a store, so that a later run continues them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.arena.experiment.course import Course, Done, Standing, do
from sapper.arena.match.batch import is_native
from sapper.arena.match.match import MAX_WORKERS
from sapper.arena.match.processes import machine
from sapper.arena.match.workers import Cluster, run
from sapper.arena.plan.plan import Plan
from sapper.arena.report.findings import Ending, Findings, found
from sapper.arena.store.ledger import open_ledger
from sapper.arena.store.store import Run
from sapper.errors import InputError
from sapper.version import installed_version

if TYPE_CHECKING:
    from sapper.arena.match.cluster import Dask

POLL = 0.5  #: seconds between checks of what other processes still play


@dataclass(frozen=True)
class State:
    """The progress of a run: the games done and planned, of all players in all contests together;
    how many of those done are new since it began; and the standings of the contest whose games
    came in last."""

    done: int
    due: int
    new: int
    title: str
    standings: tuple[Standing, ...]


#: Called after every batch, and once at the start.
Progress = Callable[[State], None]


class ExperimentInterrupted(KeyboardInterrupt):
    """Ctrl-C during an experiment; ``findings`` has everything finished by then."""

    def __init__(self, findings: Findings) -> None:
        super().__init__("the experiment was interrupted")
        self.findings = findings


def experiment(
    plan: Plan,
    store: str | Path,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    command: str = "",
    keep: bool = True,
    progress: Progress | None = None,
) -> Findings:
    """Play the games of a plan that a store does not have yet, and return all results.

    Every finished batch is written to the store at once, so an experiment continues where an
    earlier run ended, for whatever reason. Several processes may use one store, for one plan or for
    many. The games are the same for any number of ``workers``, or on the cluster of a Dask
    ``scheduler`` at that address. ``command`` is what the store says the games were played by.

    Unless ``keep`` is true the store does not keep the text of the plan: then a later run that has
    other players, or fewer games, adds to what is there and takes nothing out of the plan.

    Raises ``InputError`` for what cannot be played, ``StoreError`` for a store that cannot be
    used, ``WorkerLostError`` where a worker was killed, and ``ExperimentInterrupted`` upon Ctrl-C.
    """
    if not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"an experiment needs 1 to {MAX_WORKERS} workers, not {workers}")
    contests = plan.contests()
    began = datetime.now(UTC).isoformat(timespec="seconds")
    this = Run(began, installed_version(), machine(), command)
    with _cluster(scheduler) as cluster, open_ledger(store, this) as ledger:
        count = workers if cluster is None else cluster.processors
        posts = ledger.enroll(plan.name, str(plan) if keep else "", contests)
        courses = [
            Course(place, contest, post, ledger, plan.stop, count)
            for place, (contest, post) in enumerate(zip(contests, posts, strict=True))
        ]
        results = partial(_results, courses, count, cluster)
        keys = [post.id for post in posts]
        try:
            ending = _play(courses, results, plan.seconds, progress)
        except KeyboardInterrupt:
            with ledger.reading() as read:
                so_far = found(read, plan.name, keys, "interrupted")
            raise ExperimentInterrupted(so_far) from None
        with ledger.reading() as read:  # a cluster may still request batches
            return found(read, plan.name, keys, ending)


def _play(
    courses: Sequence[Course],
    results: Callable[[], Generator[Done, None, None]],
    seconds: float | None,
    progress: Progress | None,
) -> Ending:
    """Play until nothing is missing or ``seconds`` have passed.

    Waits for the games that other processes have claimed, and plays them here if those processes
    end without finishing them.
    """
    stop = math.inf if seconds is None else time.monotonic() + seconds
    tell = partial(_tell, courses, sum(course.done for course in courses), progress)
    tell(courses[0])
    while _lacking(courses):
        with closing(results()) as source:
            for done in source:
                course = courses[done.place]
                course.take(done)
                tell(course)
                if time.monotonic() >= stop:
                    break
        for course in courses:
            course.look()
        if _lacking(courses):
            if time.monotonic() >= stop:
                return "out of time"
            tell(courses[0])
            time.sleep(POLL)
    return "finished"


def _lacking(courses: Sequence[Course]) -> bool:
    return any(course.done < course.due for course in courses)


def _results(
    courses: Sequence[Course], workers: int, cluster: Cluster | None
) -> Generator[Done, None, None]:
    """Play all missing games that nobody else plays, and yield the results."""
    jobs = chain.from_iterable(course.jobs() for course in courses)
    tables = [course.contest.table for course in courses]
    threads = workers > 1 and all(
        is_native(one, table) for table in tables for one in table.players
    )
    return run(do, jobs, partial(_saw, courses), workers, threads=threads, cluster=cluster)


def _saw(courses: Sequence[Course], done: Done) -> None:
    courses[done.place].pace.saw(done)


def _tell(
    courses: Sequence[Course], before: int, progress: Progress | None, course: Course
) -> None:
    if progress is not None:
        done, due = sum(one.done for one in courses), sum(one.due for one in courses)
        progress(State(done, due, done - before, course.contest.title, course.standings))


def _cluster(scheduler: str | None) -> AbstractContextManager[Dask | None]:
    if scheduler is None:
        return nullcontext()
    from sapper.arena.match.cluster import connected

    return connected(scheduler)
