"""The report on a store of results: win rates, differences, trends over budgets, and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from sapper.arena.match.result import PairScore, PlayerScore
from sapper.arena.runner.runner import Progress, interruptible
from sapper.arena.stats.paired import holm, trend
from sapper.arena.stats.statistics import WON, columns, won
from sapper.errors import InputError, RecipeError
from sapper_lab.plan.contest import families
from sapper_lab.report.losses import where_lost
from sapper_lab.report.parts import (
    ContestReport,
    PairReport,
    PlayerReport,
    TrendReport,
    contest_json,
)
from sapper_lab.report.words import state
from sapper_lab.store.store import Store, StoredContest, StoredGame, open_store

STEP = 100_000  #: number of stored games between two reports of progress

Replayed = Callable[[], None]


@dataclass(frozen=True)
class Report:
    """All contests of a store, in the order of their planning; ``store`` is the name of the file.

    ``interrupted`` is True if the analysis of losses was interrupted. ``str(report)`` has a line
    for each player of each contest; ``to_json`` returns the output of ``sapper report --json``.
    """

    store: str
    contests: tuple[ContestReport, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return plain values; docs/report.md describes them."""
        return {
            "store": self.store,
            **({"interrupted": True} if self.interrupted else {}),
            "contests": [contest_json(contest) for contest in self.contests],
        }

    def __str__(self) -> str:
        return "\n\n".join(map(_text, self.contests))


def report(
    path: str | Path,
    *,
    losses: int = 0,
    effort: float = inf,
    seconds: float = inf,
    reading: Progress | None = None,
    progress: Progress | None = None,
) -> Report:
    """Return a report on the current state of a store.

    Args:
        path: the file of the store.
        losses: the number of lost games of each player to replay from their seeds, to see where
            they were lost: the first ones stored.
        effort: the CPU time in seconds that the replayed games of a player may have taken
            originally; at least one game is replayed.
        seconds: the time for all replays together; each player gets a fair share.
        reading: called occasionally with the number of stored games read, and to read.
        progress: called after each replay with the number of games replayed, and to replay.

    Raises ``InputError`` if the store cannot be read or is empty, and ``Interrupted``, with the
    report so far, on Ctrl-C during replays.
    """
    with open_store(path) as store, store.snapshot():
        entries = store.entries()
        read = _reading(store, entries, reading)
        contests = tuple(_contest(store, entry, read) for entry in entries)
        samples = {
            (contest.entry.id, row.score.player): _sample(store, contest, row, losses, effort)
            for contest in contests
            for row in contest.players
        }
    if not contests:
        raise InputError(f"{path}: the store is empty")
    due, done = sum(map(len, samples.values())), count(1)

    def replayed() -> None:
        if progress is not None:
            progress(next(done), due)

    name, reports = Path(path).name, list(contests)
    clock = _Clock(seconds, sum(map(bool, samples.values())))
    with interruptible(lambda: Report(name, tuple(reports), interrupted=True)):
        for k, contest in enumerate(contests):
            reports[k] = _replayed(contest, samples, clock, replayed)
    return Report(name, tuple(reports))


def _reading(
    store: Store, entries: Sequence[StoredContest], progress: Progress | None
) -> Callable[[int], object]:
    """Return a function that reports progress, to call with the number of games just read."""
    if progress is None:
        return lambda _: None
    due = sum(store.played(entry, player) for entry in entries for player in entry.contest.players)
    done = shown = 0

    def read(games: int) -> None:
        nonlocal done, shown
        done += games
        if done >= shown + STEP:
            shown = done
            progress(done, due)

    return read


def _text(contest: ContestReport) -> str:
    scores = [row.score for row in contest.players]
    rows = [("player", *WON), *((score.player, *won(score)) for score in scores)]
    played = contest.entry.contest
    return f"{played.plan} · {played.title}\n{state(contest)}\n\n{columns(rows)}"


class _Clock:
    """Time shared fairly among users; time that one leaves unused goes to the others."""

    def __init__(self, seconds: float, users: int) -> None:
        self._end = monotonic() + seconds
        self._users = users

    def share(self) -> float:
        """Return the share of the next user in seconds."""
        share = max(0.0, self._end - monotonic()) / max(self._users, 1)
        self._users -= 1
        return share


def _contest(store: Store, entry: StoredContest, read: Callable[[int], object]) -> ContestReport:
    results = store.results(entry, read)
    adjusted = holm([pair.p_value for pair in results.pairs])
    return ContestReport(
        entry,
        tuple(
            PlayerReport(score, outcomes["lost"], outcomes["passed"])
            for score, outcomes in zip(results.scores, results.outcomes, strict=True)
        ),
        tuple(PairReport(pair, p) for pair, p in zip(results.pairs, adjusted, strict=True)),
        tuple(_trends(results.scores, results.pairs)),
    )


def _trends(scores: Sequence[PlayerScore], pairs: Sequence[PairScore]) -> Iterator[TrendReport]:
    """Yield the trend of each family whose players have all played the same deals."""
    wins = {score.player: score.wins for score in scores}
    games = {score.player: score.games for score in scores}
    met = {frozenset((pair.a, pair.b)): pair for pair in pairs}
    for family in families([score.player for score in scores]):
        deals = games[family.players[0]]
        among = [met[frozenset(two)] for two in combinations(family.players, 2)]
        same = all(deals == games[player] for player in family.players) and all(
            deals == pair.both + pair.only_a + pair.only_b + pair.neither for pair in among
        )
        if deals and same:
            both = [
                [wins[a] if a == b else met[frozenset((a, b))].both for b in family.players]
                for a in family.players
            ]
            yield TrendReport(family, deals, trend(family.budgets, both, deals))


def _sample(
    store: Store, contest: ContestReport, row: PlayerReport, most: int, effort: float
) -> tuple[StoredGame, ...]:
    """Return the first lost games of a player, within the limits of number and CPU time."""
    games = store.games(contest.entry, row.score.player, "lost") if most else iter(())
    sample: list[StoredGame] = []
    spent = 0.0
    for game in islice(games, most):
        spent += game.cpu_seconds
        if sample and spent > effort:
            break
        sample.append(game)
    return tuple(sample)


def _replayed(
    contest: ContestReport,
    samples: Mapping[tuple[int, str], tuple[StoredGame, ...]],
    clock: _Clock,
    replayed: Replayed,
) -> ContestReport:
    """Return the contest with the results of replaying samples of lost games."""
    rows = []
    for row in contest.players:
        player = row.score.player
        sample = samples[contest.entry.id, player]
        if sample:
            try:
                played, share = contest.entry.contest, clock.share()
                lost = where_lost(played, player, row.lost, sample, replayed, share)
            except RecipeError:  # which lists every player
                row = replace(row, note="unknown strategies: add them with --strategies")
            except InputError as error:  # such as missing deals
                row = replace(row, note=str(error))
            else:
                row = replace(row, losses=lost)
        rows.append(row)
    return replace(contest, players=tuple(rows))
