"""The contests of an experiment: missing games, standings, stopping rule, and results."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from sapper.arena.match.playing import DealOrders, MatchSetup, NumberedDeals, play_games
from sapper.arena.match.result import MatchResult
from sapper.arena.runner.runner import Batch
from sapper.arena.stats.paired import PairedCounts
from sapper.json_input import seed_json
from sapper.players.tally import Tallies
from sapper.version import installed_version
from sapper_lab.plan.contest import Contest, Stop
from sapper_lab.store.store import Store, StoredContest
from sapper_lab.store.writer import ContestKeys, StoreWriter

CHECK_EVERY = 10  #: deals between two checks of a stopping rule

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
        self._decide()

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
                play = partial(_play, self._setup(recipes), recipes, read(numbers))
                return Batch(numbers, play)
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
        self._decide()

    def _progress_of(self, recipe: str) -> PlayerProgress:
        key = self.keys.players[recipe]
        return PlayerProgress(recipe, *self._writer.wins(key, self.contest.games))

    def _decide(self) -> None:
        if self._rule is not None and self._rule.verdict is None:
            self._rule.check()

    def _setup(self, recipes: Iterable[str]) -> MatchSetup:
        """Return the setup of a match between some of the players."""
        chosen = dict(zip(self.contest.players, self.contest.setup.players, strict=True))
        return replace(self.contest.setup, players=tuple(chosen[recipe] for recipe in recipes))

    def _groups(self) -> list[tuple[tuple[str, ...], range]]:
        """Return the ranges of missing deals, each with the players that lack it.

        Players with the same missing deals, usually all players, play them together.
        """
        groups: dict[tuple[range, ...], tuple[str, ...]] = {}
        for recipe in self.contest.players:
            missing = self._writer.missing(self.keys.players[recipe], self.contest.games)
            groups[missing] = (*groups.get(missing, ()), recipe)
        return [(recipes, part) for missing, recipes in groups.items() for part in missing]


def _play(setup: MatchSetup, recipes: tuple[str, ...], deals: NumberedDeals) -> PlayedGames:
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
        """Evaluate the deals played since the last check, and store the answer if there is one."""
        a, b = self._keys.players[self._stop.a], self._keys.players[self._stop.b]
        for result in self._writer.results(a, b, range(self._deals, self._games)):
            self._deals += 1
            self._counts[result] += 1
            if self._deals % CHECK_EVERY == 0 and self._answered():
                self._writer.stop(self._keys.id, self._deals, self.verdict or "")
                return

    def _answered(self) -> bool:
        counts = PairedCounts(self._counts[1], self._counts[0], self._counts[-1])
        answer = self._stop.test.state(counts).verdict
        if answer == "undecided":
            return False
        test = self._stop.test
        accepted, rejected = test.difference, test.null
        if answer == "null":
            accepted, rejected = rejected, accepted
        self.verdict = (
            f"'{self._stop.a}' wins {100 * accepted:g}% more of the deals than '{self._stop.b}',"
            f" not {100 * rejected:g}% more (sequential test, alpha {test.alpha:g},"
            f" beta {test.beta:g})"
        )
        return True


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
    results = store.results(entry)
    return MatchResult(
        contest.level,
        contest.rules.first,
        max((score.games for score in results.scores), default=0),
        results.scores,
        results.pairs,
        interrupted=any(s.games < entry.due for s in results.scores if s.player in entry.wanted),
        seed=contest.seed,
        version=", ".join(entry.versions) or installed_version(),
    )
