"""Experiments: plans whose games are kept in a store, so that a later run can continue them.

A stored match is an experiment whose plan has a single contest.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sapper.arena.match.match import survey
from sapper.arena.match.result import MatchResult
from sapper.arena.runner.runner import Interrupted, interruptible, run
from sapper.arena.runner.workers import WorkerPool
from sapper.arguments import checked, describe
from sapper.errors import InputError
from sapper.game import Rules
from sapper.notation.deals import open_deals
from sapper.players import Strategy
from sapper.version import installed_version
from sapper_lab.experiment.contests import (
    Completion,
    ContestRun,
    ExperimentResult,
    PlayerProgress,
    experiment_result,
    match_of,
)
from sapper_lab.plan.contest import Contest
from sapper_lab.plan.plan import Plan
from sapper_lab.store.store import Run, open_store
from sapper_lab.store.writer import machine, open_for_writing

POLL = 0.5  #: seconds between checks of the games claimed by other processes


@dataclass(frozen=True)
class State:
    """The progress of a run: the games done and planned, over all players and contests, and the
    title and standings of the contest that was played last."""

    done: int
    due: int
    title: str
    standings: tuple[PlayerProgress, ...]


#: Called after every batch, and once at the start.
Progress = Callable[[State], None]


@checked
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

    Every finished batch is written to the store at once, so an experiment continues where an
    earlier run ended, for whatever reason. Several processes may share a store, for one plan or
    several. The games do not depend on the number of workers.

    Args:
        plan: a plan, or the path of its file.
        store: the file of the store.
        own: strategies by their names in the recipes, as for ``sapper.player``. The store keeps a
            digest of their code; once the code has changed, their players cannot be continued.
        workers: the number of games played in parallel.
        scheduler: the address of a Dask scheduler, to play on its cluster instead.
        command: the command to note in the store.
        keep: whether the store keeps the text of the plan. If not, a later run with other players
            or fewer games removes nothing from the plan.
        progress: called at the start and after every batch.

    Raises ``InputError`` for a plan that cannot be played, ``StoreError`` for a store that cannot
    be used, ``WorkerLostError`` if a worker was killed, and ``Interrupted`` on Ctrl-C.

    >>> import tempfile
    >>> plan = sapper.Plan("small", ("csp",), ("4x4x3",), games=10)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = sapper.experiment(plan, f"{folder}/results.db")
    >>> result.to_json()["plan"]
    'small'
    """
    if not isinstance(plan, Plan | str | Path):
        raise InputError(
            f"plan: expected a sapper.Plan or the path of its file, not {describe(plan)}"
        )
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
    """Provide workers on this machine or on a cluster."""
    if scheduler is None:
        yield WorkerPool(count, all(contest.setup.native for contest in contests))
        return
    from sapper_lab.cluster import connected

    with connected(scheduler) as cluster:
        yield WorkerPool(cluster.processors, cluster=cluster)


def _play(
    runs: Sequence[ContestRun],
    workers: WorkerPool,
    seconds: float | None,
    progress: Progress | None,
) -> Completion:
    """Play until nothing is missing or ``seconds`` have passed.

    Waits for games claimed by other processes, and plays them here if those processes end without
    finishing them.
    """
    until = math.inf if seconds is None else time.monotonic() + seconds

    def report(last: ContestRun) -> None:
        if progress is not None:
            done, due = sum(one.done for one in runs), sum(one.due for one in runs)
            progress(State(done, due, last.contest.title, last.standings))

    report(runs[0])
    while _incomplete(runs):
        run(runs, workers, report, until=until)
        for contest_run in runs:
            contest_run.refresh()
        if _incomplete(runs):
            if time.monotonic() >= until:
                return "out of time"
            report(runs[0])
            time.sleep(POLL)
    return "finished"


def _incomplete(runs: Sequence[ContestRun]) -> bool:
    return any(contest.done < contest.due for contest in runs)


PLAN = "match"  #: the plan of all matches in a store


def stored_match(
    players: Sequence[str],
    level: str | None,
    rules: Rules,
    games: int | None,
    store: str | Path,
    *,
    seed: int = 0,
    deals: str | None = None,
    workers: int = 1,
    command: str = "",
    progress: Progress | None = None,
) -> MatchResult:
    """Play the games of a match that a store lacks, and return the result of the whole match.

    Matches on the same deals under the same rules are one contest in the store. Games that an
    earlier match played are not played again, and its players stay in the contest.

    Args:
        players: the recipes, each once.
        level: the board; None for that of the file of deals.
        rules: the rules of the games.
        games: the number of deals; None for all deals of the file.
        store: the file of the store.
        seed: the seed of the deals.
        deals: the file of the deals, which replaces the seed.
        workers: the number of games played in parallel.
        command: the command to note in the store.
        progress: called at the start and after every batch.

    Raises ``InputError`` for a match that cannot be played, ``StoreError`` for a store that cannot
    be used, and ``Interrupted`` with the games finished so far on Ctrl-C.
    """
    if deals is not None:
        *_, games = survey(open_deals(deals), level, games)
    levels = () if deals is not None or level is None else (level,)
    plan = Plan(PLAN, tuple(players), levels, (rules,), games, seed, deals)
    try:
        result = experiment(
            plan, store, workers=workers, command=command, progress=progress, keep=False
        )
    except Interrupted as interrupted:
        raise Interrupted(_result(store, interrupted.result, plan)) from None
    return _result(store, result, plan)


def _result(store: str | Path, result: ExperimentResult, plan: Plan) -> MatchResult:
    """Return the result of the match alone, without other players and later deals."""
    entry = result.contests[0].entry
    assert plan.games is not None
    with open_store(store) as opened, opened.snapshot():
        return match_of(opened, entry.of(plan.players, plan.games))
