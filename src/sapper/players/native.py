"""Whole games in the kernel, for players whose strategies are all compiled."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np
import numpy.typing as npt

from sapper.errors import RulesError, plural
from sapper.game import Grid, Rules
from sapper.game.rules import PROMISES
from sapper.players.kernel.games import KernelGames
from sapper.players.kernel.playout import NO_ROOM, NUMBERS, Playouts
from sapper.players.player import Player
from sapper.players.start import best_start
from sapper.players.tally import Tallies

#: The CPU seconds between two readings of the clock, after which Ctrl-C is noticed. A reading takes
#: up to a microsecond, so short games are timed a few at a time.
SLICE = 0.0002
MOST = 1000  #: games per slice


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
    kernel = playouts(player, rules, grid, mines)
    if kernel is None:
        return None
    games, links = len(numbers), len(player.chain)
    which = np.array(numbers, np.int64)
    starts = np.array([] if orders is None else [0, *accumulate(map(len, orders))], np.int32)
    given = np.array([] if orders is None else list(chain.from_iterable(orders)), np.int32)
    outcomes = np.empty(games, np.uint8)
    moves, guesses = np.empty(games, np.int32), np.empty(games, np.int32)
    decisions = np.empty((games, links), np.int32)
    columns = outcomes, moves, guesses, decisions
    batch = KernelGames(kernel, seed, which, given, starts, *columns)
    seconds: list[float] = []
    size, clock = 1, time.thread_time()
    while len(seconds) < games:
        played = min(size, games - len(seconds))
        batch.play(len(seconds), len(seconds) + played)
        before, clock = clock, time.thread_time()
        each = (clock - before) / played
        seconds += [each] * played
        size = max(1, int(SLICE / max(each, SLICE / MOST)))
    if (outcomes == NO_ROOM).any():
        raise RulesError(
            f"{plural(mines, 'mine')} do not fit on the grid if the first cell promises"
            f" '{rules.first}'"
        )
    names = [link.text for link in player.chain]
    strategies, merged = _by_name(names, decisions)
    return Tallies(outcomes, moves, guesses, strategies, merged, np.array(seconds))


def _by_name(
    names: Sequence[str], decisions: npt.NDArray[np.int32]
) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
    """Add up the columns of strategies that occur more than once in a chain."""
    strategies = tuple(dict.fromkeys(names))
    if len(strategies) == len(names):
        return strategies, decisions
    merged = np.zeros((len(decisions), len(strategies)), np.int32)
    for k, name in enumerate(names):
        merged[:, strategies.index(name)] += decisions[:, k]
    return strategies, merged
