"""Whole games in the kernel, for players whose strategies are all compiled."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from sapper.errors import RulesError, plural
from sapper.game import Grid, Rules
from sapper.game.rules import OUTCOMES, PROMISES
from sapper.kernel.arrays import flags, ints
from sapper.players.kernel.games import KernelGames
from sapper.players.kernel.playout import NO_ROOM, NUMBERS, Playouts
from sapper.players.recipes import Player
from sapper.players.start import best_start
from sapper.players.tally import Tallies
from sapper.worker.threads import thread_time

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: The CPU seconds between two readings of the clock, after which Ctrl-C is noticed. A reading takes
#: up to a microsecond, so short games are timed a few at a time.
SLICE = 0.0002
MOST = 1000  #: games per slice
_WON = OUTCOMES.index("won")


def playouts(player: Player, rules: Rules, grid: Grid, mines: int) -> Playouts | None:
    """Return the compiled playouts of a player, or None if the player or the rules need Python."""
    names = [link.text for link in player.chain]
    known = all(name in NUMBERS for name in names)
    if rules.lives > 1 or rules.won_by != "opening" or rules.signs != "none" or not known:
        return None
    numbers = [NUMBERS[name] for name in names]
    start = grid.index(best_start(grid, mines, rules.first))
    return Playouts(grid, mines, PROMISES[rules.first], rules.zeros_open, numbers, start)


def play(
    player: Player,
    rules: Rules,
    grid: Grid,
    mines: int,
    seed: int,
    numbers: Sequence[int],
    orders: Sequence[Sequence[int]] | None = None,
) -> Tallies | None:
    """Play deals of a seed, or given ones, and return their tallies.

    - ``player``, ``rules``: the player and the rules of the games.
    - ``grid``, ``mines``: the board.
    - ``seed``: determines the deals and the player's random choices.
    - ``numbers``: the numbers of the deals of the seed.
    - ``orders``: the deals to play instead, one per number, as cell indices.

    The result is None if the player or the rules need Python. Raises ``RulesError`` if the
    first-move rule leaves no room for the mines.
    """
    games = _played(player, rules, grid, mines, seed, numbers, orders)
    if games is None:
        return None
    import numpy as np

    strategies, decisions = _by_name(
        [link.text for link in player.chain], np.asarray(games.decisions)[: len(numbers)]
    )
    return Tallies(
        np.asarray(games.outcomes),
        np.asarray(games.moves),
        np.asarray(games.guesses),
        strategies,
        decisions,
        np.array(games.seconds),
        np.zeros(len(numbers), np.int32),
    )


def won(
    player: Player, rules: Rules, grid: Grid, mines: int, seed: int, numbers: Sequence[int]
) -> list[bool] | None:
    """Play deals like ``play``, and return which of them were won."""
    games = _played(player, rules, grid, mines, seed, numbers)
    return None if games is None else [outcome == _WON for outcome in games.outcomes]


@dataclass(frozen=True, eq=False)
class _Games:
    """The results of games as the kernel writes them; ``decisions`` has at least one row."""

    outcomes: array[int]
    moves: array[int]
    guesses: array[int]
    decisions: memoryview
    seconds: list[float]


def _played(
    player: Player,
    rules: Rules,
    grid: Grid,
    mines: int,
    seed: int,
    numbers: Sequence[int],
    orders: Sequence[Sequence[int]] | None = None,
) -> _Games | None:
    kernel = playouts(player, rules, grid, mines)
    if kernel is None:
        return None
    games, links = len(numbers), len(player.chain)
    starts = array("i", [] if orders is None else [0, *accumulate(map(len, orders))])
    given = array("i", [] if orders is None else chain.from_iterable(orders))
    outcomes, moves, guesses = flags(games), ints(games), ints(games)
    rows = max(1, games)
    decisions = memoryview(ints(rows * links)).cast("B").cast("i", (rows, links))
    columns = outcomes, moves, guesses, decisions
    batch = KernelGames(kernel, seed, array("q", numbers), given, starts, *columns)
    seconds: list[float] = []
    size, clock = 1, thread_time()
    while len(seconds) < games:
        played = min(size, games - len(seconds))
        batch.play(len(seconds), len(seconds) + played)
        before, clock = clock, thread_time()
        each = (clock - before) / played
        seconds += [each] * played
        size = max(1, int(SLICE / max(each, SLICE / MOST)))
    if NO_ROOM in outcomes:
        raise RulesError(
            f"{plural(mines, 'mine')} do not fit on the grid if the first cell promises"
            f" '{rules.first}'"
        )
    return _Games(outcomes, moves, guesses, decisions, seconds)


def _by_name(
    names: Sequence[str], decisions: npt.NDArray[np.int32]
) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
    """Add up the columns of strategies that occur more than once in a chain."""
    import numpy as np

    strategies = tuple(dict.fromkeys(names))
    if len(strategies) == len(names):
        return strategies, decisions
    merged = np.zeros((len(decisions), len(strategies)), np.int32)
    for k, name in enumerate(names):
        merged[:, strategies.index(name)] += decisions[:, k]
    return strategies, merged
