"""Experiments: plans whose games are kept in a store, so that a later run continues them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sapper.arena.experiment.contest_run import ContestRun, PlayerProgress
from sapper.arena.experiment.result import Completion, ExperimentResult, experiment_result
from sapper.arena.plan.contest import Contest
from sapper.arena.plan.plan import Plan
from sapper.arena.runner.runner import interruptible, run
from sapper.arena.runner.workers import WorkerPool
from sapper.arena.store.processes import machine
from sapper.arena.store.store import Run
from sapper.arena.store.writer import open_for_writing
from sapper.players import Strategy
from sapper.version import installed_version

POLL = 0.5  #: seconds between checks of what other processes still play


@dataclass(frozen=True)
class State:
    """The progress of a run: the games done and planned, of all players in all contests together,
    and the standings of the contest whose games came in last."""

    done: int
    due: int
    title: str
    standings: tuple[PlayerProgress, ...]


#: Called after every batch, and once at the start.
Progress = Callable[[State], None]


def experiment(
    plan: Plan | str | Path,
    store: str | Path,
    *,
    own: Mapping[str, Callable[..., Strategy]] | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    command: str = "",
    keep: bool = True,
    progress: Progress | None = None,
) -> ExperimentResult:
    """Play the games of a plan that a store does not have yet, and return all results.

    The ``plan`` may be a file. ``own`` has further strategies under their names in its recipes, as
    for ``sapper.player``. The store notes the code of all strategies that are not sapper's: once
    that has changed, their players cannot be continued in this store.

    Every finished batch is written to the store at once, so an experiment continues where an
    earlier run ended, for whatever reason. Several processes may use one store, for one plan or for
    many. The games are the same for any number of ``workers``, or on the cluster of a Dask
    ``scheduler`` at that address. ``command`` is what the store says the games were played by.

    Unless ``keep`` is true the store does not keep the text of the plan: then a later run that has
    other players, or fewer games, adds to what is there and takes nothing out of the plan.

    Raises ``InputError`` for what cannot be played, ``StoreError`` for a store that cannot be
    used, ``WorkerLostError`` where a worker was killed, and ``Interrupted`` upon Ctrl-C.
    """
    if not isinstance(plan, Plan):
        plan = Plan.load(plan, own)
    elif own is not None:
        plan = replace(plan, own=own)
    contests = plan.contests()
    began = datetime.now(UTC).isoformat(timespec="seconds")
    this = Run(began, installed_version(), machine(), command)
    with _workers(workers, scheduler, contests) as chosen, open_for_writing(store, this) as writer:
        keys = writer.add_plan(plan.name, str(plan) if keep else "", contests)
        runs = [
            ContestRun(contest, contest_keys, writer, plan.stop)
            for contest, contest_keys in zip(contests, keys, strict=True)
        ]

        def result(ending: Completion) -> ExperimentResult:
            with writer.reading() as read:  # a cluster may still request batches
                return experiment_result(read, plan.name, [one.id for one in keys], ending)

        with interruptible(partial(result, "interrupted")):
            ending = _play(runs, chosen, plan.seconds, progress)
        return result(ending)


@contextmanager
def _workers(
    count: int, scheduler: str | None, contests: Sequence[Contest]
) -> Iterator[WorkerPool]:
    """Provide workers on this machine, or those of a cluster."""
    if scheduler is None:
        yield WorkerPool(count, all(contest.setup.native for contest in contests))
        return
    from sapper.arena.runner.cluster import connected

    with connected(scheduler) as cluster:
        yield WorkerPool(cluster.processors, cluster=cluster)


def _play(
    runs: Sequence[ContestRun],
    workers: WorkerPool,
    seconds: float | None,
    progress: Progress | None,
) -> Completion:
    """Play until nothing is missing or ``seconds`` have passed.

    Waits for the games that other processes have claimed, and plays them here if those processes
    end without finishing them.
    """
    until = math.inf if seconds is None else time.monotonic() + seconds

    def report(last: ContestRun) -> None:
        if progress is not None:
            done, due = sum(one.done for one in runs), sum(one.due for one in runs)
            progress(State(done, due, last.contest.title, last.standings))

    report(runs[0])
    while _lacking(runs):
        run(runs, workers, report, until=until)
        for one in runs:
            one.refresh()
        if _lacking(runs):
            if time.monotonic() >= until:
                return "out of time"
            report(runs[0])
            time.sleep(POLL)
    return "finished"


def _lacking(runs: Sequence[ContestRun]) -> bool:
    return any(one.done < one.due for one in runs)
