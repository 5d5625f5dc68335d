"""Determines where games are lost: at the first move, by a forced guess, or by an avoidable
guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Literal

from sapper.arena.match.playing import play
from sapper.arena.stats.statistics import wilson
from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.inference import analyse
from sapper.inference.satisfiability import certain_cells
from sapper.players.tally import Tally
from sapper_lab.plan.contest import Contest
from sapper_lab.store.store import StoredGame

#: ``first move``: no cell was open. ``forced guess``: no hidden cell was certainly safe.
#: ``avoidable guess``: some cell was. ``unclear``: deciding this would have taken too long.
Place = Literal["first move", "forced guess", "avoidable guess", "unclear"]

PLACES: tuple[Place, ...] = ("first move", "forced guess", "avoidable guess", "unclear")
SECONDS = 10.0  #: the time for counting, and again for satisfiability, to find a safe cell


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


def place_of(before: Position, seconds: float = SECONDS) -> Place:
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
    contest: Contest, player: str, game: StoredGame, seconds: float = SECONDS
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
        place = replay(contest, player, game, min(SECONDS, remaining))
        if place == "unclear" and monotonic() > end:  # for lack of time, not because it is hard
            skipped += 1
            continue
        if place is None:
            changed += 1
        else:
            numbers[place] += 1
        report()
    return Losses(lost, tuple(numbers.values()), changed, skipped)
