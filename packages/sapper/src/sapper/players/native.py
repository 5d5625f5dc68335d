"""Whole games in the kernel, for players whose strategies are all compiled."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, chain

from sapper.errors import RulesError, plural
from sapper.game import Grid, Rules
from sapper.game.rules import FIRST_CODES
from sapper.players.kernel.games import KernelGames
from sapper.players.kernel.playout import NO_ROOM, NUMBERS, Playouts
from sapper.players.recipes import Player
from sapper.players.start import best_start
from sapper.players.tally import Tallies
from sapper.worker.threads import thread_time

#: The CPU seconds between two readings of the clock, after which Ctrl-C is noticed. A reading takes
#: up to a microsecond, so short games are timed a few at a time.
SLICE_SECONDS = 0.0002
MAX_SLICE_GAMES = 1000


def playouts(player: Player, rules: Rules, grid: Grid, mines: int) -> Playouts | None:
    """Return the compiled playouts of a player, or None if the player or the rules need Python."""
    names = [link.text for link in player.chain]
    known = all(name in NUMBERS for name in names)
    if (
        rules.lives > 1
        or rules.won_by != "opening"
        or rules.signs != "none"
        or not known
        or rules.variant
    ):
        return None
    numbers = [NUMBERS[name] for name in names]
    start = grid.index(best_start(grid, mines, rules.first))
    return Playouts(grid, mines, FIRST_CODES[rules.first], rules.zeros_open, numbers, start)


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
    kernel = playouts(player, rules, grid, mines)
    if kernel is None:
        return None
    import numpy as np

    games, links = len(numbers), len(player.chain)
    starts = array("i", [] if orders is None else [0, *accumulate(map(len, orders))])
    given = array("i", [] if orders is None else chain.from_iterable(orders))
    outcomes, decisions = np.zeros(games, np.uint8), np.zeros((games, links), np.int32)
    moves, guesses = np.zeros(games, np.int32), np.zeros(games, np.int32)
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
        size = max(1, int(SLICE_SECONDS / max(each, SLICE_SECONDS / MAX_SLICE_GAMES)))
    if NO_ROOM in outcomes:
        raise RulesError(
            f"{plural(mines, 'mine')} do not fit on the grid if the first cell promises"
            f" '{rules.first}'"
        )
    names = [link.text for link in player.chain]
    strategies = tuple(dict.fromkeys(names))  # a chain may have one more than once
    same_name = [[name == strategy for name in names] for strategy in strategies]
    by_name = [decisions[:, same].sum(axis=1, dtype=np.int32) for same in same_name]
    return Tallies(
        outcomes,
        moves,
        guesses,
        strategies,
        np.stack(by_name, axis=1),
        np.array(seconds, np.float64),
        np.zeros(games, np.int32),
    )
