"""A contest in progress: the games still to play, the standings, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from sapper.arena.match.batch import Batch, Played, Table, play_batch
from sapper.arena.match.workers import Pace
from sapper.arena.plan.contest import Contest
from sapper.arena.plan.stop import Stop
from sapper.arena.stats.paired import Counts
from sapper.arena.store.ledger import Ledger, Post
from sapper.game import Deal

LOOK = 10  #: deals between two checks of a stopping rule


@dataclass(frozen=True)
class Job:
    """A batch of a contest: ``place`` is the index of its course, and ``players`` are the recipes
    whose games are missing; the ``table`` has the players themselves."""

    place: int
    players: tuple[str, ...]
    table: Table
    batch: Batch


@dataclass(frozen=True)
class Done:
    """A finished job with its games."""

    place: int
    players: tuple[str, ...]
    numbers: range
    played: Played

    @property
    def games(self) -> int:
        """The number of deals."""
        return self.played.games

    @property
    def seconds(self) -> float:
        """The wall time of the games."""
        return self.played.seconds


def do(job: Job) -> Done:
    """Play a job; this may run in any process."""
    return Done(job.place, job.players, job.batch.numbers, play_batch(job.table, job.batch))


@dataclass(frozen=True)
class Standing:
    """The progress of one player: the games it has won of those it has played."""

    player: str
    wins: int
    games: int


class Course:
    """A contest that is played into a store.

    It makes the jobs, writes their results, and ends the contest when a stopping rule says so. The
    jobs may be requested from another thread.
    """

    def __init__(
        self,
        place: int,
        contest: Contest,
        post: Post,
        ledger: Ledger,
        stop: Stop | None,
        workers: int,
    ) -> None:
        self.contest = contest
        self.post = post
        self.pace = Pace(workers)
        self._place = place
        self._ledger = ledger
        self._rule = None if stop is None else _Rule(stop, contest.games, post, ledger)
        self.look()

    @property
    def over(self) -> bool:
        """Whether a stopping rule has ended the contest."""
        return self._rule is not None and self._rule.verdict is not None

    @property
    def done(self) -> int:
        """The games played by all players together."""
        return sum(standing.games for standing in self._standings.values())

    @property
    def due(self) -> int:
        """The games planned for all players together, including those done."""
        return self.done if self.over else self.contest.games * len(self.contest.players)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The progress of each player, in the order of the contest."""
        return tuple(self._standings.values())

    def look(self) -> None:
        """Read which games exist; other processes may have played some of them."""
        self._standings = {recipe: self._standing(recipe) for recipe in self.contest.players}
        self._decide()

    def jobs(self) -> Iterator[Job]:
        """Yield the missing games that nobody else plays, batch by batch."""
        orders = _Orders(self.contest)
        for players, missing in self._groups():
            chosen = zip(self.contest.players, self.contest.table.players, strict=True)
            table = replace(
                self.contest.table,
                players=tuple(player for recipe, player in chosen if recipe in players),
            )
            for wanted in missing:
                for numbers in self._claims(players[0], wanted):
                    batch = Batch(numbers, orders.of(numbers))
                    yield Job(self._place, players, table, batch)

    def take(self, done: Done) -> None:
        """Write the results of a job."""
        keys = [self.post.players[recipe] for recipe in done.players]
        games = dict(zip(keys, done.played.tallies, strict=True))
        new = self._ledger.commit(self.post.id, done.numbers, games)
        for recipe, key in zip(done.players, keys, strict=True):
            before, tallies = self._standings[recipe], games[key]
            if new[key] == len(tallies):
                wins = before.wins + sum(tally.won for tally in tallies)
                now = Standing(recipe, wins, before.games + len(tallies))
            else:
                now = self._standing(recipe)
            self._standings[recipe] = now
        self._decide()

    def _standing(self, recipe: str) -> Standing:
        key = self.post.players[recipe]
        return Standing(recipe, *self._ledger.wins(key, self.contest.games))

    def _decide(self) -> None:
        if self._rule is not None and self._rule.verdict is None:
            self._rule.look()

    def _claims(self, player: str, wanted: range) -> Iterator[range]:
        """Claim deals for one batch after the other, until no more are available."""
        left = wanted
        while left and not self.over:
            size = self.pace.games(len(left))
            numbers = self._ledger.claim(self.post.id, self.post.players[player], left, size)
            if not numbers:
                return
            yield numbers
            left = range(numbers.stop, wanted.stop)

    def _groups(self) -> list[tuple[tuple[str, ...], tuple[range, ...]]]:
        """Group players with the same missing deals, and return each group with these deals.

        Usually all players are in one group.
        """
        groups: dict[tuple[range, ...], tuple[str, ...]] = {}
        for recipe in self.contest.players:
            missing = self._ledger.missing(self.post.players[recipe], self.contest.games)
            groups[missing] = (*groups.get(missing, ()), recipe)
        return [(recipes, missing) for missing, recipes in groups.items() if missing]


class _Orders:
    """The orderings of a contest's deals if they come from a file, which is read as needed."""

    def __init__(self, contest: Contest) -> None:
        self._file = contest.deals
        self._deals: Iterator[Deal] | None = None
        self._next = 0

    def of(self, numbers: range) -> tuple[tuple[int, ...], ...] | None:
        """Return the orderings of these deals, or None if they come from the seed."""
        if self._file is None:
            return None
        if self._deals is None or numbers.start < self._next:
            self._deals, self._next = self._file.deals(), 0
        wanted = islice(self._deals, numbers.start - self._next, numbers.stop - self._next)
        self._next = numbers.stop
        return tuple(deal.order for deal in wanted)


class _Rule:
    """A stopping rule in use.

    It looks at the deals in order up to the first gap, so its answer does not depend on which
    process plays which deals when.
    """

    def __init__(self, stop: Stop, games: int, post: Post, ledger: Ledger) -> None:
        self._stop = stop
        self._games = games
        self._post = post
        self._ledger = ledger
        self._seen = {1: 0, 0: 0, -1: 0}
        self._deals = 0
        self.verdict: str | None = None

    def look(self) -> None:
        """Check the deals played since the last time, and store the answer if there is one."""
        a, b = self._post.players[self._stop.a], self._post.players[self._stop.b]
        for result in self._ledger.results(a, b, range(self._deals, self._games)):
            self._deals += 1
            self._seen[result] += 1
            if self._deals % LOOK == 0 and self._answered():
                self._ledger.stop(self._post.id, self._deals, self.verdict or "")
                return

    def _answered(self) -> bool:
        counts = Counts(self._seen[1], self._seen[0], self._seen[-1])
        answer = self._stop.test.standing(counts).verdict
        if answer == "undecided":
            return False
        test = self._stop.test
        found, other = test.difference, test.null
        if answer == "null":
            found, other = other, found
        self.verdict = (
            f"'{self._stop.a}' wins {100 * found:g} % more of the deals than '{self._stop.b}',"
            f" not {100 * other:g} % more (sequential test, alpha {test.alpha:g},"
            f" beta {test.beta:g})"
        )
        return True
