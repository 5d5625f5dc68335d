"""The report on a store of results: win rates, differences, trends over budgets, and where games
are lost: at the first move, by a forced guess, or by an avoidable guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from sapper.arena.match import PairScore, PlayerScore, play
from sapper.arena.runner import Progress, interruptible
from sapper.arena.stats import (
    SCORE_TITLES,
    Trend,
    columns,
    holm,
    score_cells,
    trend,
    wilson,
)
from sapper.errors import BudgetError, InputError, RecipeError
from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.game.rules import Ending
from sapper.inference import analyse
from sapper.inference.satisfiability import certain_cells
from sapper.json_input import seed_json
from sapper.players.tally import Tally
from sapper_lab.plan import Contest, Family, families
from sapper_lab.store import Store, StoredContest, StoredGame, open_store, pair_scores

#: ``first move``: no cell was open. ``forced guess``: no hidden cell was certainly safe.
#: ``avoidable guess``: some cell was. ``unclear``: deciding this would have taken too long.
Place = Literal["first move", "forced guess", "avoidable guess", "unclear"]

PLACES: tuple[Place, ...] = ("first move", "forced guess", "avoidable guess", "unclear")
SAFE_CELL_SECONDS = 10.0  #: for counting, and again for satisfiability, to find a safe cell


@dataclass(frozen=True)
class Losses:
    """Where the games of a sample were lost: a count for each of ``PLACES``.

    - ``lost``: the number of lost games from which the sample was taken.
    - ``changed``: the number of replayed games that ended differently, which are not counted.
      Players with a time limit, or of another version of sapper, may play differently.
    - ``skipped``: the number of games that were not replayed for lack of time.
    """

    lost: int
    numbers: tuple[int, ...]
    changed: int = 0
    skipped: int = 0

    @property
    def sample(self) -> int:
        """The number of games counted."""
        return sum(self.numbers)

    def number(self, place: Place) -> int:
        """Return the number of games of the sample that were lost there."""
        return self.numbers[PLACES.index(place)]

    def share(self, place: Place) -> float:
        """Return the share of the sample lost there; 0 without a sample."""
        return self.number(place) / self.sample if self.sample else 0.0

    def interval(self, place: Place) -> tuple[float, float]:
        """Return the 95% Wilson interval of that share."""
        return wilson(self.number(place), self.sample)


def place_of(before: Position, seconds: float = SAFE_CELL_SECONDS) -> Place:
    """Return where a game was lost, given the position before its last move.

    Counting, and again satisfiability, has ``seconds`` to find a safe cell.
    """
    if before.untouched:
        return "first move"
    analysis = analyse(before, seconds=seconds)
    if analysis.safe:
        return "avoidable guess"
    if analysis.exact:
        return "forced guess"
    try:
        safe, _ = certain_cells(before, seconds=seconds)
    except BudgetError:
        return "unclear"
    return "avoidable guess" if safe else "forced guess"


def replay(
    contest: Contest, player: str, game: StoredGame, seconds: float = SAFE_CELL_SECONDS
) -> Place | None:
    """Replay a lost game and return where it was lost; None if it differs from the stored game.

    Raises ``InputError`` if its deal is no longer available.
    """
    deal = contest.deal(game.number)
    again = play(player, deal, rules=contest.rules, chance=Chance(contest.seed, PLAYS, game.number))
    stored = Tally(game.outcome, game.moves, game.guesses, game.decisions)
    return place_of(again.before, seconds) if again.record.tally() == stored else None


def where_lost(
    contest: Contest,
    player: str,
    lost: int,
    sample: Iterable[StoredGame],
    report: Callable[[], object] = lambda: None,
    seconds: float = inf,
) -> Losses:
    """Replay a sample of a player's ``lost`` games, and count where they were lost.

    Games are skipped once ``seconds`` would not suffice for them, judging by their original CPU
    time. ``report`` is called after each replay. Raises ``InputError`` if a deal is no longer
    available.
    """
    end = monotonic() + seconds
    numbers = dict.fromkeys(PLACES, 0)
    changed = skipped = 0
    for game in sample:
        remaining = end - monotonic()
        if skipped or remaining <= game.cpu_seconds:
            skipped += 1
            continue
        place = replay(contest, player, game, min(SAFE_CELL_SECONDS, remaining))
        if place == "unclear" and monotonic() > end:  # for lack of time, not because it is hard
            skipped += 1
            continue
        if place is None:
            changed += 1
        else:
            numbers[place] += 1
        report()
    return Losses(lost, tuple(numbers.values()), changed, skipped)


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
    """Two players on the deals that both have played; ``p_holm`` is the p-value with Holm's
    correction for all pairs."""

    pair: PairScore
    p_holm: float


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
        return tuple(row for row in self.pairs if row.pair.paired.deals)

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
        if player not in entry.contest.players:
            raise InputError(f"'{player[:60]}' does not play {entry.contest.title}")
        games = list(islice(store.games(entry, player, outcome), start, start + most + 1))
    return games[:most], len(games) > most


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
        "deals": row.pair.paired.deals,
        "difference": row.pair.difference,
        "interval": list(row.pair.interval),
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


def printable_name(text: str) -> str:
    """Return a name from a file without unprintable characters, which could move the cursor."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def state_text(contest: ContestReport) -> str:
    """Return the numbers of games played and planned, the verdict, and former players."""
    entry = contest.entry
    games = [player.score.games for player in contest.players]
    least, most = min(games, default=0), max(games, default=0)
    words = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    if entry.verdict is None and not contest.complete:
        words += f" of {entry.planned:,}"
    words += " games of each player"
    if entry.verdict is not None:
        words += f", stopped: {printable_name(entry.verdict.words)}"
    if not entry.wanted:
        return f"{words}; no longer in the plan"
    former = [player for player in entry.contest.players if player not in entry.wanted]
    names = ", ".join(f"'{printable_name(player)}'" for player in former)
    return f"{words}; no longer in the plan: {names}" if former else words


REPORT_EVERY_GAMES = 100_000  #: number of stored games between two reports of progress


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
        if done >= shown + REPORT_EVERY_GAMES:
            shown = done
            progress(done, due)

    return read


def _text(contest: ContestReport) -> str:
    scores = [row.score for row in contest.players]
    rows = [("player", *SCORE_TITLES), *((score.player, *score_cells(score)) for score in scores)]
    played = contest.entry.contest
    return f"{played.plan} · {played.title}\n{state_text(contest)}\n\n{columns(rows)}"


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
    games = store.results(entry, read)
    pairs = pair_scores(games)
    adjusted = holm([pair.p_value for pair in pairs])
    return ContestReport(
        entry,
        tuple(
            PlayerReport(one.score, one.outcomes["lost"], one.outcomes["passed"]) for one in games
        ),
        tuple(PairReport(pair, p) for pair, p in zip(pairs, adjusted, strict=True)),
        tuple(_trends([one.score for one in games], pairs)),
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
    replayed: Callable[[], None],
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
