"""The parts of a report, and their JSON: contests with players, pairs and trends; stored games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from sapper.arena.match.result import PairScore, PlayerScore
from sapper.arena.stats.paired import PairedCounts, Trend, difference_interval
from sapper.errors import InputError
from sapper.game.rules import Ending
from sapper.json_input import seed_json
from sapper.lazy import cached_property
from sapper_lab.plan.contest import Family
from sapper_lab.report.losses import PLACES, Losses
from sapper_lab.store.store import StoredContest, StoredGame, open_store


@dataclass(frozen=True)
class PlayerReport:
    """One player of a contest; ``passed`` counts the games that it left unfinished.

    ``losses`` is None if not requested, if no game was lost, or for the reason in ``note``.
    """

    score: PlayerScore
    lost: int
    passed: int
    losses: Losses | None = None
    note: str = ""

    @property
    def milliseconds(self) -> float | None:
        """The mean CPU time per game; None without games."""
        return 1000 * self.score.cpu_seconds / self.score.games if self.score.games else None

    @property
    def guesses(self) -> float | None:
        """The mean number of guesses per game; None without games."""
        return self.score.guesses / self.score.games if self.score.games else None


@dataclass(frozen=True)
class PairReport:
    """Two players on the deals that both have played: the difference of their win rates with
    Tango's 95% interval; ``p_holm`` is the p-value with Holm's correction for all pairs."""

    pair: PairScore
    p_holm: float

    @property
    def counts(self) -> PairedCounts:
        """The counts behind the interval."""
        return PairedCounts(self.pair.only_a, self.pair.both + self.pair.neither, self.pair.only_b)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the difference of the win rates."""
        return difference_interval(self.counts)


@dataclass(frozen=True)
class TrendReport:
    """Players that differ only in a thinking budget, on the ``deals`` that all have played."""

    family: Family
    deals: int
    trend: Trend


@dataclass(frozen=True)
class ContestReport:
    """One contest: its players in order, all pairs of them, and the trends over budgets."""

    entry: StoredContest
    players: tuple[PlayerReport, ...]
    pairs: tuple[PairReport, ...]
    trends: tuple[TrendReport, ...]

    @property
    def complete(self) -> bool:
        """True if all planned games have been played, or a stopping rule has ended the contest."""
        scores = (player.score for player in self.players)
        return all(s.games >= self.entry.due for s in scores if s.player in self.entry.wanted)

    @property
    def met(self) -> tuple[PairReport, ...]:
        """The pairs with at least one deal that both players have played."""
        return tuple(row for row in self.pairs if row.counts.deals)

    @property
    def skipped(self) -> int:
        """The number of lost games that were not replayed for lack of time."""
        return sum(row.losses.skipped for row in self.players if row.losses is not None)

    @property
    def strategies(self) -> tuple[str, ...]:
        """Every strategy that made a decision, most decisions first."""
        totals: Counter[str] = Counter()
        for player in self.players:
            totals.update(player.score.decisions)
        return tuple(sorted(totals, key=lambda name: (-totals[name], name)))


def stored_games(
    path: str | Path,
    contest: int,
    player: str,
    outcome: Ending | None = None,
    *,
    start: int = 0,
    most: int = 100,
) -> tuple[list[StoredGame], bool]:
    """Return games of a player in the order of their numbers, and whether more follow.

    - ``contest``: the index of the contest in the report on this store.
    - ``outcome``: the outcome of the games; None for any.
    - ``start``, ``most``: the number of games to skip, and the largest number to return.

    Raises ``InputError`` if there is no such contest or player, or if the store cannot be read.
    """
    with open_store(path) as store, store.snapshot():
        entries = store.entries()
        if not 0 <= contest < len(entries):
            raise InputError(f"there is no contest {contest}: expected 0 to {len(entries) - 1}")
        entry = entries[contest]
        _check(entry, player)
        games = list(islice(store.games(entry, player, outcome), start, start + most + 1))
    return games[:most], len(games) > most


def _check(entry: StoredContest, player: str) -> None:
    if player not in entry.contest.players:
        raise InputError(f"'{player[:60]}' does not play {entry.contest.title}")


def contest_json(contest: ContestReport) -> dict[str, Any]:
    """Return a contest as plain values; docs/report.md describes every field."""
    entry = contest.entry
    played = entry.contest
    return {
        "plan": played.plan,
        "title": played.title,
        "level": played.level,
        "first": played.rules.first,
        "width": played.grid.width,
        "height": played.grid.height,
        "mines": played.mines,
        "grid": played.grid.kind,
        "seed": seed_json(played.seed),
        "deals": None if played.deals is None else played.deals.path,
        "planned": entry.planned,
        "complete": contest.complete,
        "stopped": None if entry.verdict is None else entry.verdict.games,
        "verdict": None if entry.verdict is None else entry.verdict.words,
        "started": entry.run.started,
        "machine": entry.run.machine,
        "command": entry.run.command,
        "versions": list(entry.versions),
        "players": [_player(row) for row in contest.players],
        "pairs": [_pair(row) for row in contest.pairs],
        "trends": [_trend(row) for row in contest.trends],
    }


def _player(row: PlayerReport) -> dict[str, Any]:
    return {
        **row.score.to_json(),
        "lost": row.lost,
        "passed": row.passed,
        "cpu_ms_a_game": row.milliseconds,
        "losses": None if row.losses is None else _losses(row.losses),
        "note": row.note,
    }


def _losses(losses: Losses) -> dict[str, Any]:
    return {
        "lost": losses.lost,
        "sample": losses.sample,
        "changed": losses.changed,
        "skipped": losses.skipped,
        "places": [
            {
                "place": place,
                "games": losses.number(place),
                "share": losses.share(place),
                "interval": list(losses.interval(place)),
            }
            for place in PLACES
        ],
    }


def _pair(row: PairReport) -> dict[str, Any]:
    return {
        **row.pair.to_json(),
        "deals": row.counts.deals,
        "difference": row.counts.difference,
        "interval": list(row.interval),
        "p_holm": row.p_holm,
    }


def _trend(row: TrendReport) -> dict[str, Any]:
    trend = row.trend
    return {
        "recipe": row.family.recipe,
        "option": row.family.option,
        "budgets": list(row.family.budgets),
        "players": list(row.family.players),
        "deals": row.deals,
        "slope": trend.slope,
        "interval": None if trend.interval is None else list(trend.interval),
        "p_value": trend.p_value,
    }
