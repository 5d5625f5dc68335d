"""Whole games inside the kernel, for the players that it can play."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from sapper.errors import RulesError, plural
from sapper.game import Grid, Rules
from sapper.game.rules import PROMISES
from sapper.players.native.codes import NO_ROOM, NUMBERS, OUTCOMES, Ending
from sapper.players.native.playout import Playouts
from sapper.players.player import Player
from sapper.players.start import best_start


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of a finished game that a match adds up.

    ``decisions`` has the number of moves by strategy, and ``seconds`` the CPU time if it was
    measured; games that differ in ``seconds`` only are equal.
    """

    outcome: Ending
    moves: int
    guesses: int
    decisions: dict[str, int]
    seconds: float = field(default=0.0, compare=False)

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.outcome == "won"


def _game(
    player: Player, grid: Grid, mines: int, rules: Rules
) -> Callable[[int, int, Sequence[int] | None], tuple[Ending, int, int, dict[str, int]]] | None:
    """Return a function that plays game ``number`` of ``seed`` without holding the GIL.

    It plays a given ordering or the deal of the seed, returns the first fields of a ``Tally``, and
    raises ``RulesError`` if the promise for the first move leaves no room for the mines. The
    result is None if this player or these rules need Python.
    """
    names = [link.text for link in player.chain]
    known = all(name in NUMBERS for name in names)
    if rules.lives > 1 or rules.won_by != "opening" or rules.signs != "none" or not known:
        return None
    playouts = Playouts(
        grid,
        mines,
        PROMISES[rules.first],
        rules.zeros_open,
        [NUMBERS[name] for name in names],
        grid.index(best_start(grid, mines, rules.first)),
    )

    def play(
        seed: int, number: int, order: Sequence[int] | None
    ) -> tuple[Ending, int, int, dict[str, int]]:
        if order is None:
            outcome = playouts.seeded(seed, number)
        else:
            outcome = playouts.dealt(order, seed, number)
        if outcome == NO_ROOM:
            raise RulesError(
                f"{plural(mines, 'mine')} do not fit on the grid if the first cell promises"
                f" '{rules.first}'"
            )
        _, moves, guesses, decisions = playouts.tally()
        counts: dict[str, int] = {}
        for name, n in zip(names, decisions, strict=True):
            counts[name] = counts.get(name, 0) + n
        return OUTCOMES[outcome], moves, guesses, counts

    return play


def play(
    player: Player,
    rules: Rules,
    grid: Grid,
    mines: int,
    seed: int,
    numbers: Sequence[int],
    orders: Sequence[Sequence[int]] | None = None,
) -> list[Tally] | None:
    """Play deals of a seed, or given ones, and return their tallies.

    - ``player``, ``rules``: who plays, and by which rules.
    - ``grid``, ``mines``: the board.
    - ``seed``: determines the deals and the player's random choices.
    - ``numbers``: the numbers of the deals of the seed.
    - ``orders``: the deals to play instead, one for each number: indices in the order of the deal.

    The result is None if this player or these rules need Python.
    """
    play_game = _game(player, grid, mines, rules)
    if play_game is None:
        return None
    given = repeat(None, len(numbers)) if orders is None else orders
    tallies = []
    clock = time.thread_time()  # read once a game, as it takes a microsecond
    for number, order in zip(numbers, given, strict=True):
        game = play_game(seed, number, order)
        before, clock = clock, time.thread_time()
        tallies.append(Tally(*game, clock - before))
    return tallies
