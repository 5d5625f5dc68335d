"""Matches: several players on identical deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations, islice

from sapper.arena.match.batch import Batch, Sheet, Table, blank, is_native, play_sheet
from sapper.arena.match.game import with_first
from sapper.arena.match.result import MatchResult, Pair, Score
from sapper.arena.match.workers import Pace, run
from sapper.errors import InputError
from sapper.game import Deal, Grid, Level, Rules
from sapper.game.rules import First
from sapper.players import Player
from sapper.players import player as read_recipe

#: Called after every batch with the games done and the games to do.
Progress = Callable[[int, int], None]

MAX_WORKERS = 1024


class MatchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a match; ``result`` has everything finished by then."""

    def __init__(self, result: MatchResult) -> None:
        super().__init__("the match was interrupted")
        self.result = result


def match(
    players: Sequence[Player | str],
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

    - ``players``: players or their recipes.
    - ``level``: a name, a ``Level``, or a grid with its number of mines.
    - ``rules``: by default the usual ones, with the first-move rule ``safe``.
    - ``games``: the number of deals; may be left out with ``deals``, which are then all played.
    - ``seed``: determines the deals, numbers 0, 1, … of the seed on the level, and the random
      choices of the players.
    - ``deals``: the deals to play instead, which have a board of their own. They are iterated
      twice, because all are checked before the first game.
    - ``workers``: the number of games played in parallel. Except for the CPU time, the result is
      the same for any number.
    - ``progress``: called after every batch with the number of games done and the number to do.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``) instead of that of ``rules``.

    Raises ``InputError`` for arguments that cannot be played, and ``MatchInterrupted``, with the
    games finished so far, on Ctrl-C.
    """
    chosen = tuple(read_recipe(p) if isinstance(p, str) else p for p in players)
    if not chosen:
        raise InputError("a match needs at least one player")
    if not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"a match needs 1 to {MAX_WORKERS} workers, not {workers}")
    if games is not None and games < 1:
        raise InputError(f"a match needs at least one game, not {games}")
    if deals is None:
        if level is None or games is None:
            raise InputError("a match needs either deals, or a level and a number of games")
        name, grid, mines = _named(level)
    else:
        deals = list(deals) if isinstance(deals, Iterator) else deals
        name, grid, mines, games = survey(deals, level, games)
    table = Table(chosen, grid, mines, with_first(rules, first), seed)
    total = blank(len(chosen))
    pace = Pace(workers)
    batches = _batches(games, deals, pace)
    play = partial(play_sheet, table)
    try:
        threads = workers > 1 and all(is_native(player, table) for player in chosen)
        with closing(run(play, batches, pace.saw, workers, threads=threads)) as sheets:
            for sheet in sheets:
                total += sheet
                if progress is not None:
                    progress(total.games, games)
    except KeyboardInterrupt:
        raise MatchInterrupted(_result(name, table, total, interrupted=True)) from None
    return _result(name, table, total)


def _batches(games: int, deals: Iterable[Deal] | None, pace: Pace) -> Iterator[Batch]:
    """Yield batches in the order of the deals, sized by the pace."""
    orders = None if deals is None else (deal.order for deal in deals)
    start = 0
    while start < games:
        numbers = range(start, start + pace.games(games - start))
        yield Batch(numbers, None if orders is None else tuple(islice(orders, len(numbers))))
        start = numbers.stop


def survey(
    deals: Iterable[Deal], level: Level | str | tuple[Grid, int] | None, games: int | None
) -> tuple[str, Grid, int, int]:
    """Check all deals; return the name, grid and mines of their board, and the number of games.

    Raises ``InputError`` if they are not all for one board (that of the level, if given), if they
    have gold, or if there are fewer than ``games``.
    """
    first = next(iter(deals), None)
    if first is None:
        raise InputError("there are no deals to play")
    grid, mines = first.grid, first.mines
    name = _name(grid, mines)
    if level is not None:
        wanted, *board = _named(level)
        if board != [grid, mines]:
            raise InputError(f"the deals are for {name}, not for level {wanted}")
        name = wanted
    found = 0
    for deal in islice(deals, games):
        if (deal.grid, deal.mines) != (grid, mines):
            raise InputError(f"deal {found} is for another board than deal 0")
        if deal.gold:
            raise InputError(f"deal {found} has gold, which a match does not support")
        found += 1
    if games is not None and found < games:
        raise InputError(f"{games} games need as many deals, not {found}")
    return name, grid, mines, found


def _named(level: Level | str | tuple[Grid, int]) -> tuple[str, Grid, int]:
    if isinstance(level, str):
        read = Level.parse(level)
        return level, read.grid, read.mines
    if isinstance(level, Level):
        return str(level), level.grid, level.mines
    grid, mines = level
    return _name(grid, mines), grid, mines


def _name(grid: Grid, mines: int) -> str:
    size = f"{grid.width}x{grid.height}x{mines}"
    if grid.kind != "square" or grid.blocked:
        return f"{size} {grid.kind}"
    return str(Level(grid.width, grid.height, mines)) if mines < grid.size else size


def _result(name: str, table: Table, total: Sheet, *, interrupted: bool = False) -> MatchResult:
    recipes = [str(player) for player in table.players]
    scores = tuple(
        Score(
            recipe,
            row.wins,
            total.games,
            row.cpu_seconds,
            dict(sorted(row.decisions.items())),
            row.guesses,
        )
        for recipe, row in zip(recipes, total.rows, strict=True)
    )
    pairs = tuple(
        Pair(a, b, *counts)
        for (a, b), counts in zip(combinations(recipes, 2), total.pairs, strict=True)
    )
    first = table.rules.first
    return MatchResult(name, first, total.games, scores, pairs, interrupted)
