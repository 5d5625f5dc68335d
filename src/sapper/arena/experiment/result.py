"""The results of an experiment so far, contest by contest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sapper.arena.match.result import MatchResult
from sapper.arena.store.store import Store, StoredContest

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
            "seed": contest.seed,
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
    )
