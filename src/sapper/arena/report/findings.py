"""The results of an experiment so far, contest by contest."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sapper.arena.match.result import MatchResult
from sapper.arena.store.store import Entry, Store

#: How a run of an experiment ended: with all planned games, at the time limit of the plan, or by
#: Ctrl-C.
Ending = Literal["finished", "out of time", "interrupted"]


@dataclass(frozen=True)
class Finding:
    """One contest: its entry in the store, and its match as played so far."""

    entry: Entry
    result: MatchResult

    def to_json(self) -> dict[str, Any]:
        """Return the match as plain values.

        Further keys are ``title``, ``seed``, ``deals`` (their file), ``planned`` (their number),
        the ``versions`` of sapper that played them and, if a stopping rule has ended the contest,
        its ``verdict``.
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


@dataclass(frozen=True)
class Findings:
    """The current results of all contests of a plan in the store."""

    plan: str
    ending: Ending
    findings: tuple[Finding, ...]

    @property
    def games(self) -> int:
        """The games of all players together."""
        return sum(score.games for one in self.findings for score in one.result.players)

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain values."""
        return {
            "plan": self.plan,
            "ending": self.ending,
            "contests": [finding.to_json() for finding in self.findings],
        }

    def __str__(self) -> str:
        return json.dumps(self.to_json(), indent=2, allow_nan=False, ensure_ascii=False)


def found(store: Store, plan: str, contests: Iterable[int], ending: Ending) -> Findings:
    """Return the results of these contests, given by their numbers in the store."""
    wanted = set(contests)
    with store.snapshot():
        entries = [entry for entry in store.entries() if entry.id in wanted]
        return Findings(plan, ending, tuple(Finding(one, match_of(store, one)) for one in entries))


def match_of(store: Store, entry: Entry) -> MatchResult:
    """Return a contest as the result of a match; ``games`` is the most of any player."""
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
