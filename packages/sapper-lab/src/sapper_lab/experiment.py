"""Experiments: plans whose games are kept in a store, so that a later run can continue them.

A stored match is an experiment whose plan has a single contest.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from sapper.arena.match import (
    DealOrders,
    MatchResult,
    MatchSetup,
    NumberedDeals,
    play_games,
    survey,
)
from sapper.arena.runner import Batch, Interrupted, WorkerPool, interruptible, run
from sapper.arena.stats import PairedCounts
from sapper.arguments import checked, describe
from sapper.errors import InputError
from sapper.game import Rules
from sapper.json_input import seed_json
from sapper.notation.deals import open_deals
from sapper.players import Strategy
from sapper.players.tally import Tallies
from sapper.version import installed_version
from sapper_lab.plan import Contest, Plan, Stop
from sapper_lab.store import Run, Store, StoredContest, open_store, pair_scores
from sapper_lab.writer import ContestKeys, StoreWriter, machine, open_for_writing

CHECK_EVERY_DEALS = 10  #: deals between two checks of a stopping rule

#: The games of a batch by player; not summed, because the store keeps each of them.
PlayedGames = dict[str, Tallies]


@dataclass(frozen=True)
class PlayerProgress:
    """The progress of one player: its wins and games so far."""

    player: str
    wins: int
    games: int


class ContestRun:
    """A contest played into a store, as a ``Series`` of the runner.

    It claims deals as batches, writes their games, and ends when a stopping rule is satisfied.
    Batches may be requested from another thread.
    """

    def __init__(
        self, contest: Contest, keys: ContestKeys, writer: StoreWriter, stop: Stop | None
    ) -> None:
        self.contest = contest
        self.keys = keys
        self._writer = writer
        self._rule = None if stop is None else _Rule(stop, contest.games, keys, writer)
        self._deals = None if contest.deals is None else DealOrders(contest.deals.deals)
        self.refresh()

    @property
    def over(self) -> bool:
        """True if a stopping rule has ended the contest."""
        return self._rule is not None and self._rule.verdict is not None

    @property
    def left(self) -> int:
        """The number of missing deals that are not in any batch yet."""
        return 0 if self.over else sum(len(wanted) for _, wanted in self._missing)

    @property
    def done(self) -> int:
        """The number of games that all players together have played."""
        return sum(standing.games for standing in self._standings.values())

    @property
    def due(self) -> int:
        """The number of games planned for all players together, including those done."""
        return self.done if self.over else self.contest.games * len(self.contest.players)

    @property
    def standings(self) -> tuple[PlayerProgress, ...]:
        """The progress of each player, in the order of the contest."""
        return tuple(self._standings.values())

    def refresh(self) -> None:
        """Reread the existing games, since other processes may have played some."""
        self._standings = {recipe: self._progress_of(recipe) for recipe in self.contest.players}
        self._missing = deque(self._groups())
        if self._rule is not None:
            self._rule.check()

    def take(self, most: int) -> Batch[PlayedGames] | None:
        """Claim some of the missing deals that no other process is playing."""
        while self._missing and not self.over:
            recipes, wanted = self._missing.popleft()
            key = self.keys.players[recipes[0]]
            numbers = self._writer.claim(self.keys.id, key, wanted, most)
            if rest := range(numbers.stop, wanted.stop):
                self._missing.appendleft((recipes, rest))
            if numbers:
                read = NumberedDeals if self._deals is None else self._deals.numbered
                whole = self.contest.setup
                players = dict(zip(self.contest.players, whole.players, strict=True))
                setup = replace(whole, players=tuple(players[recipe] for recipe in recipes))
                return Batch(numbers, partial(_play_batch, setup, recipes, read(numbers)))
        return None

    def add(self, numbers: range, tally: PlayedGames) -> None:
        """Write the games of a batch."""
        games = {self.keys.players[recipe]: tallies for recipe, tallies in tally.items()}
        new = self._writer.commit(self.keys.id, numbers, games)
        for recipe, tallies in tally.items():
            before = self._standings[recipe]
            if new[self.keys.players[recipe]] == len(tallies):
                wins = before.wins + int(tallies.won.sum())
                now = PlayerProgress(recipe, wins, before.games + len(tallies))
            else:
                now = self._progress_of(recipe)
            self._standings[recipe] = now
        if self._rule is not None:
            self._rule.check()

    def _progress_of(self, recipe: str) -> PlayerProgress:
        key = self.keys.players[recipe]
        return PlayerProgress(recipe, *self._writer.wins(key, self.contest.games))

    def _groups(self) -> list[tuple[tuple[str, ...], range]]:
        """Return the ranges of missing deals, each with the players that lack it.

        Players with the same missing deals, usually all players, play them together.
        """
        groups: dict[tuple[range, ...], tuple[str, ...]] = {}
        for recipe in self.contest.players:
            missing = self._writer.missing(self.keys.players[recipe], self.contest.games)
            groups[missing] = (*groups.get(missing, ()), recipe)
        return [(recipes, part) for missing, recipes in groups.items() for part in missing]


def _play_batch(setup: MatchSetup, recipes: tuple[str, ...], deals: NumberedDeals) -> PlayedGames:
    """Play a batch, in any process."""
    return dict(zip(recipes, play_games(setup, deals), strict=True))


class _Rule:
    """A stopping rule in use.

    It evaluates the deals in order up to the first gap, so its answer does not depend on the order
    in which processes play them.
    """

    def __init__(self, stop: Stop, games: int, keys: ContestKeys, writer: StoreWriter) -> None:
        self._stop = stop
        self._games = games
        self._keys = keys
        self._writer = writer
        self._counts = {1: 0, 0: 0, -1: 0}
        self._deals = 0
        self.verdict: str | None = None

    def check(self) -> None:
        """Evaluate the deals played since the last check, unless there is an answer already; store
        the answer if there is one."""
        if self.verdict is not None:
            return
        a, b = self._keys.players[self._stop.a], self._keys.players[self._stop.b]
        for result in self._writer.results(a, b, range(self._deals, self._games)):
            self._deals += 1
            self._counts[result] += 1
            if self._deals % CHECK_EVERY_DEALS == 0:
                self.verdict = self._answer()
            if self.verdict is not None:
                self._writer.stop(self._keys.id, self._deals, self.verdict)
                return

    def _answer(self) -> str | None:
        """Return the answer of the test after these deals as a sentence, if it has one."""
        counts = PairedCounts(self._counts[1], self._counts[0], self._counts[-1])
        test = self._stop.test
        answer = test.state(counts).verdict
        if answer == "undecided":
            return None
        accepted, rejected = test.difference, test.null
        if answer == "null":
            accepted, rejected = rejected, accepted
        return (
            f"'{self._stop.a}' wins {100 * accepted:g}% more of the deals than '{self._stop.b}',"
            f" not {100 * rejected:g}% more (sequential test, alpha {test.alpha:g},"
            f" beta {test.beta:g})"
        )


#: The end of a run: all planned games were played, the plan's time limit was reached, or Ctrl-C.
Completion = Literal["finished", "out of time", "interrupted"]


@dataclass(frozen=True)
class ContestResult:
    """A contest: its ``entry`` in the store, and the result of its match so far."""

    entry: StoredContest
    result: MatchResult

    def to_json(self) -> dict[str, Any]:
        """Return the match as plain values.

        Additional keys are ``title``, ``seed``, ``deals`` (their file), ``planned`` (their number),
        the ``versions`` of sapper that played them, and the ``verdict`` of the stopping rule that
        ended the contest, or None.
        """
        contest, verdict = self.entry.contest, self.entry.verdict
        return {
            "title": contest.title,
            "seed": seed_json(contest.seed),
            "deals": None if contest.deals is None else contest.deals.path,
            "planned": self.entry.planned,
            "versions": list(self.entry.versions),
            "verdict": None if verdict is None else verdict.words,
            **self.result.to_json(),
        }

    def __str__(self) -> str:
        verdict = self.entry.verdict
        stopped = "" if verdict is None else f"\n\nstopped: {verdict.words}"
        return self.result.table(self.entry.contest.title) + stopped


@dataclass(frozen=True)
class ExperimentResult:
    """The current results of all contests of a plan in a store.

    ``str(result)`` has the tables of each contest, as for ``MatchResult``; ``to_json`` returns
    the output of ``sapper experiment PLAN.toml --json``.
    """

    plan: str
    ending: Completion
    contests: tuple[ContestResult, ...]

    @property
    def games(self) -> int:
        """The number of games of all players together."""
        return sum(score.games for one in self.contests for score in one.result.players)

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain values."""
        return {
            "plan": self.plan,
            "ending": self.ending,
            "contests": [contest.to_json() for contest in self.contests],
        }

    def __str__(self) -> str:
        return "\n\n".join([f"{self.plan}, {self.ending}", *map(str, self.contests)])


def experiment_result(
    store: Store, plan: str, contests: Iterable[int], ending: Completion
) -> ExperimentResult:
    """Return the results of these contests, given by their numbers in the store."""
    wanted = set(contests)
    with store.snapshot():
        entries = [entry for entry in store.entries() if entry.id in wanted]
        results = tuple(ContestResult(entry, match_of(store, entry)) for entry in entries)
    return ExperimentResult(plan, ending, results)


def match_of(store: Store, entry: StoredContest) -> MatchResult:
    """Return a contest as the result of a match; ``games`` is the largest number of any player."""
    contest = entry.contest
    games = store.results(entry)
    scores = tuple(one.score for one in games)
    return MatchResult(
        contest.level,
        contest.rules.first,
        max((score.games for score in scores), default=0),
        scores,
        pair_scores(games),
        interrupted=any(s.games < entry.due for s in scores if s.player in entry.wanted),
        seed=contest.seed,
        version=", ".join(entry.versions) or installed_version(),
    )


POLL_SECONDS = 0.5  #: seconds between checks of the games claimed by other processes


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
            time.sleep(POLL_SECONDS)
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
