"""What an experiment has found so far, contest by contest."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sapper.arena.result import MatchResult
from sapper.arena.store import Entry, Store

#: How a run of an experiment ended: with everything that was planned, at the plan's limit of time,
#: or by Ctrl-C.
Ending = Literal["finished", "out of time", "interrupted"]


@dataclass(frozen=True)
class Finding:
    """One contest: its place in the store, and its match as far as it has been played."""

    entry: Entry
    result: MatchResult

    def to_json(self) -> dict[str, Any]:
        """The match as plain values, and beside it ``title``, ``seed``, the file of the ``deals``
        and how many are ``planned``, the ``versions`` of sapper that played them and, where a
        stopping rule has ended it, the ``verdict``."""
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


@dataclass(frozen=True)
class Findings:
    """All contests of a plan, as they stand in the store."""

    plan: str
    ending: Ending
    findings: tuple[Finding, ...]

    @property
    def games(self) -> int:
        """Games of all players together."""
        return sum(score.games for one in self.findings for score in one.result.players)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "plan": self.plan,
            "ending": self.ending,
            "contests": [finding.to_json() for finding in self.findings],
        }

    def __str__(self) -> str:
        return json.dumps(self.to_json(), indent=2, allow_nan=False, ensure_ascii=False)


def found(store: Store, plan: str, contests: Iterable[int], ending: Ending) -> Findings:
    """What a store has of these contests, by their numbers there."""
    wanted = set(contests)
    with store.snapshot():
        entries = [entry for entry in store.entries() if entry.id in wanted]
        return Findings(plan, ending, tuple(Finding(one, match_of(store, one)) for one in entries))


def match_of(store: Store, entry: Entry) -> MatchResult:
    """A contest as the result of a match; ``games`` is the most that any of the players has."""
    contest = entry.contest
    scores = tuple(store.score(entry, player) for player in contest.players)
    return MatchResult(
        contest.level,
        contest.rules.first,
        max((score.games for score in scores), default=0),
        scores,
        store.pairs(entry),
        interrupted=any(s.games < entry.due for s in scores if s.player in entry.wanted),
    )
