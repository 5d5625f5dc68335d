"""Matches: several players on identical deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice

from sapper.arena.match.playing import (
    DealOrders,
    MatchSetup,
    MatchSums,
    NumberedDeals,
    play_sums,
)
from sapper.arena.match.result import MatchResult, PairScore, PlayerScore
from sapper.arena.runner.runner import Interrupted, Progress, SummedSeries, run_summed
from sapper.arena.runner.workers import WorkerPool
from sapper.arguments import CHECKS, checked, several
from sapper.errors import InputError, quoted
from sapper.game import Deal, Grid, Level, Rules
from sapper.game.level import board_of
from sapper.game.rules import First, with_first
from sapper.players import Player
from sapper.players.recipes import player_of

#: Raised by ``match`` on Ctrl-C; ``result`` is a ``MatchResult``.
MatchInterrupted = Interrupted


class BoardSeries(SummedSeries[MatchSums]):
    """The deals of a match on one board: numbers 0, 1, … of the seed, or given deals."""

    def __init__(
        self, level: str, setup: MatchSetup, games: int, deals: Iterable[Deal] | None = None
    ) -> None:
        prepare = NumberedDeals if deals is None else DealOrders(lambda: deals).numbered
        zero = MatchSums.zero(len(setup.players))
        super().__init__(games, partial(play_sums, setup), zero, prepare=prepare)
        self.setup = setup
        self._level = level

    def result(self) -> MatchResult:
        """Return the result of the games played so far."""
        recipes = [str(player) for player in self.setup.players]
        scores = tuple(
            PlayerScore(
                recipe,
                sums.wins,
                self.done,
                sums.cpu_seconds,
                dict(sorted(sums.decisions.items())),
                sums.guesses,
                sums.false_proofs,
            )
            for recipe, sums in zip(recipes, self.total.players, strict=True)
        )
        pairs = tuple(
            PairScore(a, b, *counts)
            for (a, b), counts in zip(combinations(recipes, 2), self.total.pairs, strict=True)
        )
        first, interrupted = self.setup.rules.first, self.done < self.due
        return MatchResult(
            self._level, first, self.done, scores, pairs, interrupted, self.setup.seed
        )


@checked
def match(
    players: Sequence[Player | str] | Player | str,
    level: Level | str | tuple[Grid, int] | None = None,
    rules: Rules | None = None,
    games: int | None = None,
    *,
    seed: int = 0,
    deals: Iterable[Deal] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    first: First | None = None,
) -> MatchResult:
    """Let every player play the same deals, and return the result.

    - ``players``: players or their recipes, or a single one.
    - ``level``: a name, a ``Level``, or a grid with its number of mines.
    - ``rules``: by default ``Rules()``, with the first-move rule ``safe``.
    - ``games``: the number of deals; may be omitted with ``deals``, to play all of them.
    - ``seed``: determines the deals (numbers 0, 1, … of the seed) and the random choices of the
      players.
    - ``deals``: deals to play instead; they determine the board. They are iterated twice, because
      all are checked before the first game.
    - ``workers``: the number of games played in parallel. It affects only the CPU time.
    - ``progress``: called at the start and after every batch with the number of deals played and
      the number to play.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``) instead of that of ``rules``.

    Raises ``InputError`` for arguments that cannot be played, and ``MatchInterrupted``, with the
    games finished so far, on Ctrl-C.

    >>> result = sapper.match(["swift", "random"], "beginner8", games=100)
    >>> [(score.player, score.wins) for score in result.players]
    [('swift', 83), ('random', 0)]
    """
    single = isinstance(players, str | Player)
    chosen = tuple(map(player_of, [players] if single else several("players", players)))
    if not chosen:
        raise InputError("a match needs at least one player")
    names = [str(player) for player in chosen]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise InputError(f"the player {quoted(repeated)} is given twice")
    if games is not None and games < 1:
        raise InputError(f"a match needs at least one game, not {games}")
    if deals is None:
        if level is None or games is None:
            raise InputError("a match needs either deals, or a level and a number of games")
        name, grid, mines = named(level)
    else:
        deals = list(deals) if isinstance(deals, Iterator) else deals
        name, grid, mines, games = survey(deals, level, games)
    setup = MatchSetup(chosen, grid, mines, with_first(rules, first), seed)
    series = BoardSeries(name, setup, games, deals)
    return run_summed([series], series.result, WorkerPool(workers, setup.native), progress)


def survey(
    deals: Iterable[Deal], level: Level | str | tuple[Grid, int] | None, games: int | None
) -> tuple[str, Grid, int, int]:
    """Check all deals; return the name, grid and mines of their board, and the number of games.

    Raises ``InputError`` if the deals are for different boards, or not for the board of the level,
    if they have gold, or if there are fewer than ``games``.
    """
    first = next(iter(deals), None)
    if first is None:
        raise InputError("there are no deals to play")
    deal_of = CHECKS["Deal"]
    deal_of("deal 0", first)
    grid, mines = first.grid, first.mines
    name = _name(grid, mines)
    if level is not None:
        wanted, *board = named(level)
        if board != [grid, mines]:
            raise InputError(f"the deals are for {name}, not for level {wanted}")
        name = wanted
    count = 0
    for deal in islice(deals, games):
        deal_of(f"deal {count}", deal)
        if (deal.grid, deal.mines) != (grid, mines):
            raise InputError(f"deal {count} is for another board than deal 0")
        if deal.gold:
            raise InputError(f"deal {count} has gold, which a match does not support")
        count += 1
    if games is not None and count < games:
        raise InputError(f"{games} games need as many deals, not {count}")
    return name, grid, mines, count


def named(level: Level | str | tuple[Grid, int]) -> tuple[str, Grid, int]:
    """Return the name, grid and number of mines of a board. Raises ``InputError``."""
    grid, mines = board_of(level)
    if isinstance(level, str):
        return level, grid, mines
    return str(level) if isinstance(level, Level) else _name(grid, mines), grid, mines


def _name(grid: Grid, mines: int) -> str:
    size = f"{grid.width}x{grid.height}x{mines}"
    if grid.kind != "square" or grid.blocked:
        return f"{size} {grid.kind}"
    return str(Level(grid.width, grid.height, mines)) if mines < grid.size else size
